/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

/*
 * Section F of the page, redaction, and what readers must not learn. The
 * conformance suite asks what vary() may change; here more is changed: what a
 * seat holds of cards, and what it holds of products.
 */

START_TEST(of_a_position)
{
	table_set(2);
	ship(1, "cocoa", "x7");
	product(1, "fries", 2);
	play(1, "standing fork x7 x6; standing drop-anchor x7 teal");
	ck_assert_str_eq(facts(OBSERVER),
	    "{\"active\":\"p1\",\"decks\":{\"lock\":10,\"orders\":22,\"ship\":"
	    "14},\"discards\":{\"lock\":[],\"orders\":[],\"ship\":[]},"
	    "\"docks\":{\"barley\":{\"stack\":14,\"top\":\"wheat-beer\"},"
	    "\"cocoa\":{\"stack\":14,\"top\":\"chocolate\"},\"potatoes\":{"
	    "\"stack\":12,\"top\":\"croquettes\"},\"toys\":{\"stack\":14,"
	    "\"top\":\"comics\"}},\"game\":\"antwerp\",\"last_round\":false,"
	    "\"locks\":{\"L1\":\"closed\",\"L2\":\"closed\",\"L3\":\"closed\"},"
	    "\"main_done\":false,\"offer\":null,\"order_done\":false,"
	    "\"pending\":null,\"phase\":\"turn\",\"round\":1,\"seats\":{\"p1\":"
	    "{\"hand_sizes\":{\"lock\":2,\"orders\":3,\"products\":2,\"ship\":"
	    "0},\"order_points\":0,\"orders_done\":[],\"reserve\":4},\"p2\":{"
	    "\"hand_sizes\":{\"lock\":2,\"orders\":3,\"products\":0,\"ship\":0}"
	    ",\"order_points\":0,\"orders_done\":[],\"reserve\":5}},\"ships\":{"
	    "\"x7\":{\"good\":\"cocoa\",\"owner\":\"p1\"}},\"supply\":{"
	    "\"barley\":6,\"cocoa\":5,\"potatoes\":5,\"toys\":7},\"to_act\":["
	    "\"p1\"]}");
	ck_holds(facts(1),
	    "\"p1\":{\"hand_sizes\":{\"lock\":2,\"orders\":3,\"products\":2,"
	    "\"ship\":0},\"lock_cards\":[\"open-1\",\"open-1\"],\"order_"
	    "points\":0,\"orders\":[\"o01\",\"o02\",\"o03\"],\"orders_done\":[]"
	    ",\"products\":{\"fries\":2},\"reserve\":4,\"score\":8,\"ship_"
	    "cards\":[],\"standing\":{\"anchor\":\"fewer\",\"double_yield\":"
	    "false,\"drop_anchor\":{\"x7\":\"teal\"},\"fork\":{\"x7\":\"x6\"},"
	    "\"forks\":\"home\"}}");
	ck_lacks(facts(1), "\"o04\"");
	ck_holds(facts(ARCHIVE), "\"face_down\":{\"lock\":[\"open-3\"");
	ck_holds(facts(ARCHIVE), "\"stacks\":{\"barley\":[\"wheat-beer\"");
}
END_TEST

static enum redaction
redacted(enum event_kind kind, int actor, int verb, int reader)
{
	struct event ev = { .kind = (uint8_t)kind,
		.actor = (int8_t)actor,
		.verb = (uint8_t)verb };

	return ant_redact(data, &at, &ev, reader);
}

START_TEST(redaction)
{
	table_set(2);
	ck_assert_int_eq(redacted(EVENT_MOVE, 1, ANT_V_STANDING, 2),
	    REDACT_OMIT);
	ck_assert_int_eq(redacted(EVENT_MOVE, 1, ANT_V_STANDING, OBSERVER),
	    REDACT_OMIT);
	ck_assert_int_eq(redacted(EVENT_MOVE, 1, ANT_V_STANDING, 1),
	    REDACT_SHOW);
	ck_assert_int_eq(redacted(EVENT_DERIVED, 1, ANT_CARD, 2), REDACT_OMIT);
	ck_assert_int_eq(redacted(EVENT_DERIVED, 1, ANT_CARD, 1), REDACT_SHOW);
	for (int v = ANT_C_PRODUCTS; v <= ANT_C_LOCKS; v++) {
		ck_assert_int_eq(redacted(EVENT_CHANCE, 0, v, 1), REDACT_HIDE);
		ck_assert_int_eq(redacted(EVENT_CHANCE, 0, v, ARCHIVE),
		    REDACT_SHOW);
	}
	for (int v = ANT_V_LOAD; v < ANT_VERBS; v++)
		if (v != ANT_V_STANDING)
			ck_assert_int_eq(redacted(EVENT_MOVE, 1, v, 2),
			    REDACT_SHOW);
}
END_TEST

/* Everything a seat can be told: facts, view, lists, what it may do and what
 * comes of it, but what is beyond. */
static void
all_that(int reader, struct buf *out)
{
	static struct moves list;
	struct ant_position keep = at;
	struct events made = EVENTS_INIT;
	struct ant_position sight;
	cJSON *view;
	char *text;

	buf_str(out, facts(reader));
	game_see(&antwerp_rules, data, &at, reader, &sight);
	view = ant_view(data, &sight, reader);
	text = cJSON_PrintUnformatted(view);
	buf_str(out, text);
	cJSON_free(text);
	cJSON_Delete(view);
	ant_legal(data, &at, reader, &list);
	for (int i = 0; i < list.n; i++) {
		ant_format(data, &at, reader, &list.at[i], out);
		describe(&sight, reader, &list.at[i], out);
		events_clear(&made);
		ck_assert_int_eq(ant_apply(data, &at, reader, &list.at[i],
				     &made, &why),
		    0);
		if (!made.beyond)
			buf_str(out, facts(reader));
		buf_printf(out, " %d\n", made.beyond);
		at = keep;
	}
	events_release(&made);
}

/* Two tables that differ in what p2 holds are one to p1 and to observers. */
static void
ck_same(const struct ant_position *other)
{
	struct ant_position one = at;

	for (int reader = OBSERVER; reader <= 1; reader++) {
		struct buf a = BUF_INIT, b = BUF_INIT;

		at = one;
		all_that(reader, &a);
		at = *other;
		all_that(reader, &b);
		ck_assert_str_eq(buf_text(&a), buf_text(&b));
		buf_release(&a);
		buf_release(&b);
	}
	at = one;
}

/* Whether a seat holds a reaction card changes nothing until it is played. */
START_TEST(reaction_cards)
{
	static const char *const cards[] = { "drop-anchor", "double-yield",
		"step-back" };
	struct ant_position with[3];

	for (int i = 0; i < 3; i++) {
		table_set(2);
		ship(2, "cocoa", "x7");
		ship(2, "toys", "x14");
		ship(1, "barley", "S1");
		card(2, cards[i]);
		with[i] = at;
	}
	at = with[2];
	ck_same(&with[0]);
	ck_same(&with[1]);
	/* Nor do standing orders. */
	at = with[0];
	play(2,
	    "standing drop-anchor x7 any; standing fork x7 x6; standing anchor "
	    "ask; standing double-yield on");
	ck_same(&with[0]);
}
END_TEST

/* What comes before the card is the same for all; the sail is not. */
START_TEST(reaction_when_it_is_played)
{
	struct ant_position without;

	table_set(2);
	ship(2, "cocoa", "x1");
	play(2, "standing drop-anchor x1 any");
	without = at;
	card(2, "drop-anchor");
	ck_try(1, "sail orange");
	ck_at("x1", "p2 cocoa");
	at = without;
	card(2, "step-back");
	ck_try(1, "sail orange");
	ck_at("x5", "p2 cocoa");
}
END_TEST

/* Products follow from what all saw, and facts keep them secret still: an
 * offer reads the same whether it can be taken or not. */
START_TEST(product_hands)
{
	struct ant_position other;

	table_set(2);
	product(1, "fries", 1);
	product(2, "tripel", 1);
	product(2, "comics", 1);
	/* There is a wheat beer instead of the tripel, all the way down. */
	other = at;
	other.seat[2].product[3] = 0;
	other.seat[2].product[2] = 1;
	ck_assert_int_eq(other.stack[1].card[0], 2 + 1);
	for (int i = 0; i < other.stack[1].n; i++)
		if (other.stack[1].card[i] == 2) {
			other.stack[1].card[i] = 3;
			break;
		}
	ck_same(&other);
	play(1, "offer p2 give fries want tripel");
	other.offer = at.offer;
	other.offers = at.offers;
	ck_same(&other);
	ck_assert_str_eq(legal(2), "accept\ndecline\n");
	at = other;
	ck_assert_str_eq(legal(2), "decline\n");
}
END_TEST

/* vary leaves what a reader knows: own cards, the face-up product, those they
 * saw put under a stack, and which cards one shuffle held. */
START_TEST(variation)
{
	struct rng r;
	struct ant_position base;
	bool changed = false, under = true;

	rng_init_number(&r, 1);
	table_set(3);
	product(1, "comics", 1);
	product(1, "tripel", 1);
	play(1, "fulfil o01; exchange o02");
	base = at;
	for (int i = 0; i < 200; i++) {
		at = base;
		ant_vary(data, &at, 1, &r);
		audit();
		ck_assert_mem_eq(&at.seat[1], &base.seat[1], sizeof at.seat[1]);
		ck_assert_int_eq(ant_top(&at, 0), ant_top(&base, 0));
		under &= at.stack[0].card[0] == 0 && at.stack[1].card[0] == 3;
		changed |= memcmp(at.seat[2].hand, base.seat[2].hand,
			       sizeof at.seat[2].hand) != 0;
	}
	ck_assert(under && changed);
	/* A card held from before a shuffle is none of those shuffled. */
	at = base;
	while (at.deck[ANT_ORDER].n > 0) {
		struct ant_deck *deck = &at.deck[ANT_ORDER];

		deck->discard[deck->discards++] = deck->card[--deck->n];
		deck->card[deck->n] = 0;
	}
	play(1, "end; ");
	play(2, "exchange o04");
	ck_assert(ant_chance_is_due(&at));
	struct event ev;
	struct err e;

	ant_draw(data, &at, &r, &ev);
	ck_assert_int_eq(ant_chance(data, &at, &ev, NULL, &e), 0);
	base = at;
	for (int i = 0; i < 200; i++) {
		at = base;
		ant_vary(data, &at, 1, &r);
		for (int k = 0; k < 2; k++) {
			int card = at.seat[2].hand[ANT_ORDER].card[k];

			/* p2 had o05 and o06, p3 o07 to o09. */
			ck_assert_msg(card >= 4 && card <= 8, "order %d",
			    card + 1);
		}
	}
}
END_TEST

/* The computer player of a seat does the same where it cannot tell. */
START_TEST(computer_player)
{
	struct ant_position with;
	struct move a, b;
	struct rng own;

	table_set(2);
	ship(2, "cocoa", "x7");
	ship(1, "cocoa", "x21");
	open_lock("L1");
	card(2, "drop-anchor");
	play(2, "standing drop-anchor x7 any");
	with = at;
	rng_init_number(&own, 1);
	ck_assert_int_eq(ant_choose(data, &at, 1, &own, &a), 0);
	table_set(2);
	ship(2, "cocoa", "x7");
	ship(1, "cocoa", "x21");
	open_lock("L1");
	card(2, "step-back");
	rng_init_number(&own, 1);
	ck_assert_int_eq(ant_choose(data, &at, 1, &own, &b), 0);
	ck_assert(move_equal(&a, &b));
	/* A ship before its dock goes there. */
	ck_assert_int_eq(a.verb, ANT_V_SAIL);
	ck_assert_int_eq(a.arg[0], colour("orange"));
	ck_assert_int_ne(memcmp(&with, &at, sizeof at), 0);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, of_a_position);
	tcase_add_test(t, redaction);
	tcase_add_test(t, reaction_cards);
	tcase_add_test(t, reaction_when_it_is_played);
	tcase_add_test(t, product_hands);
	tcase_add_test(t, variation);
	tcase_add_test(t, computer_player);
}
