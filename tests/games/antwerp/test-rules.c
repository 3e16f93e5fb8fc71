/* SPDX-License-Identifier: MIT */
#include "table.h"

/* R1 to R11 and R20 to R22: turns and movement. */

START_TEST(r1_set_up)
{
	struct err e;

	ck_assert_int_eq(game_setup(&antwerp_rules, data, 2, NULL, &at, &e), 0);
	ck_assert_int_eq(ant_actor(&at), 0);
	ck_assert(ant_chance_is_due(&at));
	ck_holds(facts(OBSERVER), "\"active\":\"p1\"");
	ck_holds(facts(OBSERVER), "\"phase\":\"turn\"");
	ck_holds(facts(OBSERVER), "\"to_act\":[]");
	ck_holds(facts(OBSERVER), "\"stack\":0,\"top\":null");
	/* In this order only, and each a shuffle of what there is. */
	ck_assert_int_eq(chance_as("lock-cards open-1"), -1);
	ck_assert_int_eq(
	    chance_as("products barley wheat-beer wheat-beer wheat-beer "
		      "wheat-beer wheat-beer wheat-beer wheat-beer tripel "
		      "tripel tripel tripel tripel tripel tripel"),
	    -1);
	ck_assert_int_eq(chance_as("products toys comics puppets"), -1);
	ck_chance(
	    "products toys puppets comics comics comics comics comics comics "
	    "comics puppets puppets puppets puppets puppets puppets");
	ck_assert_str_eq(data->product[ant_top(&at, 0) - 1].id, "puppets");
	ck_refused(1, "sail teal", "not-your-turn");
	ck_refused(1, "standing anchor lock", "not-your-turn");
	table_set(4);
	ck_assert_str_eq(hand(1, ANT_ORDER), "o01 o02 o03");
	ck_assert_str_eq(hand(4, ANT_ORDER), "o10 o11 o12");
	ck_assert_str_eq(hand(2, ANT_LOCK), "open-2 open-2");
	ck_assert_int_eq(at.seat[3].reserve, 3);
	ck_assert_str_eq(locks(), "");
	ck_try(1, "play open-1 L2"); /* cards dealt here are not new */
	for (int n = 2; n <= 4; n++) {
		table_set(n);
		ck_assert_int_eq(at.seat[1].reserve,
		    n == 2     ? 5 :
			n == 3 ? 4 :
				 3);
		audit();
	}
	ck_assert_int_eq(game_setup(&antwerp_rules, data, 5, NULL, &at, &e),
	    -1);
	ck_assert_int_eq(game_setup(&antwerp_rules, data, 1, NULL, &at, &e),
	    -1);
}
END_TEST

START_TEST(r2_load)
{
	table_set(2);
	ck_try(1, "load cocoa S2");
	ck_at("S2", "p1 cocoa");
	ck_assert_int_eq(at.supply[3], 5);
	ck_assert_int_eq(at.seat[1].reserve, 4);
	ck_refused(1, "load cocoa S1", "main-already-done");
	ck_refused(1, "sail teal", "main-already-done");
	ck_refused(1, "exchange o01", "main-already-done");
	play(1, "end");
	ck_refused(2, "load toys S2", "start-taken");
	ck_refused(2, "load toys x2", "not-a-choice");
	ck_try(2, "load toys S1");
}
END_TEST

START_TEST(r3_any_colour)
{
	table_set(2);
	ck_try(1, "sail teal");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_SAILED), "sailed teal");
	ck_try(1, "end");
	ck_assert_int_eq(at.at, 2);
}
END_TEST

START_TEST(r4_exchange)
{
	table_set(2);
	ck_try(1, "exchange o02");
	ck_assert_str_eq(hand(1, ANT_ORDER), "o01 o03 o07");
	ck_holds(facts(OBSERVER), "\"orders\":[\"o02\"]");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_CARD), "drew p1 o07");
}
END_TEST

START_TEST(r5_an_order)
{
	table_set(2);
	product(1, "comics", 2);
	product(1, "tripel", 1);
	product(1, "fries", 1);
	ck_try(1, "fulfil o01");
	ck_assert_int_eq(products(1, "comics"), 1);
	ck_assert_int_eq(products(1, "tripel"), 0);
	/* In the order named, under their stacks; the order lies open. */
	ck_assert_int_eq(at.stack[0].card[0], 0);
	ck_assert_int_eq(at.stack[1].card[0], 3);
	ck_assert_int_eq(at.stack[0].known, 1);
	ck_holds(facts(OBSERVER), "\"orders_done\":[\"o01\"]");
	ck_assert_str_eq(hand(1, ANT_ORDER), "o02 o03 o07");
	ck_refused(1, "fulfil o03", "order-already-fulfilled-this-turn");
	play(1, "sail teal; end");
	play(2, "sail teal; end");
	ck_try(1, "fulfil o03");
}
END_TEST

START_TEST(r5_of_an_order_drawn_this_turn)
{
	table_set(2);
	product(1, "wheat-beer", 1);
	product(1, "croquettes", 1);
	play(1, "exchange o01");
	ck_try(1, "fulfil o07");
}
END_TEST

START_TEST(r6_any_number_not_new)
{
	table_set(2);
	play(1, "play open-1 L1; play open-1 L2");
	ck_assert_str_eq(hand(1, ANT_LOCK), "");
	ck_holds(facts(OBSERVER), "\"lock\":[\"open-1\",\"open-1\"]");
	/* Drawn at an anchor place in this turn: new. */
	ship(1, "cocoa", "x1");
	at.deck[ANT_LOCK].card[at.deck[ANT_LOCK].n - 1] = 0;
	at.deck[ANT_LOCK].discard[0] = 2;
	play(1, "standing anchor lock; sail orange");
	ck_refused(1, "play open-1 L3", "card-is-new");
	play(1, "end");
	play(2, "sail teal; end");
	ck_try(1, "play open-1 L3");
}
END_TEST

/* Also what another seat's ship brings in is new until the turn ends. */
START_TEST(r6_whose_ever_turn)
{
	table_set(2);
	ship(2, "cocoa", "x1");
	lose(2, ANT_LOCK);
	play(2, "standing anchor lock");
	play(1, "sail orange");
	ck_assert_int_eq(at.seat[2].hand[ANT_LOCK].fresh, 1);
	play(1, "end");
	ck_assert_int_eq(at.seat[2].hand[ANT_LOCK].fresh, 0);
}
END_TEST

/* Of equal cards the oldest goes; a new one beside it does not matter. */
START_TEST(r6_the_oldest_of_equals)
{
	table_set(2);
	lose(1, ANT_LOCK);
	card(1, "open-1");
	card(1, "close-1");
	card(1, "open-1");
	at.seat[1].hand[ANT_LOCK].fresh = 1;
	ck_try(1, "play open-1 L1");
	ck_assert_str_eq(hand(1, ANT_LOCK), "close-1 open-1");
	ck_refused(1, "play open-1 L2", "card-is-new");
}
END_TEST

START_TEST(r7_trade)
{
	table_set(3);
	product(1, "fries", 2);
	product(2, "tripel", 1);
	product(2, "pralines", 1);
	play(1, "offer p2 give fries*2 want tripel pralines");
	ck_assert_int_eq(ant_actor(&at), 2);
	ck_holds(facts(OBSERVER),
	    "\"offer\":{\"from\":\"p1\",\"give\":{\"fries\":2},\"to\":\"p2\","
	    "\"want\":{\"pralines\":1,\"tripel\":1}}");
	ck_refused(1, "sail teal", "offer-open");
	ck_refused(1, "end", "offer-open");
	ck_refused(2, "sail teal", "not-your-turn");
	ck_refused(3, "accept", "not-for-you");
	ck_refused(1, "accept", "not-for-you");
	ck_refused(2, "withdraw", "not-for-you");
	ck_assert_str_eq(legal(2), "accept\ndecline\n");
	ck_assert_str_eq(legal(1), "withdraw\n");
	ck_assert_str_eq(legal(3), "");
	ck_try(2, "accept");
	ck_assert_int_eq(products(1, "tripel"), 1);
	ck_assert_int_eq(products(2, "fries"), 2);
	ck_assert_int_eq(ant_actor(&at), 1);
	ck_refused(2, "accept", "no-offer");
	/* Two a turn, with one seat at a time. */
	play(1, "offer p3 give tripel want fries; withdraw");
	ck_refused(1, "offer p3 give tripel want fries", "too-many-offers");
	play(1, "sail teal; end");
	play(2, "offer p1 give fries want tripel");
	play(1, "decline");
	ck_assert_int_eq(ant_actor(&at), 2);
}
END_TEST

/* What is wanted is looked at only when it is accepted, and only its owner
 * hears of it. */
START_TEST(r7_hands_are_secret)
{
	table_set(2);
	product(1, "fries", 1);
	ck_refused(1, "offer p2 give fries*2 want comics", "products-missing");
	play(1, "offer p2 give fries want comics*3");
	product(2, "comics", 2);
	ck_assert_str_eq(legal(2), "decline\n");
	ck_refused(2, "accept", "offer-not-covered");
	ck_holds(facts(OBSERVER), "\"offer\":{");
	product(2, "comics", 1);
	ck_try(2, "accept");
}
END_TEST

START_TEST(r8_the_end_of_a_turn)
{
	table_set(2);
	ck_refused(1, "end", "main-not-done");
	ck_refused(2, "end", "not-your-turn");
	ck_lacks(legal(1), "end\n");
	play(1, "load toys S1");
	ck_holds(legal(1), "end\n");
	ck_try(1, "end");
}
END_TEST

START_TEST(r8a_an_empty_deck)
{
	table_set(2);
	/* Every order is in the discard but those in hand. */
	while (at.deck[ANT_ORDER].n > 0) {
		struct ant_deck *deck = &at.deck[ANT_ORDER];

		deck->discard[deck->discards++] = deck->card[--deck->n];
		deck->card[deck->n] = 0;
	}
	play(1, "exchange o03");
	ck_assert_int_eq(ant_actor(&at), 0);
	ck_assert(ant_chance_is_due(&at));
	ck_refused(1, "end", "not-your-turn");
	ck_refused(2, "standing anchor lock", "not-your-turn");
	ck_refused(2, "accept", "no-offer");
	ck_assert_int_eq(chance_as("ship-cards sail-alone"), -1);
	/* The exchanged one is among them already. */
	ck_assert_int_eq(
	    chance_as("orders o28 o27 o26 o25 o24 o23 o22 o21 o20 o19 o18 o17 "
		      "o16 o15 o14 o13 o12 o11 o10 o09 o08 o07 o03"),
	    0);
	ck_assert_str_eq(hand(1, ANT_ORDER), "o01 o02 o28");
	ck_assert_int_eq(ant_actor(&at), 1);
	ck_holds(facts(OBSERVER), "\"orders\":[]");
}
END_TEST

/* Neither deck nor discard: nothing is drawn. */
START_TEST(r8a_nothing_left)
{
	table_set(2);
	product(1, "comics", 1);
	product(1, "tripel", 1);
	while (at.deck[ANT_ORDER].n > 0)
		at.deck[ANT_ORDER].card[--at.deck[ANT_ORDER].n] = 0;
	struct move m = { .verb = ANT_V_FULFIL, .n = 1 };

	ck_assert_int_eq(ant_apply(data, &at, 1, &m, NULL, &why), 0);
	ck_assert_str_eq(hand(1, ANT_ORDER), "o02 o03");
	ck_assert_int_eq(ant_actor(&at), 1);
}
END_TEST

START_TEST(r9_what_is_free)
{
	table_set(2);
	ship(1, "barley", "x13"); /* white, behind L2 */
	ship(2, "toys", "x21");   /* orange, behind L1 */
	ck_try(1, "sail white");
	ck_at("x13", "p1 barley");
	open_lock("L2");
	at.main_done = 0;
	ship(2, "barley", "x18");
	ck_try(1, "sail white"); /* a ship at the far end */
	ck_at("x13", "p1 barley");
	at.main_done = 0;
	/* Docks have room; nobody may stay. */
	ck_try(1, "sail black");
	ck_at("x18", "");
	ck_assert_int_eq(products(2, "wheat-beer"), 1);
	at.main_done = 0;
	ck_try(1, "sail white");
	ck_at("x18", "p1 barley");
}
END_TEST

/* R10: lowest rank first, then the active seat, then the others in order. */
START_TEST(r10_the_order_of_ships)
{
	table_set(3);
	ship(1, "cocoa", "x15"); /* rank 3 all, orange to the dock */
	ship(2, "toys", "x14");
	ship(3, "cocoa", "x16");
	turn_of(2);
	play(1, "standing fork x15 x19");
	play(3, "standing fork x16 x19");
	/* p2 goes first, then p3 (x16 to x19), then p1, whose way is taken. */
	ck_try(2, "sail orange x14>x20");
	ck_at("x20", "p2 toys");
	ck_at("x19", "p3 cocoa");
	ck_at("x15", "");
	ck_assert_int_eq(at.seat[1].reserve, 4); /* wrong dock */
	table_set(2);
	ship(1, "toys", "x17");
	ship(1, "cocoa", "x12"); /* both could go to x16; x17 is lower */
	ck_try(1, "sail white x12>x16");
	ck_at("x16", "p1 toys");
	ck_at("x11", "p1 cocoa"); /* R11: the other way */
}
END_TEST

START_TEST(r11_own_forks)
{
	table_set(2);
	ship(1, "cocoa", "x7");
	ship(1, "cocoa", "x2");
	ck_refused(1, "sail black", "choice-required");
	ck_refused(1, "sail purple", "choice-required");
	ck_refused(1, "sail purple x2>x7 x7>x12", "not-a-choice");
	/* Ships in the way are not looked at. */
	ship(2, "toys", "x6");
	ck_refused(1, "sail black", "choice-required");
	ck_try(1, "sail black x7>x6");
	ck_at("x11", "p1 cocoa");
}
END_TEST

/* Both locks of a fork open: it is one; else it is none. */
START_TEST(r11_locks_of_a_fork)
{
	table_set(2);
	ship(1, "barley", "x22"); /* purple: x23 behind L3 only */
	ck_refused(1, "sail purple x22>x23", "not-a-choice");
	ck_try(1, "sail purple");
	ck_at("x22", "p1 barley");
}
END_TEST

START_TEST(r11_own_standing_orders_are_not_used)
{
	table_set(2);
	ship(1, "cocoa", "x7");
	play(1, "standing fork x7 x6");
	ck_refused(1, "sail black", "choice-required");
	ck_try(1, "sail black x7>x11");
	ck_at("x11", "p1 cocoa");
}
END_TEST

START_TEST(r11_policy_home)
{
	table_set(2);
	/* x14: the dock of toys, or on to x20 for cocoa. */
	ship(2, "toys", "x14");
	ck_try(1, "sail orange");
	ck_assert_int_eq(products(2, "comics"), 1);
	table_set(2);
	ship(2, "cocoa", "x14");
	ck_try(1, "sail orange");
	ck_at("x20", "p2 cocoa");
	/* x18: both docks are ends, only one is home. */
	table_set(2);
	ship(2, "potatoes", "x18");
	ck_try(1, "sail black");
	ck_assert_int_eq(products(2, "croquettes"), 1);
	/* Neither leads home: it asks. */
	table_set(2);
	ship(2, "barley", "x14");
	ck_try(1, "sail orange");
	ck_assert_int_eq(ant_actor(&at), 2);
	ck_holds(facts(OBSERVER),
	    "\"pending\":{\"at\":\"x14\",\"choices\":[\"deurganckdok\",\"x20\"]"
	    ",\"seat\":\"p2\",\"what\":\"fork\"}");
	ck_holds(facts(OBSERVER), "\"phase\":\"choice\"");
	/* Both do: it asks. */
	table_set(2);
	ship(2, "cocoa", "x7");
	ck_try(1, "sail black");
	ck_assert_int_eq(ant_actor(&at), 2);
}
END_TEST

START_TEST(r11_a_standing_order_for_a_place)
{
	table_set(2);
	ship(2, "cocoa", "x7");
	play(2, "standing fork x7 x6");
	ck_try(1, "sail black");
	ck_at("x6", "p2 cocoa");
	/* Its way is not free: the one that is. */
	table_set(2);
	ship(2, "cocoa", "x7");
	ship(1, "toys", "x6");
	play(2, "standing fork x7 x6");
	ck_try(1, "sail black");
	ck_at("x11", "p2 cocoa");
	/* It is for another colour's fork: policy. */
	table_set(2);
	ship(2, "toys", "x12"); /* white: x11 x16, teal: x13 x17 */
	play(2, "standing fork x12 x17");
	ck_try(1, "sail white");
	ck_at("x11", "p2 toys"); /* x16 does not lead to the dock */
}
END_TEST

/* M7: to ask is to wait; the rest moves afterwards. */
START_TEST(r11_waiting)
{
	table_set(3);
	ship(2, "cocoa", "x17");  /* rank 4, black: x16 and x22 */
	ship(1, "toys", "x4");    /* rank 8: later */
	ship(3, "barley", "x19"); /* rank 2: before */
	play(2, "standing fork ask");
	ck_try(1, "sail black");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_SAILED),
	    "sailed black waits p3:barley:x19>x21");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ASKED),
	    "asked p2 fork x17");
	ck_at("x4", "p1 toys");
	ck_refused(1, "end", "not-your-turn");
	ck_refused(3, "choose x16", "not-your-turn");
	ck_refused(2, "sail teal", "choice-required");
	ck_refused(2, "choose x13", "not-a-choice");
	ck_assert_str_eq(legal(2), "choose x16\nchoose x22\n");
	/* It does not answer, but counts for ships still to move. */
	play(2, "standing fork x17 x22");
	ck_assert_int_eq(ant_actor(&at), 2);
	ck_try(2, "choose x16");
	ck_at("x16", "p2 cocoa");
	ck_at("x8", "p1 toys");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_MOVED),
	    "moved p2:cocoa:x17>x16 p1:toys:x4>x8");
	/* x16 is an anchor place: p2 has two lock cards and no ship card. */
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ANCHORED),
	    "anchored p2 x16 ship");
	ck_assert_int_eq(ant_actor(&at), 1);
	ck_refused(1, "choose x16", "not-a-choice");
	ck_try(1, "end");
}
END_TEST

START_TEST(r12_anchor_places)
{
	static const struct {
		const char *order, *drawn;
	} by[] = {
		{ "fewer", "anchored p2 x5 ship" },
		{ "lock", "anchored p2 x5 lock" },
		{ "ship", "anchored p2 x5 ship" },
	};

	for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
		char order[40];

		table_set(2);
		ship(2, "cocoa", "x1");
		snprintf(order, sizeof order, "standing anchor %s",
		    by[i].order);
		play(2, order);
		ck_try(1, "sail orange");
		ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ANCHORED),
		    by[i].drawn);
		ck_assert_int_eq(ant_actor(&at), 1);
	}
	/* A tie is a lock card. */
	table_set(2);
	lose(2, ANT_LOCK);
	ship(2, "cocoa", "x1");
	ck_try(1, "sail orange");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ANCHORED),
	    "anchored p2 x5 lock");
	/* Nothing for staying. */
	at.main_done = 0;
	ck_try(1, "sail purple");
	ck_assert_int_eq(events_of(EVENT_DERIVED, ANT_ANCHORED), 0);
}
END_TEST

START_TEST(r12_asking)
{
	table_set(2);
	ship(2, "cocoa", "x1");
	ship(1, "toys", "S2");
	play(2, "standing anchor ask");
	ck_try(1, "sail orange");
	ck_assert_int_eq(ant_actor(&at), 2);
	ck_holds(facts(OBSERVER),
	    "\"pending\":{\"at\":\"x5\",\"choices\":[\"lock\",\"ship\"],"
	    "\"seat\":\"p2\",\"what\":\"anchor\"}");
	ck_at("S2", "p1 toys");
	ck_assert_str_eq(legal(2), "choose lock\nchoose ship\n");
	ck_refused(2, "choose order", "not-a-choice");
	ck_try(2, "choose ship");
	ck_at("x3", "p1 toys");
	ck_assert_int_eq(at.seat[2].hand[ANT_SHIP].n, 1);
	/* The active seat may ask itself. */
	table_set(2);
	ship(1, "cocoa", "x1");
	play(1, "standing anchor ask; sail orange");
	ck_refused(1, "end", "choice-required");
	ck_try(1, "choose lock");
	ck_try(1, "end");
}
END_TEST

START_TEST(r12_what_cannot_be_chosen)
{
	/* Three of a sort: the other, unasked. */
	table_set(2);
	ship(2, "cocoa", "x1");
	card(2, "close-2");
	play(2, "standing anchor lock");
	ck_try(1, "sail orange");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ANCHORED),
	    "anchored p2 x5 ship");
	/* Three of both: nothing. */
	table_set(2);
	ship(2, "cocoa", "x1");
	card(2, "close-2");
	card(2, "sail-alone");
	card(2, "sail-alone");
	card(2, "step-back");
	ck_try(1, "sail orange");
	ck_assert_int_eq(events_of(EVENT_DERIVED, ANT_ANCHORED), 0);
	ck_assert_int_eq(ant_actor(&at), 1);
}
END_TEST

/* A shuffle in the middle of a sail; the rest moves afterwards. */
START_TEST(r12_a_deck_that_is_empty)
{
	struct ant_deck *deck = &at.deck[ANT_LOCK];

	table_set(2);
	ship(2, "cocoa", "x1");
	ship(1, "toys", "S2");
	while (deck->n > 0) {
		deck->discard[deck->discards++] = deck->card[--deck->n];
		deck->card[deck->n] = 0;
	}
	play(2, "standing anchor lock");
	ck_try(1, "sail orange");
	ck_assert_int_eq(ant_actor(&at), 0);
	ck_at("S2", "p1 toys");
	ck_chance("lock-cards switch-2 open-3 close-1 close-1 close-2 close-2 "
		  "close-3 switch-1 switch-1 switch-2");
	audit();
	ck_at("x3", "p1 toys");
	ck_assert_str_eq(hand(2, ANT_LOCK), "open-2 open-2 switch-2");
	ck_assert_int_eq(ant_actor(&at), 1);
}
END_TEST

START_TEST(r13_docks)
{
	table_set(2);
	ship(1, "toys", "x14");
	ck_try(1, "sail orange x14>deurganckdok");
	ck_assert_int_eq(products(1, "comics"), 1);
	ck_assert_int_eq(at.seat[1].reserve, 5);
	ck_assert_int_eq(at.supply[0], 7);
	ck_assert_int_eq(at.stack[0].n, 13);
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_DOCKED),
	    "docked p1 deurganckdok comics next=comics");
	/* Wrong: the top goes under the stack, where all know it. */
	at.main_done = 0;
	at.stack[0].card[11] = 1;
	at.stack[0].card[0] = 0;
	ship(1, "cocoa", "x14");
	ck_try(1, "sail orange x14>deurganckdok");
	ck_assert_int_eq(at.stack[0].n, 13);
	ck_assert_int_eq(at.stack[0].known, 1);
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_WRONG),
	    "wrong-dock p1 deurganckdok comics next=puppets");
	/* An empty stack gives nothing. */
	table_set(2);
	product(2, "comics", 7);
	product(2, "puppets", 7);
	ship(1, "toys", "x14");
	ck_try(1, "sail orange x14>deurganckdok");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_DOCKED),
	    "docked p1 deurganckdok next=-");
}
END_TEST

START_TEST(r14_once_a_sail)
{
	table_set(2);
	ship(1, "toys", "x24");
	ship(2, "toys", "x22");
	ck_try(1, "sail purple");
	ck_assert_str_eq(locks(), "L1 L2 L3");
	ck_assert_int_eq(events_of(EVENT_DERIVED, ANT_LOCKS_TURNED), 1);
	ck_assert_int_eq(events_of(EVENT_DERIVED, ANT_TRANSIT), 1);
	/* A sail without such a ship turns none. */
	at.main_done = 0;
	ck_try(1, "sail purple");
	ck_assert_str_eq(locks(), "L1 L2 L3");
}
END_TEST

START_TEST(r20_round_limit)
{
	table_set(2);
	at.round = 40;
	play(1, "sail teal; end");
	ck_assert_int_eq(at.stage, ANT_TURN);
	ck_holds(facts(OBSERVER), "\"last_round\":false");
	play(2, "sail teal; end");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	ck_assert_int_eq(at.round, 40);
	ck_holds(facts(OBSERVER), "\"active\":\"p2\"");
	ck_holds(facts(OBSERVER), "\"main_done\":false");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ENDED),
	    "ended p1 score=0 orders=0 rank=1 p2 score=0 orders=0 rank=1");
}
END_TEST

/* Another seat's third order does not lengthen the last round. */
START_TEST(r20_one_last_round)
{
	table_set(2);
	product(1, "comics", 1);
	product(1, "tripel", 1);
	at.lap = 2;
	at.last = 2;
	lose(1, ANT_ORDER);
	card(1, "o10");
	card(1, "o11");
	at.seat[1].order[0] = (uint8_t)
	    ant_lose_card(&at.seat[1].hand[ANT_ORDER], 0);
	at.seat[1].order[1] = (uint8_t)
	    ant_lose_card(&at.seat[1].hand[ANT_ORDER], 0);
	at.seat[1].done = 2;
	card(1, "o01");
	play(1, "fulfil o01; sail teal; end");
	ck_assert_int_eq(at.last, 2);
	play(2, "sail teal; end");
	ck_assert_int_eq(at.stage, STAGE_OVER);
}
END_TEST

START_TEST(r21_ties)
{
	table_set(3);
	lose(1, ANT_ORDER);
	card(1, "o22"); /* 5 */
	at.seat[1].order[at.seat[1].done++] = (uint8_t)
	    ant_lose_card(&at.seat[1].hand[ANT_ORDER], 0);
	product(2, "comics", 1);
	product(2, "fries", 1); /* 5 in hand */
	product(3, "comics", 5);
	ck_assert_int_eq(game_rank(&antwerp_rules, data, &at, 1), 1);
	ck_assert_int_eq(game_rank(&antwerp_rules, data, &at, 2), 2);
	ck_assert_int_eq(game_rank(&antwerp_rules, data, &at, 3), 2);
}
END_TEST

static const char *
late(int seat)
{
	static struct buf words;
	struct move m;
	int rc = ant_late(data, &at, seat, &m);

	buf_clear(&words);
	if (rc > 0)
		buf_str(&words, "asked, ");
	if (rc >= 0)
		ant_format(data, &at, seat, &m, &words);
	return buf_text(&words);
}

START_TEST(r22_late)
{
	table_set(2);
	ck_assert_str_eq(late(1), "sail purple");
	ck_assert_str_eq(late(2), "");
	ship(1, "cocoa", "S3");
	ck_assert_str_eq(late(1), "sail purple S3>x3");
	ship(2, "barley", "x14");
	play(1, "sail orange");
	ck_assert_str_eq(late(2), "asked, choose deurganckdok");
	ck_assert_str_eq(late(1), "");
	play(2, "choose x20");
	ck_assert_str_eq(late(1), "end");
	product(1, "fries", 1);
	play(1, "offer p2 give fries want comics");
	ck_assert_str_eq(late(2), "asked, decline");
	ck_assert_str_eq(late(1), "");
}
END_TEST

static const char *
unsaid(int seat, const char *made)
{
	static struct buf words;
	struct moves list = MOVES_INIT;
	struct move m;
	int end;

	buf_clear(&words);
	if (*made != '\0')
		ck_assert_int_eq(ant_read(data, &at, seat, made, strlen(made),
				     moves_add(&list)),
		    0);
	end = antwerp_rules.turn_end(data, &at, seat, &list, &m);
	if (end == 1)
		buf_str(&words, "then ");
	if (end >= 0)
		ant_format(data, &at, seat, &m, &words);
	moves_release(&list);
	return buf_text(&words);
}

/* The end of a mail: `end`, where it is legal. */
START_TEST(m9_end_of_a_mail)
{
	table_set(2);
	product(1, "fries", 1);
	ck_assert_str_eq(unsaid(1, "play open-1 L1"), "");
	play(1, "sail teal");
	ck_assert_str_eq(unsaid(1, "sail teal"), "end");
	ck_assert_str_eq(unsaid(1, ""), "");
	ck_assert_str_eq(unsaid(1, "standing anchor lock"), "");
	ck_assert_str_eq(unsaid(2, "sail teal"), "");
	play(1, "offer p2 give fries want comics");
	ck_assert_str_eq(unsaid(1, "sail teal"), "");
	ck_assert_str_eq(unsaid(2, "decline"), "");
	play(2, "decline");
	ck_assert_str_eq(unsaid(1, "sail teal"), "end");
	/* Another seat must choose first; one's own choice is not unsaid. */
	table_set(2);
	ship(2, "barley", "x14");
	play(1, "sail orange");
	ck_assert_str_eq(unsaid(1, "sail orange"), "then end");
	table_set(2);
	ship(1, "barley", "x1");
	play(1, "standing anchor ask; sail orange");
	ck_assert_str_eq(unsaid(1, "sail orange"), "");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, r1_set_up);
	tcase_add_test(t, r2_load);
	tcase_add_test(t, r3_any_colour);
	tcase_add_test(t, r4_exchange);
	tcase_add_test(t, r5_an_order);
	tcase_add_test(t, r5_of_an_order_drawn_this_turn);
	tcase_add_test(t, r6_any_number_not_new);
	tcase_add_test(t, r6_whose_ever_turn);
	tcase_add_test(t, r6_the_oldest_of_equals);
	tcase_add_test(t, r7_trade);
	tcase_add_test(t, r7_hands_are_secret);
	tcase_add_test(t, r8_the_end_of_a_turn);
	tcase_add_test(t, r8a_an_empty_deck);
	tcase_add_test(t, r8a_nothing_left);
	tcase_add_test(t, r9_what_is_free);
	tcase_add_test(t, r10_the_order_of_ships);
	tcase_add_test(t, r11_own_forks);
	tcase_add_test(t, r11_locks_of_a_fork);
	tcase_add_test(t, r11_own_standing_orders_are_not_used);
	tcase_add_test(t, r11_policy_home);
	tcase_add_test(t, r11_a_standing_order_for_a_place);
	tcase_add_test(t, r11_waiting);
	tcase_add_test(t, r12_anchor_places);
	tcase_add_test(t, r12_asking);
	tcase_add_test(t, r12_what_cannot_be_chosen);
	tcase_add_test(t, r12_a_deck_that_is_empty);
	tcase_add_test(t, r13_docks);
	tcase_add_test(t, r14_once_a_sail);
	tcase_add_test(t, r20_round_limit);
	tcase_add_test(t, r20_one_last_round);
	tcase_add_test(t, r21_ties);
	tcase_add_test(t, r22_late);
	tcase_add_test(t, m9_end_of_a_mail);
}
