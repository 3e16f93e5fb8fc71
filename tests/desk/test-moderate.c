/* SPDX-License-Identifier: MIT */

/*
 * Non-interference for a moderator who plays (doc/design.md 6.7): two
 * tables that differ in what is hidden from everybody (the pile), or in what
 * another seat has chosen in secret, mail the same bytes for every act there,
 * until the difference is public. And the other way: who does not play and
 * looks on purpose sees it, and may not sit down any more.
 */

#include <check.h>

#include "base/mem.h"
#include "computer/level.h"
#include "match/match.h"
#include "match/record.h"
#include "play.h"
#include "scene.h"
#include "store/event.h"
#include "store/knowledge.h"
#include "store/sql.h"
#include "tests/run.h"

static struct err e;

/* All that a moderator may send, in an order in which all of it is tried;
 * most of it more than once, and in the same mail as moves. */
static const char *const acts[] = { "board\nhistory\nstatus\n", "log\n",
	"moves\nhand\n", "rollback 2 one\nhistory\n",
	"rollforward\nhistory\nboard\n", "rollback 3\nlog\n", "rollback 1\n",
	"rollforward\n", "rollforward\n", "rollforward\n", "rollback 99\n",
	"rollback 0\n", "reveal\n", "replace p2 anna2@example.net\n",
	"replace p3 dora@example.net\n", "announce\nhello\nendpress\n",
	"eject p9\n", "takeover 1 p3\n", "begin\n",
	"history 1 2\nlast\nresend\n", "status\nlist\n",
	"preview process turn\n", "nudge\nresend p2\n", "rollback round 1\n",
	"rollforward\n", "rollback round 9\n",
	"set clock 72h\ndeadline 24 dec\nextend p2 1h\nstatus\n",
	"pause until 24 dec\nabsence p2 24 dec\n", "moderator p2\n" };

static void
execute(struct scene *s, const char *text)
{
	ck_assert_int_ge(sql_do(s->db, &e, text), 0);
}

static void
same_bytes(const struct seen *x, const struct seen *y)
{
	seen_mask(x->raw);
	seen_mask(y->raw);
	for (size_t i = 0; x->raw[i] || y->raw[i]; i++)
		ck_assert_msg(x->raw[i] == y->raw[i], "to %s: %.300s\n%.300s",
		    x->to, x->raw + (i > 200 ? i - 200 : 0),
		    y->raw + (i > 200 ? i - 200 : 0));
}

/* The same mails to everybody but one; how many bytes. */
static size_t
same_but(struct scene *a, struct scene *b, const char *but)
{
	struct seen x, y;
	size_t bytes = 0;

	while (scene_next(a, &x)) {
		ck_assert_int_eq(scene_next(b, &y), 1);
		ck_assert_str_eq(x.to, y.to);
		if (strcmp(x.to, but) != 0) {
			same_bytes(&x, &y);
			bytes += strlen(x.raw);
		}
		seen_release(&x);
		seen_release(&y);
	}
	ck_assert_int_eq(scene_next(b, &y), 0);
	return bytes;
}

static size_t
both(struct scene *a, struct scene *b, int seat, const char *body,
    const char *but)
{
	scene_say(a, 1, seat, body);
	scene_say(b, 1, seat, body);
	return same_but(a, b, but);
}

static void
begin(struct scene *s, const char *kind, const char *names)
{
	scene_open(s, true);
	s->kind = kind;
	scene_game(s, names, kind != NULL ? "-" : "order=given", 5);
	scene_moderate(s, 1, "begin");
}

static int
see_deck(void *arg, const struct event_row *row)
{
	char **words = arg;

	if (strncmp(row->words, "deck ", 5) != 0)
		return 0;
	*words = mem_dup(row->words);
	return 1;
}

enum { SHOWN = 40 };

/* The deck event with all but its first SHOWN cards in the other order, in the
 * file itself: what is replayed there is another world. The seed is taken out
 * of both, as it would tell. */
static void
other_pile(struct scene *s, bool turn)
{
	static const uint8_t none[32];
	char *words = NULL, *card[200], *save = NULL, *w;
	struct buf b = BUF_INIT;
	int n = 0;

	/* Only a game that was taken over has none (T26). */
	ck_assert_int_ge(sql_do(s->db, &e,
			     "UPDATE game SET seedless = 1, seed = $1, anew = "
			     "$2",
			     BLOB(none, sizeof none),
			     TEXT("# anew imported\n")),
	    0);
	execute(s, "DELETE FROM position");
	(void)event_each(s->db, 1, 1, see_deck, &words, &e);
	ck_assert_ptr_nonnull(words);
	for (w = strtok_r(words, " ", &save); w != NULL && n < 200;
	    w = strtok_r(NULL, " ", &save))
		card[n++] = w;
	ck_assert_int_gt(n, SHOWN + 40);
	buf_str(&b, "UPDATE event SET words = 'deck");
	for (int i = 1; i < n; i++)
		buf_printf(&b, " %s",
		    turn && i > SHOWN ? card[n + SHOWN - i] : card[i]);
	buf_str(&b, "' WHERE seq = 1");
	execute(s, b.data);
	desk_forget(&s->desk);
	buf_release(&b);
	free(words);
}

static size_t
all_acts(struct scene *a, struct scene *b, int seat, const char *but)
{
	size_t bytes = 0;

	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		bytes += both(a, b, seat, acts[i], but);
	return bytes;
}

START_TEST(test_pile)
{
	struct scene a, b;
	size_t bytes = 0;

	begin(&a, NULL, "*Anna Bruno Carla");
	begin(&b, NULL, "*Anna Bruno Carla");
	other_pile(&a, false);
	other_pile(&b, true);
	(void)same_but(&a, &b, "");
	for (int i = 0; i < 3; i++) {
		bytes += both(&a, &b, 1, "charter 0\n", "");
		bytes += both(&a, &b, 2, "replace\ncharter 0\n", "");
		bytes += both(&a, &b, 3, "charter 0\n", "");
		bytes += all_acts(&a, &b, 1, "");
	}
	/* A computer player's choices, and who comes after it. */
	bytes += both(&a, &b, 1, "dummy p3\n", "");
	bytes += both(&a, &b, 1, "charter 0\n", "");
	bytes += both(&a, &b, 1, "eject p2 for the test\n", "");
	bytes += all_acts(&a, &b, 1, "");
	ck_assert_uint_gt(bytes, 200000);
	/* It was not for want of a difference. */
	for (int i = 0; i < 6; i++) {
		scene_say(&a, 1, 1, "replace\ncharter 0\n");
		scene_say(&b, 1, 1, "replace\ncharter 0\n");
	}
	{
		struct seen x, y;
		bool differ = false;
		while (scene_next(&a, &x)) {
			if (scene_next(&b, &y)) {
				differ |= strcmp(x.text, y.text) != 0;
				seen_release(&y);
			}
			seen_release(&x);
		}
		ck_assert(differ);
	}
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* Bruno chooses in secret (Claim, R2); Anna moderates and has not yet. */
START_TEST(test_choice)
{
	struct scene a, b;
	const char *bruno = "bruno@example.net";
	size_t bytes;

	begin(&a, "claim", "*Anna Bruno Carla");
	begin(&b, "claim", "*Anna Bruno Carla");
	(void)same_but(&a, &b, "");
	scene_say(&a, 1, 2, "stow purple=10\n");
	scene_say(&b, 1, 2, "stow\n");
	(void)same_but(&a, &b, bruno);
	bytes = all_acts(&a, &b, 1, bruno);
	bytes += both(&a, &b, 1, "stow green=2\n", bruno);
	bytes += all_acts(&a, &b, 1, bruno);
	ck_assert_uint_gt(bytes, 50000);
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* What the moderator is told of a dead branch: who plays, by seat and kind;
 * who does not, in words. */
START_TEST(test_seen)
{
	static const char *const names[] = { "*Anna Bruno",
		"Anna Bruno +Maud" };
	struct scene s;
	struct seen m;

	for (int i = 0; i < 2; i++) {
		begin(&s, NULL, names[i]);
		scene_say(&s, 1, 1, "charter 0\n");
		(void)scene_skip(&s);
		scene_say(&s, 1, i ? 0 : 1, "status\n");
		scene_say(&s, 1, i ? 0 : 1, "rollback 2 as a test\n");
		scene_last(&s, 1, i ? 0 : 1, &m);
		ck_assert(seen_has(&m, "SEEN ON WHAT IS VOID NOW"));
		ck_assert(seen_has(&m, "charter  "));
		ck_assert_int_eq(seen_has(&m, "came into"), i);
		seen_release(&m);
		scene_last(&s, 1, 2, &m);
		ck_assert(!seen_has(&m, "SEEN ON"));
		ck_assert(seen_has(&m, "as a test"));
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* Nor is it in words for a player who takes the office in the same mail. */
START_TEST(test_seen_by_a_deputy)
{
	struct buf raw = BUF_INIT;
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	s.kind = "antwerp";
	scene_game(&s, "Anna Bruno Carla +Maud", "-", 3);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 0, "deputy p2\n");
	while (scene_next(&s, &m)) {
		if (strstr(m.reply_to, "+r.") != NULL)
			scene_reply(&s, &m, m.to, "yes\n", &raw);
		seen_release(&m);
	}
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
	scene_say(&s, 1, 1, "exchange o10\n");
	scene_say(&s, 1, 1, "propose undo\n");
	scene_say(&s, 1, 3, "agree\n");
	(void)scene_skip(&s);
	scene_vouched(&s, 1, 2, "agree\ndeputize\n");
	scene_last(&s, 1, 2, &m);
	ck_assert_msg(seen_has(&m, "SEEN ON WHAT IS VOID NOW") &&
		!seen_has(&m, "drew the order"),
	    "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What a moderator hears who offers a seat to an address. */
static void
offer_to(const char *kind, const char *address, struct buf *out)
{
	char line[64];
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	s.kind = kind;
	scene_game(&s, "Anna Bruno Carla +Maud", "-", 3);
	scene_moderate(&s, 1, "anonymous");
	if (kind != NULL)
		scene_moderate(&s, 1, "begin");
	(void)scene_skip(&s);
	snprintf(line, sizeof line, "replace p1 %s\n", address);
	scene_say(&s, 1, 0, line);
	while (scene_next(&s, &m)) {
		seen_mask(m.text);
		if (strstr(m.reply_to, "+r.") == NULL)
			buf_printf(out, "%s: %s\n%s\n", m.to, m.subject,
			    m.text);
		seen_release(&m);
	}
	scene_close(&s);
}

/* An address that plays here already is offered a seat as one that nobody
 * knows is: whose it is, and at which seat, hears nobody. */
START_TEST(test_whose_address)
{
	static const char *const kind[] = { NULL, "claim" };
	struct buf a = BUF_INIT, b = BUF_INIT;

	for (int i = 0; i < 2; i++) {
		offer_to(kind[i], "carla@example.net", &a);
		offer_to(kind[i], "nobody@example.net", &b);
		for (char *at; (at = strstr(b.data, "nobody")) != NULL;)
			memmove(at, "carla", 5),
			    memmove(at + 5, at + 6, strlen(at + 6) + 1);
		ck_assert_str_eq(a.data, b.data);
		ck_assert_uint_gt(a.len, 500);
		buf_truncate(&a, 0);
		buf_truncate(&b, 0);
	}
	buf_release(&a);
	buf_release(&b);
}
END_TEST

/* Who looks at everything sees it, all are told, and they sit down nowhere. */
START_TEST(test_reveal)
{
	struct scene s;
	struct seen m;

	begin(&s, NULL, "Anna Bruno +Maud");
	(void)scene_skip(&s);
	scene_sure(&s, 1, 0, "reveal\n");
	scene_last(&s, 1, 0, &m);
	ck_assert(seen_has(&m, "\"deck\":") || seen_has(&m, "\"pile\":"));
	seen_release(&m);
	for (int seat = 1; seat <= 2; seat++) {
		scene_last(&s, 1, seat, &m);
		ck_assert(seen_has(&m, "looked at everything"));
		ck_assert(!seen_has(&m, "\"deck\":"));
		seen_release(&m);
	}
	scene_say(&s, 1, 0, "dummy p2\nreplace p2 maud@example.net\n");
	scene_last(&s, 1, 0, &m);
	ck_assert(seen_has(&m, "refused"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static int
state(struct scene *s)
{
	int64_t n = -1;

	ck_assert_int_ge(sql_do(s->db, &e, "SELECT state FROM game", TO(n)), 0);
	return (int)n;
}

/* An end that has shown everything is not taken back; one of a game without
 * secrets is. */
START_TEST(test_over)
{
	struct scene s;
	struct buf out = BUF_INIT;

	begin(&s, NULL, "Anna Bruno");
	execute(&s, "UPDATE game SET state = 2, ended = 1");
	desk_forget(&s.desk);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(desk_moderate(&s.desk, 1, "rollback 2", &out, &e), 1);
	ck_assert_ptr_nonnull(strstr(out.data, "has been shown"));
	db_abort(s.db);
	desk_forget(&s.desk);
	ck_assert_int_eq(state(&s), 2);
	buf_release(&out);
	scene_close(&s);
}
END_TEST

/* What waits for the one before goes with them: mails not sent yet, those that
 * wait for a confirmation, what was noted in a calendar. Whom the
 * club does not know has its zone. */
START_TEST(test_former)
{
	static const char held[] =
	    "From: Bruno <bruno@example.net>\r\n"
	    "To: games@example.org\r\nSubject: [pq1] move\r\n"
	    "Message-ID: <h@example.net>\r\n\r\nhand\r\n";
	struct scene s;
	int64_t n = -1;

	begin(&s, NULL, "Anna Bruno +Maud");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "set ics on\n");
	ck_assert_int_gt(scene_raw(&s, held, strlen(held)), 0);
	ck_assert_int_ge(sql_do(s.db, &e, "SELECT count(*) FROM hold", TO(n)),
	    0);
	ck_assert_int_eq(n, 1);
	ck_assert_int_ge(
	    sql_do(s.db, &e,
		"SELECT count(*) FROM calendar WHERE seat = 2 AND due > 0",
		TO(n)),
	    0);
	ck_assert_int_eq(n, 1);
	scene_say(&s, 1, 0, "status\n");
	scene_say(&s, 1, 0, "replace p2 dora@example.net\n");
	ck_assert_int_ge(sql_do(s.db, &e,
			     "SELECT (SELECT count(*) FROM hold) + (SELECT "
			     "count(*) FROM outbox WHERE seat = 2 AND state = "
			     "0 AND rcpt = 'bruno@example.net') + (SELECT "
			     "count(*) FROM calendar WHERE seat = 2)",
			     TO(n)),
	    0);
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(knowledge_left(s.db, 1, 2, &e), 1);
	ck_assert_int_eq(knowledge_left(s.db, 1, 1, &e), 0);
	s.desk.club.tz = "Europe/Rome";
	scene_moderate(&s, 1, "replace p1 Emil <emil@example.net>");
	ck_assert_int_ge(
	    sql_do(s.db, &e,
		"SELECT count(*) FROM player WHERE tz = 'Europe/Rome'", TO(n)),
	    0);
	ck_assert_int_eq(n, 1);
	scene_close(&s);
}
END_TEST

struct at {
	int turn, board, seat;
	char proposal[24];
};

static struct at
where(struct scene *s, int seat)
{
	struct at at = { 0 };
	struct match *m;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	at.turn = game_turn(table_position(m->table));
	at.board = m->game.board;
	if (seat && m->seat[seat].proposal != NULL)
		snprintf(at.proposal, sizeof at.proposal, "%s",
		    m->seat[seat].proposal);
	match_drop(m);
	return at;
}

/* `propose undo` alone goes back to the start of the proposer's last turn: of
 * two that they played in a row (doc/rules/turnlog.md "Words") only the later
 * one. */
START_TEST(test_last_turn)
{
	struct scene s;
	struct rng r;
	struct buf move = BUF_INIT;
	struct at before = { 0 }, at;
	char want[24];
	int seat, last = 0, start = 0, found = 0;

	begin(&s, "clippers", "Anna Bruno");
	rng_init_number(&r, 7);
	for (int n = 0; n < 200 && !found; n++) {
		seat = play_choose(&s, 1, &r, &move);
		ck_assert_int_ne(seat, 0);
		at = where(&s, 0);
		if (at.turn != before.turn || seat != last)
			start = at.board + 1;
		found = seat == last && at.turn != before.turn;
		before = at;
		last = seat;
		scene_say(&s, 1, seat, move.data);
		if (!found)
			continue;
		scene_say(&s, 1, seat, "propose undo\n");
		snprintf(want, sizeof want, "undo %d", start);
		ck_assert_str_eq(where(&s, seat).proposal, want);
	}
	ck_assert(found);
	buf_release(&move);
	scene_close(&s);
}
END_TEST

/* Who agreed to what one proposed who has left since has not agreed to what
 * another proposes. */
START_TEST(test_agreed_to_nothing_else)
{
	struct scene s;

	begin(&s, NULL, "Anna Bruno Carla +Maud");
	scene_say(&s, 1, 1, "propose end\n");
	scene_say(&s, 1, 2, "agree\n");
	scene_sure(&s, 1, 1, "resign\n");
	ck_assert_str_eq(where(&s, 1).proposal, "");
	scene_say(&s, 1, 3, "propose undo 2\n");
	ck_assert_str_eq(where(&s, 3).proposal, "undo 2");
	scene_say(&s, 1, 2, "agree\n");
	ck_assert_str_eq(where(&s, 3).proposal, "");
	scene_close(&s);
}
END_TEST

/* Who has not agreed yet leaves, is put out, or is too late: then all agree who
 * are there. */
static const char *const leavers[] = { "resign\n", "eject p3", "dummy p3", "" };

START_TEST(test_last_to_agree)
{
	struct scene s;
	struct seen m;

	begin(&s, NULL, "Anna Bruno Carla +Maud");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "charter 0\n");
	scene_say(&s, 1, 1, _i & 4 ? "propose end\n" : "propose undo 2\n");
	scene_say(&s, 1, 2, "agree\n");
	ck_assert_str_ne(where(&s, 1).proposal, "");
	(void)scene_skip(&s);
	if (_i % 4 == 0)
		scene_sure(&s, 1, 3, leavers[0]);
	else if (_i % 4 < 3)
		scene_moderate(&s, 1, leavers[_i % 4]);
	else {
		scene_moderate(&s, 1, "set clock 24h grace 1h late eject");
		scene_pass(&s, 9 * 86400);
		ck_assert_int_eq(scene_tick(&s), 1);
	}
	scene_last(&s, 1, 1, &m);
	if (_i & 4) {
		ck_assert_int_eq(state(&s), 3);
	} else {
		ck_assert_int_eq(state(&s), 1);
		ck_assert_str_eq(where(&s, 1).proposal, "");
		ck_assert_msg(seen_has(&m, "was set back to before event 2"),
		    "%s", m.text);
	}
	ck_assert_msg(seen_has(&m, "Everybody who is left has agreed"), "%s",
	    m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A round as it began, in each game: nothing of it stands, and all before. */
static const char *const kinds[] = { "antwerp", "atlantic-star", "claim",
	"clippers" };

static int
count_before(void *arg, struct match *m, const struct log_entry *h)
{
	int *n = arg; /* the round, and how many events stand of those before */
	const int *live;
	int all = table_live(m->table, &live);

	for (int i = 0; i < all; i++)
		if (live[i] == h->seq && h->words == NULL)
			n[h->round < n[0] ? 1 : 2]++;
	return 0;
}

/* Whose round it is goes back to where it began. */
static void
go_back(struct match *m)
{
	struct refusal why = { 0 };
	int number, n[3] = { 2, 0, 0 }, again[3] = { 2, 0, 0 };

	ck_assert_int_eq(match_each(m, 1, count_before, n, &e), 0);
	ck_assert_int_gt(n[1], 0);
	ck_assert_int_gt(n[2], 0);
	ck_assert_int_eq(match_undo_round(m, 4, &number, &why, &e), -1);
	ck_assert_str_eq(why.code, "no-such-round");
	ck_assert_int_eq(match_undo_round(m, 2, &number, &why, &e), 0);
	ck_assert_int_eq(game_round(table_position(m->table)), 2);
	ck_assert_int_eq(match_each(m, 1, count_before, again, &e), 0);
	ck_assert_int_eq(again[1], n[1]);
	/* What follows by itself stands anew. */
	ck_assert_int_lt(again[2], n[2]);
	ck_assert_int_eq(match_undo_round(m, 3, &number, &why, &e), -1);
}

START_TEST(test_round)
{
	static struct scene s;
	struct match *m;
	int64_t game;
	int round = 0;

	scene_open(&s, true);
	s.kind = kinds[_i];
	game = scene_game(&s, "anna bruno", "-", 3);
	scene_moderate(&s, game, "begin");
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(match_open(&s.desk.club, game, &m, &e), 1);
	for (int i = 0; i < 400 && round < 3 && match_to_act(m); i++) {
		int seat = match_to_act(m) & SEAT_BIT(1) ? 1 : 2;

		ck_assert_int_eq(settle_computer(m, seat, &e), 0);
		round = game_round(table_position(m->table));
	}
	ck_assert_int_eq(round, 3);
	go_back(m);
	match_drop(m);
	db_abort(s.db);
	club_forget(&s.desk.club);
	scene_close(&s);
}
END_TEST

/* The level in a seat's row, after what the moderator has said. */
static int
level_after(struct scene *s, const char *line, int seat)
{
	struct match *m;
	int level;

	scene_say(s, 1, 0, line);
	scene_skip(s);
	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_int_eq(match_open(&s->desk.club, 1, &m, &e), 1);
	level = m->seat[seat].computer;
	match_drop(m);
	db_abort(s->db);
	club_forget(&s->desk.club);
	return level;
}

/* Computer players have levels, which all may know; seats of before there were
 * any go on with what they had. */
START_TEST(test_levels)
{
	static struct scene s;
	struct seen m;

	begin(&s, "clippers", "Anna Bruno Carla Dora +Maud");
	(void)scene_skip(&s);
	ck_assert_int_eq(level_after(&s, "dummy p2 easy: too slow\n", 2),
	    LEVEL_EASY);
	ck_assert_int_eq(level_after(&s, "dummy p3 too slow\n", 3),
	    LEVEL_NORMAL);
	ck_assert_int_eq(level_after(&s, "dummy p4 hard\n", 4), LEVEL_HARD);
	execute(&s, "UPDATE seat SET computer = 1 WHERE seat = 4");
	club_forget(&s.desk.club);
	scene_say(&s, 1, 1, "status\n");
	scene_last(&s, 1, 1, &m);
	ck_assert_msg(seen_has(&m, "computer player, easy"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "computer player, normal"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A mail that answers none, which their server vouches for. */
static void
from_bruno(struct scene *s, const char *body)
{
	struct buf raw = BUF_INIT;

	free(s->conf.identity.authserv_id);
	s->conf.identity.authserv_id = mem_dup("mx.example.org");
	buf_printf(&raw,
	    "Authentication-Results: mx.example.org; dmarc=pass "
	    "header.from=example.net\r\nFrom: bruno@example.net\r\n"
	    "To: games@example.org\r\nSubject: here\r\n"
	    "Message-ID: <here@example.net>\r\n\r\n%s",
	    body);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* Games in which Bruno has a seat, as the store has it. */
static int
seats_of_bruno(struct scene *s)
{
	int64_t n = -1;

	ck_assert_int_ge(sql_do(s->db, &e,
			     "SELECT count(*) FROM seat JOIN address ON "
			     "address.player = seat.player WHERE address = "
			     "'bruno@example.net'",
			     TO(n)),
	    0);
	return (int)n;
}

static int
mails_to_bruno(struct scene *s, const char *words)
{
	struct seen m;
	int n = 0;

	while (scene_next(s, &m)) {
		n += strcmp(m.to, "bruno@example.net") == 0 &&
		    seen_has(&m, words);
		seen_release(&m);
	}
	return n;
}

/* Left to a computer player before the start, a seat bears its name, and can be
 * taken over when the game has begun, as all were told. */
START_TEST(test_dummy_of_before)
{
	struct scene s;
	struct match *m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 5);
	(void)scene_skip(&s);
	scene_say(&s, 1, 0, _i ? "replace p2 computer\n" : "dummy p2\n");
	ck_assert_int_eq(mails_to_bruno(&s, "no longer have a seat"), 1);
	ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
	ck_assert_int_ne(m->seat[2].computer, 0);
	ck_assert_str_ne(m->seat[2].name, "Bruno");
	match_drop(m);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "charter 0\n");
	from_bruno(&s, "takeover 1 p2\n");
	ck_assert_int_eq(seats_of_bruno(&s), 1);
	scene_close(&s);
}
END_TEST

/* The moderator makes it free again. */
START_TEST(test_free_again)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 5);
	(void)scene_skip(&s);
	scene_say(&s, 1, 0, "dummy p2\neject p2\neject p3: not you\n");
	scene_last(&s, 1, 0, &m);
	ck_assert_msg(!seen_has(&m, "refused"), "%s", m.text);
	seen_release(&m);
	scene_say(&s, 1, 0, "eject p2\n");
	scene_last(&s, 1, 0, &m);
	ck_assert_msg(seen_has(&m, "Nobody plays"), "%s", m.text);
	seen_release(&m);
	from_bruno(&s, "join 1 p2\n");
	ck_assert_int_eq(seats_of_bruno(&s), 1);
	(void)scene_skip(&s);
	scene_say(&s, 1, 0, "eject p2: not you\n");
	ck_assert_int_eq(mails_to_bruno(&s, "not you"), 1);
	ck_assert_int_eq(seats_of_bruno(&s), 0);
	scene_close(&s);
}
END_TEST

/* What is refused leaves who sits there. */
START_TEST(test_not_replaced)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 5);
	scene_say(&s, 1, 0, "eject p3\ninvite p3 zoe@example.net\n");
	(void)scene_skip(&s);
	scene_say(&s, 1, 0, "replace p2 zoe@example.net\n");
	scene_last(&s, 1, 0, &m);
	ck_assert_msg(seen_has(&m, "refused"), "%s", m.text);
	ck_assert_msg(!seen_has(&m, "made the seat"), "%s", m.text);
	seen_release(&m);
	ck_assert_int_eq(seats_of_bruno(&s), 1);
	ck_assert_int_eq(mails_to_bruno(&s, "no longer have a seat"), 0);
	/* Who is not refused is told. */
	scene_say(&s, 1, 0, "replace p2 gina@example.net\n");
	ck_assert_int_eq(mails_to_bruno(&s, "no longer have a seat"), 1);
	ck_assert_int_eq(seats_of_bruno(&s), 0);
	scene_close(&s);
}
END_TEST

/* What status says of who is awaited, a while after somebody wrote that. */
static void
status_after(const char *names, int moderator, int seat, const char *text,
    struct buf *out)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	s.kind = "antwerp";
	scene_game(&s, names, "-", 5);
	scene_moderate(&s, 1, "set clock 96h grace 24h remind 24h late bot");
	scene_moderate(&s, 1, "begin");
	scene_pass(&s, 5 * 3600);
	scene_say(&s, 1, seat, text);
	scene_pass(&s, 70 * 3600);
	(void)scene_tick(&s);
	scene_say(&s, 1, moderator, "status\n");
	scene_last(&s, 1, moderator, &m);
	seen_mask(m.text);
	ck_assert_msg(seen_has(&m, "the last mail to them"), "%s", m.text);
	buf_clear(out);
	buf_str(out, m.text);
	seen_release(&m);
	scene_close(&s);
}

/* Nobody hears from the moderator's status who plots with whom, when, nor when
 * somebody likes to be reminded; but what the table was told. */
START_TEST(test_last_mail)
{
	static const char *const names[] = { "Anna Bruno *Carla",
		"Anna Bruno Carla +Maud" };
	struct buf a = BUF_INIT, b = BUF_INIT;

	for (int i = 0; i < 2; i++) {
		int seat = i ? 0 : 3;

		status_after(names[i], seat, 2, "board\n", &a);
		status_after(names[i], seat, 2,
		    "press p1\nLet us gang up on Carla\nendpress\n", &b);
		ck_assert_str_eq(a.data, b.data);
		status_after(names[i], seat, 1, "board\n", &b);
		ck_assert_str_eq(a.data, b.data);
		status_after(names[i], seat, 1, "set remind 50h\n", &b);
		ck_assert_str_eq(a.data, b.data);
		status_after(names[i], seat, 1, "set remind off\n", &b);
		ck_assert_str_eq(a.data, b.data);
	}
	status_after(names[1], 0, 0, "board\n", &a);
	status_after(names[1], 0, 0, "nudge\n", &b);
	ck_assert_str_ne(a.data, b.data);
	status_after(names[1], 0, 0, "resend p1\n", &a);
	ck_assert(strcmp(strstr(b.data, "the last mail"),
		      strstr(a.data, "the last mail")) == 0);
	buf_release(&a);
	buf_release(&b);
}
END_TEST

CASES(tests)
{
	ADD_TESTS(t, test_pile, test_choice, test_seen, test_seen_by_a_deputy,
	    test_whose_address, test_reveal, test_over, test_former,
	    test_last_turn, test_agreed_to_nothing_else, test_levels);
	tcase_add_loop_test(t, test_round, 0, 4);
	tcase_add_loop_test(t, test_last_to_agree, 0, 8);
	tcase_add_loop_test(t, test_dummy_of_before, 0, 2);
	ADD_TESTS(t, test_free_again, test_not_replaced, test_last_mail);
}
