/* SPDX-License-Identifier: MIT */
#include "post/letter.h"

#include <limits.h>

#include "base/clock.h"
#include "base/log.h"
#include "match/mail_id.h"
#include "post/owed.h"
#include "store/outbox.h"
#include "store/owed.h"

enum { BOARD = CONTEXT_NEWS | CONTEXT_POSITION, MOVES = BOARD | CONTEXT_MOVES };

const struct letter_row letter_rows[] = {
	[LETTER_START] = { "mail/start", "start_mail", CONTEXT_NEWS, LIMITED },
	[LETTER_TURN] = { "mail/turn", "turn_mail", MOVES, LIMITED },
	[LETTER_REMINDER] = { "mail/reminder", "turn_mail", MOVES, LIMITED },
	[LETTER_NEWS] = { "mail/news", "news_mail", CONTEXT_NEWS, LIMITED },
	[LETTER_BOARD] = { "mail/news", "news_mail", BOARD, LIMITED },
	[LETTER_OVER] = { "mail/over", "over_mail", BOARD | CONTEXT_END,
	    LIMITED },
	[LETTER_LAST] = { "mail/over", "over_mail", BOARD | CONTEXT_END,
	    OFFERED },
	[LETTER_MODERATOR] = { "mail/moderator", "moderator_mail", 0, LIMITED },
	[LETTER_MESSAGE] = { "mail/message", "news_mail", 0, LIMITED },
	[LETTER_ANSWER] = { "mail/answer", "answer_mail", 0, AT_ONCE },
	[LETTER_REFUSED] = { "mail/refused", "answer_mail", 0, AT_ONCE },
	[LETTER_WATCH] = { "mail/watch", "news_mail", BOARD, PATIENT },
	[LETTER_BROADCAST] = { "mail/watch", "news_mail", 0, PATIENT },
	[LETTER_UNWATCHED] = { "mail/unwatched", "news_mail", 0, AT_ONCE },
	[LETTER_UNSEATED] = { "mail/unseated", "unseated", 0, AT_ONCE },
	[LETTER_KEEPER] = { "mail/message", "news_mail", 0, LIMITED },
	[LETTER_UNBOUND] = { "mail/news", "unbound", 0, AT_ONCE },
	[LETTER_DIGEST] = { "mail/digest", "digest_mail", 0, AT_ONCE },
	[LETTER_HELP] = { "mail/help", NULL, 0, AT_ONCE },
	[LETTER_ENROLLED] = { "mail/welcome", NULL, 0, AT_ONCE },
	[LETTER_CONFIRM] = { "mail/confirm", NULL, 0, AT_ONCE },
	[LETTER_APPROVE] = { "mail/approve", "approve", 0, AT_ONCE },
	[LETTER_WELCOME] = { "mail/welcome", "welcome", 0, AT_ONCE },
	[LETTER_DECLINED] = { "mail/declined", "declined", 0, AT_ONCE },
	[LETTER_INVITE] = { "mail/invite", "invite", 0, OFFERED },
	[LETTER_OFFICE] = { "mail/office", "office", 0, OFFERED },
	[LETTER_ADDRESS] = { "mail/address", "address", 0, AT_ONCE },
	[LETTER_ADDED] = { "mail/added", "added", 0, AT_ONCE },
	[LETTER_DROPPED] = { "mail/dropped", "dropped", 0, AT_ONCE },
	[LETTER_RENEWED] = { "mail/renewed", "renewed", 0, AT_ONCE },
	[LETTER_BOUNCED] = { "mail/bounced", "bounced", 0, AT_ONCE },
	[LETTER_ASIDE] = { "mail/aside", "aside", 0, AT_ONCE },
	[LETTER_LEFTOVER] = { "mail/leftover", "leftover", 0, AT_ONCE },
	[LETTER_TROUBLES] = { "mail/troubles", "troubles", 0, AT_ONCE },
	[LETTER_ALARM] = { "mail/alarm", NULL, 0, AT_ONCE },
};

void
letter_release(struct letter *l)
{
	if (l->found.id)
		player_release(&l->found);
	buf_release(&l->address);
	buf_release(&l->reply_to);
	buf_release(&l->tag);
	buf_release(&l->mark);
	buf_release(&l->head);
	buf_release(&l->name);
}

void
letter_reply_to(const struct club *club, const struct token *t,
    struct buf *address, struct buf *tag)
{
	struct buf detail = BUF_INIT;

	token_detail(club->key, t, &detail);
	if (!token_address(club, detail.data, address))
		buf_printf(tag, "pq%s", detail.data);
	else if (token_of_game(t->role))
		buf_printf(tag, "pq%lld", (long long)t->number);
	buf_release(&detail);
}

/* Who reads, and where: 1, 0 there is no address. */
static int
find_recipient(struct letter *l, struct err *e)
{
	struct recipient *to = &l->to;
	struct db *db = l->club->db;
	int rc = 1;

	if (to->is == TO_OBSERVER) {
		rc = player_get(db, to->observer->player, &l->found, e);
		to->player = &l->found;
	} else if (to->is <= TO_MODERATOR) {
		e->kind = ERR_NONE;
		to->player = match_player(l->m, to->seat, e);
		if (to->player == NULL)
			rc = -1;
		if (rc < 0 && e->kind == ERR_NONE)
			(void)err_set(e, ERR_CORRUPT,
			    "game %lld: nobody is at p%d",
			    (long long)l->m->game.id, to->seat);
	}
	if (rc != 1)
		return rc;
	if (to->is > TO_MODERATOR)
		reader_from(l->club, to->player, to->lang, &l->r);
	else if (reader_of(l->m, to->seat, &l->r, e))
		return -1;
	l->r.observer = to->observer;
	if (to->is == TO_KEEPER)
		to->address = l->club->keeper;
	if (to->address != NULL)
		buf_str(&l->address, to->address);
	else if (to->player != NULL)
		rc = address_primary(db, to->player->id, &l->address, e);
	return rc == 1 ? l->address.len > 0 : rc;
}

/* What the reply address speaks for, unless the caller knows. */
static int
find_token(struct letter *l, struct err *e)
{
	static const enum token_role roles[] = { [TO_SEAT] = TOKEN_SEAT,
		[TO_MODERATOR] = TOKEN_MODERATOR,
		[TO_OBSERVER] = TOKEN_OBSERVER };
	const struct recipient *to = &l->to;
	const struct observer *o = to->observer;
	int64_t holder;

	if (l->token.role || to->is > TO_OBSERVER)
		return 0;
	l->token = (struct token){ .role = roles[to->is],
		.number = l->m->game.id,
		.seat = o != NULL ? 0 : to->seat,
		.board = l->board,
		.epoch = game_epoch(&l->m->game, l->board) };
	if (o != NULL)
		club_observer_mark(l->club, o, l->token.mark);
	holder = o != NULL ? o->since % INT_MAX : l->m->seat[to->seat].holder;
	return player_seat_holder(l->club->db, to->player->id, (int)holder,
	    &l->token.holder, e);
}

int
letter_place(struct letter *l, int board, struct err *e)
{
	int rc = find_recipient(l, e);

	l->board = board;
	if (rc == 1 && find_token(l, e))
		rc = -1;
	if (rc != 1)
		return rc;
	if (l->token.role)
		letter_reply_to(l->club, &l->token, &l->reply_to, &l->tag);
	else
		buf_str(&l->reply_to, l->club->address);
	if (!l->tag.len && l->m != NULL)
		buf_printf(&l->tag, "pq%lld", (long long)l->m->game.id);
	l->r.reply_to = l->reply_to.data;
	l->r.tag = buf_text(&l->tag);
	return 1;
}

/* Who wants no mail is told when they want some again. */
static int
keep_silent(const struct letter *l, struct err *e)
{
	if (l->to.is == TO_SEAT)
		owed_turn(l->m, l->to.seat);
	if (l->to.is != TO_MODERATOR)
		return 1;
	set_mailed(l->m, 0);
	return owed_silent(l->m, &l->r, e) ? -1 : 1;
}

/* Whether it has to wait for an hour with room for it, or for a digest. */
static int
must_wait(struct letter *l, struct err *e)
{
	enum priority priority = letter_rows[l->kind].priority;
	const struct recipient *to = &l->to;
	struct match *m = l->m;
	int rc;

	if (l->reply != NULL || priority == AT_ONCE)
		return 0;
	if (to->player != NULL && player_is_silent(to->player))
		return keep_silent(l, e);
	if (priority == OFFERED)
		return 0;
	if (to->is == TO_OBSERVER)
		return priority == PATIENT &&
			strcmp(to->player->notify, "digest") == 0 ?
		    1 :
		    owed_put_off(m, &l->r, to->player->id, OWED_OBSERVER, e);
	if (m->told.put_off & 1u << to->seat)
		return 1;
	rc = owed_put_off(m, &l->r, m->seat[to->seat].player, to->seat, e);
	if (rc == 1 && to->is == TO_MODERATOR)
		set_mailed(m, 0);
	return rc;
}

/* What a mail to no place at a table is known by: what it is, to whom and when,
 * and its number among those of which all that is the same. An alarm, which its
 * subject tells from others, is made where the database may be gone. */
static int
name_apart(struct letter *l, struct err *e)
{
	int64_t now = l->m != NULL ? l->m->now : clock_now();
	struct buf id = BUF_INIT;
	int rc = 1;

	for (int n = 0; rc == 1; n++) {
		buf_clear(&l->name);
		buf_clear(&id);
		buf_printf(&l->name, "%s %s %lld %d %s",
		    letter_rows[l->kind].template, l->address.data,
		    (long long)now, n,
		    l->kind == LETTER_ALARM ? l->subject : "");
		club_mail_id(l->club, l->name.data, &id);
		rc = l->kind == LETTER_ALARM ?
		    0 :
		    outbox_has(l->club->db, id.data, e);
	}
	buf_release(&id);
	return rc;
}

static int
make_mark(struct letter *l, struct err *e)
{
	struct recipient *to = &l->to;
	char watcher[OBSERVER_MARK];
	int n = to->is == TO_OBSERVER ? ++to->observer->mails :
	    to->is <= TO_MODERATOR    ? ++l->m->seat[to->seat].mails :
					0;

	if (to->is == TO_OBSERVER) {
		club_observer_mark(l->club, to->observer, watcher);
		snprintf(l->who, sizeof l->who, "o%s", watcher);
	} else if (to->is <= TO_MODERATOR) {
		snprintf(l->who, sizeof l->who, to->seat ? "p%d" : "m",
		    to->seat % 10);
	}
	buf_str(&l->mark, "mail ");
	if (to->is <= TO_OBSERVER)
		buf_printf(&l->mark, "%lld.%d.%s.%d", (long long)l->m->game.id,
		    l->board, l->who, n);
	else if (name_apart(l, e))
		return -1;
	else
		club_mail_mark(l->club, l->name.data, &l->mark);
	return 0;
}

int
letter_open(struct letter *l, struct err *e)
{
	const struct match *m = l->m;
	int board = m != NULL ? m->game.board : 0, rc;

	l->parts |= letter_rows[l->kind].parts;
	if (l->to.is == TO_SEAT && !(l->parts & CONTEXT_NEWS))
		board = m->seat[l->to.seat].told;
	rc = letter_place(l, board, e);
	if (rc != 1)
		return rc;
	rc = must_wait(l, e);
	if (rc)
		log_trace("letter.waits",
		    LOG_WORD("template", letter_rows[l->kind].template),
		    LOG_NUMBER("game", m != NULL ? m->game.id : 0),
		    LOG_WORD("seat", log_seat(l->to.seat)));
	if (rc)
		return rc < 0 ? -1 : 0;
	if (make_mark(l, e))
		return -1;
	return m == NULL || match_head(l->m, l->board, &l->head, e) >= 0 ? 1 :
									   -1;
}
