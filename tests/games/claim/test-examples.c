/* SPDX-License-Identifier: MIT */
#include "table.h"

/* The worked examples of the game's page. Systems stand at A4, one field
 * from the hub. */

static void
system_here(const char *bottom, const char *top)
{
	table_set(2);
	system_at("A4", bottom, top);
}

START_TEST(e1_full_trades)
{
	static const struct {
		const char *bottom, *top, *before, *after, *canonical;
	} full[] = {
		{ "yellow", "red", "red=1 yellow=1", "red=4", "trade ship 3" },
		{ "blue", "green", "red=1 blue=4", "red=1 green=5",
		    "trade ship 5" },
		{ "green", "blue", "red=1 green=5", "red=1 blue=4",
		    "trade ship 4" },
	};

	for (size_t i = 0; i < sizeof full / sizeof *full; i++) {
		system_here(full[i].bottom, full[i].top);
		ship(1, "A4", full[i].before);
		ck_try(1, "trade");
		ck_assert_str_eq(hold(1, 0), full[i].after);
		ck_assert_str_eq(event_words(EVENT_MOVE, CLAIM_V_TRADE),
		    full[i].canonical);
		ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_CLAIMED), 1);
	}
}
END_TEST

START_TEST(e2_partial_trades)
{
	system_here("yellow", "purple");
	ship(1, "A4", "yellow=14");
	ck_try(1, "trade");
	ck_assert_str_eq(hold(1, 0), "yellow=8 purple=3");
	ck_try(1, "end");
	round_to(1);
	ck_try(1, "trade 3");
	ck_assert_str_eq(hold(1, 0), "yellow=2 purple=6");
	ck_try(1, "end");
	round_to(1);
	ck_try(1, "trade 1");
	ck_assert_str_eq(hold(1, 0), "purple=7");

	system_here("yellow", "purple");
	ship(1, "A4", "yellow=4");
	ck_try(1, "trade 2");
	ck_assert_str_eq(hold(1, 0), "purple=2");
	ck_assert_int_eq(at.seat[1].claims, 0);
}
END_TEST

START_TEST(e3_what_is_overpaid_is_lost)
{
	system_here("green", "blue");
	ship(1, "A4", "green=2");
	ck_try(1, "trade 1");
	ck_assert_str_eq(hold(1, 0), "blue=1");
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLAIM_TRADED),
	    "traded ship A4 paid=green:2 received=blue:1 lost=3");
	ck_assert_int_eq(at.seat[1].claims, 0);
}
END_TEST

static void
turns(int n, const char *move)
{
	for (int i = 0; i < n; i++) {
		ck_try(1, move);
		ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_CLAIMED),
		    strcmp(move, "load") == 0 && i == 5);
		ck_try(1, "end");
		round_to(1);
	}
}

START_TEST(e4_six_loads)
{
	system_here("purple", "purple");
	ship(1, "A4", "red=1");
	turns(6, "load");
	ck_assert_int_eq(at.seat[1].claims, 1 << field("A4"));
	ck_assert_str_eq(hold(1, 0), "red=1 purple=6");

	/* Room for 4: 9 compartments, 5 of them fuel, 20 cubes in the rest. */
	system_here("purple", "purple");
	ship(1, "A4", "red=30 orange=18 purple=2");
	ck_assert_int_eq(claim_room(data, &at.seat[1].ship[0],
			     colour("purple")),
	    4);
	turns(2, "unload");
	ck_assert_int_eq(at.seat[1].claims, 0);
	turns(6, "load");
	ck_assert_int_eq(at.seat[1].claims, 1 << field("A4"));
	ck_assert_str_eq(hold(1, 0), "red=30 orange=18 purple=6");
}
END_TEST

START_TEST(e5_dice)
{
	table_set(2);
	ck_try(1, "fly A4");
	ck_try(1, "end");
	ck_chance("roll A4 red=5 green=2");
	ck_assert_int_eq(at.bottom[field("A4")], colour("orange"));
	ck_assert_int_eq(at.top[field("A4")], colour("blue"));
	/* It asks 5 orange and gives 2 blue, value 10. */
	ck_assert_int_eq(claim_full(data, &at, field("A4")), 2);
	ck_assert_int_eq(claim_pay(data, &at, field("A4"), 2), 5);
	at.seat[1].claims = (uint32_t)1 << field("A4");
	ck_assert_int_eq(claim_score(data, &at, 1), 10 + 2);
}
END_TEST

START_TEST(e6_score)
{
	system_here("green", "blue");
	ship(1, "A4", "green=5");
	ck_try(1, "trade");
	ck_assert_int_eq(claim_score(data, &at, 1), 20);
}
END_TEST

START_TEST(e7_the_last_of_a_segment)
{
	table_set(2);
	system_at("A0", "orange", "blue");
	system_at("A3", "orange", "green");
	system_at("A5", "blue", "green");
	system_at("A6", "blue", "blue");
	ck_try(1, "fly A4");
	ck_try(1, "end");
	ck_assert_int_eq(chance_as("roll A4 red=5 green=2"), -1);
	ck_assert_int_eq(chance_as("found A4 bottom=blue top=blue"), -1);
	ck_assert_int_eq(chance_as("found A4 bottom=orange top=green"), -1);
	ck_chance("found A4 bottom=orange top=blue");
	ck_assert_int_eq(at.seat[1].found, 1);
}
END_TEST

START_TEST(e8_two_ships_at_one_system)
{
	system_here("yellow", "red");
	ships(1, "A4", "yellow=2", "A4", "yellow=2");
	ck_try(1, "trade main");
	ck_refused(1, "trade tender", "already-traded-here");
	ck_try(1, "merge");
	ck_assert_str_eq(hold(1, 0), "red=3 yellow=3");
	ck_refused(1, "trade", "already-acted");
	ck_refused(1, "fly hub", "already-acted");
	ck_assert_str_eq(legal(1), "end\n");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, e1_full_trades);
	tcase_add_test(t, e2_partial_trades);
	tcase_add_test(t, e3_what_is_overpaid_is_lost);
	tcase_add_test(t, e4_six_loads);
	tcase_add_test(t, e5_dice);
	tcase_add_test(t, e6_score);
	tcase_add_test(t, e7_the_last_of_a_segment);
	tcase_add_test(t, e8_two_ships_at_one_system);
}
