/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/sentences.h"
#include "text/drawing.h"

/*
 * What the English templates make of positions, moves, events and refusals.
 * The boards of one position stand whole in golden/.
 */

START_TEST(refusals_in_phase_1)
{
	table_set(2);
	ck_holds(answer(2, "pass", "not-your-turn"), "Anna is to play");
	ck_answer("fly", "unknown-command", "begins with \"fly\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("lay red hao>tahiti", "wrong-phase", "This is phase 1");
	ck_answer("buy pink", "unknown-colour", "no colour \"pink\"");
	ck_answer("post tahitti", "unknown-island", "`tarawa`, `tahiti`");
	ck_answer("post ra", "ambiguous-name",
	    "`rarotonga`, `rangiroa`, `rapa`");
	ck_answer("buy purple", "clipper-sold-out", "no purple clipper");
	ck_answer("buy red", "not-enough-money",
	    "A clipper costs 3 dollars, and you have 2. Placing");
	ck_answer("take port", "not-enough-money",
	    "The card port costs 4 dollars");
	at.seat[1].money = 3;
	ck_try(1, "buy red");
	ck_answer("buy red", "clipper-already-bought", "bought a red clipper");
	ck_answer("take 5x", "not-enough-money", "5x costs 1 dollar, and");
	at.cards[CLIP_5X] = 0;
	ck_answer("take 5x", "card-gone", "The card 5x is not there");
	at.posts[place("tahiti")][2] = 2;
	ck_answer("post tahiti", "island-full", "All spaces of Tahiti");
	at.seat[1].reserve = 0;
	ck_answer("post tahiti", "no-posts-left", "All your twelve posts");
	at.stage = STAGE_OVER;
	ck_answer("pass", "game-over", "The game is over");
}
END_TEST

START_TEST(refusals_of_sticks)
{
	table_set(2);
	phase(2);
	ck_answer("pass", "wrong-phase", "This is phase 2");
	ck_answer("lay red hao>efate", "no-such-link",
	    "No link joins Hao and Efate");
	ck_answer("lay red port-red>hawaii*2", "allowance-used",
	    "You may lay 1 more");
	ck_answer("lay purple savaii>vavau", "purple-closed", "closed until");
	ck_answer("lay blue port-red>hawaii", "not-this-ports-colour",
	    "blue cannot go between San Francisco and Hawaii");
	ck_answer("lay red tubuai>mangareva", "against-the-arrow",
	    "from Mangareva to Tubuai");
	ck_answer("lay red hao>tahiti", "no-head-there",
	    "No red line stands at Hao");
}
END_TEST

START_TEST(refusals_of_lines)
{
	table_set(2);
	phase(2);
	no_heads("red");
	begun("red", "port-red", "hawaii", 1);
	ck_answer("lay red port-red>kiritimati", "head-inside-link",
	    "`lay red port-red>hawaii`");
	head("red", "moorea");
	begun("blue", "tahiti", "moorea", 1);
	ck_answer("lay red moorea>tahiti", "track-taken",
	    "Nothing is free between");
	begun("green", "rangiroa", "tahiti", 1);
	head("green", "tahiti");
	ck_answer("lay green tahiti>rangiroa", "same-colour-on-double",
	    "Between Tahiti and Rangiroa green already has one track");
	at.sticks[colour("green")] = 0;
	ck_answer("lay green tahiti>rangiroa", "colour-out-of-sticks",
	    "no green sticks left");
	ck_answer("open red port-red>hawaii", "no-clipper", "no red clipper");
	clipper(1, "red");
	ck_answer("open red port-red>hawaii*2", "allowance-used",
	    "opens its line with one stick");
	ck_answer("open red hao>tahiti", "not-connected",
	    "Hao is not connected to red");
	ck_answer("done", "must-lay", "at least one stick");
	ck_answer("move hao tahiti", "no-port-card", "the card port");
	card(1, "port");
	ck_answer("move hao tahiti", "no-own-post-there", "no post on Hao");
	ck_answer("move moorea moorea", "same-island", "stands on Mo");
	at.laid = 1;
	ck_answer("move moorea hao", "allowance-used", "instead of laying");
	ck_answer("open red port-red>hawaii", "allowance-used",
	    "comes before anything else");
	phase(3);
	ck_answer("done", "must-open", "`open red` and a link");
	at.must_open = 0;
	at.seat[1].card_used = 1;
	ck_answer("move moorea hao", "allowance-used", "moved a post this");
}
END_TEST

START_TEST(events_are_sentences)
{
	struct err e;

	ck_assert_int_eq(game_setup(&clippers_rules, data, 2, NULL, &at, &e),
	    0);
	ck_chance("departures p1=japan p2=usa");
	at.seat[1].money = 4;
	ck_try(1, "buy red");
	ck_told(1, "You buy a red clipper.");
	ck_told(2, "Anna bought a red clipper for 3 dollars; 1 left.");
	ck_try(1, "take 5x");
	ck_told(1, "You took the card 5x for 1 dollar; 0 left.");
	ck_try(2, "post efate");
	ck_told(1, "Bruno placed a post on Efate; 4 in reserve.");
	ck_try(1, "open red port-red>hawaii");
	ck_told(2,
	    "Anna opened a new red line from San Francisco towards Hawaii, "
	    "part 1 of 3.");
	ck_try(2, "lay red port-red>hawaii");
	ck_told(2,
	    "You laid red from San Francisco towards Hawaii, part 2 of 3.");
	ck_try(1, "lay red port-red>hawaii");
	ck_told(2,
	    "Anna brought red from San Francisco to Hawaii and earned "
	    "2&nbsp;dollars. 1 colour is there now.");
	ck_try(1, "done");
	ck_told(2, "Anna laid no more in this phase.");
	ck_try(2, "lay red port-red>kiritimati");
	ck_told(2, "Round 2 begins; you have the grapnel.");
	phase(3);
	card(2, "port");
	ck_try(2, "move efate nauru");
	ck_told(1, "Bruno moved a post from Efate to Nauru.");
	for (int c = 0; c < CLIP_PURPLE; c++)
		at.sticks[c] = c == 1;
	memset(at.posts, 0, sizeof at.posts);
	ck_try(1, "lay blue port-blue>kiritimati");
	ck_told(1,
	    "The game is over. You share first place with 2 points, 2 of them "
	    "in dollars; Bruno shares first place with 2 points, 2 of them in "
	    "dollars.");
}
END_TEST

/* Past the middle of a game of three: links begun and finished. */
enum { PHASE_1 = 66, PHASE_2 = 68 };

START_TEST(boards)
{
	(void)golden_log("seats-3", PHASE_2, 0);
	same_boards(2, "Clippers");
}
END_TEST

START_TEST(moves)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	(void)golden_log("seats-3", PHASE_1, 0);
	ck_assert_int_eq(at.stage, CLIP_BUY);
	m = choices(clip_turn_of(&at));
	markdown_board(m, 72, &text);
	markdown_free(m);
	same_as("moves-1.txt", &text);
	buf_clear(&text);
	(void)golden_log("seats-3", PHASE_2, 0);
	ck_assert_int_ge(at.stage, CLIP_LAY_1);
	/* With everything one may have at once. */
	card(clip_turn_of(&at), "port");
	clipper(clip_turn_of(&at), "red");
	m = choices(clip_turn_of(&at));
	markdown_board(m, 72, &text);
	buf_char(&text, '\n');
	markdown_list(m, 72, &text);
	markdown_free(m);
	same_as("moves-2.txt", &text);
	buf_release(&text);
}
END_TEST

/* Whether what seat 1 can do tells how two sticks are laid on one link. */
static bool
tells_two(void)
{
	struct buf text = BUF_INIT;
	struct markdown *m = choices(1);
	bool told;

	markdown_list(m, 72, &text);
	markdown_free(m);
	told = strstr(buf_text(&text), "you lay two sticks there") != NULL;
	buf_release(&text);
	return told;
}

START_TEST(amounts_where_two_may_be_laid)
{
	table_set(2);
	phase(2);
	ck_assert(!tells_two());
	card(1, "3x");
	ck_assert(tells_two());
	at.laid = 2;
	ck_assert(!tells_two());
	phase(3);
	clipper(1, "red");
	at.must_open = 1;
	ck_assert(!tells_two());
}
END_TEST

/* What `explain` has of the rules for a stick that seat 1 lays. */
static const char *
rule_of_sticks(void)
{
	static const char text[] = "lay red port-red>hawaii";
	cJSON *o = cJSON_CreateObject();
	struct move m;

	ck_assert_int_eq(clip_read(data, &at, 1, text, strlen(text), &m), 0);
	clip_describe(data, &at, 1, &m, o);
	return render("verbs", under("lay", o), 1);
}

START_TEST(rules_of_the_own_allowance)
{
	table_set(2);
	phase(2);
	ck_holds(rule_of_sticks(), "In a phase you may lay one stick.");
	card(1, "2x");
	ck_holds(rule_of_sticks(),
	    "In a phase you may lay up to 2 sticks. The last of a link into "
	    "an island earns 2 dollars where no colour was, 1 where only "
	    "others were, and twice that with your 2x.");
	card(1, "3x");
	ck_holds(rule_of_sticks(), "earns nothing with your 3x.");
	card(1, "5x");
	ck_holds(rule_of_sticks(),
	    "In one phase you may lay up to 5 sticks, in the other none.");
	table_set_with(2, "lay=2");
	phase(2);
	ck_holds(rule_of_sticks(), "In a phase you may lay up to 2 sticks.");
	card(1, "port");
	ck_holds(rule_of_sticks(), "1 where only others were.");
}
END_TEST

/* What the map shows of a link: begun, finished, double, one way. */
START_TEST(map)
{
	struct drawing d = { 0 };
	struct buf text = BUF_INIT;
	size_t a = drawing_point(&d, 0, 0, "", "A");
	size_t b = drawing_point(&d, 10, 0, "*", "B");
	size_t c = drawing_point(&d, 0, 4, "", "C");

	d.width = 11;
	d.height = 5;
	(void)drawing_line(&d, a, b, 3, 1, "r", 0);
	(void)drawing_line(&d, c, a, 2, 2, "K", 0);
	(void)drawing_line(&d, b, c, 2, 0, "", 1);
	drawing_text(&d, 72, &text);
	ck_assert_str_eq(buf_text(&text),
	    "A rr..... *B\n"
	    "K      ..\n"
	    "K   .<.\n"
	    "K ..\n"
	    "C\n");
	/* set glyphs unicode: the same columns. */
	buf_clear(&text);
	drawing_glyphs(&d, 72, &text);
	ck_assert_str_eq(buf_text(&text),
	    "A rr\u2500\u2500\u2500\u2500\u2500 *B\n"
	    "K      \u2571\u2571\n"
	    "K   \u2571\u2190\u2571\n"
	    "K \u2571\u2571\n"
	    "C\n");
	buf_clear(&text);
	/* Two tracks: colours in turn; squeezed to fewer columns. */
	(void)drawing_line(&d, a, b, 3, 0, "", 0);
	buf_clear(&text);
	drawing_text(&d, 8, &text);
	ck_holds(buf_text(&text), "A ");
	check_width(buf_text(&text), 8);
	drawing_release(&d);
	buf_release(&text);
}
END_TEST

CASES(tests)
{
	sentences_load();
	tcase_add_test(t, refusals_in_phase_1);
	tcase_add_test(t, refusals_of_sticks);
	tcase_add_test(t, refusals_of_lines);
	tcase_add_test(t, events_are_sentences);
	tcase_add_test(t, boards);
	tcase_add_test(t, moves);
	tcase_add_test(t, amounts_where_two_may_be_laid);
	tcase_add_test(t, rules_of_the_own_allowance);
	sentences_tests(t, 5, 20, "EASTERN RIM", " Haw ");
	tcase_add_test(t, map);
}
