/* SPDX-License-Identifier: MIT */
#include "table.h"

/* The worked examples of the game's page. */

static void
done(int seat, const char *const *orders)
{
	for (; *orders != NULL; orders++) {
		lose(seat, ANT_ORDER);
		card(seat, *orders);
		at.seat[seat].order[at.seat[seat].done++] = (uint8_t)
		    ant_lose_card(&at.seat[seat].hand[ANT_ORDER], 0);
	}
	at.lap = 2;
}

START_TEST(e1_scores)
{
	static const char *const one[] = { "o01", "o16", "o22", NULL };
	static const char *const two[] = { "o09", "o10", NULL };
	static const char *const three[] = { "o03", "o04", "o05", NULL };

	table_set(3);
	for (int i = 1; i <= 3; i++)
		lose(i, ANT_ORDER);
	done(1, one); /* 6 + 9 + 5 */
	product(1, "wheat-beer", 2);
	done(2, two); /* 8 + 8 */
	product(2, "croquettes", 1);
	done(3, three); /* 7 + 7 + 7 */
	product(3, "fries", 1);
	audit();
	ck_assert_int_eq(ant_score(data, &at, 1), 24);
	ck_assert_int_eq(ant_score(data, &at, 2), 19);
	ck_assert_int_eq(ant_score(data, &at, 3), 25);
	ck_assert_int_eq(game_rank(&antwerp_rules, data, &at, 3), 1);
	ck_assert_int_eq(game_rank(&antwerp_rules, data, &at, 1), 2);
}
END_TEST

START_TEST(e2_two_ships_into_one_dock)
{
	table_set(2);
	turn_of(2);
	ship(1, "toys", "x14");
	ship(2, "toys", "x15");
	at.stack[0].card[12] = 1; /* below the top: puppets */
	at.stack[0].card[0] = 0;
	play(1, "standing fork x14 deurganckdok");
	ck_try(2, "sail orange x15>deurganckdok");
	ck_assert_int_eq(products(2, "comics"), 1);
	ck_assert_int_eq(products(1, "puppets"), 1);
	ck_assert_int_eq(events_of(EVENT_DERIVED, ANT_DOCKED), 2);
}
END_TEST

START_TEST(e3_as_many_locks_as_there_are)
{
	table_set(3);
	turn_of(3);
	open_lock("L2");
	ck_try(3, "play open-3 L1 L3");
	ck_assert_str_eq(locks(), "L1 L2 L3");
	table_set(4);
	turn_of(4);
	open_lock("L2");
	ck_try(4, "play close-2 L2");
	ck_assert_str_eq(locks(), "");
}
END_TEST

/* x11 leads to x10, x10 to x15 and x19; orange and black, purple and white. */
START_TEST(e4_one_behind_another)
{
	table_set(2);
	ship(1, "cocoa", "S1");
	ship(1, "barley", "x2"); /* S1 to x2 by white, x2 to x6 not */
	ship(2, "toys", "S2");
	/* By purple x2 goes to x6 or x7. S1 goes to x1 only. */
	ck_try(1, "sail teal"); /* x2 has no teal way: it stays */
	ck_at("S1", "p1 cocoa");
	ck_at("x2", "p1 barley");
	ck_at("x3", "p2 toys"); /* its other way was free */
	table_set(2);
	ship(1, "cocoa", "x12");
	ship(1, "barley", "x11");
	ck_try(1, "sail purple"); /* x11 has no purple way */
	ck_at("x12", "p1 cocoa");
	table_set(2);
	ship(1, "cocoa", "x17"); /* x17, x16, x22: black and purple */
	ship(1, "barley", "x22");
	ck_try(1, "sail black x17>x22");
	ck_at("x24", "p1 barley"); /* the lower rank goes first */
	ck_at("x22", "p1 cocoa");
	table_set(2);
	ship(1, "cocoa", "x17");
	ship(1, "barley", "x22");
	ship(1, "toys", "x24"); /* no black way: it stays */
	ship(2, "toys", "x16");
	ck_try(1, "sail black x17>x22");
	ck_at("x22", "p1 barley");
	ck_at("x17", "p1 cocoa");
}
END_TEST

START_TEST(e5_locks_turn_last)
{
	table_set(2);
	open_lock("L2");
	ship(1, "toys", "x24");
	ship(2, "barley", "x22"); /* waits at L3, which is closed */
	ck_try(1, "sail purple");
	ck_at("x24", "");
	ck_at("x22", "p2 barley");
	ck_assert_str_eq(locks(), "L1 L3");
	ck_assert_int_eq(at.supply[0], 7);
	ck_assert_int_eq(at.seat[1].reserve, 5);
}
END_TEST

START_TEST(e6_the_third_order)
{
	static const char *const two[] = { "o09", "o10", NULL };

	table_set(3);
	for (int i = 1; i <= 3; i++)
		lose(i, ANT_ORDER);
	done(2, two);
	at.lap = 0;
	card(2, "o01");
	card(2, "o02");
	card(2, "o03");
	product(2, "comics", 1);
	product(2, "tripel", 1);
	turn_of(2);
	play(2, "sail teal; fulfil o01");
	ck_holds(facts(OBSERVER), "\"last_round\":true");
	play(2, "end");
	play(3, "sail teal; end");
	play(1, "sail teal; end");
	ck_assert_int_eq(at.round, 2);
	play(2, "sail teal");
	ck_assert_int_eq(at.stage, ANT_TURN);
	ck_try(2, "end");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	ck_holds(facts(OBSERVER), "\"active\":\"p2\"");
	ck_holds(facts(OBSERVER), "\"phase\":\"over\"");
	ck_refused(3, "sail teal", "game-over");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, e1_scores);
	tcase_add_test(t, e2_two_ships_into_one_dock);
	tcase_add_test(t, e3_as_many_locks_as_there_are);
	tcase_add_test(t, e4_one_behind_another);
	tcase_add_test(t, e5_locks_turn_last);
	tcase_add_test(t, e6_the_third_order);
}
