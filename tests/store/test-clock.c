/* SPDX-License-Identifier: MIT */
#include <sys/stat.h>

#include "scratch.h"
#include "store/clock.h"
#include "tests/srcdir.h"
#include "tests/store/fresh.h"

START_TEST(settings_are_kept)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct clock_row c = { .turn = 259200,
		.grace = 86400,
		.minimum = 7,
		.days = 62,
		.late = CLOCK_EJECT,
		.absence = 9,
		.remind = "24h,3h",
		.zone = "Europe/Amsterdam" },
			 got;

	ck_assert_int_eq(clock_get(db, game, &got, &e), 0);
	OK(clock_put(db, game, &c, &e));
	ck_assert_int_eq(clock_get(db, game, &got, &e), 1);
	ck_assert_int_eq(got.turn, 259200);
	ck_assert_int_eq(got.grace, 86400);
	ck_assert_int_eq(got.minimum, 7);
	ck_assert_uint_eq(got.days, 62);
	ck_assert_int_eq(got.late, CLOCK_EJECT);
	ck_assert_int_eq(got.absence, 9);
	ck_assert_str_eq(got.remind, "24h,3h");
	ck_assert_str_eq(got.zone, "Europe/Amsterdam");
	c.turn = 1;
	OK(clock_put(db, game, &c, &e));
	ck_assert_int_eq(clock_get(db, game, &got, &e), 1);
	ck_assert_int_eq(got.turn, 1);
	ck_assert_int_eq(clock_put(db, 99, &c, &e), -1);
	db_close(db);
}
END_TEST

START_TEST(the_earliest_moment_is_found)
{
	struct db *db = scratch_db();
	int64_t one = scratch_game(db), two = scratch_game(db);
	struct clock_seat s[7],
	    a = { .since = 1,
		    .extra = 2,
		    .due = 90,
		    .late = 100,
		    .lapsed = 3,
		    .remind = 80,
		    .reminded = 4 };
	struct clock_next next;

	ck_assert_int_eq(clock_next_late(db, &next, &e), 0);
	ck_assert_int_eq(clock_next_remind(db, &next, &e), 0);
	OK(clock_seat_put(db, one, 2, &a, &e));
	a.late = 70;
	a.remind = 0;
	OK(clock_seat_put(db, two, 1, &a, &e));
	ck_assert_int_eq(clock_next_late(db, &next, &e), 1);
	ck_assert(next.when == 70 && next.game == two && next.seat == 1);
	ck_assert_int_eq(clock_next_remind(db, &next, &e), 1);
	ck_assert(next.when == 80 && next.game == one && next.seat == 2);
	OK(clock_seat_all(db, one, s, &e));
	ck_assert(s[1].since == 0 && s[2].since == 1 && s[2].extra == 2 &&
	    s[2].due == 90 && s[2].late == 100 && s[2].lapsed == 3 &&
	    s[2].remind == 80 && s[2].reminded == 4);
	/* Put off, both wait; what is not there does not come to be. */
	OK(clock_put_off(db, &next, 500, &e));
	OK(clock_seat_all(db, one, s, &e));
	ck_assert(s[2].late == 500 && s[2].remind == 500);
	next.game = two;
	next.seat = 1;
	OK(clock_put_off(db, &next, 500, &e));
	ck_assert_int_eq(clock_next_remind(db, &next, &e), 1);
	ck_assert(next.game == one);
	a.late = 0;
	OK(clock_seat_put(db, two, 1, &a, &e));
	ck_assert_int_eq(clock_next_late(db, &next, &e), 1);
	ck_assert(next.game == one && next.when == 500);
	db_close(db);
}
END_TEST

START_TEST(stops_come_in_order)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct clock_stop a = { .why = CLOCK_PAUSE, .from = 5 }, *got = NULL;
	struct clock_stop b = { .seat = 2,
		.holder = 3,
		.why = CLOCK_ABSENCE,
		.from = 1,
		.until = 9 };
	size_t n = 0;

	OK(clock_stop_put(db, game, &a, &e));
	OK(clock_stop_put(db, game, &b, &e));
	a.until = 7;
	OK(clock_stop_put(db, game, &a, &e));
	OK(clock_stop_all(db, game, &got, &n, &e));
	ck_assert_uint_eq(n, 2);
	ck_assert(got[0].seat == 0 && got[0].from == 5 && got[0].until == 7 &&
	    got[0].why == CLOCK_PAUSE && got[0].holder == 0);
	ck_assert(got[1].seat == 2 && got[1].from == 1 && got[1].until == 9 &&
	    got[1].why == CLOCK_ABSENCE && got[1].holder == 3);
	OK(clock_stop_drop(db, got[0].id, &e));
	free(got);
	got = NULL;
	n = 0;
	OK(clock_stop_all(db, game, &got, &n, &e));
	ck_assert_uint_eq(n, 1);
	free(got);
	db_close(db);
}
END_TEST

/* A database from before knows a wish and dates: they go on, nothing acts on
 * them. */
START_TEST(clocks_from_before_go_on)
{
	struct clock_row c;
	struct clock_seat s[7];
	struct clock_next next;
	struct db *db;

	ck_assert_int_eq(mkdir(scratch_path("db"), 0700), 0);
	ck_assert_int_eq(setenv("PAQUEBOT_DATADIR", scratch, 1), 0);
	ck_assert_int_eq(
	    scratch_system("for f in '" PAQUEBOT_SRCDIR
			   "'/db/0*.sql; do case $f in *-clock.sql) break;; "
			   "esac; cp \"$f\" db/; done"),
	    0);
	db_close(scratch_db_made());
	ck_assert_int_eq(
	    scratch_system(
		"sqlite3 games.db \"INSERT INTO game (id, kind, version, "
		"data_hash, seats, options, state, seed, lang, "
		"moderator_holder, created, started, ended, seq, board, turn, "
		"opened, clock) VALUES (1, 'toy', 1, 'x', 1, '-', 1, "
		"zeroblob(32), 'en', 1, 0, 0, 0, 0, 0, 0, 0, 3600);INSERT INTO "
		"seat (game, seat, holder, name, computer, ready, hold, "
		"decision, moved, told, told_seq, mails, agreed, due) VALUES "
		"(1, 1, 1, 'Anna', 0, 0, 0, 0, 0, 0, 0, 0, 0, 10000);\""),
	    0);
	ck_assert_int_eq(scratch_system("cp '" PAQUEBOT_SRCDIR
					"'/db/*.sql db/"),
	    0);
	db = scratch_db();
	ck_assert_int_eq(clock_get(db, 1, &c, &e), 1);
	ck_assert(c.turn == 3600 && c.late == CLOCK_WAIT && !c.remind[0]);
	OK(clock_seat_all(db, 1, s, &e));
	ck_assert(s[1].due == 10000 && s[1].since == 6400 && s[1].late == 0);
	ck_assert_int_eq(clock_next_late(db, &next, &e), 0);
	db_close(db);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, settings_are_kept);
	tcase_add_test(t, the_earliest_moment_is_found);
	tcase_add_test(t, stops_come_in_order);
	/* What is older than the sixth version is a file. */
	if (!fresh_served())
		tcase_add_test(t, clocks_from_before_go_on);
}
