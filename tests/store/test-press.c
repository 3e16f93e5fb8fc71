/* SPDX-License-Identifier: MIT */
/* Messages, what is owed, observers, deadlines in calendars. */
#include "scratch.h"
#include "store/calendar.h"
#include "store/observer.h"
#include "store/owed.h"
#include "store/press.h"

static int64_t
write_press(struct db *db, int64_t game, int author, unsigned to,
    bool everybody, int64_t at)
{
	const int holder[PRESS_SEATS] = { 1, 1, 1 };
	struct press p = { .game = game,
		.author = author,
		.to = to,
		.name = (char[]){ "Anna" },
		.text = (char[]){ "a\nb" },
		.everybody = everybody,
		.at = at };

	OK(press_add(db, &p, holder, &e));
	return p.id;
}

/* Each seat is told once, and only what is for its holder. */
START_TEST(test_waiting)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db), first, last;
	struct press p[4];

	first = write_press(db, game, 1, 1u << 2, false, 100);
	last = write_press(db, game, 1, 1u << 2 | 1u, true, 200);
	ck_assert_int_eq(press_waiting(db, game, 1, 1, p, 4, &e), 0);
	ck_assert_int_eq(press_waiting(db, game, 2, 2, p, 4, &e), 0);
	ck_assert_int_eq(press_waiting(db, game, 2, 1, p, 1, &e), 1);
	ck_assert_int_eq(p[0].id, first);
	press_release(&p[0]);
	ck_assert_int_eq(press_waiting(db, game, 2, 1, p, 4, &e), 2);
	ck_assert_int_eq(p[1].id, last);
	ck_assert_uint_eq(p[1].to, 1u << 2 | 1u);
	ck_assert_str_eq(p[1].text, "a\nb");
	ck_assert(p[1].everybody && !p[0].everybody);
	press_release(&p[0]);
	press_release(&p[1]);
	OK(press_told(db, game, 2, first, &e));
	ck_assert_int_eq(press_waiting(db, game, 2, 1, p, 4, &e), 1);
	press_release(&p[0]);
	OK(press_told(db, game, 2, last, &e));
	ck_assert_int_eq(press_waiting(db, game, 2, 1, p, 4, &e), 0);
	ck_assert_int_eq(press_waiting(db, game, 0, 1, p, 4, &e), 1);
	press_release(&p[0]);
	db_close(db);
}
END_TEST

START_TEST(test_counts)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db), all;
	struct press p[4];
	int n;

	(void)write_press(db, game, 1, 1u << 2, false, 100);
	all = write_press(db, game, 1, 1u << 2, true, 200);
	OK(press_count(db, game, 1, 100, &n, &e));
	ck_assert_int_eq(n, 2);
	OK(press_count(db, game, 1, 101, &n, &e));
	ck_assert_int_eq(n, 1);
	OK(press_count(db, game, 2, 0, &n, &e));
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(press_broadcasts(db, game, 0, p, 4, &e), 1);
	ck_assert_int_eq(p[0].id, all);
	press_release(&p[0]);
	ck_assert_int_eq(press_broadcasts(db, game, all, p, 4, &e), 0);
	db_close(db);
}
END_TEST

START_TEST(test_observers)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db), ids[2];
	int64_t eve = scratch_player(db, "Eve", "eve@example.com");
	struct observer o = { .game = game, .player = eve, .since = 7 }, p[2];

	OK(observer_add(db, &o, &e));
	ck_assert_int_eq(observer_add(db, &o, &e), -1);
	ck_assert_int_eq(observer_find(db, game, eve, &o, &e), 1);
	o.mails = 3;
	o.told_seq = 12;
	o.told_press = 4;
	OK(observer_save(db, &o, &e));
	ck_assert_int_eq(observer_get(db, o.id, &o, &e), 1);
	ck_assert(o.mails == 3 && o.told_seq == 12 && o.told_press == 4 &&
	    o.since == 7 && o.player == eve);
	ck_assert_int_eq(observer_all(db, game, p, 2, &e), 1);
	ck_assert_int_eq(observer_games(db, eve, ids, 2, &e), 1);
	ck_assert_int_eq(ids[0], game);
	ck_assert_int_eq(observer_count(db, eve, &e), 1);
	ck_assert_int_eq(observer_drop(db, game, eve, &e), 1);
	ck_assert_int_eq(observer_drop(db, game, eve, &e), 0);
	ck_assert_int_eq(observer_get(db, o.id, &o, &e), 0);
	OK(observer_add(db, &o, &e));
	OK(observer_drop_all(db, game, &e));
	ck_assert_int_eq(observer_all(db, game, p, 2, &e), 0);
	db_close(db);
}
END_TEST

START_TEST(test_open_and_closed)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);

	ck_assert_int_eq(observers_allowed(db, game, &e), 1);
	OK(observers_allow(db, game, false, &e));
	ck_assert_int_eq(observers_allowed(db, game, &e), 0);
	OK(observers_allow(db, game, true, &e));
	ck_assert_int_eq(observers_allowed(db, game, &e), 1);
	ck_assert_int_eq(observers_allowed(db, 99, &e), 0);
	db_close(db);
}
END_TEST

/* What one author's mails make others wait for is put off for one of them
 * alone. */
START_TEST(test_owed_later)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "a@x"),
		bert = scratch_player(db, "Bert", "b@x"),
		cora = scratch_player(db, "Cora", "c@x");
	struct owed first = { .author = cora,
		.player = anna,
		.seat = 1,
		.game = scratch_game(db),
		.due = 1000,
		.told = (char[]){ "a\n" } },
		    second = first, got;

	second.player = bert;
	second.due = 1100;
	OK(owed_add(db, &first, &e));
	OK(owed_add(db, &second, &e));
	OK(owed_later(db, cora, anna, 1200, &e));
	ck_assert_int_eq(owed_next(db, &got, &e), 1);
	ck_assert(got.player == bert && got.due == 1100);
	OK(owed_drop(db, cora, bert, &e));
	ck_assert_int_eq(owed_next(db, &got, &e), 1);
	ck_assert(got.player == anna && got.due == 1200);
	db_close(db);
}
END_TEST

START_TEST(test_calendar)
{
	struct db *db = scratch_db();
	int64_t game = scratch_game(db);
	struct calendar c = { game, 2, 17, 0, 1000 }, got;

	ck_assert_int_eq(calendar_get(db, game, 2, &got, &e), 0);
	OK(calendar_put(db, &c, &e));
	c.sequence = 1;
	c.due = 2000;
	OK(calendar_put(db, &c, &e));
	ck_assert_int_eq(calendar_get(db, game, 2, &got, &e), 1);
	ck_assert(got.decision == 17 && got.sequence == 1 && got.due == 2000);
	ck_assert_int_eq(calendar_get(db, game, 1, &got, &e), 0);
	db_close(db);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_waiting);
	tcase_add_test(t, test_counts);
	tcase_add_test(t, test_observers);
	tcase_add_test(t, test_open_and_closed);
	tcase_add_test(t, test_owed_later);
	tcase_add_test(t, test_calendar);
}
