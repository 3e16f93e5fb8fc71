/* SPDX-License-Identifier: MIT */
#include "table.h"

/* One test a rule, by its number on the game's page. */

static int
money(int seat)
{
	return at.seat[seat].money;
}

START_TEST(r1_set_up)
{
	static const int stock[] = { 3, 2, 2, 1, 1 };
	struct err e;

	ck_assert_int_eq(game_setup(&clippers_rules, data, 5, NULL, &at, &e),
	    0);
	for (int s = 1; s <= 5; s++)
		ck_assert_int_eq(money(s), 2);
	for (int c = 0; c < CLIP_PORTS; c++) {
		ck_assert_int_eq(at.stock[c], stock[c]);
		ck_assert_int_eq(at.heads[c][CLIP_ISLANDS + c], 1);
	}
	ck_assert_int_eq(game_setup(&clippers_rules, data, 1, NULL, &at, &e),
	    -1);
	ck_assert_int_eq(game_setup(&clippers_rules, data, 6, NULL, &at, &e),
	    -1);
}
END_TEST

START_TEST(r2_departures)
{
	struct err e;
	struct rng r;
	struct event ev;

	ck_assert_int_eq(game_setup(&clippers_rules, data, 2, NULL, &at, &e),
	    0);
	ck_assert(game_chance_due(&clippers_rules, data, &at));
	ck_assert_int_eq(clippers_rules.to_act(data, &at), 0);
	ck_assert_int_eq(chance_as("departures p1=japan"), -1);
	ck_assert_int_eq(chance_as("departures p1=japan p2=japan"), -1);
	ck_assert_int_eq(chance_as("departures p2=japan p1=usa"), -1);
	ck_assert_int_eq(chance_as("departures p1=japan p2=italy"), -1);
	ck_assert_int_eq(chance_as("departures p1=japan p2=usa p3=france"), -1);
	ck_chance("departures p1=japan p2=usa");
	ck_assert_int_eq(at.posts[place("majuro")][1], 2);
	ck_assert_int_eq(at.posts[place("tokelau")][1], 1);
	ck_assert_int_eq(at.posts[place("kanton")][2], 2);
	ck_assert_int_eq(at.seat[1].reserve, 5);
	ck_assert_int_eq(chance_as("departures p1=japan p2=usa"), -1);
	/* p1 ... pn take the first n of the five, shuffled in data order. */
	rng_init_number(&r, 1);
	ck_assert_int_eq(game_setup(&clippers_rules, data, 3, NULL, &at, &e),
	    0);
	clip_draw(data, &at, &r, &ev);
	ck_assert_int_eq(ev.n, 3);
}
END_TEST

START_TEST(r3_cards_that_leave)
{
	static const int two[] = { 0, 0, 1, 2, 2, 3 };

	for (int n = 2; n <= 5; n++) {
		table_set(n);
		ck_assert_int_eq(at.cards[CLIP_2X], two[n]);
		ck_assert_int_eq(at.cards[CLIP_3X] + at.cards[CLIP_5X] +
			at.cards[CLIP_PORT],
		    3);
	}
}
END_TEST

START_TEST(r4_the_grapnel)
{
	table_set(3);
	ck_assert_int_eq(at.grapnel, 1);
	ck_assert_int_eq(clip_turn_of(&at), 1);
}
END_TEST

START_TEST(r5_a_clipper)
{
	table_set(2);
	at.seat[1].money = 9;
	ck_try(1, "buy green");
	ck_assert_int_eq(money(1), 6);
	ck_assert_int_eq(at.stock[colour("green")], 0);
	/* Before the act, at most one; the turn goes on. */
	ck_refused(1, "buy red", "clipper-already-bought");
	ck_try(1, "pass");
	/* Also of a colour without sticks. */
	at.sticks[colour("black")] = 0;
	at.seat[2].money = 3;
	ck_try(2, "buy black");
}
END_TEST

/* The book: with whichever act. */
START_TEST(r5_a_clipper_after_the_act)
{
	table_set(3);
	for (int s = 1; s <= 3; s++)
		at.seat[s].money = 9;
	ck_refused(2, "buy red", "not-your-turn");
	ck_try(1, "post efate");
	ck_assert_int_eq(clip_turn_of(&at), 2);
	ck_assert_str_eq(legal(1),
	    "buy red\nbuy blue\nbuy white\nbuy green\nbuy black\n");
	/* Nothing else, and nobody else. */
	ck_refused(1, "pass", "not-your-turn");
	ck_refused(1, "what", "not-your-turn");
	ck_refused(3, "buy red", "not-your-turn");
	ck_refused(1, "buy", "unknown-command");
	ck_refused(1, "buy purple", "clipper-sold-out");
	ck_try(1, "buy green");
	ck_assert_int_eq(money(1), 6);
	ck_assert_int_eq(clip_turn_of(&at), 2); /* whose turn goes on */
	ck_refused(1, "buy red", "not-your-turn");
	ck_assert_str_eq(legal(1), "");
	/* Until somebody else moves. */
	ck_try(2, "take 5x");
	ck_try(3, "buy red");
	ck_refused(2, "buy blue", "not-your-turn");
	ck_try(3, "pass");
	ck_refused(3, "buy blue", "not-your-turn"); /* one a round */
	/* Who acts last buys before phase 2 has its first stick. */
	table_set(2);
	at.seat[2].money = 3;
	ck_try(1, "pass");
	ck_assert_str_eq(legal(1), ""); /* 2 dollars */
	ck_refused(1, "buy red", "not-enough-money");
	ck_try(2, "pass");
	ck_assert_int_eq(at.stage, CLIP_LAY_1);
	ck_holds(legal(2), "buy red\n");
	ck_try(2, "buy white");
	ck_try(1, "lay red port-red>hawaii");
	ck_try(2, "open white port-white>hao");
	table_set(2);
	at.seat[2].money = 3;
	ck_try(1, "pass");
	ck_try(2, "pass");
	ck_try(1, "lay red port-red>hawaii");
	ck_refused(2, "buy white", "wrong-phase");
	ck_try(2, "lay red port-red>hawaii");
	ck_refused(2, "buy white", "not-your-turn");
}
END_TEST

START_TEST(r6_one_act)
{
	table_set(3);
	/* Where no line runs, and several of one seat. */
	ck_try(1, "post efate");
	ck_assert_int_eq(at.seat[1].reserve, 4);
	ck_try(2, "take 2x");
	ck_assert_int_eq(money(2), 0);
	ck_try(3, "pass");
	ck_assert_int_eq(at.stage, CLIP_LAY_1);
	/* The engine never passes by itself: with nothing else to do, too. */
	table_set(2);
	at.seat[1].reserve = 0;
	at.seat[1].money = 0;
	at.cards[CLIP_3X] = 0;
	ck_assert_str_eq(legal(1), "pass\n");
}
END_TEST

START_TEST(r7_sticks)
{
	table_set(5);
	phase(2);
	ck_try(1, "lay red port-red>hawaii");
	ck_assert_int_eq(clip_turn_of(&at), 2); /* one, plain */
	card(2, "2x");
	ck_try(2, "lay red port-red>hawaii");
	ck_try(2, "lay blue port-blue>nuku-hiva"); /* any mix */
	ck_assert_int_eq(clip_turn_of(&at), 3);
	card(3, "3x");
	ck_try(3, "lay blue port-blue>nuku-hiva");
	ck_try(3, "done"); /* one to three */
	card(4, "5x");
	ck_holds(legal(4), "\ndone\n");
	ck_try(4, "done"); /* saves the card */
	ck_try(5, "lay white port-white>hao");
	for (int s = 1; s < 4; s++)
		card(s, "");
	ck_assert_int_eq(at.stage, CLIP_LAY_2);
	ck_try(1, "lay white port-white>hao");
	ck_try(2, "lay green port-green>hao");
	ck_try(3, "lay green port-green>hao");
	ck_refused(4, "done", "must-lay");
	ck_try(4, "lay green hao>rangiroa");
	ck_try(4, "done");
	ck_assert(at.seat[4].card_used);
}
END_TEST

START_TEST(r7_five_in_one_phase)
{
	table_set(2);
	phase(2);
	card(1, "5x");
	ck_try(1, "lay red port-red>kiritimati*3");
	ck_try(1, "lay red kiritimati>palmyra");
	ck_try(1, "lay red palmyra>kanton");
	ck_assert_int_eq(clip_turn_of(&at), 2);
	ck_try(2, "lay blue port-blue>nuku-hiva");
	/* Phase 3 of p1 passes by itself, without an event. */
	ck_assert_int_eq(clip_turn_of(&at), 2);
	ck_assert_int_eq(at.stage, CLIP_LAY_2);
	ck_assert_int_eq(events_of(EVENT_MOVE, CLIP_V_DONE), 0);
	/* Unless a clipper must be opened. */
	table_set(2);
	phase(2);
	card(1, "5x");
	clipper(1, "red");
	ck_try(1, "lay red port-red>hawaii");
	ck_try(1, "done");
	ck_try(2, "lay blue port-blue>nuku-hiva");
	ck_assert_int_eq(clip_turn_of(&at), 1);
	ck_refused(1, "lay red port-red>hawaii", "must-open");
	ck_try(1, "open red port-red>kiritimati");
}
END_TEST

START_TEST(r8_opening)
{
	table_set(2);
	phase(2);
	clipper(1, "red");
	joined("red", "port-red", "hawaii");
	ck_try(1, "open red hawaii>palmyra"); /* connected */
	ck_assert_int_eq(at.seat[1].clipper, 0);
	ck_assert_int_eq(clip_turn_of(&at), 2); /* nothing else */
	/* It begins a new track also where one is under way. */
	table_set(2);
	phase(2);
	clipper(1, "white");
	begun("white", "port-white", "hao", 1);
	no_heads("white");
	ck_try(1, "open white port-white>hao");
	ck_assert_int_eq(
	    at.track[data->between[place("port-white")][place("hao")]][1].laid,
	    1);
	/* It uses no allowance: a 5x lays in the other phase. */
	table_set(2);
	phase(2);
	card(1, "5x");
	clipper(1, "red");
	ck_try(1, "open red port-red>hawaii");
	ck_assert(!at.seat[1].card_used);
	ck_try(2, "lay blue port-blue>nuku-hiva");
	ck_try(1, "lay red port-red>hawaii*2");
}
END_TEST

START_TEST(r8_in_phase_3)
{
	table_set(2);
	clipper(1, "green");
	phase(3);
	/* Nothing else is legal. */
	ck_assert_str_eq(legal(1),
	    "open green port-green>hao\n"
	    "open green port-green>mangareva\n"
	    "open green port-green>easter-island\n");
	/* Where it cannot be opened it goes back in phase 4, unpaid. */
	table_set(2);
	clipper(1, "green");
	at.sticks[colour("green")] = 0;
	phase(3);
	ck_try(1, "lay red port-red>hawaii");
	ck_try(2, "lay red port-red>hawaii");
	ck_assert_int_eq(at.round, 2);
	ck_assert_int_eq(at.stock[colour("green")], 1);
	ck_assert_int_eq(money(1), 2);
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLIP_RETURNED),
	    "returned green");
}
END_TEST

START_TEST(r9_moving_a_post)
{
	table_set(2);
	phase(2);
	card(1, "port");
	ck_try(1, "move new-caledonia efate");
	ck_assert_int_eq(at.posts[place("new-caledonia")][1], 1);
	ck_assert_int_eq(at.posts[place("efate")][1], 1);
	ck_assert_int_eq(clip_turn_of(&at), 2); /* ends the phase */
	ck_try(2, "lay red port-red>hawaii");
	ck_refused(1, "move efate nauru", "allowance-used");
	ck_try(1, "lay red port-red>hawaii"); /* plain, one */
	ck_assert_int_eq(clip_turn_of(&at), 2);
	/* The seat may decline and lay in both. */
	table_set(2);
	phase(2);
	card(1, "port");
	ck_try(1, "lay red port-red>hawaii");
	ck_try(2, "lay red port-red>hawaii");
	ck_try(1, "move new-caledonia efate");
}
END_TEST

START_TEST(r10_phase_4)
{
	table_set(2);
	card(1, "3x");
	card(2, "5x");
	phase(3);
	ck_try(1, "lay red port-red>hawaii");
	ck_try(1, "done");
	ck_try(2, "lay red port-red>hawaii");
	ck_try(2, "done");
	ck_assert_int_eq(at.stage, CLIP_BUY);
	ck_assert_int_eq(at.grapnel, 2);
	ck_assert_int_eq(clip_turn_of(&at), 2);
	ck_assert_int_eq(at.cards[CLIP_3X], 1);
	ck_assert_int_eq(at.cards[CLIP_5X], 1);
	ck_assert_int_eq(at.seat[2].card_used, 0);
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLIP_ROUND), "round n=2");
}
END_TEST

START_TEST(r11_heads)
{
	table_set(2);
	phase(2);
	card(1, "5x");
	ck_try(1, "lay black port-black>pitcairn");
	/* Inside a link it goes on along it. */
	ck_refused(1, "lay black port-black>rapa", "head-inside-link");
	ck_try(1, "lay black port-black>pitcairn");
	ck_assert_int_eq(at.heads[colour("black")][place("pitcairn")], 1);
	/* At an island it may take any link; the port is left. */
	ck_refused(1, "lay black port-black>rapa", "no-head-there");
	ck_try(1, "lay black pitcairn>mangareva");
	ck_try(1, "lay black mangareva>easter-island");
}
END_TEST

START_TEST(r12_arrows_and_doubles)
{
	table_set(2);
	phase(2);
	head("red", "rarotonga");
	head("blue", "rapa");
	ck_refused(1, "lay red rarotonga>rapa", "against-the-arrow");
	ck_try(1, "lay blue rapa>rarotonga");
	/* Two tracks, two colours; a port's double is for one. */
	head("green", "hao");
	joined("green", "rangiroa", "hao");
	ck_refused(2, "lay green hao>rangiroa", "same-colour-on-double");
	head("white", "hao");
	ck_try(2, "lay white hao>rangiroa");
	/* `lay` goes on with the one that is farther along ... */
	table_set(2);
	phase(2);
	card(1, "3x");
	no_heads("white");
	begun("white", "port-white", "hao", 1);
	begun("white", "port-white", "hao", 1);
	ck_try(1, "lay white port-white>hao");
	ck_try(1, "lay white port-white>hao");
	ck_assert_int_eq(at.heads[colour("white")][place("hao")], 2);
}
END_TEST

START_TEST(r12_second_track_of_a_port)
{
	/* ... and begins a second one only when none is unfinished. */
	table_set(2);
	phase(2);
	begun("white", "port-white", "hao", 1);
	at.heads[colour("white")][place("port-white")] = 1;
	ck_try(1, "lay white port-white>hao");
	ck_assert_int_eq(at.heads[colour("white")][place("hao")], 1);
	ck_try(2, "lay white port-white>hao");
	ck_assert_int_eq(at.heads[colour("white")][place("port-white")], 0);
}
END_TEST

START_TEST(r13_a_track_begun)
{
	table_set(2);
	phase(2);
	begun("red", "tahiti", "moorea", 1);
	no_heads("red");
	head("blue", "moorea");
	ck_refused(1, "lay blue moorea>tahiti", "track-taken");
	head("blue", "tahiti");
	ck_refused(1, "lay blue tahiti>moorea", "track-taken");
	/* The other track of a double may be started from either end. */
	begun("green", "moorea", "aitutaki", 1);
	no_heads("green");
	head("blue", "aitutaki");
	ck_try(1, "lay blue aitutaki>moorea");
}
END_TEST

START_TEST(r14_where_its_colour_is)
{
	table_set(2);
	phase(2);
	joined("red", "tahiti", "bora-bora");
	head("red", "moorea");
	ck_try(1, "lay red moorea>bora-bora");
	ck_assert_int_eq(money(1), 2);
	at.sticks[colour("red")] = 0;
	ck_refused(2, "lay red bora-bora>manihiki", "colour-out-of-sticks");
}
END_TEST

START_TEST(r15_sticks_leave)
{
	table_set(2);
	phase(2);
	/* Green stands at a dead end, no clipper is left. */
	head("green", "hawaii");
	at.stock[colour("green")] = 0;
	joined("blue", "hawaii", "palmyra");
	joined("blue", "hawaii", "kiritimati");
	joined("blue", "hawaii", "majuro");
	ck_try(1, "lay red port-red>kiritimati");
	ck_assert_int_eq(at.sticks[colour("green")], 0);
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLIP_GONE),
	    "gone green sticks=24");
	/* With a clipper held it may still be opened from its port. */
	table_set(2);
	phase(2);
	no_heads("green");
	clipper(2, "green");
	ck_try(1, "lay red port-red>kiritimati");
	ck_assert_int_eq(at.sticks[colour("green")], 24);
	/* A clipper without a place to open is none. */
	joined("green", "port-green", "hao");
	joined("green", "port-green", "mangareva");
	joined("green", "port-green", "easter-island");
	at.connected[colour("green")] = 0;
	ck_try(2, "lay red port-red>kiritimati");
	ck_assert_int_eq(at.sticks[colour("green")], 0);
}
END_TEST

START_TEST(r16_purple)
{
	table_set(2);
	phase(2);
	card(1, "5x");
	joined("red", "savaii", "american-samoa");
	joined("blue", "niue", "american-samoa");
	ck_assert(clip_purple_open(data, &at));
	ck_refused(1, "lay purple savaii>wallis", "not-connected");
	ck_try(1, "lay purple american-samoa>savaii");
	/* American Samoa counts as connected now, and paid nothing. */
	ck_assert(clip_connected(&at, CLIP_PURPLE, place("american-samoa")));
	ck_assert_int_eq(money(1), 4);
	/* It branches, is left unfinished, goes on in its direction. */
	ck_try(1, "lay purple savaii>vavau");
	ck_refused(1, "lay purple vavau>savaii", "not-connected");
	ck_try(1, "lay purple american-samoa>pukapuka");
	ck_try(1, "lay purple savaii>vavau");
	ck_try(1, "lay purple savaii>wallis");
	ck_lacks(facts(ARCHIVE), "\"at\":\"savaii\",\"colour\":\"purple\"");
}
END_TEST

START_TEST(r16_purple_stays_until_open)
{
	table_set(2);
	phase(2);
	ck_try(1, "lay red port-red>hawaii");
	ck_assert_int_eq(at.sticks[CLIP_PURPLE], 13);
	/* Open, and no way on: it leaves. */
	for (int i = 0; i < data->links; i++)
		if (data->link[i].from == data->purple_start ||
		    data->link[i].to == data->purple_start)
			for (int t = 0; t < data->link[i].tracks; t++)
				at.track[i][t] = (struct clip_track){
					(uint8_t)(t + 1), data->link[i].parts, 0
				};
	at.connected[0] |= (uint64_t)1 << data->purple_start;
	at.connected[1] |= (uint64_t)1 << data->purple_start;
	clip_find_ways(data, &at);
	ck_try(2, "lay red port-red>hawaii");
	ck_assert_int_eq(at.sticks[CLIP_PURPLE], 0);
}
END_TEST

/* E2 and E3 have what lines pay; here what is opened, and purple. */
START_TEST(r17_bonus)
{
	static const struct {
		const char *card;
		int money;
	} opened[] = { { "", 4 }, { "2x", 6 }, { "3x", 2 } };

	for (int i = 0; i < 3; i++) {
		table_set(2);
		phase(2);
		card(1, opened[i].card);
		clipper(1, "red");
		joined("red", "pitcairn", "mangareva");
		ck_try(1, "open red mangareva>hao");
		ck_assert_int_eq(money(1), opened[i].money);
	}
	for (int i = 0; i < 3; i++) {
		table_set(2);
		phase(2);
		card(1, opened[i].card);
		joined("red", "tokelau", "american-samoa");
		joined("blue", "niue", "american-samoa");
		/* The island pays; American Samoa, connected backwards, not. */
		ck_try(1, "lay purple american-samoa>savaii");
		ck_assert_int_eq(money(1), opened[i].money);
	}
}
END_TEST

START_TEST(r18_the_end)
{
	/* The last stick ends it at once; nothing is tidied up. */
	table_set(2);
	phase(2);
	for (int c = 0; c < CLIP_COLOURS; c++)
		at.sticks[c] = c == 0;
	card(1, "3x");
	ck_try(1, "lay red port-red>hawaii");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	ck_assert_int_eq(at.seat[1].card, CLIP_3X + 1);
	ck_refused(1, "lay red port-red>hawaii", "game-over");
	ck_holds(facts(ARCHIVE), "\"to_act\":[]");
	ck_holds(facts(ARCHIVE), "\"phase\":2");
	ck_holds(facts(ARCHIVE), "\"laid_this_phase\":0");
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLIP_ENDED), 0);
	/* Purple that is not open cannot be extended. */
	table_set(2);
	phase(2);
	for (int c = 0; c < CLIP_PURPLE; c++)
		at.sticks[c] = c == 0;
	ck_try(1, "lay red port-red>hawaii");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	ck_assert_int_eq(at.sticks[CLIP_PURPLE], 13);
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLIP_ENDED), 1);
}
END_TEST

START_TEST(r18a_lay_2)
{
	static const struct {
		const char *card;
		int lays;
	} allowance[] = { { "", 2 }, { "port", 2 }, { "2x", 3 }, { "3x", 4 },
		{ "5x", 5 } };
	struct options o;
	struct err e;

	for (size_t i = 0; i < 5; i++) {
		table_set_with(5, "lay=2");
		card(1, allowance[i].card);
		ck_assert_int_eq(clip_allowance(&at, 1), allowance[i].lays);
	}
	ck_assert_int_eq(options_parse("lay=3", &o, &e), 0);
	ck_assert_int_eq(game_setup(&clippers_rules, data, 2, &o, &at, &e), -1);
	ck_assert_int_eq(options_parse("open=yes", &o, &e), 0);
	ck_assert_int_eq(game_setup(&clippers_rules, data, 2, &o, &at, &e), -1);
}
END_TEST

START_TEST(r18b_late)
{
	struct move m;

	table_set(2);
	ck_assert_int_eq(clip_late(data, &at, 1, &m), 0);
	ck_assert_int_eq(m.verb, CLIP_V_PASS);
	ck_assert_int_eq(clip_late(data, &at, 2, &m), -1);
	card(1, "5x");
	phase(2);
	ck_assert_int_eq(clip_late(data, &at, 1, &m), 0);
	ck_assert_int_eq(m.verb, CLIP_V_DONE);
	phase(3);
	ck_assert_int_eq(clip_late(data, &at, 1, &m), 0);
	ck_assert_int_eq(m.verb, CLIP_V_LAY);
	ck_assert_int_eq(m.arg[2], place("hawaii"));
}
END_TEST

START_TEST(r19_ties)
{
	table_set(2);
	memset(at.posts, 0, sizeof at.posts);
	joined("red", "tahiti", "moorea");
	at.posts[place("moorea")][1] = 1;
	at.seat[1].money = 3;
	at.seat[2].money = 7;
	ck_assert_int_eq(clip_score(data, &at, 1), 7);
	ck_assert_int_eq(game_rank(&clippers_rules, data, &at, 2), 1);
	ck_assert_int_eq(game_rank(&clippers_rules, data, &at, 1), 2);
	at.seat[1].money = 7;
	at.posts[place("moorea")][2] = 1;
	ck_assert_int_eq(game_rank(&clippers_rules, data, &at, 1), 1);
	ck_assert_int_eq(game_rank(&clippers_rules, data, &at, 2), 1);
}
END_TEST

START_TEST(m8_done_of_a_mail)
{
	struct moves made = MOVES_INIT;
	struct move m;

	table_set(2);
	card(1, "2x");
	phase(2);
	moves_add(&made)->verb = CLIP_V_LAY;
	/* Nothing laid: `done` is not legal. */
	ck_assert_int_eq(clippers_rules.turn_end(data, &at, 1, &made, &m), -1);
	ck_try(1, "lay red port-red>hawaii");
	ck_assert_int_eq(clippers_rules.turn_end(data, &at, 1, &made, &m), 0);
	ck_assert_int_eq(m.verb, CLIP_V_DONE);
	/* Only for a mail that has laid. */
	moves_clear(&made);
	ck_assert_int_eq(clippers_rules.turn_end(data, &at, 1, &made, &m), -1);
	/* A 5x untouched is not given up by silence. */
	card(1, "5x");
	phase(2);
	ck_assert_int_eq(clippers_rules.turn_end(data, &at, 1, &made, &m), -1);
	moves_release(&made);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, r1_set_up);
	tcase_add_test(t, r2_departures);
	tcase_add_test(t, r3_cards_that_leave);
	tcase_add_test(t, r4_the_grapnel);
	tcase_add_test(t, r5_a_clipper);
	tcase_add_test(t, r5_a_clipper_after_the_act);
	tcase_add_test(t, r6_one_act);
	tcase_add_test(t, r7_sticks);
	tcase_add_test(t, r7_five_in_one_phase);
	tcase_add_test(t, r8_opening);
	tcase_add_test(t, r8_in_phase_3);
	tcase_add_test(t, r9_moving_a_post);
	tcase_add_test(t, r10_phase_4);
	tcase_add_test(t, r11_heads);
	tcase_add_test(t, r12_arrows_and_doubles);
	tcase_add_test(t, r12_second_track_of_a_port);
	tcase_add_test(t, r13_a_track_begun);
	tcase_add_test(t, r14_where_its_colour_is);
	tcase_add_test(t, r15_sticks_leave);
	tcase_add_test(t, r16_purple);
	tcase_add_test(t, r16_purple_stays_until_open);
	tcase_add_test(t, r18_the_end);
	tcase_add_test(t, r17_bonus);
	tcase_add_test(t, r18a_lay_2);
	tcase_add_test(t, r18b_late);
	tcase_add_test(t, r19_ties);
	tcase_add_test(t, m8_done_of_a_mail);
}
