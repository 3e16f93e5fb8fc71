/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/sentences.h"

/* What the English templates make of positions, events and refusals. */

START_TEST(refusals_of_words)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_holds(answer(2, "replace", "not-your-turn"), "Anna is to play");
	ck_answer("sail", "unknown-command", "\"sail\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("loan north 8k", "unknown-sea", "no sea \"north\"");
	ck_answer("charter thetys", "unknown-ship", "`thetis`");
	ck_answer("charter xyzzyx", "unknown-ship", "first letters");
	ck_answer("voyage baltic rhea:D", "unknown-leg", "A to C");
	ck_answer("voyage baltic rhea class 7", "unknown-class", "5, 4, 3, 2");
	ck_answer("loan baltic 8500", "bad-amount", "whole thousands");
	ck_answer("charter 4000", "bad-amount", "no price of the agency");
	ck_answer("charter ten", "ambiguous-name", "`ten-haff`, `tenyo-maru`");
	pile(0);
	ck_try(1, "charter 0");
	ck_answer("replace", "not-your-turn", "being shuffled");
	at.due = 0;
	at.stage = STAGE_OVER;
	ck_answer("replace", "game-over", "over");
}
END_TEST

START_TEST(refusals_of_loans)
{
	int i;

	table_set(2);
	ck_answer("loan baltic 8k", "no-voyage-to-loan", "in the Baltic");
	at.borrowed = 1;
	ck_answer("loan baltic 8k", "loan-too-late", "already borrowed");
	at.borrowed = 0;
	at.replaced = 1;
	ck_answer("loan baltic 8k", "loan-too-late", "replaced the agency");
	at.replaced = 0;
	placed(1, "baltic", 1, 7);
	ck_answer("loan baltic:2 1k", "no-voyage-to-loan",
	    "You have run one voyage in the Baltic: `baltic:1`.");
	placed(1, "baltic", 1, 0);
	ck_answer("loan baltic:3 1k", "no-voyage-to-loan",
	    "2 voyages in the Baltic: `baltic:1` and `baltic:2`.");
	ck_answer("loan baltic 8k", "ambiguous-name", "`baltic:1` is the");
	ck_answer("loan baltic:1 8k", "loan-too-large", "at most 7000");
	ck_answer("loan baltic:2 1k", "loan-too-large", "value of 0");
	at.plaque[1][0].loan = 1;
	ck_answer("loan baltic:2 1k", "loan-already-taken", "one loan ever");
	at.plaque[1][0].loan = 0;
	for (i = 2; i < 6; i++)
		at.plaque[1][i] = (struct star_plaque){ 2, 1, 0, 0 };
	at.plaques[1] = 6;
	ck_answer("loan baltic:1 1k", "loan-class-full", "six places");
}
END_TEST

START_TEST(refusals_of_the_agency)
{
	table_set(4);
	agency("rhea thetis kreios -");
	ck_answer("charter korea", "ship-not-in-agency",
	    "Korea does not lie in the agency. On offer");
	ck_answer("charter 0", "ship-not-in-agency", "field of 0");
	at.money[1] = 1000;
	ck_answer("charter rhea", "not-enough-money",
	    "Rhea costs 3000, and you have 1000");
	ck_answer("replace", "not-enough-money", "Replacing the agency costs");
	at.money[1] = 9000;
	hold(1, "zealandia young-america");
	pile(2);
	at.discard = 1;
	ck_answer("replace", "deck-too-small", "hold 3 ships");
	at.left[1][3] = at.left[1][2] = at.left[1][1] = 0;
	at.left[1][0] = 0;
	ck_answer("charter rhea", "hand-full", "at most 2");
}
END_TEST

START_TEST(refusals_of_voyages)
{
	table_set(6);
	hold(1, "isis norge sirio wien potosi scotia tsar umbria");
	placed(5, "mediterranean", 1, 9);
	placed(1, "atlantic", 2, 9);
	ck_answer("voyage med rhea", "voyage-done", "in the Mediterranean");
	ck_answer("voyage atlantic rhea tsar", "wrong-number-of-ships",
	    "has 5 legs, so a voyage there takes 5 ships; you named 2");
	ck_answer("voyage baltic isis isis tsar", "ship-twice", "Isis twice");
	ck_answer("voyage baltic isis:A tsar:A norge", "leg-twice", "leg A");
	ck_answer("voyage baltic isis tsar olympic", "ship-not-in-hand",
	    "Olympic is not in your hand");
	ck_answer("voyage baltic isis tsar norge", "too-many-left",
	    "keep 5 ships");
	hold(1, "isis norge sirio wien potosi");
	ck_answer("voyage atl isis norge sirio wien potosi class 5",
	    "class-fixed", "class of 1 star already");
	ck_answer("voyage baltic isis norge wien", "class-required", "`4 3 2`");
	ck_answer("voyage baltic isis norge wien class 1", "class-taken",
	    "class of 1 star belongs to the Atlantic");
}
END_TEST

static unsigned kinds; /* of events that came */

static void
note(int reader)
{
	(void)reader;
	for (int i = 0; i < seen.n; i++)
		kinds |= 1u << (8 * seen.at[i].kind + seen.at[i].verb);
}

/* Random games have each event, so sentences_tests() reads them all. */
START_TEST(every_event_comes)
{
	kinds = 0;
	for (int n = 2; n <= 6; n++)
		random_game(n, 1, note);
	/* All four moves, two kinds of chance, seven derived. */
	ck_assert_uint_eq(kinds, 0x1eu | 0x6u << 8 | 0xfeu << 16);
}
END_TEST

/* Pieces of the board and of the list that must say the same. */
START_TEST(board_and_list_of_one_position)
{
	struct markdown *m;
	struct buf text = BUF_INIT;

	table_set(4);
	agency("rhea royal-william-3 kreios -");
	hold(1, "duca-degli-abruzzi");
	placed(1, "baltic", 0, 17);
	placed(1, "baltic", 0, 13);
	placed(1, "baltic", 2, 15);
	m = board(1);
	markdown_board(m, 72, &text);
	ck_holds(buf_text(&text),
	    "YOUR HAND  1 ship, 18000 in cash; you may hold up to 8 after a "
	    "charter");
	ck_holds(buf_text(&text),
	    " Duca degli Abruzzi  Baltic B 3; Mediterranean A 4, C 2\n");
	ck_holds(buf_text(&text),
	    " 2000  Royal William  mail ship, any leg, 1\n");
	ck_holds(buf_text(&text),
	    " * 1 star       1 neutral 17 (14)  2 Bruno 15 (12)   3 neutral 13 "
	    "(10)\n"
	    " Baltic         4 free (8)         5 free (6)        6 free "
	    "(4)\n");
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_holds(buf_text(&text),
	    "Duca degli Abruzzi: Baltic leg B value 3; Mediterranean leg A "
	    "value 4,\nleg C value 2.\n");
	ck_holds(buf_text(&text),
	    "Royal William for 2000: mail ship, any leg, value 1.\n");
	ck_holds(buf_text(&text),
	    "1 star for the Baltic: 1 neutral 17 for 14 points; 2 Bruno 15 for "
	    "12\npoints; 3");
	markdown_free(m);
	buf_release(&text);
}
END_TEST

/* The words of words.json are the moves'. */
START_TEST(words)
{
	const struct names *names = texts_names(texts, "atlantic-star", "en");
	struct move m;

	ck_assert_uint_gt(names->n, 8);
	table_set(4);
	placed(5, "mediterranean", 1, 9);
	ck_assert_int_eq(star_parse(data, &at, 1, names, "loa medi 8k", &m,
			     &why),
	    0);
	ck_assert_int_eq(star_parse(data, &at, 1, names, "rep", &m, &why), 0);
	ck_assert_int_eq(star_parse(data, &at, 1, names, "re", &m, &why), -1);
}
END_TEST

CASES(tests)
{
	sentences_load();
	tcase_add_test(t, refusals_of_words);
	tcase_add_test(t, refusals_of_loans);
	tcase_add_test(t, refusals_of_the_agency);
	tcase_add_test(t, refusals_of_voyages);
	tcase_add_test(t, every_event_comes);
	sentences_tests(t, 6, 10, "AGENCY", NULL);
	tcase_add_test(t, board_and_list_of_one_position);
	tcase_add_test(t, words);
}
