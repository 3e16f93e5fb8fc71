/* SPDX-License-Identifier: MIT */
#include "table.h"

/* What players may write (M1 to M9), and the first code that applies. */

START_TEST(canonical)
{
	table_set(2);
	/* M1 */
	ck_reads(1, "load cocoa S2", "load cocoa S2");
	/* M2 */
	ck_reads(1, "sail teal x4>x9 x2>x7", "sail teal x2>x7 x4>x9");
	/* M3 */
	ck_reads(1, "exchange o05", "exchange o05");
	/* M4 */
	ck_reads(1, "fulfil o05", "fulfil o05");
	/* M5 */
	ck_reads(1, "play open-2 L3 L1", "play open-2 L1 L3");
	ck_reads(1, "play switch-1 L2 open", "play switch-1 L2 open");
	ck_reads(1, "play step-back x7 x3", "play step-back x7 x3");
	ck_reads(1, "play extra-ship cocoa S2", "play extra-ship cocoa S2");
	ck_reads(1, "play sail-alone teal x4>x9", "play sail-alone teal x4>x9");
	ck_reads(1, "play swap-cargo x9 x2", "play swap-cargo x2 x9");
	/* M6 */
	ck_reads(1, "offer p2 give fries*2 want tripel pralines",
	    "offer p2 give fries*2 want tripel pralines");
	/* M8 */
	ck_reads(1, "standing fork x7 x6", "standing fork x7 x6");
	ck_reads(1, "standing fork x14 deurganckdok",
	    "standing fork x14 deurganckdok");
	ck_reads(1, "standing fork ask", "standing fork ask");
	ck_reads(1, "standing anchor fewer", "standing anchor fewer");
	ck_reads(1, "standing double-yield on", "standing double-yield on");
	ck_reads(1, "standing drop-anchor x7 any",
	    "standing drop-anchor x7 any");
	ck_reads(1, "standing drop-anchor x7 off",
	    "standing drop-anchor x7 off");
}
END_TEST

START_TEST(liberal)
{
	table_set(2);
	ck_reads(1, "LOAD Cocoa s2", "load cocoa S2");
	ck_reads(1, "loa coc Scheur", "load cocoa S2");
	ck_reads(1, "sail tea Borssele>Hansweert", "sail teal x4>x9");
	ck_reads(1, "sail orange fort sint-marie>rede van antwerpen",
	    "sail orange x19>x24");
	ck_reads(1, "sail purple Rede van Antwerpen>Hemiksem",
	    "sail purple x24>transit");
	ck_reads(1, "sail black kanaal>church", "sail black x18>churchilldok");
	ck_reads(1, "play open-2 Kallosluis royers", "play open-2 L1 L3");
	ck_reads(1, "play swap x3 x2", "play swap-cargo x2 x3");
	ck_reads(1, "offer p2 give fries fries want wheat-beer*1",
	    "offer p2 give fries*2 want wheat-beer");
	ck_reads(1, "standing drop-anchor middelgat teal.",
	    "standing drop-anchor x7 teal");
	ck_reads(1, "fulfill o05", "fulfil o05");
}
END_TEST

/* The form comes before everything, in any position. */
START_TEST(form)
{
	static const char *const wrong[] = { "", "fly", "load", "load cocoa",
		"load cocoa S1 S2", "sail", "sail teal x4x9", "sail teal x4>",
		"sail teal >x9", "sail teal x4>x9>x13", "exchange", "fulfil",
		"exchange o01 o02", "play", "play switch-1 L2", "play switch-1",
		"play double-yield on", "play step-back x7",
		"play extra-ship cocoa", "play sail-alone",
		"offer p2 give fries", "offer p2 fries tripel",
		"offer p2 give want tripel", "offer p2 give fries want",
		"offer p2 want fries give tripel",
		"offer p2 give fries*0 want tripel",
		"offer p2 give fries*x want tripel", "accept it", "decline it",
		"withdraw it", "choose", "choose x1 x2", "standing",
		"standing fork", "standing fork x7 x6 x5", "standing anchor",
		"standing anchor lock ship", "standing sail on",
		"standing drop-anchor x7", "end now" };

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		table_set(2);
		ck_assert_msg(strcmp(refused(1, wrong[i]), "unknown-command") ==
			0,
		    "\"%s\": %s", wrong[i], why.code == NULL ? "ok" : why.code);
		ck_refused(2, wrong[i], "unknown-command");
	}
	at.stage = STAGE_OVER;
	ck_refused(1, "fly", "game-over");
}
END_TEST

/* Codes come in the order of the page, whatever the order of the words. */
START_TEST(order_of_codes)
{
	table_set(2);
	ck_refused(2, "load gin nowhere", "not-your-turn");
	ck_refused(1, "load gin nowhere", "unknown-place");
	ck_refused(1, "load gin S1", "unknown-good");
	ck_refused(1, "sail green nowhere>x1", "unknown-place");
	ck_refused(1, "sail green x1>x2", "unknown-colour");
	ck_refused(1, "sail teal x1>Ka x99>x1", "unknown-place");
	ck_refused(1, "sail teal x1>Ka", "ambiguous-name");
	ck_refused(1, "play open L1", "ambiguous-name");
	ck_refused(1, "play jok L9", "unknown-card");
	ck_refused(1, "offer p7 give gold want fries", "unknown-product");
	ck_refused(1, "offer p7 give fries want tripel", "unknown-seat");
	ck_refused(1, "offer p1 give fries want tripel", "unknown-seat");
	ck_refused(1, "load cocoa deurganckdok", "unknown-place");
	ck_refused(1, "play step-back transit x3", "unknown-place");
	ck_refused(1, "play open-1 L7", "lock-unknown");
	/* A card's own names and rules before its being in hand. */
	at.seat[1].reserve = 0;
	ck_refused(1, "play extra-ship cocoa S1", "no-ship-left");
	at.seat[1].reserve = 5;
	at.supply[3] = 0;
	ck_refused(1, "play extra-ship cocoa S1", "no-cube-left");
	at.supply[3] = 6;
	ck_refused(1, "play extra-ship cocoa x1", "card-not-in-hand");
	ck_refused(1, "play drop-anchor", "standing-only");
	ck_refused(1, "play step-back x7 x2", "card-not-in-hand");
	card(1, "step-back");
	ck_refused(1, "play step-back x7 x2", "no-ship-there");
	/* The main act before names, names before possession. */
	play(1, "sail teal");
	ck_refused(1, "load gin nowhere", "main-already-done");
	ck_refused(1, "exchange o99", "main-already-done");
	ck_refused(1, "fulfil o99", "unknown-order");
	/* An open offer before that, a pending choice before all. */
	product(1, "fries", 1);
	play(1, "offer p2 give fries want comics");
	ck_refused(1, "load gin nowhere", "offer-open");
	ck_refused(1, "choose x1", "offer-open");
	ck_refused(2, "load gin nowhere", "not-your-turn");
	ck_refused(2, "standing fork maybe", "not-a-choice");
	ck_refused(2, "withdraw", "not-for-you");
}
END_TEST

/* Each code over all wishes before the next. */
START_TEST(wishes)
{
	table_set(2);
	ship(1, "cocoa", "x7");
	ship(1, "cocoa", "x8");
	ship(2, "toys", "x12");
	ck_refused(1, "sail teal x12>x13 x1>x5", "no-ship-there");
	ck_refused(1, "sail teal x12>x13", "not-your-ship");
	ck_refused(1, "sail teal x7>x6", "choice-required"); /* x8's */
	ck_refused(1, "sail teal x7>x6 x8>x12", "not-a-choice");
	ck_refused(1, "sail teal x8>x9", "not-a-choice");
	ck_refused(1, "sail teal x8>x12 x8>x13", "not-a-choice");
	ck_refused(1, "sail teal x8>x12 x8>x12", "not-a-choice");
	ck_refused(1,
	    "sail teal S1>x1 S2>x2 S3>x3 S4>x4 x1>x5 x2>x6 x3>x7 x4>x8 x5>x14 "
	    "x6>x10 x7>x6 x8>x12 x9>x13 x10>x15 x11>x10 x12>x11 x13>x18 "
	    "x14>x20 x15>x19 x16>x19 x17>x16 x18>x23 x19>x21 x20>x21",
	    "no-ship-there");
	ck_try(1, "sail teal x8>x12");
}
END_TEST

START_TEST(legal_list)
{
	table_set(2);
	ship(1, "cocoa", "S2");
	ship(1, "cocoa", "x8");
	ck_holds(legal(1), "load toys S1\nload toys S3\n");
	ck_holds(legal(1),
	    "load barley S1\nload barley S3\nload barley S4\n"
	    "load potatoes S1\n");
	ck_assert_int_eq(strncmp(legal(1), "load toys S1\n", 13), 0);
	ck_holds(legal(1),
	    "load cocoa S4\nsail purple\nsail orange\n"
	    "sail white\nsail teal S2>x2 x8>x12\nsail teal S2>x2 x8>x13\n"
	    "sail teal S2>x3 x8>x12\nsail teal S2>x3 x8>x13\nsail black\n"
	    "exchange o01\nexchange o02\nexchange o03\nplay open-1 L1\n"
	    "play open-1 L2\nplay open-1 L3\n");
	ck_lacks(legal(1), "end\n");
	ck_assert_str_eq(legal(2), "");
	product(1, "comics", 1);
	product(1, "tripel", 1);
	product(1, "fries", 1);
	ck_holds(legal(1), "exchange o03\nfulfil o01\nfulfil o03\nplay ");
	card(1, "drop-anchor");
	card(1, "swap-cargo");
	card(1, "step-back");
	ck_holds(legal(1),
	    "play open-1 L3\nplay step-back x8 x3\n"
	    "play step-back x8 x4\nplay swap-cargo S2 x8\n");
	ck_lacks(legal(1), "drop-anchor");
	play(1, "sail black");
	ck_assert_int_eq(strncmp(legal(1), "fulfil o01\n", 11), 0);
	ck_assert_str_eq(legal(1) + strlen(legal(1)) - 4, "end\n");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, canonical);
	tcase_add_test(t, liberal);
	tcase_add_test(t, form);
	tcase_add_test(t, order_of_codes);
	tcase_add_test(t, wishes);
	tcase_add_test(t, legal_list);
}
