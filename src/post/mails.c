/* SPDX-License-Identifier: MIT */

/* Which mails follow from what happened, and to whom. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "match/ahead.h"
#include "match/think.h"
#include "post/calendar.h"
#include "post/context.h"
#include "post/digest.h"
#include "post/letter.h"
#include "post/messages.h"
#include "post/owed.h"
#include "post/watch.h"
#include "post/words.h"
#include "store/knowledge.h"
#include "store/observer.h"

static bool
in_set(seat_set set, int seat)
{
	return seat > 0 && set & SEAT_BIT(seat);
}

/* To the holder of a seat, or the moderator (0). */
static int
tell(struct match *m, int seat, struct letter l, struct err *e)
{
	l.club = m->club;
	l.m = m;
	l.to = (struct recipient){ .is = seat ? TO_SEAT : TO_MODERATOR,
		.seat = seat };
	return l.kind == LETTER_NONE ? 0 : letter_tell(&l, e);
}

/* Whether any of these came about, at all. */
static bool
any_of(const struct match *m, unsigned set)
{
	for (int o = 0; o < OCCASIONS; o++)
		if (set & 1u << o && happened(m, (enum occasion)o))
			return true;
	return false;
}

enum {
	ANEW = 1 << ON_BEGIN | 1 << ON_UNDO,
	SEATING = 1 << ON_NEWCOMER | 1 << ON_VACANCY,
	/* what every seat is told, and a moderator */
	FOR_SEATS = 1 << ON_PROPOSAL | 1 << ON_DECLINE | 1 << ON_ACT,
	FOR_MODERATOR = ANEW | SEATING | 1 << ON_ACT | 1 << ON_TIMEOUT
};

/* Before the start the others are told nothing; who moderates, who comes and
 * goes. */
static enum letter_kind
setup_kind(const struct match *m, int s)
{
	if (happened_to(m, ON_NEWCOMER, s))
		return LETTER_START;
	return happened(m, ON_ACT) || happened_to(m, ON_REQUEST, s) ||
		(s == match_moderator_seat(m) && any_of(m, SEATING) &&
		    !happened(m, ON_APPOINTMENT)) ?
	    LETTER_NEWS :
	    LETTER_NONE;
}

/* Whether the seat is to act and was not told so: just now, or because its
 * holder's digest was to tell them. */
static bool
untold(const struct match *m, int s)
{
	return in_set(match_to_act(m), s) &&
	    (happened_to(m, ON_DECISION, s) ||
		m->seat[s].told < m->seat[s].decision);
}

/* What a seat that wrote nothing gets because of what happened. A computer that
 * thinks moves soon: what it does, and what it waited for, is told as one when
 * a person is to act. noted: also because of what became of moves that the seat
 * sent ahead. */
static enum letter_kind
kind_after(struct match *m, int s, const struct player *p, bool noted,
    struct err *e)
{
	bool acts = in_set(match_to_act(m), s), turn = untold(m, s);
	bool fresh = any_of(m, ANEW) || turn;
	bool news = happened_to(m, ON_NEWCOMER, s) ||
	    happened_to(m, ON_REQUEST, s);

	if (m->game.state == GAME_SETUP)
		return setup_kind(m, s);
	if (happened(m, ON_END))
		return LETTER_OVER;
	if (news || (fresh && !digest_waits(m, s, acts, e)))
		return acts ? LETTER_TURN : LETTER_BOARD;
	news = noted || any_of(m, FOR_SEATS) || happened_to(m, ON_TIMEOUT, s) ||
	    (strcmp(p->notify, "all") == 0 && !match_thinker(m) &&
		m->seat[s].told < m->game.board);
	if (news)
		return turn || (noted && acts) ? LETTER_TURN : LETTER_NEWS;
	owed_turn(m, s);
	return LETTER_NONE;
}

static int
mail_after(struct match *m, int s, struct err *e)
{
	const struct player *p = match_player(m, s, e);
	struct letter l = { .kind = LETTER_NONE };

	if (p == NULL)
		return -1;
	l.kind = kind_after(m, s, p, false, e);
	l.known = l.kind != LETTER_NONE && happened(m, ON_CHANGE);
	if (ahead_noted(m, s))
		l.kind = kind_after(m, s, p, true, e);
	return tell(m, s, l, e);
}

/* The moderator who does not play: of what concerns their office. */
static enum letter_kind
moderator_kind(const struct match *m)
{
	if (!m->game.moderator || mailed(m, 0) || match_moderator_seat(m))
		return LETTER_NONE;
	if (happened(m, ON_APPOINTMENT))
		return LETTER_MODERATOR;
	if (happened(m, ON_END))
		return LETTER_OVER;
	if (happened_to(m, ON_REQUEST, 0))
		return LETTER_BOARD;
	return any_of(m, FOR_MODERATOR) ? LETTER_NEWS : LETTER_NONE;
}

/* Messages that the mail above has not brought, or not all of them. */
static int
mail_press(struct match *m, int s, struct err *e)
{
	int rc = 0;

	if (!happened_to(m, ON_PRESS, s) || !m->seat[s].player)
		return 0;
	for (int n = 0;
	    !(m->told.put_off & 1u << s) && (rc = press_urgent(m, s, e)) > 0;
	    n++)
		if (n && m->club->author ?
			owed_rest(m, s, e) :
			tell(m, s, (struct letter){ .kind = LETTER_MESSAGE },
			    e))
			return -1;
	return rc < 0 ? -1 : 0;
}

static int
to_seats(struct match *m, int answer_to, struct err *e)
{
	bool change = happened(m, ON_CHANGE);

	for (int s = 1; s <= m->seats; s++) {
		/* The mail may have ended the turn, or emptied the seat. */
		if (!happened_to(m, ON_REMINDER, s) || !m->seat[s].player ||
		    !in_set(match_to_act(m), s))
			continue;
		set_mailed(m, s);
		/* When the clock reminds is for who is reminded to say. */
		if (tell(m, s,
			(struct letter){ .kind = untold(m, s) ? LETTER_TURN :
								LETTER_REMINDER,
			    .known = change },
			e))
			return -1;
	}
	if (((change || happened_to(m, ON_REQUEST, 0)) &&
		tell(m, 0, (struct letter){ .kind = moderator_kind(m) }, e)) ||
	    mail_press(m, 0, e))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (s != answer_to && m->seat[s].player &&
		    (((change || ahead_noted(m, s) ||
			  happened_to(m, ON_REQUEST, s)) &&
			 !mailed(m, s) && mail_after(m, s, e)) ||
			mail_press(m, s, e)))
			return -1;
	return press_keeper(m, e);
}

/* Whether the position is another one: clocks and proposals change none. */
static bool
has_moved(const struct match *m)
{
	for (size_t i = m->n_recent; i-- > 0;)
		if (m->recent[i].seq > m->before.seq &&
		    m->recent[i].words == NULL)
			return true;
	return false;
}

/* The last mail, as it would be by now. */
static enum letter_kind
kind_anew(const struct match *m, int seat)
{
	return m->game.state == GAME_SETUP ? LETTER_START :
	    m->game.ended                  ? LETTER_OVER :
	    in_set(match_to_act(m), seat)  ? LETTER_TURN :
					     LETTER_BOARD;
}

/* Also out of turn, where the game lets a seat. */
static bool
can_move(const struct match *m, int seat)
{
	return seat > 0 && m->table != NULL && m->game.state == GAME_RUNNING &&
	    numbered_count(m->kind, table_position(m->table), seat) > 0;
}

/* What the one answer is, which is joined with what its seat would be told;
 * parts: beside those of that kind. */
static enum letter_kind
answer_kind(struct match *m, int seat, const struct reply *r, unsigned *parts,
    struct err *e)
{
	bool acts = in_set(match_to_act(m), seat);
	bool moved = has_moved(m);
	bool setup = m->game.state == GAME_SETUP;
	bool newcomer = happened_to(m, ON_NEWCOMER, seat);

	if (happened(m, ON_END) && !setup)
		return LETTER_OVER;
	if (r->anew && !r->problem)
		return kind_anew(m, seat);
	/* Who has just taken a seat reads how the game starts, whatever else
	 * their mail held. */
	if (setup && newcomer)
		return LETTER_START;
	if (setup && !seat && happened(m, ON_APPOINTMENT) && !r->problem)
		return LETTER_MODERATOR;
	/* Whose turn it is still or again reads first that it is, then what
	 * their mail has done. */
	if (acts &&
	    (any_of(m, ANEW) || (moved && !r->problem) ||
		(untold(m, seat) && !digest_waits(m, seat, true, e))))
		return LETTER_TURN;
	if (happened(m, ON_BEGIN) || newcomer ||
	    (happened(m, ON_UNDO) && !r->problem))
		return LETTER_BOARD;
	*parts = CONTEXT_NEWS | r->what;
	if (happened(m, ON_UNDO) || (acts && (moved || ahead_noted(m, seat))))
		*parts |= CONTEXT_POSITION | CONTEXT_MOVES;
	if (!acts && !can_move(m, seat))
		*parts &= ~(unsigned)CONTEXT_MOVES;
	else if (!acts && moved)
		*parts |= CONTEXT_MOVES;
	return r->problem ? LETTER_REFUSED : LETTER_ANSWER;
}

int
mails_answer(struct match *m, int seat, const struct reply *r, struct err *e)
{
	struct letter l = { .reply = r };

	l.kind = answer_kind(m, seat, r, &l.parts, e);
	return tell(m, seat, l, e);
}

/* A letter of which nothing more is to be said than what its parts make. */
static int
send_parts(struct letter *l, struct err *e)
{
	cJSON *ctx = NULL;
	int rc = context_make(l->m, &l->r, l->parts, &ctx, e) ||
		letter_send(l, ctx, e) ?
	    -1 :
	    0;

	cJSON_Delete(ctx);
	return rc;
}

/* To whom the seat, or (0) the moderator's office, was taken from, who gets no
 * other mail of it. Acts name seats and reasons, nothing that only they may
 * know. */
static int
tell_former(struct match *m, int seat, int64_t player, struct err *e)
{
	struct calendar_files files = { .n = 0 };
	struct player p;
	struct letter l = { .club = m->club,
		.m = m,
		.kind = LETTER_UNSEATED,
		.to = { .is = TO_PLAYER, .player = &p },
		.files = files.file };
	cJSON *ctx;
	int rc = player_get(m->club->db, player, &p, e);

	if (rc <= 0)
		return rc;
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	words_add_kind(m->club->texts, p.lang, m->game.kind, ctx);
	tree_flag(ctx, "moderated", !seat);
	rc = context_acts(m,
	    &(struct reader){ .seat = seat,
		.lang = p.lang,
		.tz = p.tz,
		.former = true },
	    ctx, e);
	if (rc == 0)
		rc = calendar_left(m, player, p.lang, &files, e);
	l.n_files = files.n;
	if (rc == 0)
		rc = letter_open(&l, e);
	if (rc == 1)
		rc = letter_send(&l, ctx, e);
	calendar_release(&files);
	letter_release(&l);
	cJSON_Delete(ctx);
	player_release(&p);
	return rc;
}

/* Those who have left, each once. */
struct leavers {
	int64_t player[SEATS_MAX * 4];
	int n;
};

static int
see_leaver(void *arg, int seat, int64_t player, const char *name)
{
	struct leavers *l = arg;

	(void)seat;
	(void)name;
	for (int i = 0; i < l->n; i++)
		if (l->player[i] == player)
			return 0;
	if (player)
		l->player[l->n++] = player;
	return l->n == SEATS_MAX * 4;
}

/* Whether another mail tells them of the end. */
static int
is_told(struct match *m, int64_t player, struct err *e)
{
	struct observer o;

	for (int s = 0; s <= m->seats; s++)
		if (m->seat[s].player == player)
			return 1;
	return observer_find(m->club->db, m->game.id, player, &o, e);
}

/* How it ended, to who once had a seat and has no place there any more; they
 * see what an observer may. */
static int
tell_last(struct match *m, int64_t player, struct err *e)
{
	struct player p;
	struct letter l = { .club = m->club,
		.m = m,
		.kind = LETTER_LAST,
		.to = { .is = TO_PLAYER, .player = &p } };
	int rc = player_get(m->club->db, player, &p, e);

	if (rc <= 0)
		return rc;
	rc = letter_open(&l, e);
	l.r.former = true;
	if (rc == 1)
		rc = send_parts(&l, e);
	letter_release(&l);
	player_release(&p);
	return rc;
}

/* A game that others may watch, once it was played to its end. */
static int
tell_leavers(struct match *m, struct err *e)
{
	struct leavers l = { .n = 0 };
	int rc = 0;

	if (!happened(m, ON_END) || m->game.state != GAME_OVER)
		return 0;
	rc = observers_allowed(m->club->db, m->game.id, e);
	if (rc == 1)
		rc = knowledge_leavers(m->club->db, m->game.id, see_leaver, &l,
		    e);
	for (int i = 0; i < l.n && rc >= 0; i++) {
		rc = is_told(m, l.player[i], e);
		if (rc == 0)
			rc = tell_last(m, l.player[i], e);
	}
	return rc < 0 ? -1 : 0;
}

/* The keeper alone can put right what everybody was told of. */
static int
tell_keeper(struct match *m, struct err *e)
{
	struct letter l = { .club = m->club,
		.m = m,
		.kind = LETTER_UNBOUND,
		.to = { .is = TO_KEEPER } };
	int rc;

	if (m->game.unbound != m->now || m->club->keeper == NULL)
		return 0;
	rc = letter_open(&l, e);
	if (rc == 1)
		rc = send_parts(&l, e);
	letter_release(&l);
	return rc;
}

static int
tell_after(struct match *m, int answer_to, struct err *e)
{
	return to_seats(m, answer_to, e) || watch_after(m, e) ||
		tell_leavers(m, e) || tell_keeper(m, e) ?
	    -1 :
	    0;
}

/* One who does not play reads all of it. */
static int
say_event(struct match *m, const struct log_entry *h, struct buf *out,
    struct err *e)
{
	struct reader r;

	if (reader_of(m, 0, &r, e))
		return -1;
	r.seat = ARCHIVE;
	return news_line(m, &r, h, out, e);
}

const struct notifier post_notifier = { tell_after, tell_former, say_event };
