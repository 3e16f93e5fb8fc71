/* SPDX-License-Identifier: MIT */
#include "table.h"

/* R15 to R19: cards and standing orders. */

START_TEST(r15_locks)
{
	table_set(4);
	turn_of(2);
	ck_refused(2, "play open-2 L1", "wrong-number-of-locks");
	ck_refused(2, "play open-2", "wrong-number-of-locks");
	ck_refused(2, "play open-2 L1 L2 L3", "wrong-number-of-locks");
	ck_refused(2, "play open-2 L1 L1", "not-a-choice");
	ck_try(2, "play open-2 L3 L1");
	ck_assert_str_eq(event_words(EVENT_MOVE, ANT_V_PLAY),
	    "play open-2 L1 L3");
	ck_assert_str_eq(locks(), "L1 L3");
	ck_refused(2, "play open-2 L1 L2", "not-a-choice");
	ck_try(2, "play open-2 L2");
	/* Without effect, to free the hand. */
	turn_of(3);
	ck_try(3, "play open-3");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_LOCKED),
	    "played open-3");
	ck_try(3, "play close-1 L2");
	ck_assert_str_eq(locks(), "L1 L3");
}
END_TEST

START_TEST(r15_switch)
{
	table_set(2);
	lose(1, ANT_LOCK);
	card(1, "switch-1");
	card(1, "switch-2");
	open_lock("L2");
	ck_refused(1, "play switch-1 open", "wrong-number-of-locks");
	ck_refused(1, "play switch-2 L1 open", "wrong-number-of-locks");
	ck_refused(1, "play switch-2 L1 L1 open", "not-a-choice");
	ck_refused(1, "play switch-1 L2", "unknown-command");
	ck_assert_str_eq(legal(1) + strlen(legal(1)) -
		strlen("play switch-2 L2 L3 closed\n"),
	    "play switch-2 L2 L3 closed\n");
	ck_holds(legal(1),
	    "play switch-1 L1 open\nplay switch-1 L1 closed\n"
	    "play switch-1 L2 open\n");
	ck_try(1, "play switch-1 L2 open"); /* it is: it counts */
	ck_try(1, "play switch-2 L1 L2 closed");
	ck_assert_str_eq(locks(), "");
}
END_TEST

START_TEST(r16_sail_alone)
{
	table_set(2);
	card(1, "sail-alone");
	ship(1, "cocoa", "x1");
	ship(2, "cocoa", "x3");
	ck_try(1, "play sail-alone black");
	ck_at("x6", "p1 cocoa");
	ck_at("x3", "p2 cocoa");
	ck_assert_int_eq(at.main_done, 0);
	ck_holds(facts(OBSERVER), "\"ship\":[\"sail-alone\"]");
}
END_TEST

START_TEST(r16_extra_colour)
{
	table_set(2);
	card(1, "extra-colour");
	ship(1, "cocoa", "x4");
	ship(2, "cocoa", "x1");
	play(1, "sail teal");
	ck_refused(1, "play extra-colour orange", "choice-required");
	ck_try(1, "play extra-colour orange x4>x9");
	ck_at("x9", "p1 cocoa");
	ck_at("x5", "p2 cocoa");
}
END_TEST

START_TEST(r16_extra_ship)
{
	table_set(2);
	card(1, "extra-ship");
	play(1, "load cocoa S1; play extra-ship toys S2");
	ck_at("S2", "p1 toys");
	ck_refused(1, "play extra-ship toys S2", "card-not-in-hand");
}
END_TEST

START_TEST(r16_step_back)
{
	table_set(2);
	card(1, "step-back");
	ship(2, "cocoa", "x6");
	ship(1, "toys", "x1");
	ck_refused(1, "play step-back x6 x10", "way-not-free");
	ck_refused(1, "play step-back x6 x1", "way-not-free");
	ck_refused(1, "play step-back x7 x2", "no-ship-there");
	/* An anchor place pays, its owner. */
	ck_try(1, "play step-back x6 x7");
	ck_at("x7", "p2 cocoa");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_ANCHORED),
	    "anchored p2 x7 ship");
	card(1, "step-back");
	ck_try(1, "play step-back x1 S1");
	/* A closed lock. */
	table_set(2);
	card(1, "step-back");
	ship(2, "barley", "x18");
	ck_refused(1, "play step-back x18 x13", "way-not-free");
	open_lock("L2");
	ck_try(1, "play step-back x18 x13");
}
END_TEST

/* Its owner may be asked, and then nothing else is left to do. */
START_TEST(r16_step_back_asks)
{
	table_set(2);
	card(1, "step-back");
	ship(2, "cocoa", "x6");
	play(2, "standing anchor ask");
	play(1, "play step-back x6 x7");
	ck_assert_int_eq(ant_actor(&at), 2);
	play(2, "choose lock");
	ck_assert_int_eq(ant_actor(&at), 1);
	ck_assert_int_eq(at.main_done, 0);
}
END_TEST

START_TEST(r16_swap_cargo)
{
	table_set(2);
	card(1, "swap-cargo");
	ship(1, "cocoa", "x6");
	ship(2, "toys", "x2");
	ck_refused(1, "play swap-cargo x6 x6", "not-a-choice");
	ck_refused(1, "play swap-cargo x6 x7", "no-ship-there");
	ck_try(1, "play swap-cargo x6 x2");
	ck_assert_str_eq(event_words(EVENT_MOVE, ANT_V_PLAY),
	    "play swap-cargo x2 x6");
	ck_at("x6", "p1 toys");
	ck_at("x2", "p2 cocoa");
}
END_TEST

START_TEST(r17_double_yield)
{
	table_set(2);
	card(2, "double-yield");
	ship(2, "toys", "x14");
	ck_refused(2, "play double-yield", "not-your-turn");
	play(2, "standing double-yield on");
	ck_try(1, "sail orange"); /* in whose turn ever */
	ck_assert_int_eq(products(2, "comics"), 2);
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_DOCKED),
	    "docked p2 deurganckdok comics comics double-yield next=comics");
	ck_holds(facts(OBSERVER), "\"ship\":[\"double-yield\"]");
	/* The card is gone, the order stays. */
	at.main_done = 0;
	ship(2, "toys", "x14");
	ck_try(1, "sail orange");
	ck_assert_int_eq(products(2, "comics"), 3);
	ck_assert_int_eq(at.seat[2].standing.twice, ANT_EVERY_GOOD);
}
END_TEST

/* The owner chooses by good. */
START_TEST(r17_double_yield_by_good)
{
	table_set(2);
	card(2, "double-yield");
	ship(2, "toys", "x14");
	play(2, "standing double-yield barley cocoa");
	ck_try(1, "sail orange");
	ck_assert_int_eq(products(2, "comics"), 1);
	ck_holds(hand(2, ANT_SHIP), "double-yield");
	play(2, "standing double-yield cocoa toys");
	at.main_done = 0;
	ship(2, "toys", "x14");
	ck_try(1, "sail orange");
	ck_assert_int_eq(products(2, "comics"), 3);
	ck_lacks(hand(2, ANT_SHIP), "double-yield");
}
END_TEST

START_TEST(r17_double_yield_of_little)
{
	table_set(2);
	card(1, "double-yield");
	product(2, "comics", 7);
	product(2, "puppets", 6);
	ship(1, "toys", "x14");
	play(1, "standing double-yield on; sail orange x14>deurganckdok");
	ck_assert_int_eq(products(1, "puppets"), 1);
	ck_assert_str_eq(hand(1, ANT_SHIP), ""); /* used */
	card(1, "double-yield");
	at.main_done = 0;
	ship(1, "toys", "x14");
	play(1, "sail orange x14>deurganckdok");
	ck_assert_str_eq(hand(1, ANT_SHIP), "double-yield"); /* not */
	/* Nor at a wrong dock. */
	at.main_done = 0;
	ship(1, "cocoa", "x14");
	product(2, "chocolate", 1);
	play(1, "sail orange x14>deurganckdok");
	ck_assert_str_eq(hand(1, ANT_SHIP), "double-yield");
}
END_TEST

START_TEST(r17_drop_anchor)
{
	table_set(2);
	card(2, "drop-anchor");
	ship(2, "cocoa", "x1");
	play(2, "standing drop-anchor x1 orange; standing drop-anchor x7 any");
	ck_refused(2, "play drop-anchor", "not-your-turn");
	ck_try(1, "sail orange");
	ck_at("x1", "p2 cocoa");
	ck_assert_str_eq(event_words(EVENT_DERIVED, ANT_STAYED),
	    "drop-anchor p2 cocoa x1");
	ck_assert_str_eq(hand(2, ANT_SHIP), "");
	ck_holds(facts(2), "\"drop_anchor\":{\"x7\":\"any\"}"); /* it lapses */
	/* Not in its own turn, nor in a sail alone; for its colour only. */
	table_set(2);
	card(2, "drop-anchor");
	ship(2, "cocoa", "x1");
	play(2, "standing drop-anchor x1 orange");
	ck_try(1, "sail black");
	ck_at("x6", "p2 cocoa");
	play(1, "end");
	ship(2, "cocoa", "x1");
	ck_try(2, "sail orange x6>x10");
	ck_at("x5", "p2 cocoa");
	ck_assert_int_eq(events_of(EVENT_DERIVED, ANT_STAYED), 0);
}
END_TEST

/* Only with a free way, and before any fork is asked. */
START_TEST(r17_drop_anchor_when)
{
	table_set(2);
	card(2, "drop-anchor");
	ship(2, "barley", "x13");
	play(2, "standing drop-anchor x13 any");
	ck_try(1, "sail white"); /* L2 is closed */
	ck_assert_str_eq(hand(2, ANT_SHIP), "drop-anchor");
	table_set(2);
	card(2, "drop-anchor");
	ship(2, "cocoa", "x7");
	play(2, "standing drop-anchor x7 any; standing fork ask");
	ck_try(1, "sail black");
	ck_assert_int_eq(ant_actor(&at), 1);
	ck_at("x7", "p2 cocoa");
	/* extra-colour is a sail of another seat too. */
	table_set(2);
	card(2, "drop-anchor");
	card(1, "extra-colour");
	ship(2, "cocoa", "x1");
	play(2, "standing drop-anchor x1 any");
	play(1, "play extra-colour black");
	ck_at("x1", "p2 cocoa");
}
END_TEST

/* A card acquired in this turn is not used. */
START_TEST(r17_not_new)
{
	table_set(2);
	ship(2, "cocoa", "x1");
	card(2, "drop-anchor");
	at.seat[2].hand[ANT_SHIP].fresh = 1;
	play(2, "standing drop-anchor x1 any");
	ck_try(1, "sail orange");
	ck_at("x5", "p2 cocoa");
	table_set(2);
	ship(2, "toys", "x14");
	card(2, "double-yield");
	at.seat[2].hand[ANT_SHIP].fresh = 1;
	play(2, "standing double-yield on");
	ck_try(1, "sail orange");
	ck_assert_int_eq(products(2, "comics"), 1);
}
END_TEST

/* R18: discarded before it takes effect, so that it can be drawn again. */
START_TEST(r18_before_it_takes_effect)
{
	struct ant_deck *deck = &at.deck[ANT_SHIP];

	table_set(2);
	card(1, "step-back");
	ship(1, "cocoa", "x6");
	play(1, "standing anchor ship");
	while (deck->n > 0) /* all others are held by nobody */
		deck->card[--deck->n] = 0;
	struct move m;

	ck_assert_int_eq(ant_parse(data, &at, 1, NULL, "play step-back x6 x7",
			     &m, &why),
	    0);
	ck_assert_int_eq(ant_apply(data, &at, 1, &m, NULL, &why), 0);
	ck_assert(ant_chance_is_due(&at));
	ck_chance("ship-cards step-back");
	ck_assert_str_eq(hand(1, ANT_SHIP), "step-back");
	ck_refused(1, "play step-back x7 x2", "card-is-new");
}
END_TEST

START_TEST(r19_standing_orders)
{
	table_set(3);
	ck_holds(facts(1),
	    "\"standing\":{\"anchor\":\"fewer\",\"double_yield\":false,\"drop_"
	    "anchor\":{},\"fork\":{},\"forks\":\"home\"}");
	/* Any seat, at any time; a new one replaces the old. */
	play(3,
	    "standing fork ask; standing fork x7 x6; standing fork x7 x11; "
	    "standing fork x14 deurganckdok; standing anchor ask");
	play(3,
	    "standing drop-anchor x20 any; standing drop-anchor S1 white; "
	    "standing double-yield on");
	ck_holds(facts(3),
	    "\"standing\":{\"anchor\":\"ask\",\"double_yield\":true,\"drop_"
	    "anchor\":{\"S1\":\"white\",\"x20\":\"any\"},\"fork\":{\"x14\":"
	    "\"deurganckdok\",\"x7\":\"x11\"},\"forks\":\"ask\"}");
	play(3,
	    "standing fork x7 off; standing fork x1 off; standing drop-anchor "
	    "x20 off; standing drop-anchor x9 off");
	ck_lacks(facts(3), "x20");
	ck_lacks(facts(3), "\"x7\"");
	ck_lacks(facts(1), "\"double_yield\":true");
	ck_lacks(facts(OBSERVER), "standing");
	/* The end of a possible fork there; locks are not looked at. */
	ck_refused(3, "standing fork x1 x5", "not-a-choice");
	ck_refused(3, "standing fork x7 x12", "not-a-choice");
	ck_refused(3, "standing fork x22 x23", "not-a-choice");
	play(3, "standing fork x18 albertdok; standing fork x23 churchilldok");
	ck_refused(3, "standing fork maybe", "not-a-choice");
	ck_refused(3, "standing anchor none", "not-a-choice");
	ck_refused(3, "standing double-yield maybe", "not-a-choice");
	ck_reads(3, "standing double-yield cocoa, toys",
	    "standing double-yield toys cocoa");
	ck_reads(3, "standing double-yield co p b t",
	    "standing double-yield on");
	play(3, "standing double-yield cocoa toys");
	ck_holds(facts(3), "\"double_yield\":[\"toys\",\"cocoa\"]");
	play(3, "standing double-yield off");
	ck_holds(facts(3), "\"double_yield\":false");
	ck_refused(3, "standing double-yield toys maybe", "not-a-choice");
	ck_refused(3, "standing double-yield toys toys", "not-a-choice");
	ck_refused(3, "standing double-yield toys on", "not-a-choice");
	ck_refused(3, "standing fork deurganckdok x14", "unknown-place");
	ck_refused(3, "standing drop-anchor x1 green", "unknown-colour");
	ck_refused(3, "standing drop-anchor nowhere teal", "unknown-place");
	ck_refused(3, "standing", "unknown-command");
	ck_refused(3, "standing fork", "unknown-command");
	ck_refused(3, "standing still here", "unknown-command");
}
END_TEST

/* Out of turn, with a choice pending, with an offer open. */
START_TEST(r19_at_any_time)
{
	table_set(3);
	ship(2, "barley", "x14");
	product(1, "fries", 1);
	play(1, "sail orange");
	play(1, "standing anchor lock");
	play(2, "standing anchor lock; choose x20");
	play(1, "offer p2 give fries want comics");
	play(3, "standing anchor ship");
	play(1, "standing anchor ship");
	play(2, "standing anchor ship; decline");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, r15_locks);
	tcase_add_test(t, r15_switch);
	tcase_add_test(t, r16_sail_alone);
	tcase_add_test(t, r16_extra_colour);
	tcase_add_test(t, r16_extra_ship);
	tcase_add_test(t, r16_step_back);
	tcase_add_test(t, r16_step_back_asks);
	tcase_add_test(t, r16_swap_cargo);
	tcase_add_test(t, r17_double_yield);
	tcase_add_test(t, r17_double_yield_by_good);
	tcase_add_test(t, r17_double_yield_of_little);
	tcase_add_test(t, r17_drop_anchor);
	tcase_add_test(t, r17_drop_anchor_when);
	tcase_add_test(t, r17_not_new);
	tcase_add_test(t, r18_before_it_takes_effect);
	tcase_add_test(t, r19_standing_orders);
	tcase_add_test(t, r19_at_any_time);
}
