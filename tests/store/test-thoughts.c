/* SPDX-License-Identifier: MIT */
/* What computer players are to think about. */
#include "scratch.h"
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

CASES(thoughts)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_one_a_game);
	tcase_add_test(t, test_failures);
}
