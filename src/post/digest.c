/* SPDX-License-Identifier: MIT */
#include "post/digest.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "post/analysis.h"
#include "post/calendar.h"
#include "post/context.h"
#include "post/letter.h"
#include "post/pictures.h"
#include "store/digest.h"
#include "store/owed.h"

enum { DAY = 86400, GAMES_MAX = 30, REST = 3 * 3600 };
/* What was found out longer ago is told to nobody any more. */
enum { JUDGED_KEPT = 7 * DAY };

static bool
digest_wanted(const struct player *p)
{
	return p != NULL && strcmp(p->notify, "digest") == 0;
}

bool
digest_waits(struct match *m, int seat, bool turn, struct err *e)
{
	const struct player *p = match_player(m, seat, e);
	int64_t due = match_due(m, seat);

	return digest_wanted(p) &&
	    (!turn || !due || due > p->digest_due + 86400);
}

int64_t
digest_next(const struct player *p, int64_t now)
{
	int minute = (int)strtol(p->digest, NULL, 10) * 60 +
	    (int)strtol(p->digest + 3, NULL, 10);

	return clock_next(now, p->tz, minute);
}

/* One game of the digest. */
struct part {
	cJSON *context;
	int64_t due;
	bool acts, asked; /* it waits for their move, for their word */
};

struct digest {
	struct club *club;
	struct player p; /* owned */
	int64_t now;
	/* owned: whose mails were too many, of a mail that joins what was put
	 * off because of them; "" of a daily digest */
	struct buf author;
	struct part part[GAMES_MAX]; /* owned contexts */
	int n;
	struct digest_seat shown[GAMES_MAX];
	int n_shown;
	bool news; /* something happened, or is to do */
	struct calendar_files files[GAMES_MAX]; /* owned */
	struct post_file file[POST_FILES_MAX];
	size_t n_files;
	struct board_shown boards[BOARDS_MOST]; /* owned */
	size_t n_boards;
	cJSON *judged; /* owned: games that were looked through; NULL */
	bool daily;    /* whose turn it is plays from it, told of it or not */
	bool asked;    /* the boards of games are what it is sent for */
	/* a game of hidden names is in it: alone, and without the author, whose
	 * name, or other games, would tell who sits there */
	bool nameless;
	bool sent; /* a mail was full, and went */
};

/* No game is in it. */
static void
clear(struct digest *d)
{
	for (int i = 0; i < d->n; i++) {
		cJSON_Delete(d->part[i].context);
		calendar_release(&d->files[i]);
	}
	for (size_t i = 0; i < d->n_boards; i++)
		board_shown_release(&d->boards[i]);
	d->n = d->n_shown = 0;
	d->n_files = d->n_boards = 0;
	d->news = d->nameless = false;
}

static void
digest_release(struct digest *d)
{
	clear(d);
	if (d->p.id)
		player_release(&d->p);
	buf_release(&d->author);
	cJSON_Delete(d->judged);
}

/* Their own turns first, those with a deadline before the others, the nearest
 * of them on top; then the games in order. */
static bool
before(const struct part *a, const struct part *b)
{
	if (a->acts != b->acts)
		return a->acts;
	if (!a->due != !b->due)
		return a->due != 0;
	return a->due < b->due;
}

static void
add_part(struct digest *d, cJSON *context, int64_t due, bool acts, bool asked)
{
	struct part new = { context, due, acts, asked };
	int i = d->n++;

	for (; i > 0 && before(&new, &d->part[i - 1]); i--)
		d->part[i] = d->part[i - 1];
	d->part[i] = new;
}

static int
count_of(const cJSON *context, const char *name)
{
	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(context,
	    name));
}

/* What there is no room for is not noted as sent: a later mail brings it. */
static int
add_files(struct digest *d, struct letter *l, const cJSON *context,
    struct err *e)
{
	struct calendar_files *f = &d->files[d->n];

	if (d->n_files + CALENDAR_FILES > POST_FILES_MAX)
		return 0;
	if (calendar_of(l->m, l->to.seat, &l->r, true, context, f, e))
		return -1;
	for (size_t i = 0; i < f->n; i++)
		d->file[d->n_files++] = f->file[i];
	return 0;
}

/* One more than there may be has the number of none: its words are shown. */
static void
add_board(struct digest *d, const struct letter *l, cJSON *context)
{
	if (d->n_boards == BOARDS_MOST)
		number_picture(context, BOARDS_MOST + 1);
	else if (board_shown(l, context, &d->boards[d->n_boards]))
		number_picture(context, ++d->n_boards);
}

/* The context of one game, which is told from now on; kept: what was put off,
 * in words. */
static int
tell(struct digest *d, struct letter *l, int board, const char *kept,
    cJSON **context, struct err *e)
{
	int64_t press = 0;
	int rc = letter_place(l, board, e);

	if (rc == 1 && letter_context(l, context, &press, e))
		rc = -1;
	if (rc == 1)
		add_board(d, l, *context);
	if (rc == 1 && letter_told(l, press, e))
		rc = -1;
	if (rc == 1 && *kept)
		tree_add_str(*context, "kept", kept);
	if (rc == 1)
		tree_add_int(*context, "head_board", l->board);
	return rc;
}

/* The address of the seat, where moves go, and what asks there for a board that
 * was shown before. */
static void
add_address(struct digest *d, const struct letter *l, bool acts, cJSON *context)
{
	const struct token *t = &l->token;
	struct buf link = BUF_INIT;

	tree_add_str(context, "address", l->reply_to.data);
	if (!l->club->subaddress)
		tree_add_str(context, "tag", l->tag.data);
	if (~l->parts & CONTEXT_POSITION) {
		context_link(l->m, &l->r, &link);
		tree_add_str(context, "board_link", link.data);
	}
	if (t->seat)
		d->shown[d->n_shown++] = (struct digest_seat){ t->number,
			t->seat, t->holder, t->board, l->m->seat[t->seat].mails,
			acts };
	buf_release(&link);
}

/* What their seat is told, or they as the moderator (0). The address is good
 * for the board that is told, or was in the mail before. */
static int
seat_part(struct digest *d, struct match *m, int seat, const char *kept,
    struct err *e)
{
	const struct seat *s = &m->seat[seat];
	bool acts = seat && match_to_act(m) & SEAT_BIT(seat);
	bool fresh = acts && s->told < s->decision;
	/* The mail of the day can be played from, each day anew. */
	bool list = fresh || (acts && (d->daily || d->asked));
	bool board = fresh || d->asked ||
	    (seat && m->game.ended && s->told < m->game.board);
	bool some, asked;
	struct letter l = { .club = m->club,
		.m = m,
		.to = { .is = seat ? TO_SEAT : TO_MODERATOR, .seat = seat },
		.parts = CONTEXT_NEWS | (board ? CONTEXT_POSITION : 0) |
		    (list ? CONTEXT_MINE | CONTEXT_MOVES : 0) };
	cJSON *context = NULL;
	int rc = tell(d, &l, list || !acts ? m->game.board : s->told, kept,
	    &context, e);

	asked = rc == 1 && context_asks(context);
	some = rc == 1 && (*kept || news_any(context));
	if (rc == 1 && !some && !d->asked && (!seat || m->game.ended))
		rc = 0; /* nothing to do there either */
	if (rc == 1 && seat && add_files(d, &l, context, e))
		rc = -1;
	if (rc == 1) {
		add_address(d, &l, acts, context);
		/* (They have had a mail of what is proposed.) */
		tree_flag(context, "told", some || acts || asked || d->asked);
		d->news |= some || list || d->asked;
		add_part(d, context, seat ? match_due(m, seat) : 0, acts,
		    asked);
	} else {
		cJSON_Delete(context);
	}
	letter_release(&l);
	return rc < 0 ? -1 : 0;
}

static int
watched_part(struct digest *d, struct match *m, const char *kept, struct err *e)
{
	struct observer o;
	struct letter l = { .club = m->club,
		.m = m,
		.parts = CONTEXT_NEWS,
		.to = { .is = TO_OBSERVER, .observer = &o } };
	cJSON *context = NULL;
	int rc = observer_find(m->club->db, m->game.id, d->p.id, &o, e);

	if (rc == 1)
		rc = tell(d, &l, m->game.board, kept, &context, e);
	if (rc == 1 && news_any(context)) {
		tree_flag(context, "told", true);
		d->news = true;
		add_part(d, context, 0, false, false);
	} else {
		cJSON_Delete(context);
	}
	letter_release(&l);
	return rc < 0 ? -1 : 0;
}

static int
add_judged(struct digest *d, struct err *e)
{
	int n;

	d->judged = cJSON_CreateArray();
	n = judged_tell(d->club, &d->p, d->now - JUDGED_KEPT, d->judged, e);
	d->news |= n > 0;
	return n < 0 ? -1 : 0;
}

/* The reference of a kind of game stands once, with the first board of it. */
static void
chart_once(const struct digest *d)
{
	for (int i = 1; i < d->n; i++)
		for (int k = 0; k < i; k++)
			if (cJSON_HasObjectItem(d->part[k].context, "chart") &&
			    strcmp(tree_str(d->part[k].context, "kind"),
				tree_str(d->part[i].context, "kind")) == 0)
				cJSON_DeleteItemFromObject(d->part[i].context,
				    "chart");
}

static cJSON *
context(const struct digest *d)
{
	cJSON *ctx = cJSON_CreateObject(), *games;
	int acting = 0, proposals = 0, messages = 0, heads = 0;

	chart_once(d);
	for (int i = 0; i < d->n; i++) {
		const cJSON *part = d->part[i].context;

		acting += d->part[i].acts;
		proposals += d->part[i].asked;
		messages += count_of(part, "press");
		heads += cJSON_IsTrue(cJSON_GetObjectItem(part, "told")) &&
		    cJSON_HasObjectItem(part, "chain_head");
	}
	if (heads)
		tree_add_int(ctx, "heads", heads);
	if (messages)
		tree_add_int(ctx, "messages", messages);
	if (acting) {
		tree_add_int(ctx, "acting", acting);
		cJSON_AddItemReferenceToObject(ctx, "next", d->part[0].context);
	}
	if (proposals)
		tree_add_int(ctx, "proposals", proposals);
	tree_add_str(ctx, "player_name", d->p.name);
	tree_flag(ctx, "asked", d->asked);
	tree_flag(ctx, "plays", d->n_shown);
	if (d->author.len) {
		if (!d->nameless)
			tree_add_str(ctx, "author_name", d->author.data);
		tree_add_int(ctx, "most", d->club->most);
	}
	if (d->judged != NULL)
		cJSON_AddItemReferenceToObject(ctx, "judged", d->judged);
	games = tree_list(ctx, "games");
	for (int i = 0; i < d->n; i++)
		cJSON_AddItemReferenceToArray(games, d->part[i].context);
	return ctx;
}

/* What its reply address will speak for. */
static int
remember_shown(struct digest *d, struct token *t, struct err *e)
{
	struct digest_row row = { .player = d->p.id, .created = d->now };

	if (digest_add(d->club->db, &row, d->now - DIGEST_KEPT, e))
		return -1;
	for (int i = 0; i < d->n_shown; i++)
		if (digest_show(d->club->db, row.id, &d->shown[i], e))
			return -1;
	t->number = row.id;
	t->nonce = row.nonce;
	return 0;
}

static int
write_digest(struct digest *d, struct err *e)
{
	struct letter l = { .club = d->club,
		.kind = LETTER_DIGEST,
		.to = { .is = TO_PLAYER, .player = &d->p },
		.token = { .role = TOKEN_DIGEST },
		.files = d->file,
		.n_files = d->n_files,
		.known = d->daily,
		.boards = d->boards,
		.n_boards = d->n_boards };
	int rc = player_holder(d->club->db, d->p.id, &l.token.holder, e);

	if (rc != 1)
		return rc;
	return remember_shown(d, &l.token, e) ||
		letter_write(&l, context(d), e) ?
	    -1 :
	    1;
}

/* So many games are enough for one mail: it goes, and another begins. */
static int
next_mail(struct digest *d, struct err *e)
{
	int rc = d->news ? write_digest(d, e) : 0;

	d->sent |= rc == 1;
	clear(d);
	return rc < 0 ? -1 : 0;
}

/* Whether they still are what they were at the table. */
static bool
is_there(const struct digest *d, const struct match *m, int seat)
{
	return seat == OWED_OBSERVER ||
	    (seat <= m->seats && m->seat[seat].player == d->p.id);
}

/* The game goes into this mail, or, where it is full or one of the games has a
 * mail of its own, into another. */
static int
make_room(struct digest *d, const struct match *m, struct err *e)
{
	bool hidden = d->author.len && m->terms.names == TERMS_NAMES_HIDDEN;

	if ((d->n == GAMES_MAX || d->nameless || (hidden && d->n > 0)) &&
	    next_mail(d, e))
		return -1;
	d->nameless = hidden;
	return 0;
}

/* seat: or OWED_OBSERVER, OWED_MODERATOR. kept, since: of what is put off; else
 * "", -1: a moderator's news were told at once, but for messages. */
static int
add_game(struct digest *d, int64_t game, int seat, const char *kept, int since,
    struct err *e)
{
	struct match *m;
	int rc = match_open(d->club, game, &m, e);

	if (rc != 1)
		return rc;
	if (seat == OWED_MODERATOR && since >= 0)
		m->before.seq = since; /* a moderator's news begin there */
	if (!is_there(d, m, seat))
		rc = 0;
	else if (make_room(d, m, e))
		rc = -1;
	else
		rc = seat >= 0 ? seat_part(d, m, seat, kept, e) :
				 watched_part(d, m, kept, e);
	if (rc) {
		match_drop(m);
		return -1;
	}
	m->before.seq = m->game.seq;
	return match_finish(m, 0, e);
}

struct places {
	struct {
		int64_t game;
		int seat;
	} *at; /* owned */
	size_t n;
};

static int
note_place(void *arg, int64_t game, int seat)
{
	struct places *all = arg;

	all->at = mem_more(all->at, all->n, sizeof *all->at);
	all->at[all->n].game = game;
	all->at[all->n++].seat = seat;
	return 0;
}

static int
add_games(struct digest *d, struct err *e)
{
	struct places all = { .n = 0 };
	int rc = digest_places(d->club->db, d->p.id, note_place, &all, e);

	for (size_t i = 0; i < all.n && rc == 0; i++)
		rc = add_game(d, all.at[i].game, all.at[i].seat, "", -1, e);
	free(all.at);
	return rc;
}

/* Messages to the keeper, who is no player: they wait in the game. */
static int
tell_keeper(struct club *club, const struct owed *o, struct err *e)
{
	struct match *m;
	int rc = match_open(club, o->game, &m, e);

	if (rc != 1)
		return rc;
	happen(m, ON_PRESS, 0);
	return match_finish(m, 0, e);
}

static int
add_owed(struct digest *d, const struct owed *o, int n, struct err *e)
{
	int rc = 0;

	for (int i = 0; i < n && rc == 0; i++)
		rc = o[i].player ? add_game(d, o[i].game, o[i].seat, o[i].told,
				       o[i].since, e) :
				   tell_keeper(d->club, &o[i], e);
	return rc;
}

/* All that is owed, and is so no more: in order, each game to its mail. */
static int
take_owed(struct digest *d, int64_t author, int64_t player, struct err *e)
{
	struct db *db = d->club->db;
	struct owed *o;
	int n = owed_all(db, author, player, &o, e);
	int rc = n < 0 || owed_drop(db, author, player, e) ? -1 : 0;

	if (rc == 0)
		rc = add_owed(d, o, n, e);
	for (int i = 0; i < n; i++)
		owed_release(&o[i]);
	free(o);
	return rc;
}

/* What is left to be sent: 1, as digest_send. */
static int
send_rest(struct digest *d, struct err *e)
{
	int rc = d->news ? write_digest(d, e) : 0;

	return rc == 0 ? d->sent : rc;
}

int
digest_send(struct club *club, int64_t player, struct err *e)
{
	struct digest d = { .club = club, .now = clock_now() };
	int rc = player_get(club->db, player, &d.p, e);

	if (rc != 1)
		return rc;
	rc = 0;
	d.daily = digest_wanted(&d.p);
	/* What was kept in silence first: it has messages with the news. */
	if (!player_is_silent(&d.p))
		rc = take_owed(&d, player, player, e) || add_games(&d, e) ||
			add_judged(&d, e) ?
		    -1 :
		    0;
	if (rc == 0)
		rc = send_rest(&d, e);
	/* The same hour comes twice where summer time ends. */
	d.p.digest_due = d.daily ? digest_next(&d.p, d.now + REST) : 0;
	if (rc >= 0 && player_save(club->db, &d.p, e))
		rc = -1;
	digest_release(&d);
	return rc;
}

int
digest_boards(struct club *club, int64_t player,
    const struct digest_board *boards, int n, struct err *e)
{
	struct digest d = { .club = club, .now = clock_now(), .asked = true };
	int rc = player_get(club->db, player, &d.p, e);

	if (rc != 1)
		return rc;
	rc = 0;
	for (int i = 0; i < n && rc == 0; i++)
		rc = add_game(&d, boards[i].game, boards[i].seat, "", -1, e);
	if (rc == 0)
		rc = send_rest(&d, e);
	digest_release(&d);
	return rc;
}

int
digest_owed(struct club *club, int64_t author, int64_t player, struct err *e)
{
	struct digest d = { .club = club, .now = clock_now() };
	struct player p = { 0 };
	int rc = 0;

	club->author = author;
	if (player_get(club->db, author, &p, e) < 0 ||
	    (player && player_get(club->db, player, &d.p, e) < 0))
		rc = -1;
	if (rc == 0)
		buf_str(&d.author, p.id ? p.name : "?");
	if (rc == 0 && d.p.id && player_is_silent(&d.p))
		rc = owed_later(club->db, author, player, d.now + DAY, e);
	else if (rc == 0)
		rc = take_owed(&d, author, player, e);
	if (rc == 0)
		rc = send_rest(&d, e);
	club->author = 0;
	if (p.id)
		player_release(&p);
	digest_release(&d);
	return rc;
}
