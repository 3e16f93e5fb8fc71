/* SPDX-License-Identifier: MIT */

/* The time of a turn in which another is asked something: it stands still
 * meanwhile, and nobody gains or loses any by asking. */

#include "base/clock.h"
#include "logs.h"
#include "match/clocks.h"
#include "match/import.h"
#include "scene.h"
#include "tests/run.h"

/* A mail comes a minute after the last. */
enum { MAIL = 60, HOUR = 3600, DAY = 86400 };

static struct scene s;
static struct err e;
static int64_t game;

static struct clock_seat
pace(int64_t id, int seat)
{
	struct clock_seat at;
	struct match *m;

	ck_assert_int_eq(match_look(&s.desk.club, id, &m, &e), 1);
	at = m->clock.pace[seat];
	match_drop(m);
	return at;
}

static int64_t
due(int seat)
{
	return pace(game, seat).due;
}

static bool
acts(int seat)
{
	struct match *m = logs_look(&s, game);
	bool is = match_to_act(m) & SEAT_BIT(seat);

	match_drop(m);
	return is;
}

/* Till Anna has a turn in which she may offer comics. */
static void
open_game(void)
{
	static const char *const said[] = { "load toys S1\n",
		"load toys S2\nstanding anchor ask\n", "sail white S1>x1\n",
		"sail purple x2>x6\n", "sail orange\nplay close-2\n",
		"choose x7 or choose x10\n", "end\n", "choose lock\n",
		"sail purple\n", "sail black\n",
		"standing anchor fewer\nsail orange x15>deurganckdok\n",
		"choose deurganckdok\n" };

	scene_open(&s, true);
	s.kind = "antwerp";
	s.desk.club.clock = (struct clock_row){ .turn = 3 * DAY,
		.grace = HOUR,
		.minimum = DAY / 2,
		.days = 0x7f,
		.late = CLOCK_BOT,
		.absence = 5 * DAY,
		.zone = "UTC" };
	game = scene_game(&s, "Anna Bruno", "-", 3);
	scene_moderate(&s, game, "begin");
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		scene_say(&s, game, acts(1) ? 1 : 2, said[i]);
	ck_assert(acts(1));
}

static void
offer(void)
{
	scene_say(&s, game, 1, "offer p2 give comics want comics\n");
	ck_assert(acts(2));
	ck_assert_int_eq(due(2), s.now + 3 * DAY);
}

/* A server that takes the game over from its log comes to the same. */
static void
taken_over_alike(void)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT;
	int64_t id;

	how.seat[1].address = "anna@example.net";
	how.seat[2].address = "bruno@example.net";
	logs_get(&s, game, &log);
	OK(db_begin(s.db, &e));
	ck_assert_msg(match_import(&s.desk.club, log.data, log.len, &how, &id,
			  &e) == 0,
	    "%s", e.text);
	OK(db_commit(s.db, &e));
	for (int seat = 1; seat <= 2; seat++) {
		ck_assert_int_eq(pace(id, seat).since, pace(game, seat).since);
		ck_assert_int_eq(pace(id, seat).extra, pace(game, seat).extra);
		ck_assert_int_eq(pace(id, seat).due, pace(game, seat).due);
	}
	buf_release(&log);
}

/* What was granted is kept, and goes on when it is answered. */
START_TEST(a_deadline_is_kept)
{
	int64_t at;

	open_game();
	scene_moderate(&s, game, "extend p1 14d");
	at = due(1);
	scene_pass(&s, DAY);
	offer();
	scene_pass(&s, 5 * HOUR);
	scene_say(&s, game, 2, "decline\n");
	ck_assert_int_eq(due(1), at + 5 * HOUR + MAIL);
	/* The next turn has its own. */
	scene_say(&s, game, 1, "sail teal\n");
	scene_say(&s, game, 2, "sail teal\n");
	ck_assert(acts(1));
	ck_assert_int_eq(due(1), s.now + 3 * DAY);
	taken_over_alike();
	scene_close(&s);
}
END_TEST

/* An offer that is withdrawn, in a mail or in two, is worth the time that it
 * stood, and the minimum at most. */
START_TEST(nothing_is_gained_by_asking)
{
	int64_t at;

	open_game();
	at = due(1);
	scene_pass(&s, DAY);
	scene_say(&s, game, 1, "offer p2 give comics want comics\nwithdraw\n");
	ck_assert(acts(1));
	ck_assert_int_eq(due(1), at);
	offer();
	scene_pass(&s, HOUR);
	scene_say(&s, game, 1, "withdraw\n");
	ck_assert_int_eq(due(1), at + HOUR + MAIL);
	taken_over_alike();
	scene_close(&s);
	open_game();
	scene_pass(&s, due(1) - s.now - HOUR);
	offer();
	scene_pass(&s, HOUR);
	scene_say(&s, game, 1, "withdraw\n");
	ck_assert_int_eq(due(1), s.now + DAY / 2);
	scene_close(&s);
}
END_TEST

/* Also where the answer is set back, and the offer again. */
START_TEST(rolled_forward_while_asked)
{
	int64_t at;

	open_game();
	at = due(1);
	scene_pass(&s, DAY);
	offer();
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollback 8");
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollforward");
	ck_assert(acts(2));
	scene_pass(&s, HOUR);
	scene_say(&s, game, 2, "decline\n");
	ck_assert_int_eq(due(1), at + 3 * HOUR + MAIL);
	scene_close(&s);
}
END_TEST

/* Whoever is new in the seat has the whole time when it comes back. */
START_TEST(another_has_the_whole_time)
{
	open_game();
	scene_pass(&s, DAY);
	offer();
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "replace p1 Dora <dora@example.net>");
	scene_pass(&s, HOUR);
	scene_say(&s, game, 2, "decline\n");
	ck_assert(acts(1));
	ck_assert_int_eq(due(1), s.now + 3 * DAY);
	scene_close(&s);
}
END_TEST

TESTS(a_deadline_is_kept, nothing_is_gained_by_asking,
    rolled_forward_while_asked, another_has_the_whole_time)
