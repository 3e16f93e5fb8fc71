/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/sentences.h"
#include "text/drawing.h"

/*
 * What the English templates make of positions, moves, events and refusals.
 * The boards of one position stand whole in golden/.
 */

START_TEST(refusals_of_words)
{
	table_set(2);
	ck_holds(answer(2, "end", "not-your-turn"), "Anna is to play");
	ck_answer("sail A4", "unknown-command", "begins with \"sail\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("stow", "wrong-phase", "is for the beginning alone");
	ck_answer("fly main A4", "unknown-ship",
	    "You have no main now. Your ship is whole");
	ck_answer("fly Z9", "unknown-field", "no field \"z9\"");
	ck_answer("split pink=1", "unknown-colour", "no colour \"pink\"");
	ships(1, "hub", "red=1", "hub", "red=1");
	ck_answer("fly A4", "ship-required", "`fly main B3`");
	ck_answer("tow ship", "unknown-ship",
	    "You have no ship now. Your ship is split");
	at.stage = CLAIM_ROLL;
	ck_answer("end", "not-your-turn", "The dice are being rolled");
	at.stage = STAGE_OVER;
	ck_answer("end", "game-over", "The game is over");
	table_stow(2);
	ck_answer("end", "wrong-phase", "All choose their first cargo now");
	ck_answer("stow red=1", "unknown-colour",
	    "Every ship starts with 30 fuel");
	ck_answer("stow purple=11", "stow-too-valuable", "are worth 66, and");
	ck_answer("stow orange=25", "no-room", "room for 24 cubes");
}
END_TEST

START_TEST(refusals_of_flights)
{
	table_set(2);
	ck_answer("fly A1", "blocked-field", "A1 is blocked");
	ck_answer("fly hub", "already-there", "at the hub already");
	ck_answer("fly A4 cost=2", "wrong-cost", "takes 1 fuel");
	ship(1, "hub", "red=1");
	ck_answer("fly A0", "not-enough-fuel",
	    "takes 2 fuel, and that ship has 1");
	ck_answer("trade", "no-system-here", "Here you can `refuel`");
	ck_answer("refuel 0", "nothing-received", "1 or more");
	ck_answer("refuel 4", "too-much", "may take 3 fuel a turn");
	ck_answer("tow", "already-at-hub", "Here it can `refuel`");
	ship(1, "hub", "red=54");
	ck_lacks(answer(1, "tow", "already-at-hub"), "refuel");
	ck_lacks(answer(1, "trade", "no-system-here"), "refuel");
	ck_lacks(answer(1, "refuel 1", "no-room"), "There is room");
	ship(1, "hub", "red=53");
	ck_answer("refuel 2", "no-room", "There is room for 1.");
	ship(1, "A4", "red=2");
	ck_answer("tow", "still-has-fuel", "that one has 2");
	ck_answer("refuel", "not-at-hub", "taken at the hub");
	ck_answer("trade", "unknown-system", "A4 is not known yet");
	ck_answer("merge", "already-whole", "nothing to merge");
	at.seat[1].ship[0].moved = 1;
	ck_answer("fly hub", "already-moved", "has travelled this turn");
	ck_answer("split", "not-the-start-of-the-turn", "before it travels");
	at.seat[1].ship[0].acted = 1;
	ck_answer("fly hub", "already-acted",
	    "nor do another. You can `end` your turn.");
	ck_answer("refuel", "already-acted", "You can `end` your turn.");
	ships(1, "hub", "red=1", "A4", "red=1");
	ck_answer("merge", "not-together",
	    "Main is at the hub and the tender at A4");
	ck_answer("split", "already-split", "is split already");
	at.seat[1].ship[0].acted = 1;
	ck_answer("refuel main", "already-acted", "with your other ship");
	at.seat[1].ship[1].acted = 1;
	ck_answer("refuel main", "already-acted", "You can `end` your turn.");
}
END_TEST

START_TEST(refusals_of_trades)
{
	table_set(2);
	system_at("A4", "yellow", "purple");
	system_at("B5", "blue", "blue");
	ship(1, "A4", "yellow=5");
	ck_answer("trade", "not-enough-cargo",
	    "takes 6 yellow, and the ship has 5. You can receive 2: the "
	    "number after `trade`.");
	ck_answer("trade 4", "too-much", "The full trade here gives 3");
	ck_answer("load", "not-a-double", "A4 is not a double");
	ship(1, "A4", "yellow=2 red=48");
	ck_answer("split red=30", "no-room", "the tender has 3");
	ck_lacks(answer(1, "split yellow=30", "not-enough-cargo"),
	    "You can receive");
	at.bottom[field("A4")] = (uint8_t)colour("purple");
	at.top[field("A4")] = (uint8_t)colour("red");
	ship(1, "A4", "red=47 purple=6");
	ck_answer("trade", "no-room", "There is room for 1.");
	ship(1, "A4", "red=48 purple=6");
	ck_lacks(answer(1, "trade", "no-room"), "There is room");
	ck_lacks(answer(1, "trade 1", "no-room"), "There is room");
	ship(1, "A4", "red=48");
	ck_lacks(answer(1, "trade 1", "not-enough-cargo"), "You can receive");
	at.served = (uint32_t)1 << field("A4");
	ck_answer("trade", "already-traded-here", "At A4 you have traded");
	ship(1, "B5", "red=54");
	ck_answer("trade", "double-system", "a double system of blue");
	ck_answer("unload", "not-enough-cargo", "takes 1 blue, and");
	ck_lacks(answer(1, "unload", "not-enough-cargo"), "You can receive");
	ck_answer("load", "no-room", "does not fit");
}
END_TEST

START_TEST(events_are_sentences)
{
	struct err e;

	ck_assert_int_eq(game_setup(&claim_rules, data, 2, NULL, &at, &e), 0);
	ck_chance("blocks A1 A2 B2 B3 C4 C5 D5 D6");
	ck_try(1, "stow purple=1 orange=2");
	ck_told(1, "You chose a first cargo: 2&nbsp;orange, 1&nbsp;purple.");
	ck_told(2, "Anna chose a first cargo: 2&nbsp;orange, 1&nbsp;purple.");
	ck_try(2, "stow");
	ck_told(1, "You start with 2&nbsp;orange, 1&nbsp;purple.");
	ck_told(1, "Bruno starts with no cargo.");
	ck_told(1, "Round 1 begins.");
	ck_try(1, "fly A4");
	ck_told(1, "You flew to A4 for 1 fuel; 29 left.");
	ck_told(2, "Anna flew to A4 for 1 fuel; 29 left.");
	ck_try(1, "end");
	ck_told(1, "You ended your turn.");
	ck_told(2, "Anna ended the turn.");
	ck_chance("roll A4 red=5 green=2");
	ck_told(2,
	    "Anna discovered A4, 2 points: it asks 5&nbsp;orange and gives "
	    "2&nbsp;blue, value 10.");
	ck_try(2, "refuel");
	ck_told(1, "Bruno took 3 fuel at the hub; 33 aboard.");
	ck_try(2, "end");
	ships(1, "A4", "orange=5", "A4", "orange=3");
	ck_try(1, "trade main");
	ck_told(1, "Your main traded at A4: 5&nbsp;orange for 2&nbsp;blue.");
	ck_told(1, "You claimed A4 for 10 points: 1 claim of 10.");
	ck_told(2, "Anna's main traded at A4: 5&nbsp;orange for 2&nbsp;blue.");
	ck_try(1, "merge");
	ck_told(2, "Anna merged main and tender at A4.");
	ck_try(1, "end");
	ck_try(2, "split red=3");
	ck_told(1, "Bruno split at the hub; the tender got 3&nbsp;red.");
	ck_try(2, "end");
	ck_told(1, "Round 3 begins.");
	system_at("C1", "green", "green");
	ship(1, "C1", "green=2");
	ck_try(1, "unload");
	ck_told(2,
	    "Anna unloaded 1&nbsp;green at C1, 1 of 4 in a row; 1 aboard.");
	at.seat[1].ship[0].acted = 0;
	ck_try(1, "tow");
	ck_told(1,
	    "You were towed from C1 to the hub and lost 1 cube of cargo.");
	at.round = 30;
	ck_try(1, "end");
	ck_try(2, "end");
	ck_told(1,
	    "The game is over. You won with 12 points (aboard 0); Bruno 2 "
	    "points (aboard 33).");
}
END_TEST

/* Others see that a seat has chosen, and no more. */
START_TEST(hidden)
{
	cJSON *o = cJSON_CreateObject();

	cJSON_AddTrueToObject(o, "hidden");
	cJSON_AddStringToObject(o, "seat", "p2");
	ck_assert_str_eq(render("events", under("stow", o), 1),
	    "Bruno has chosen a first cargo.");
}
END_TEST

/* In the middle of a game of three, and with a ship that is split. */
enum { MIDDLE = 87 };

static void
middle(void)
{
	(void)golden_log("greedy-3", MIDDLE, 0);
	while (at.at != 2)
		ck_try(at.at, "end");
	ck_try(2, "split red=2");
}

START_TEST(boards)
{
	middle();
	same_boards(2, "Claim");
}
END_TEST

/* What is left to do for a claim is told while there is still time. */
START_TEST(no_series_after_the_end)
{
	table_set(2);
	system_at("C1", "green", "green");
	ship(1, "C1", "green=2");
	ck_try(1, "unload");
	for (int i = 0; i < 2; i++) {
		struct buf text = BUF_INIT;
		struct markdown *m = board(1);

		markdown_list(m, 72, &text);
		ck_assert_int_eq(strstr(buf_text(&text), "of 4 in a row") !=
			NULL,
		    i == 0);
		ck_assert_int_eq(strstr(buf_text(&text), "can reach") != NULL,
		    i == 0);
		markdown_free(m);
		buf_release(&text);
		at.stage = STAGE_OVER;
	}
}
END_TEST

START_TEST(moves)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	table_stow(3);
	m = choices(2);
	markdown_board(m, 72, &text);
	markdown_free(m);
	same_as("moves-1.txt", &text);
	buf_clear(&text);
	/* With everything one may have at once. */
	table_set(2);
	system_at("A4", "yellow", "purple");
	system_at("B5", "blue", "blue");
	ships(1, "A4", "yellow=9", "B5", "red=1 blue=3");
	m = choices(1);
	markdown_board(m, 72, &text);
	buf_char(&text, '\n');
	markdown_list(m, 72, &text);
	markdown_free(m);
	same_as("moves-2.txt", &text);
	buf_release(&text);
}
END_TEST

/* Whether what seat 1 can do tells that a ship may still act. */
static bool
tells_acts(void)
{
	struct buf text = BUF_INIT;
	struct markdown *m = choices(1);
	bool told;

	markdown_list(m, 72, &text);
	markdown_free(m);
	told = strstr(buf_text(&text), "may do one thing") != NULL;
	buf_release(&text);
	return told;
}

START_TEST(acts_while_a_ship_has_one)
{
	table_set(2);
	ck_assert(tells_acts());
	at.seat[1].ship[0].acted = 1;
	ck_assert(!tells_acts());
	ships(1, "A4", "red=2", "hub", "red=1");
	at.seat[1].ship[0].acted = 1;
	ck_assert(tells_acts());
	at.seat[1].ship[1].acted = 1;
	ck_assert(!tells_acts());
}
END_TEST

/* The map: the hub in the middle, fields as hexagons, pieces for pictures. */
START_TEST(map)
{
	struct drawing d = { 0 };
	struct buf text = BUF_INIT;

	table_set(2);
	system_at("A4", "yellow", "red");
	at.seat[2].claims = (uint32_t)1 << field("A4");
	ships(1, "A4", "", "A4", "");
	draw_map(OBSERVER, &d, &text);
	check_width(buf_text(&text), 71);
	ck_holds(buf_text(&text), " A4 Y/R ");
	ck_holds(buf_text(&text), " *2 @1 ");
	ck_holds(buf_text(&text), " A1 ##");
	ck_holds(buf_text(&text), " @2 ");
	ck_assert_uint_eq(d.n_points, CLAIM_FIELDS + 2);
	ck_assert_uint_eq(d.n_pieces, 3);
	ck_assert_int_eq(d.points[0].shape, DRAWING_HEX);
	drawing_release(&d);
	buf_release(&text);
}
END_TEST

CASES(tests)
{
	sentences_load();
	tcase_add_test(t, refusals_of_words);
	tcase_add_test(t, refusals_of_flights);
	tcase_add_test(t, refusals_of_trades);
	tcase_add_test(t, events_are_sentences);
	tcase_add_test(t, hidden);
	tcase_add_test(t, boards);
	tcase_add_test(t, no_series_after_the_end);
	tcase_add_test(t, moves);
	tcase_add_test(t, acts_while_a_ship_has_one);
	sentences_tests(t, 3, 20, "SYSTEMS", "               A1");
	tcase_add_test(t, map);
}
