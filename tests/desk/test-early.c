/* SPDX-License-Identifier: MIT */

/* Mails that came behind the end of a turn that was not dealt with, in one of
 * the games that they concern: they wait, and what concerns the same waits for
 * them, but nothing else does (match/order.h). */

#include <check.h>

#include "scene.h"
#include "store/clock.h"
#include "store/kept.h"
#include "store/player.h"
#include "store/sql.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

enum { HOUR = 3600, MOST = 16 };

static struct scene s;
static struct err e;
static int64_t began;

/* Two games of Anna and Bruno; in the first Anna's turn is over, an hour ago,
 * in the other it is not. */
static void
open_games(void)
{
	scene_open(&s, true);
	s.desk.club.clock = (struct clock_row){ .turn = 24 * HOUR,
		.minimum = HOUR,
		.days = 0x7f,
		.late = CLOCK_PASS,
		.zone = "UTC" };
	s.desk.club.order.ends = true;
	began = s.now;
	for (int i = 1; i <= 2; i++) {
		ck_assert_int_eq(scene_game(&s, "Anna Bruno", "order=given", 5),
		    i);
		scene_moderate(&s, i, "begin");
		scene_pass(&s, 6 * HOUR);
	}
	scene_pass(&s, began + 25 * HOUR - s.now);
	(void)scene_skip(&s);
}

static int64_t
store(const struct buf *raw, int64_t received)
{
	int64_t id;

	ck_assert_int_eq(inbox_add(s.db, CONF_PIPE, 1, (uint32_t)++s.uid,
			     received, raw->data, raw->len, &id, &e),
	    1);
	return id;
}

/* A seat's answer to its last mail of the game. */
static int64_t
came(int64_t game, int seat, const char *text, int64_t received)
{
	struct buf raw = BUF_INIT;
	struct seen m;
	int64_t id;

	scene_last(&s, game, seat, &m);
	buf_printf(&raw, "X-Number: %d\r\n", (int)s.uid);
	scene_reply(&s, &m, m.to, text, &raw);
	id = store(&raw, received);
	seen_release(&m);
	buf_release(&raw);
	return id;
}

/* Without a token, as somebody whom a server vouches for. */
static int64_t
came_from(const char *who, const char *text, int64_t received)
{
	struct buf raw = BUF_INIT;
	int64_t id;

	free(s.conf.identity.authserv_id);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	buf_printf(&raw,
	    "Authentication-Results: mx.example.org; dmarc=pass "
	    "header.from=example.net\r\nFrom: %s@example.net\r\n"
	    "To: games@example.org\r\nMessage-ID: <%s%d@example.net>\r\n\r\n"
	    "%s\r\n",
	    who, who, (int)s.uid, text);
	id = store(&raw, received);
	buf_release(&raw);
	return id;
}

/* What may be judged: how many. */
static int
judge(void)
{
	struct inbox_row rows[MOST];
	int64_t ids[MOST];
	int failed, n = inbox_next(s.db, MOST, rows, &e);

	ck_assert_int_ge(n, 0);
	for (int i = 0; i < n; i++)
		ids[i] = rows[i].id;
	OK(inbox_attempt(s.db, ids, n, 1, &e));
	OK(db_begin(s.db, &e));
	OK(desk_judge(&s.desk, rows, n, &failed, &e));
	OK(db_commit(s.db, &e));
	for (int i = 0; i < n; i++)
		inbox_row_release(&rows[i]);
	return n;
}

/* It waits as if nobody had tried it; or it was answered. */
static bool
waits(int64_t id)
{
	struct inbox_row r;
	bool is;

	ck_assert_int_eq(inbox_get(s.db, id, &r, &e), 1);
	is = r.state == INBOX_NEW;
	ck_assert(is ? r.attempts == 0 : r.state == INBOX_ANSWERED);
	inbox_row_release(&r);
	return is;
}

/* The letter that answers it: the later, the greater. */
static int64_t
answer(int64_t id)
{
	int64_t letter = 0;

	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT max(id) FROM outbox WHERE answers = $1",
			     INT(id), TO(letter)),
	    1);
	return letter;
}

static int64_t
passed(int64_t game)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT count(*) FROM event WHERE game = $1 AND "
			     "words LIKE 'set-clock p1 over%'",
			     INT(game), TO(n)),
	    1);
	return n;
}

START_TEST(other_games_go_on)
{
	int64_t first, other, both, behind, stranger, now;

	open_games();
	now = s.now;
	first = came(1, 1, "board\n", now);
	other = came(2, 1, "board\n", now + 1);
	both = came(2, 2, "board\ngame 1\nboard\n", now + 2);
	behind = came(2, 1, "board\n", now + 3);
	stranger = came_from("zoe", "help", now + 4);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 5);
	ck_assert(waits(first) && waits(both) && waits(behind));
	ck_assert(!waits(other) && !waits(stranger));
	ck_assert_int_eq(scene_skip(&s), 2);
	/* Nobody tries them again, nor after a restart. */
	ck_assert_int_eq(judge(), 0);
	scene_restart(&s);
	s.desk.club.order.ends = true;
	ck_assert_int_eq(judge(), 0);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(passed(1), 1);
	(void)scene_skip(&s);
	/* What waits for an end; then what waits for that. */
	ck_assert_int_eq(judge(), 2);
	ck_assert(!waits(first) && !waits(both) && waits(behind));
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(behind));
	ck_assert_int_lt(answer(first), answer(both));
	ck_assert_int_lt(answer(both), answer(behind));
	ck_assert_int_eq(kept_any(s.db, &e), 0);
	scene_close(&s);
}
END_TEST

/* An end that could not be acted upon is put off, and an outage is still to be
 * taken account of, by which the turn ended before the mail came all the same:
 * what counts is the end that is stored, by which it waits, too. */
START_TEST(what_is_put_off)
{
	struct clock_next next;
	int64_t id;

	open_games();
	ck_assert_int_eq(clock_next_late(s.db, &next, &e), 1);
	OK(db_begin(s.db, &e));
	OK(clock_put_off(s.db, &next, s.now + HOUR, &e));
	OK(desk_outage(&s.desk, began + 2 * HOUR, began + 2 * HOUR + 600, &e));
	OK(db_commit(s.db, &e));
	id = came(1, 1, "board\n", s.now);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(id));
	scene_close(&s);
}
END_TEST

/* An outage is taken account of by whoever opens the game, a mail or the clock:
 * what came in time by it waits for the clock at most. */
START_TEST(what_an_outage_saves)
{
	int64_t id;

	open_games();
	OK(db_begin(s.db, &e));
	OK(desk_outage(&s.desk, began + 2 * HOUR, began + 4 * HOUR, &e));
	OK(db_commit(s.db, &e));
	id = came(1, 1, "charter 0\n", s.now);
	scene_pass(&s, 60);
	while (judge() > 0 || scene_tick(&s) > 0)
		;
	ck_assert(!waits(id));
	ck_assert_int_eq(passed(1), 0);
	scene_close(&s);
}
END_TEST

/* By the server's clock, though others came to us before: of the game whose
 * turn would end, and of one that such a mail concerns. */
START_TEST(what_is_in_time_goes_first)
{
	int64_t both, move, board;

	open_games();
	both = came(2, 2, "board\ngame 1\nboard\n", s.now);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 1);
	ck_assert(waits(both));
	board = came(2, 1, "board\n", began + 23 * HOUR);
	move = came(1, 1, "charter 0\n", began + 24 * HOUR);
	ck_assert_int_eq(judge(), 2);
	ck_assert(!waits(board) && !waits(move) && waits(both));
	/* So that turn has not ended by the clock. */
	ck_assert_int_eq(scene_tick(&s), 0);
	ck_assert_int_eq(passed(1), 0);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(both));
	ck_assert_int_lt(answer(move), answer(both));
	scene_close(&s);
}
END_TEST

/* All that a game's turn keeps goes when that has ended, in the order of the
 * server's clock, which is not that in which it came to us. */
START_TEST(in_order)
{
	int64_t id[4];

	open_games();
	id[0] = came(1, 1, "board\n", s.now + 3);
	id[1] = came(1, 2, "board\n", s.now + 1);
	id[2] = came(1, 1, "board\n", s.now + 3);
	id[3] = came(1, 2, "board\n", s.now + 2);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 4);
	ck_assert_int_eq(scene_tick(&s), 1);
	while (judge() > 0)
		;
	for (int i = 0; i < 4; i++)
		ck_assert(!waits(id[i]));
	ck_assert_int_lt(answer(id[1]), answer(id[3]));
	ck_assert_int_lt(answer(id[3]), answer(id[0]));
	ck_assert_int_lt(answer(id[0]), answer(id[2]));
	scene_close(&s);
}
END_TEST

/* In the wrong order none is judged as often as others wait: once for the end,
 * once for the one before it, once to be done. */
START_TEST(in_reverse)
{
	int64_t id[MOST];
	int judged = 0, n;

	open_games();
	for (int i = 0; i < MOST; i++)
		id[i] = came(1, 1 + i % 2, "board\n", s.now + MOST - i);
	scene_pass(&s, 60);
	do {
		judged += n = judge();
		(void)scene_tick(&s);
	} while (n > 0);
	for (int i = 0; i < MOST; i++)
		ck_assert(!waits(id[i]));
	for (int i = 1; i < MOST; i++)
		ck_assert_int_lt(answer(id[i]), answer(id[i - 1]));
	ck_assert_int_le(judged, 3 * MOST);
	scene_close(&s);
}
END_TEST

/* An absence is of all games of a player. */
START_TEST(what_concerns_all)
{
	int64_t away, other;

	open_games();
	away = came(2, 2, "absence to 2 jan\n", s.now);
	other = came_from("bruno", "games", s.now + 1);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 2);
	ck_assert(waits(away) && !waits(other));
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(away));
	scene_close(&s);
}
END_TEST

/* Whoever ends what proves who they are does so behind what they wrote. */
static const char *const ends_proofs[] = { "renew",
	"address drop anna@work.example" };

START_TEST(proofs_hold)
{
	const char *text = ends_proofs[_i];
	int64_t move, anna, bruno, id;

	open_games();
	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT id FROM player WHERE name = 'Anna'",
			     TO(id)),
	    1);
	OK(address_add(s.db, id, "anna@work.example", &e));
	move = came(1, 1, "board\n", s.now);
	anna = came_from("anna", text, s.now + 1);
	bruno = came_from("bruno", "renew", s.now + 1);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 3);
	ck_assert(waits(move) && waits(anna) && !waits(bruno));
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(move) && waits(anna));
	ck_assert_int_gt(answer(move), 0);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(anna));
	scene_close(&s);
}
END_TEST

/* Nothing waits for one that is set aside; and one that is new again later has
 * no memory of it. */
START_TEST(set_aside)
{
	struct inbox_row row;
	int64_t both, behind;

	open_games();
	both = came(2, 2, "board\ngame 1\nboard\n", s.now);
	behind = came(2, 1, "board\n", s.now + 1);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 2);
	ck_assert(waits(both) && waits(behind));
	ck_assert_int_eq(inbox_get(s.db, both, &row, &e), 1);
	OK(db_begin(s.db, &e));
	OK(desk_aside(&s.desk, &row, &e));
	OK(db_commit(s.db, &e));
	inbox_row_release(&row);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(behind));
	ck_assert_int_eq(kept_any(s.db, &e), 0);
	ck_assert_int_eq(inbox_settle(s.db, both, true, &e), 1);
	ck_assert_int_eq(judge(), 1);
	ck_assert_int_eq(judge(), 0);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(judge(), 1);
	scene_close(&s);
}
END_TEST

/* Who knows of no mailbox lets no turn end, and keeps nobody waiting. */
START_TEST(without_ends)
{
	int64_t id;

	open_games();
	s.desk.club.order.ends = false;
	id = came(1, 1, "board\n", s.now);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(id));
	scene_close(&s);
}
END_TEST

/* Though each is judged twice, more than half of what a seat may have judged in
 * an hour is not too much. */
START_TEST(counts_once)
{
	enum { MAILS = 200 };
	int64_t id[MAILS];

	open_games();
	for (int i = 0; i < MAILS; i++)
		id[i] = came(1, 1, "board\n", s.now + i);
	while (judge() > 0)
		;
	for (int i = 0; i < MAILS; i++)
		ck_assert(waits(id[i]));
	scene_pass(&s, 300);
	ck_assert_int_eq(scene_tick(&s), 1);
	while (judge() > 0)
		;
	for (int i = 0; i < MAILS; i++)
		ck_assert(!waits(id[i]));
	scene_close(&s);
}
END_TEST

/* Whoever has a token that was renewed away proves nothing by it behind the
 * renewal, in any game, though that has to wait (early) for what was written
 * before it. */
static void
renewed(bool early)
{
	int64_t renewal, thief;
	char *verdict = NULL;

	open_games();
	if (early)
		(void)came(1, 1, "board\n", s.now);
	renewal = came_from("anna", "renew", s.now + 1);
	thief = came(2, 1, "board\n", s.now + 2);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 2 + early);
	ck_assert_int_eq(waits(renewal), early);
	ck_assert_int_eq(scene_tick(&s), 1);
	while (judge() > 0)
		;
	ck_assert(!waits(renewal));
	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT verdict FROM inbox WHERE id = $1",
			     INT(thief), TO(verdict)),
	    1);
	ck_assert_str_ne(verdict, "obeyed");
	free(verdict);
	scene_close(&s);
}

START_TEST(what_was_stolen)
{
	renewed(false);
	renewed(true);
}
END_TEST

/* An older daemon has judged what waited, and knows of no such rows. */
START_TEST(older_beside)
{
	int64_t id;

	open_games();
	id = came(1, 1, "board\n", s.now);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 1);
	ck_assert(waits(id));
	OK(db_begin(s.db, &e));
	OK(inbox_finish(s.db, id, INBOX_ANSWERED, "", &e));
	OK(db_commit(s.db, &e));
	ck_assert_int_eq(kept_any(s.db, &e), 0);
	ck_assert_int_eq(scene_tick(&s), 1);
	id = came(1, 2, "board\n", s.now + 1);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(id));
	scene_close(&s);
}
END_TEST

/* What a mail that waits would have founded is nobody's yet, and its number the
 * next one's. */
START_TEST(what_is_founded)
{
	int64_t early, other;

	open_games();
	early = came(1, 1, "create claim\n", s.now);
	other = came(2, 2, "create claim\n", s.now + 1);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 2);
	ck_assert(waits(early) && !waits(other));
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(judge(), 1);
	ck_assert(!waits(early));
	scene_close(&s);
}
END_TEST

/* Whoever says only that they are Anna keeps back nothing of hers. */
START_TEST(what_is_forged)
{
	struct buf raw = BUF_INIT;
	int64_t forged, renewal;

	open_games();
	buf_str(&raw,
	    "From: anna@example.net\r\nTo: games@example.org\r\n"
	    "Subject: Re: [pq1] Your turn\r\nMessage-ID: <f@example.net>\r\n"
	    "\r\nboard\r\n");
	forged = store(&raw, s.now);
	renewal = came_from("anna", "renew", s.now + 1);
	scene_pass(&s, 60);
	ck_assert_int_eq(judge(), 2);
	ck_assert(!waits(renewal));
	(void)forged;
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	ADD_TESTS(t, other_games_go_on, what_is_put_off, what_an_outage_saves,
	    what_is_in_time_goes_first, in_order, in_reverse, what_concerns_all,
	    proofs_hold, set_aside, without_ends, what_was_stolen, older_beside,
	    what_is_founded, what_is_forged);
	tcase_add_loop_test(t, proofs_hold, 0, 2);
	FRESH_LOOP(t, counts_once, fresh_all(), 1);
}
