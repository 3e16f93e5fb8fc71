/* SPDX-License-Identifier: MIT */
/* What computer players are to think about. */
#include "scratch.h"
#include "store/analysis.h"
#include "store/thought.h"

START_TEST(test_one_a_game)
{
	struct db *db = scratch_db();
	int64_t first = scratch_game(db), second = scratch_game(db);
	struct thinking t, old;

	ck_assert_int_eq(thought_next(db, &t, &e), 0);
	OK(thought_put(db, first, 2, 7, 1000, &e));
	OK(thought_put(db, second, 1, 3, 900, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.game, second);
	OK(thought_done(db, &t, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.game, first);
	ck_assert_int_eq(t.seat, 2);
	ck_assert_int_eq(t.seq, 7);
	ck_assert_int_eq(t.failures, 0);
	old = t;
	OK(thought_put(db, first, 2, 9, 1100, &e));
	ck_assert_int_eq(thought_stands(db, &old, &e), 0);
	OK(thought_done(db, &old, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.seq, 9);
	ck_assert_int_eq(thought_stands(db, &t, &e), 1);
	OK(thought_drop(db, first, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 0);
	db_close(db);
}
END_TEST

/* Of games that go on. */
START_TEST(test_wanted)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct seat s;
	struct game g;

	ck_assert_int_eq(thought_wanted(db, 4, &e), 0);
	ck_assert_int_eq(seat_get(db, game, 2, &s, &e), 1);
	s.computer = 4;
	OK(seat_save(db, &s, &e));
	seat_release(&s);
	ck_assert_int_eq(thought_wanted(db, 4, &e), 1);
	ck_assert_int_eq(thought_wanted(db, 3, &e), 0);
	ck_assert_int_eq(game_get(db, game, &g, &e), 1);
	g.state = GAME_OVER;
	OK(game_save(db, &g, &e));
	game_release(&g);
	ck_assert_int_eq(thought_wanted(db, 4, &e), 0);
	db_close(db);
}
END_TEST

/* What failed waits; not what stands otherwise by now. */
START_TEST(test_failures)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct thinking t;

	OK(thought_put(db, game, 1, 4, 1000, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	OK(thought_failed(db, &t, 1005, &e));
	OK(thought_put(db, game, 1, 4, 1001, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.failures, 1);
	ck_assert_int_eq(t.due, 1005);
	OK(thought_put(db, game, 1, 5, 1002, &e));
	OK(thought_failed(db, &t, 9999, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.failures, 0);
	ck_assert_int_eq(t.due, 1002);
	db_close(db);
}
END_TEST

/* One a game, made once; made anew when the game goes on and ends again. */
START_TEST(test_analysis)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct buf text = BUF_INIT;
	struct thinking t, old;

	ck_assert_int_eq(analysis_next(db, &t, &e), 0);
	OK(analysis_put(db, game, 7, 1000, &e));
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	ck_assert(t.game == game && t.seq == 7 && t.seat == 0);
	ck_assert_int_eq(analysis_stands(db, &t, &e), 1);
	ck_assert_int_eq(analysis_get(db, game, 7, &text, &e), 0);
	old = t;
	OK(analysis_put(db, game, 9, 1001, &e));
	ck_assert_int_eq(analysis_stands(db, &old, &e), 0);
	ck_assert_int_eq(analysis_made(db, &old, 1002, "seven", &e), 0);
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	ck_assert_int_eq(analysis_made(db, &t, 1003, "nine", &e), 1);
	ck_assert_int_eq(analysis_made(db, &t, 1004, "again", &e), 0);
	ck_assert_int_eq(analysis_next(db, &t, &e), 0);
	OK(analysis_put(db, game, 9, 1005, &e));
	ck_assert_int_eq(analysis_next(db, &t, &e), 0);
	ck_assert_int_eq(analysis_get(db, game, 7, &text, &e), 0);
	ck_assert_int_eq(analysis_get(db, game, 9, &text, &e), 1);
	ck_assert_str_eq(text.data, "nine");
	buf_release(&text);
	db_close(db);
}
END_TEST

/* A clock that was years ahead is set right; by a second it changes nothing. */
START_TEST(test_clock_back)
{
	const int64_t then = 400000000, now = 1000;
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct thinking t;

	OK(thought_put(db, game, 1, 7, then, &e));
	OK(analysis_put(db, game, 7, then + 3600, &e));
	OK(thought_clock_back(db, then - 1, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.due, then);
	OK(thought_clock_back(db, now, &e));
	ck_assert_int_eq(thought_next(db, &t, &e), 1);
	ck_assert_int_eq(t.due, now);
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	ck_assert_int_eq(t.due, now);
	db_close(db);
}
END_TEST

/* What failed waits, and then is given up. */
START_TEST(test_no_analysis)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct buf text = BUF_INIT;
	struct thinking t;

	OK(analysis_put(db, game, 7, 1000, &e));
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	OK(analysis_failed(db, &t, 1005, &e));
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	ck_assert(t.failures == 1 && t.due == 1005);
	OK(analysis_failed(db, &t, 0, &e));
	ck_assert_int_eq(analysis_next(db, &t, &e), 0);
	ck_assert_int_eq(analysis_get(db, game, 7, &text, &e), 0);
	db_close(db);
}
END_TEST

/* Each seat's holder is told once, of what is not too old. */
START_TEST(test_analysis_told)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db), of;
	int64_t anna = scratch_player(db, "Anna", "anna@example.net");
	int64_t bruno = scratch_player(db, "Bruno", "bruno@example.net");
	struct thinking t;
	struct seat s;
	int seat;

	for (int i = 1; i <= 2; i++) {
		ck_assert_int_eq(seat_get(db, game, i, &s, &e), 1);
		s.player = i == 1 ? anna : bruno;
		OK(seat_save(db, &s, &e));
		seat_release(&s);
	}
	OK(analysis_put(db, game, 7, 1000, &e));
	ck_assert_int_eq(analysis_tell(db, anna, 500, &of, &seat, &e), 0);
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	ck_assert_int_eq(analysis_made(db, &t, 1003, "text", &e), 1);
	ck_assert_int_eq(analysis_tell(db, anna, 1004, &of, &seat, &e), 0);
	ck_assert_int_eq(analysis_tell(db, anna, 1003, &of, &seat, &e), 1);
	ck_assert(of == game && seat == 1);
	ck_assert_int_eq(analysis_tell(db, anna, 1003, &of, &seat, &e), 0);
	ck_assert_int_eq(analysis_tell(db, bruno, 1003, &of, &seat, &e), 1);
	ck_assert_int_eq(seat, 2);
	ck_assert_int_eq(analysis_tell(db, bruno, 1003, &of, &seat, &e), 0);
	db_close(db);
}
END_TEST

/* Asked for: also what was given up, once, and without a word in digests. */
START_TEST(test_analysis_asked)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "a@x.org");
	int64_t game = scratch_game(db), of;
	struct thinking t;
	struct seat s;
	int seat;

	ck_assert_int_eq(seat_get(db, game, 1, &s, &e), 1);
	s.player = anna;
	OK(seat_save(db, &s, &e));
	seat_release(&s);
	OK(analysis_put(db, game, 7, 1000, &e));
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	OK(analysis_failed(db, &t, 0, &e));
	ck_assert_int_eq(analysis_ask(db, game, 7, 1001, &e), 1);
	ck_assert_int_eq(analysis_next(db, &t, &e), 1);
	ck_assert_int_eq(t.failures, 0);
	ck_assert_int_eq(t.due, 1001);
	ck_assert_int_eq(analysis_made(db, &t, 1003, "text", &e), 1);
	ck_assert_int_eq(analysis_tell(db, anna, 500, &of, &seat, &e), 0);
	ck_assert_int_eq(analysis_ask(db, game, 7, 1004, &e), 0);
	ck_assert_int_eq(analysis_next(db, &t, &e), 0);
	ck_assert_int_eq(analysis_ask(db, scratch_game(db), 3, 1005, &e), 1);
	db_close(db);
}
END_TEST

CASES(thoughts)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_one_a_game);
	tcase_add_test(t, test_wanted);
	tcase_add_test(t, test_failures);
	tcase_add_test(t, test_analysis);
	tcase_add_test(t, test_clock_back);
	tcase_add_test(t, test_no_analysis);
	tcase_add_test(t, test_analysis_told);
	tcase_add_test(t, test_analysis_asked);
}
