/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/sentences.h"
#include "text/drawing.h"

/*
 * What the English templates make of positions, moves, events and refusals.
 * The boards of one position stand whole in golden/.
 */

START_TEST(refusals_of_turns)
{
	table_set(2);
	ck_holds(answer(2, "sail teal", "not-your-turn"), "but for Anna");
	ck_answer("fly", "unknown-command", "begins with \"fly\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("accept", "no-offer", "No offer is open");
	ck_answer("end", "main-not-done", "before its main act");
	ck_answer("choose x3", "not-a-choice", "Nothing waits");
	ck_answer("standing anchor none", "not-a-choice",
	    "\"none\" is no word for a standing order");
	ck_answer("standing fork x1 x5", "not-a-choice",
	    "Walsoorden is not an end of a fork at Breskens");
	product(1, "fries", 1);
	ck_answer("offer p2 give fries*2 want tripel", "products-missing",
	    "cannot give 2 cards of fries: you have 1");
	ck_answer("offer p1 give fries want tripel", "unknown-seat",
	    "trade with yourself");
	ck_answer("offer p3 give fries want tripel", "unknown-seat",
	    "no seat \"p3\"");
	play(1, "offer p2 give fries want tripel");
	ck_answer("sail teal", "offer-open", "Your offer to Bruno is still");
	ck_answer("accept", "not-for-you", "from Anna to Bruno: Bruno may");
	ck_holds(answer(2, "sail teal", "not-your-turn"),
	    "waits for your answer to its offer");
	ck_holds(answer(2, "accept", "offer-not-covered"),
	    "wants 1 card of tripel, and you have 0");
	play(1, "withdraw; offer p2 give fries want tripel; withdraw");
	ck_answer("offer p2 give fries want tripel", "too-many-offers",
	    "two offers");
	play(1, "load cocoa S1");
	ck_answer("sail teal", "main-already-done", "The main act");
	at.stage = STAGE_OVER;
	ck_answer("end", "game-over", "The game is over");
	/* R7: while an offer is open the game waits for its receiver. */
	table_set(3);
	product(1, "fries", 1);
	play(1, "offer p2 give fries want tripel");
	ck_holds(answer(3, "end", "not-your-turn"), "but for Bruno");
}
END_TEST

START_TEST(refusals_of_names)
{
	table_set(2);
	ck_answer("load gin S1", "unknown-good", "raw good \"gin\"");
	ck_answer("load cocoa x99", "unknown-place", "no place \"x99\"");
	ck_answer("load cocoa Ka", "ambiguous-name",
	    "more than one: `x18`, `x21`.");
	/* Of its own kind, and of the first such word. */
	product(1, "puppets", 1);
	ck_answer("offer p2 give p want c", "ambiguous-name",
	    "\"p\" may mean more than one: `puppets`, `pralines`.");
	ck_answer("play open", "ambiguous-name",
	    "`open-1`, `open-2`, `open-3`.");
	ck_answer("play open-2 L1 L", "ambiguous-name", "`L1`, `L2`, `L3`.");
	ck_answer("sail green", "unknown-colour", "no colour \"green\"");
	ck_answer("play joker", "unknown-card", "no card \"joker\"");
	ck_answer("exchange o99", "unknown-order", "no order \"o99\"");
	ck_answer("offer p2 give gold want fries", "unknown-product",
	    "no product \"gold\"");
	ck_answer("play open-1 L9", "lock-unknown", "no lock \"l9\"");
}
END_TEST

START_TEST(refusals_of_what_is_held)
{
	table_set(2);
	ck_answer("exchange o28", "order-not-in-hand", "order o28 is not");
	ck_answer("fulfil o01", "products-missing",
	    "For the order o01 you have no comics");
	ck_answer("play double-yield", "standing-only",
	    "double-yield is played by standing order");
	ck_answer("play step-back x7 x2", "card-not-in-hand", "do not hold");
	card(1, "step-back");
	ck_answer("play step-back x7 x2", "no-ship-there",
	    "No ship stands at Middelgat (x7)");
	ship(2, "cocoa", "x7");
	ck_answer("sail black x7>x6", "not-your-ship",
	    "The ship at Middelgat (x7) is not yours");
	ck_answer("play step-back x7 x1", "way-not-free", "no channel leads");
	at.seat[1].hand[ANT_SHIP].fresh = 1;
	ck_answer("play step-back x7 x2", "card-is-new", "in this turn");
	at.seat[1].hand[ANT_SHIP].fresh = 0;
	ship(1, "toys", "x2");
	ck_answer("play step-back x7 x2", "way-not-free", "a ship stands");
	at.order_done = 1;
	ck_answer("fulfil o01", "order-already-fulfilled-this-turn",
	    "one a turn is all");
	at.supply[0] = 0;
	ck_answer("load toys S1", "no-cube-left", "No cube of toys");
	at.seat[1].reserve = 0;
	ck_answer("load toys S1", "no-ship-left", "All your ships");
}
END_TEST

START_TEST(refusals_of_the_rule)
{
	table_set(2);
	ship(1, "cocoa", "S1");
	ship(1, "cocoa", "x7");
	ck_answer("load toys S1", "start-taken", "stands at Wielingen (S1)");
	ck_answer("load toys x2", "not-a-choice", "is no start place");
	ck_answer("sail black", "choice-required",
	    "`x7>x6` or `x7>x11`, after the colour");
	ck_answer("sail black x7>x12", "not-a-choice", "to `x6` or to `x11`");
	ck_answer("sail purple x7>x12", "not-a-choice", "no open fork");
	ck_answer("play open-1", "wrong-number-of-locks",
	    "open-1 takes 1 lock as things stand; you named 0");
	open_lock("L2");
	ck_answer("play open-1 L2", "not-a-choice",
	    "Berendrechtsluis (L2) is open already");
	ck_answer("play open-1 L1 L1", "not-a-choice", "(L1) is named twice");
	card(1, "swap-cargo");
	ck_answer("play swap-cargo x7 x7", "not-a-choice",
	    "Two different places");
	play(1, "standing anchor ask");
	ship(1, "toys", "x1");
	play(1, "sail orange");
	ck_answer("end", "choice-required", "`choose lock` or `choose ship`");
	ck_answer("choose x7", "not-a-choice", "Choose `lock` or `ship`");
	table_set(2);
	turn_of(2);
	ship(1, "barley", "x14");
	play(2, "sail orange");
	ck_answer("end", "choice-required", "where your ship goes on");
	ck_answer("choose x7", "not-a-choice", "`deurganckdok` or `x20`");
}
END_TEST

START_TEST(events_are_sentences)
{
	table_set(2);
	ship(1, "cocoa", "x1");
	ship(2, "toys", "x14");
	ck_try(1, "load barley S2");
	ck_told(1, "You loaded barley at Scheur.");
	play(1, "end");
	play(1, "standing anchor ask");
	ck_told(1, "You gave: `standing anchor ask`.");
	ck_try(2, "sail orange x14>deurganckdok");
	ck_told(1,
	    "Bruno sailed orange: Bruno's toys ship from Prosperpolder to "
	    "Deurganckdok; your cocoa ship from Breskens to Walsoorden. The "
	    "sail is not finished.");
	ck_told(2,
	    "Your ship reached Deurganckdok: comics. On top now: comics.");
	ck_told(2, "Anna must choose a card at Walsoorden.");
	ck_try(1, "choose lock");
	ck_told(2, "Anna drew a lock card at Walsoorden.");
	ck_told(1, "You drew the card open-3.");
	ck_told(2,
	    "The sail went on: Anna's barley ship from Scheur to Everingen.");
	product(1, "fries", 2);
	ck_try(2, "offer p1 give comics want fries*2");
	ck_told(1, "Bruno offered you comics for fries&nbsp;2.");
	ck_try(1, "accept");
	ck_told(2, "Anna accepted: comics from you for fries&nbsp;2.");
	play(2, "offer p1 give fries want comics");
	ck_try(1, "decline");
	ck_told(2, "Anna declined your offer.");
	ck_try(2, "play open-2 L1 L3");
	ck_told(1,
	    "Bruno played open-2, opening Kallosluis (L1) and Royerssluis "
	    "(L3).");
	play(2, "end");
	ship(2, "cocoa", "x24");
	card(2, "drop-anchor");
	ship(2, "potatoes", "S3");
	play(2, "standing drop-anchor S3 any");
	ck_try(1, "sail purple");
	ck_told(1,
	    "Bruno played drop-anchor: Bruno's potatoes ship stayed at "
	    "Deurloo.");
	ck_told(1,
	    "Bruno's ship left by the transit port; ship and cocoa go back.");
	ck_told(1,
	    "The locks have turned. Open: Berendrechtsluis (L2). Closed: "
	    "Kallosluis (L1) and Royerssluis (L3).");
	product(1, "tripel", 1);
	ck_try(1, "fulfil o01");
	ck_told(2, "Anna fulfilled the order o01 for 6 points; 1 order done.");
	ck_told(1, "You drew the order o07.");
	at.round = 40;
	play(1, "end");
	play(2, "sail teal");
	ck_try(2, "end");
	ck_told(1,
	    "The game is over. Bruno won with 8 points, 0 of them from "
	    "orders; you 6 points, 6 of them from orders.");
}
END_TEST

/* In the middle of a game of three, with ships before forks. */
enum { MIDDLE = 120 };

START_TEST(boards)
{
	(void)golden_log("seats-3", MIDDLE, 0);
	same_boards(2, "Antwerp");
}
END_TEST

static void
add_choices(int reader, struct buf *text)
{
	struct markdown *m = choices(reader);

	markdown_board(m, 72, text);
	buf_char(text, '\n');
	markdown_list(m, 72, text);
	buf_char(text, '\n');
	markdown_free(m);
}

/* Whether what seat 1 can do tells of trade. */
static bool
tells_trade(void)
{
	struct buf text = BUF_INIT;
	bool told;

	add_choices(1, &text);
	told = strstr(buf_text(&text), "Trade with one player") != NULL;
	buf_release(&text);
	return told;
}

START_TEST(trade_while_there_may_be_some)
{
	table_set(2);
	ck_assert(!tells_trade());
	product(1, "fries", 1);
	ck_assert(tells_trade());
	play(1, "offer p2 give fries want tripel");
	ck_assert(!tells_trade());
	play(1, "withdraw");
	ck_assert(tells_trade());
	play(1, "offer p2 give fries want tripel; withdraw");
	ck_assert(!tells_trade());
}
END_TEST

START_TEST(moves)
{
	struct buf text = BUF_INIT;

	/* A turn with cards of all kinds, and orders ready. */
	table_set(2);
	ship(1, "cocoa", "x7");
	ship(2, "toys", "S3");
	ship(2, "toys", "x14");
	product(1, "comics", 1);
	product(1, "tripel", 1);
	product(2, "fries", 1);
	card(1, "extra-colour");
	card(1, "step-back");
	card(1, "swap-cargo");
	card(1, "switch-1");
	add_choices(1, &text);
	/* A family of sails. */
	ship(1, "cocoa", "x2");
	ship(1, "toys", "S1");
	ship(1, "toys", "x6");
	ship(1, "barley", "x4");
	ship(2, "barley", "x15");
	add_choices(1, &text);
	same_as("moves-1.txt", &text);
	buf_clear(&text);
	/* An offer, for its receiver and its giver; choices. */
	play(1, "offer p2 give comics want fries; withdraw");
	play(1, "offer p2 give comics tripel want fries");
	add_choices(2, &text);
	add_choices(1, &text);
	play(2, "decline");
	play(2, "standing anchor ask; standing fork ask");
	play(1, "play extra-colour orange x4>x8 x6>x5");
	add_choices(2, &text);
	same_as("moves-2.txt", &text);
	buf_release(&text);
}
END_TEST

/* Sails that come to the same say which way was named, docks go by name. */
START_TEST(ways_that_are_taken)
{
	struct buf text = BUF_INIT;
	const char *first;

	table_set(2);
	ship(1, "cocoa", "x20");
	ship(2, "toys", "x21");
	open_lock("L1");
	add_choices(1, &text);
	first = strstr(buf_text(&text), "x20 to x24, as x21 is taken");
	ck_assert_msg(first != NULL &&
		strstr(first, "sail white x20>x21") < strstr(first, "x20>x24"),
	    "%s", buf_text(&text));
	ck_holds(buf_text(&text), "x21 to Vrasenedok");
	buf_release(&text);
}
END_TEST

/* Where both are, the ship stays, and each sail says which way it named. */
START_TEST(both_ways_are_taken)
{
	struct buf text = BUF_INIT;
	const char *first;

	table_set(2);
	ship(1, "cocoa", "x20");
	ship(1, "toys", "x7");
	ship(2, "toys", "x21");
	ship(2, "barley", "x24");
	add_choices(1, &text);
	first = strstr(buf_text(&text),
	    "yours x7 to x11; x20 stays, as x21 is taken");
	ck_assert_msg(first != NULL &&
		strstr(first, "sail white x20>x21") <
		    strstr(first, "x20 stays, as x24 is taken"),
	    "%s", buf_text(&text));
	buf_release(&text);
}
END_TEST

/* What the map shows: ships with seat and good, locks, anchor places. */
START_TEST(map)
{
	struct drawing d = { 0 };
	struct buf text = BUF_INIT;

	table_set(2);
	ship(2, "potatoes", "x13");
	open_lock("L2");
	draw_map(OBSERVER, &d, &text);
	check_width(buf_text(&text), 71);
	ck_holds(buf_text(&text), "x13=2p");
	ck_holds(buf_text(&text), " L2");
	ck_holds(buf_text(&text), "[L1]");
	ck_holds(buf_text(&text), "x7*");
	ck_holds(buf_text(&text), "DEUR");
	for (int i = 0; i < ANT_NODES; i++)
		ck_assert_msg(!ant_is_node(data, i) || ant_is_end(i) ||
			strstr(buf_text(&text), data->node[i].id) != NULL,
		    "%s is not on the map:\n%s", data->node[i].id,
		    buf_text(&text));
	drawing_release(&d);
	buf_release(&text);
}
END_TEST

CASES(tests)
{
	sentences_load();
	tcase_add_test(t, refusals_of_turns);
	tcase_add_test(t, refusals_of_names);
	tcase_add_test(t, refusals_of_what_is_held);
	tcase_add_test(t, refusals_of_the_rule);
	tcase_add_test(t, events_are_sentences);
	tcase_add_test(t, boards);
	tcase_add_test(t, moves);
	tcase_add_test(t, trade_while_there_may_be_some);
	tcase_add_test(t, ways_that_are_taken);
	tcase_add_test(t, both_ways_are_taken);
	sentences_tests(t, 4, 20, "SHIPS", "CHUR");
	tcase_add_test(t, map);
}
