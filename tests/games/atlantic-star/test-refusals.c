/* SPDX-License-Identifier: MIT */
#include "table.h"

/* Every refusal code, and that the first that applies is given. */

static const char *const eight =
    "isis norge sirio wien potosi scotia tsar umbria";

START_TEST(the_turn_comes_first)
{
	struct move m = { .verb = STAR_REPLACE };
	int i, s;

	table_set(4);
	ck_assert_str_eq(try(2, "nonsense"), "not-your-turn seat=p1");
	ck_assert_int_eq(star_apply(data, &at, 2, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "not-your-turn");
	pile(0);
	ck_try(1, "charter 0");
	/* A shuffle is due: it is nobody's turn. */
	ck_assert_str_eq(try(1, "nonsense"), "not-your-turn");
	ck_assert_str_eq(try(2, "replace"), "not-your-turn");
	for (i = 1; i <= 4; i++)
		for (s = 0; s < STAR_SEAS; s++)
			at.left[i][s] = 0;
	at.due = 0;
	at.stage = STAGE_OVER;
	ck_assert_str_eq(try(1, "nonsense"), "game-over");
	ck_assert_str_eq(try(2, "replace"), "game-over");
}
END_TEST

START_TEST(unknown_command)
{
	static const char *const wrong[] = { "", "   ", "sail baltic",
		"lo baltic 8000", "re", "ch 0", "vo baltic",
		"loans baltic 8000", "loan", "loan baltic", "loan 8000",
		"replace all", "replace 2000", "charter", "voyage",
		"voyage class 5", "voyage baltic class",
		"voyage baltic rhea class", "voyage baltic class 5 rhea",
		"voyage baltic rhea class 5 class 4",
		/* A colon not followed by exactly one digit. */
		"loan baltic: 8000", "loan baltic:x 8000",
		"loan baltic:12 8000", "loan baltic:1:1 8000",
		"loan baltic 8000:", "loan baltic 8000:x",
		"loan baltic:1 pacific:12", "loan baltic:1 pacific:1 8000",
		/* A bad second word of an amount. */
		"loan baltic 8 00", "loan baltic 8 0000", "loan baltic 8 x",
		"loan baltic 8000 please", "loan baltic 8k 000",
		"loan nosea 8 00", "charter 3000 rhea", "charter 3 00",
		"charter rhea korea" };
	size_t i;

	table_set(4);
	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		ck_assert_msg(strcmp(refused(1, wrong[i]), "unknown-command") ==
			0,
		    "\"%s\": %s", wrong[i], try(1, wrong[i]));
}
END_TEST

START_TEST(unknown_command_of_a_strange_move)
{
	struct move m = { .verb = 99 };

	table_set(4);
	ck_assert_int_eq(star_apply(data, &at, 1, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "unknown-command");
	m = (struct move){ .verb = STAR_LOAN, .n = 3, .arg = { 9, 1, 1 } };
	ck_assert_int_eq(star_apply(data, &at, 1, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "unknown-command");
}
END_TEST

START_TEST(unknown_sea)
{
	table_set(4);
	ck_assert_str_eq(try(1, "loan north 8000"), "unknown-sea word=north");
	ck_assert_str_eq(try(1, "voyage north rhea"), "unknown-sea word=north");
	ck_refused(1, "voyage baltic:1 rhea", "unknown-sea");
	/* From left to right. */
	ck_refused(1, "loan north 8500", "unknown-sea");
	ck_refused(1, "voyage north xyz:Z class 9", "unknown-sea");
}
END_TEST

START_TEST(unknown_ship)
{
	table_set(4);
	ck_assert_str_eq(try(1, "charter thetys"),
	    "unknown-ship word=thetys near=thetis");
	ck_assert_str_eq(try(1, "charter xyz"), "unknown-ship word=xyz");
	ck_refused(1, "charter rhea:A", "unknown-ship");
	ck_refused(1, "voyage baltic xyz:Z class 9", "unknown-ship");
	ck_assert_str_eq(try(1, "charter royal-wiliam"),
	    "unknown-ship word=royal-wiliam near=royal-william-1");
	ck_assert_str_eq(try(1, "charter flying clod"),
	    "unknown-ship word=flying-clod near=flying-cloud");
}
END_TEST

START_TEST(unknown_leg)
{
	table_set(4);
	ck_assert_str_eq(try(1, "voyage baltic rhea:D thetis class 9"),
	    "unknown-leg word=d sea=baltic legs=3 last=C");
	ck_assert_str_eq(try(1, "voyage baltic rhea:"),
	    "unknown-leg word=rhea: sea=baltic legs=3 last=C");
	ck_refused(1, "voyage baltic rhea:AB", "unknown-leg");
	ck_refused(1, "voyage baltic rhea:1", "unknown-leg");
	ck_refused(1, "voyage baltic rhea:A:B", "unknown-leg");
	/* Of one word, the leg before the ambiguous name. */
	ck_refused(1, "voyage baltic great:Z", "unknown-leg");
}
END_TEST

START_TEST(unknown_class)
{
	table_set(4);
	ck_assert_str_eq(try(1, "voyage baltic rhea class 6"),
	    "unknown-class word=6");
	ck_refused(1, "voyage baltic class 0", "unknown-class");
	ck_refused(1, "voyage baltic rhea class five", "unknown-class");
	ck_refused(1, "voyage baltic rhea class 55", "unknown-class");
}
END_TEST

START_TEST(bad_amount)
{
	static const char *const wrong[] = { "0", "500", "8500", "8.00",
		"8.0000", "8.", ".8", "-8000", "+8000", "k", "8kk", "8,000",
		"eight", "0k", "8.000.00", "8000:1", "pacific:1" };
	char line[64];
	size_t i;

	table_set(4);
	placed(5, "baltic", 1, 20);
	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(line, sizeof line, "loan baltic %s", wrong[i]);
		ck_assert_msg(strcmp(refused(1, line), "bad-amount") == 0,
		    "\"%s\": %s", line, try(1, line));
	}
	ck_refused(1, "loan baltic x 000", "bad-amount");
	/* Long ones are whole thousands, or none, like others. */
	ck_refused(1, "loan baltic 10000000000000000000500", "bad-amount");
	ck_refused(1, "loan baltic 10 000 000 000 500", "bad-amount");
	ck_refused(1, "loan baltic 10000000000000000000000", "loan-too-large");
	ck_refused(1, "loan baltic 10000000000k", "loan-too-large");
	ck_refused(1, "charter 100000000000003000", "bad-amount");
	ck_assert_str_eq(try(1, "charter 5000"),
	    "bad-amount word=5000 price=1");
	ck_refused(1, "charter 1500", "bad-amount");
	/* What begins with a digit is a price, never a ship. */
	ck_refused(1, "charter 3rhea", "bad-amount");
	ck_refused(1, "charter 4k", "bad-amount");
}
END_TEST

START_TEST(ambiguous_name)
{
	table_set(4);
	ck_assert_str_eq(try(1, "charter ten"),
	    "ambiguous-name word=ten candidates=\"ten-haff tenyo-maru\"");
	hold(1, "great-britain great-eastern rhea");
	ck_assert_str_eq(try(1, "voyage baltic great rhea kreios"),
	    "ambiguous-name word=great candidates=\"great-britain "
	    "great-eastern\"");
	/* From left to right, before an unknown ship behind it. */
	ck_refused(1, "voyage baltic great xyz", "ambiguous-name");
	ck_refused(1, "voyage baltic xyz great", "unknown-ship");
}
END_TEST

START_TEST(loans_in_order)
{
	int i;

	table_set(2);
	at.borrowed = 1;
	ck_assert_str_eq(try(1, "loan baltic 99000"),
	    "loan-too-late borrowed=1");
	at.borrowed = 0;
	at.replaced = 1;
	ck_assert_str_eq(try(1, "loan baltic 1000"),
	    "loan-too-late replaced=1");
	at.replaced = 0;
	ck_assert_str_eq(try(1, "loan baltic 1000"),
	    "no-voyage-to-loan sea=baltic");
	placed(5, "baltic", 1, 9);
	ck_assert_str_eq(try(1, "loan baltic:2 1000"),
	    "no-voyage-to-loan sea=baltic placed=1");
	ck_refused(1, "loan baltic:0 1000", "no-voyage-to-loan");
	ck_refused(1, "loan baltic:9 1000", "no-voyage-to-loan");
	placed(5, "baltic", 1, 8);
	ck_assert_str_eq(try(1, "loan baltic 99000"),
	    "ambiguous-name sea=baltic loan=1");
	at.plaque[5][0].loan = 1;
	ck_assert_str_eq(try(1, "loan baltic 99000"),
	    "loan-already-taken sea=baltic");
	at.plaque[5][0].loan = 0;
	for (i = 0; i < 4; i++)
		at.plaque[5][2 + i] = (struct star_plaque){ 2, 1, 1, 0 };
	at.plaques[5] = 6;
	ck_assert_str_eq(try(1, "loan baltic 99000"),
	    "loan-class-full sea=baltic class=5");
	at.plaque[5][0].loan = 1;
	ck_refused(1, "loan baltic 99000", "loan-already-taken");
	at.plaque[5][0].loan = 0;
	at.plaques[5] = 2;
	ck_assert_str_eq(try(1, "loan baltic:1 10000"),
	    "loan-too-large sea=baltic max=9000 value=9");
	ck_refused(1, "loan baltic:1 99000000000", "loan-too-large");
	ck_try(1, "loan baltic:1 9000");
}
END_TEST

START_TEST(replace_in_order)
{
	table_set(4);
	at.money[1] = 1000;
	pile(1);
	at.discard = 1;
	ck_assert_str_eq(try(1, "replace"),
	    "not-enough-money need=2000 have=1000");
	at.money[1] = 2000;
	ck_assert_str_eq(try(1, "replace"), "deck-too-small cards=2");
}
END_TEST

START_TEST(charter_in_order)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	hold(1, eight);
	at.money[1] = 0;
	ck_assert_str_eq(try(1, "charter olympic"),
	    "ship-not-in-agency ship=olympic agency=\"rhea thetis kreios "
	    "korea\"");
	ck_assert_str_eq(try(1, "charter rhea"), "hand-full limit=8 hand=8");
	hold(1, "isis");
	ck_assert_str_eq(try(1, "charter rhea"),
	    "not-enough-money need=3000 have=0 ship=rhea");
	ck_assert_str_eq(try(1, "charter 1000"),
	    "not-enough-money need=1000 have=0 ship=kreios");
	ck_try(1, "charter korea");
}
END_TEST

START_TEST(voyage_in_order)
{
	table_set(6);
	hold(1, eight);
	placed(5, "mediterranean", 1, 9);
	placed(4, "atlantic", 2, 9);
	ck_assert_str_eq(try(1, "voyage mediterranean rhea"),
	    "voyage-done sea=mediterranean");
	ck_assert_str_eq(try(1, "voyage atlantic rhea rhea"),
	    "wrong-number-of-ships sea=atlantic legs=5 given=2 hand=8");
	ck_assert_str_eq(try(1, "voyage baltic"),
	    "wrong-number-of-ships sea=baltic legs=3 given=0 hand=8");
	ck_refused(1,
	    "voyage baltic rhea rhea rhea rhea rhea rhea rhea rhea rhea rhea "
	    "rhea rhea rhea rhea rhea rhea rhea rhea rhea rhea rhea rhea rhea "
	    "rhea rhea",
	    "wrong-number-of-ships");
	ck_assert_str_eq(try(1, "voyage baltic rhea:A rhea:A kreios"),
	    "ship-twice ship=rhea");
	ck_assert_str_eq(try(1, "voyage baltic rhea:A olympic:A kreios"),
	    "leg-twice leg=A");
	ck_assert_str_eq(try(1, "voyage baltic isis norge olympic"),
	    "ship-not-in-hand ship=olympic");
	ck_assert_str_eq(try(1, "voyage baltic isis norge wien class 4"),
	    "too-many-left sea=baltic left=5 max=2");
	hold(1, "isis norge sirio wien potosi");
	ck_assert_str_eq(
	    try(1, "voyage atlantic isis norge sirio wien potosi class 5"),
	    "class-fixed sea=atlantic class=4");
	ck_assert_str_eq(try(1, "voyage baltic isis norge wien"),
	    "class-required sea=baltic classes=\"3 2 1\"");
	ck_assert_str_eq(try(1, "voyage baltic isis norge wien class 4"),
	    "class-taken sea=atlantic class=4 classes=\"3 2 1\"");
	ck_try(1, "voyage baltic isis norge wien class 1");
}
END_TEST

/* A listed mail ship may stand for another, but is not one that is not held. */
START_TEST(mail_ships_by_prefix)
{
	table_set(6);
	hold(1, "royal-william-10 rhea thetis");
	ck_refused(1, "voyage baltic roy roy rhea class 5", "ship-not-in-hand");
	hold(1, "royal-william-1 rhea thetis");
	ck_refused(1, "voyage baltic roy roy rhea class 5", "ship-twice");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, the_turn_comes_first);
	tcase_add_test(t, unknown_command);
	tcase_add_test(t, unknown_command_of_a_strange_move);
	tcase_add_test(t, unknown_sea);
	tcase_add_test(t, unknown_ship);
	tcase_add_test(t, unknown_leg);
	tcase_add_test(t, unknown_class);
	tcase_add_test(t, bad_amount);
	tcase_add_test(t, ambiguous_name);
	tcase_add_test(t, loans_in_order);
	tcase_add_test(t, replace_in_order);
	tcase_add_test(t, charter_in_order);
	tcase_add_test(t, voyage_in_order);
	tcase_add_test(t, mail_ships_by_prefix);
}
