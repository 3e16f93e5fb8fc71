/* SPDX-License-Identifier: MIT */
#include "table.h"

/* M1 to M4: liberal reading, strict writing. */

START_TEST(verbs)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_reads(1, "charter rhea", "charter rhea");
	ck_reads(1, "CHARTER Rhea", "charter rhea");
	ck_reads(1, "cha rhea", "charter rhea");
	ck_reads(1, "  chart\trhea  ", "charter rhea");
	/* M2 */
	ck_reads(1, "rep", "replace");
	ck_reads(1, "Replace", "replace");
	ck_reads(1, "replace.", "replace");
}
END_TEST

/* Words of other languages come from names; the exact word before a prefix,
 * and none of them is needed. */
START_TEST(words_of_languages)
{
	static struct name list[] = {
		{ "verb", "noleggia", "charter", 0, false },
		{ "verb", "charter", "charter", 1, false },
		{ "verb", "replace", "replace", 1, false },
		{ "verb", "viaggio", "voyage", 0, false },
		{ "verb", "loan", "loan", 1, false },
		{ "verb", "lening", "loan", 2, false },
		{ "sea", "mar-baltico", "baltic", 0, false },
		{ "sea", "mar-mediterraneo", "mediterranean", 0, false },
		{ "sea", "mediterranean", "mediterranean", 1, false },
		{ "sea", "middellandse-zee", "mediterranean", 2, false },
		{ "keyword", "classe", "class", 0, false },
	};
	static const struct {
		const char *text, *words;
	} table[] = { { "noleggia rhea", "charter rhea" },
		{ "nol rhea", "charter rhea" }, { "cha rhea", "charter rhea" },
		{ "lening middellandse zee 8 000", "loan mediterranean 8000" },
		{ "len midd 8k", "loan mediterranean 8000" },
		{ "loan pacific 1k", "loan pacific 1000" },
		{ "loan mar mediterraneo 2k", "loan mediterranean 2000" },
		{ "via mar baltico thetis kreios roy classe 3",
		    "voyage baltic thetis:A royal-william-1:B kreios:C class "
		    "3" },
		{ "voyage bal thetis kreios roy class 3",
		    "voyage baltic thetis:A royal-william-1:B kreios:C class "
		    "3" } };
	struct names names = { .at = list, .n = sizeof list / sizeof list[0] };
	struct buf words = BUF_INIT;
	struct move m;
	size_t i;

	names_sort(&names);
	table_set(4);
	hold(1, "thetis kreios royal-william-1");
	agency("rhea isis wien korea");
	for (i = 0; i < sizeof table / sizeof table[0]; i++) {
		buf_clear(&words);
		ck_assert_msg(star_parse(data, &at, 1, &names, table[i].text,
				  &m, &why) == 0,
		    "%s: %s", table[i].text, why.code);
		star_format(data, &at, 1, &m, &words);
		ck_assert_str_eq(buf_text(&words), table[i].words);
	}
	/* "mar" may be either. */
	ck_assert_int_eq(star_parse(data, &at, 1, &names, "loan mar 8k", &m,
			     &why),
	    -1);
	ck_assert_str_eq(why.code, "ambiguous-name");
	free(names.sorted);
	buf_release(&words);
}
END_TEST

START_TEST(m1_amounts)
{
	static const char *const eight[] = { "8000", "8.000", "8k", "8K",
		"8 000", "08000", "0008k", "００8000", "８０００" };
	char line[64];
	size_t i;

	table_set(4);
	placed(5, "mediterranean", 1, 20);
	for (i = 0; i < sizeof eight / sizeof eight[0]; i++) {
		snprintf(line, sizeof line, "loan mediterranean %s", eight[i]);
		ck_reads(1, line, "loan mediterranean 8000");
	}
	/* A dot or space is followed by exactly three digits. */
	ck_assert_str_eq(try(1, "loan med 8.000k"),
	    "loan-too-large sea=mediterranean max=10000 value=20");
	ck_refused(1, "loan med 8 000 000", "loan-too-large");
	ck_refused(1, "loan med 8.000.000", "loan-too-large");
}
END_TEST

START_TEST(m1_numbers_of_voyages)
{
	table_set(4);
	placed(5, "baltic", 1, 9);
	ck_reads(1, "loan baltic 2k", "loan baltic 2000");
	ck_reads(1, "loan baltic:1 2k", "loan baltic 2000");
	ck_refused(1, "loan baltic:2 2k", "no-voyage-to-loan");
	table_set(2);
	placed(5, "baltic", 1, 9);
	ck_reads(1, "loan baltic 2k", "loan baltic:1 2000");
	ck_reads(1, "loan b:1 2k", "loan baltic:1 2000");
	placed(5, "baltic", 1, 12);
	ck_reads(1, "loan baltic:2 2k", "loan baltic:2 2000");
	/* The younger is the one placed last, whatever its value. */
	ck_try(1, "loan baltic:2 2k");
	ck_assert_str_eq(class_is(5), "10(p1) 9(p1)");
}
END_TEST

START_TEST(m3_prices)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_reads(1, "charter 3000", "charter rhea");
	ck_reads(1, "charter 2k", "charter thetis");
	ck_reads(1, "charter 1.000", "charter kreios");
	ck_reads(1, "charter 1 000", "charter kreios");
	ck_reads(1, "charter 0", "charter korea");
	ck_reads(1, "charter 000", "charter korea");
}
END_TEST

START_TEST(names_of_ships)
{
	table_set(4);
	agency("armand-behic kaiser-wilhelm-der-grosse ten-haff great-britain");
	ck_reads(1, "charter Armand Béhic", "charter armand-behic");
	ck_reads(1, "charter armand-BEHIC", "charter armand-behic");
	ck_reads(1, "charter ARMAND BE\xcc\x81HIC", "charter armand-behic");
	ck_reads(1, "charter Kaiser Wilhelm der Grosse",
	    "charter kaiser-wilhelm-der-grosse");
	ck_reads(1, "charter kaiser wil", "charter kaiser-wilhelm-der-grosse");
	/* Among the agency's ships first: "ten" is Tenyo Maru too. */
	ck_reads(1, "charter ten", "charter ten-haff");
	ck_reads(1, "charter great", "charter great-britain");
	ck_reads(1, "charter g", "charter great-britain");
	ck_reads(1, "charter ten–haff", "charter ten-haff");
	/* Then among all. */
	ck_assert_str_eq(try(1, "charter rhe"),
	    "ship-not-in-agency ship=rhea agency=\"armand-behic "
	    "kaiser-wilhelm-der-grosse ten-haff great-britain\"");
	ck_refused(1, "charter great-e", "ship-not-in-agency");
	/* An exact id beats a prefix. */
	agency("sirius rhea royal-william-10 isis");
	ck_assert_str_eq(reads(1, "charter royal-william-1"),
	    "charter royal-william-1");
	ck_refused(1, "charter royal-william-1", "ship-not-in-agency");
	ck_reads(1, "charter siri", "charter sirius");
}
END_TEST

START_TEST(mail_ships_in_a_charter)
{
	table_set(4);
	agency("royal-william-5 rhea royal-william-9 korea");
	ck_reads(1, "charter royal", "charter royal-william-9");
	ck_reads(1, "charter Royal William", "charter royal-william-9");
	ck_reads(1, "charter royal william 5", "charter royal-william-5");
	ck_refused(1, "charter r", "ambiguous-name");
	agency("isis rhea thetis korea");
	ck_assert_str_eq(try(1, "charter royal"),
	    "ship-not-in-agency ship=royal-william-1 agency=\"isis rhea thetis "
	    "korea\"");
}
END_TEST

START_TEST(mail_ships_in_a_voyage)
{
	table_set(6);
	hold(1, "royal-william-2 royal-william-10 royal-william-3 norge rhea");
	/* The byte-wise first in hand that is not named yet. */
	ck_reads(1, "voyage baltic roy norge roy class 5",
	    "voyage baltic royal-william-10:A norge:B royal-william-2:C class "
	    "5");
	ck_reads(1, "voyage baltic royal-william-10:C norge roy:A class 5",
	    "voyage baltic royal-william-2:A norge:B royal-william-10:C class "
	    "5");
	ck_reads(1,
	    "voyage baltic royal william:C norge royal william:A class 5",
	    "voyage baltic royal-william-2:A norge:B royal-william-10:C class "
	    "5");
}
END_TEST

START_TEST(m4_spaces_in_names)
{
	table_set(6);
	hold(1, "flying-cloud ten-haff rhea duca-degli-abruzzi");
	ck_reads(1, "voyage baltic Rhea Flying Cloud Ten Haff class 5",
	    "voyage baltic rhea:A flying-cloud:B ten-haff:C class 5");
	ck_reads(1, "voyage baltic flying cloud:B, ten haff:C, rhea:A class 5",
	    "voyage baltic rhea:A flying-cloud:B ten-haff:C class 5");
	ck_reads(1, "voyage baltic duca degli abruzzi ten rhea class 5",
	    "voyage baltic rhea:A duca-degli-abruzzi:B ten-haff:C class 5");
	ck_assert_str_eq(try(1, "voyage baltic flying cloud ten haff class 5"),
	    "wrong-number-of-ships sea=baltic legs=3 given=2 hand=4");
}
END_TEST

START_TEST(m4_legs)
{
	table_set(6);
	hold(1, "thetis kreios royal-william-1");
	/* Ships given a leg keep it; the others go where the total is best. */
	ck_reads(1, "voyage baltic thetis:c kreios roy class 1",
	    "voyage baltic kreios:A royal-william-1:B thetis:C class 1");
	ck_reads(1, "voyage baltic kreios:C thetis roy class 1",
	    "voyage baltic thetis:A royal-william-1:B kreios:C class 1");
	ck_reads(1, "voy bal kreios:A thetis:B roy:C cla 1",
	    "unknown-ship word=cla");
	ck_reads(1, "voyage b kreios:A thetis:B roy:C class 1",
	    "voyage baltic kreios:A thetis:B royal-william-1:C class 1");
	/* The bonus counts: 4 + 0 + 2 less than 3 + 1 + 2 and 3. */
	ck_reads(1, "voyage baltic roy thetis kreios class 5",
	    "voyage baltic thetis:A royal-william-1:B kreios:C class 5");
}
END_TEST

/* Of equally good ways the smallest list of ids in leg order. */
START_TEST(m4_ties)
{
	table_set(6);
	hold(1, "isis potosi olympic");
	ck_reads(1, "voyage baltic potosi olympic isis class 5",
	    "voyage baltic isis:A olympic:B potosi:C class 5");
	hold(1, "royal-william-2 royal-william-10 norge");
	ck_reads(1,
	    "voyage baltic norge royal-william-2 royal-william-10 class 5",
	    "voyage baltic royal-william-10:A norge:B royal-william-2:C class "
	    "5");
}
END_TEST

START_TEST(legal_list)
{
	table_set(2);
	agency("rhea thetis kreios korea");
	placed(5, "pacific", 1, 2);
	placed(4, "baltic", 1, 1);
	placed(4, "baltic", 1, 3);
	hold(1, "norge royal-william-11 royal-william-2 isis");
	/* Loans by sea, older first, rising; replace; charters, dearest
	 * first; voyages. The Baltic is done, others are too long but one. */
	ck_assert_str_eq(legal(1),
	    "loan baltic:1 1000\n"
	    "loan baltic:2 1000\n"
	    "loan baltic:2 2000\n"
	    "loan baltic:2 3000\n"
	    "loan pacific:1 1000\n"
	    "loan pacific:1 2000\n"
	    "replace\n"
	    "charter rhea\n"
	    "charter thetis\n"
	    "charter kreios\n"
	    "charter korea\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 3\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 2\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 1\n");
	ck_assert_str_eq(legal(2), "");
}
END_TEST

/* Mail ships are interchangeable: only the sets with the first ones. */
START_TEST(legal_list_of_mail_ships)
{
	table_set(6);
	placed(5, "baltic", 2, 1);
	agency("rhea thetis kreios korea");
	at.money[1] = 0;
	hold(1, "norge royal-william-11 royal-william-2 isis");
	ck_assert_str_eq(legal(1),
	    "charter korea\n"
	    "voyage baltic isis:A norge:B royal-william-11:C\n"
	    "voyage baltic isis:A royal-william-11:B royal-william-2:C\n"
	    "voyage baltic royal-william-11:A norge:B royal-william-2:C\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 4\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 3\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 2\n"
	    "voyage mediterranean norge:A isis:B royal-william-11:C "
	    "royal-william-2:D class 1\n");
	/* Others are accepted all the same. */
	ck_try(1, "voyage baltic isis norge royal-william-2");
}
END_TEST

/* What is not canonical is no line of a log. */
START_TEST(strict_reading)
{
	static const char *const wrong[] = { "", "replace ", " replace",
		"Replace", "charter", "charter ", "charter 3000",
		"charter Rhea", "charter rhe", "charter rhea ",
		"loan baltic 8000", "loan baltic:1 8k", "loan baltic:1 08000",
		"loan baltic:1 8500", "loan baltic:3 8000", "loan baltic:1",
		"loan baltic:1 ", "loan baltic:1  8000", "loan baltic:1 0",
		"loan north:1 8000", "loan baltic:1 8000000", "voyage",
		"voyage baltic", "voyage baltic rhea:A",
		"voyage baltic thetis:A kreios:C royal-william-1:B class 3",
		"voyage baltic thetis:A royal-william-1:B kreios:C class 6",
		"voyage baltic thetis:A royal-william-1:B kreios:C class",
		"voyage baltic thetis:A royal-william-1:B kreios:C ",
		"voyage baltic thetis royal-william-1 kreios class 3",
		"voyage baltic thetis:A royal-william-1:B kreios:C class 3 ",
		"voyage baltic thetis:A royal-william-1:B kreios:",
		"voyage baltic  thetis:A royal-william-1:B kreios:C",
		"voyage pacific thetis:A royal-william-1:B kreios:C class 3" };
	static const char *const right[] = { "replace", "charter rhea",
		"loan baltic:1 8000", "loan pacific:2 1000",
		"voyage baltic thetis:A royal-william-1:B kreios:C class 3",
		"voyage baltic thetis:A royal-william-1:B kreios:C" };
	struct move m;
	size_t i;

	table_set(2);
	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		ck_assert_msg(star_read(data, &at, 1, wrong[i],
				  strlen(wrong[i]), &m) < 0,
		    "read: \"%s\"", wrong[i]);
	for (i = 0; i < sizeof right / sizeof right[0]; i++)
		ck_assert_msg(star_read(data, &at, 1, right[i],
				  strlen(right[i]), &m) == 0,
		    "not read: \"%s\"", right[i]);
	placed(5, "baltic", 2, 9);
	/* The class stands there only where it is chosen. */
	ck_assert_int_lt(star_read(data, &at, 1, right[4], strlen(right[4]),
			     &m),
	    0);
	ck_assert_int_eq(star_read(data, &at, 1, right[5], strlen(right[5]),
			     &m),
	    0);
	table_set(4);
	ck_assert_int_lt(star_read(data, &at, 1, "loan baltic:1 8000", 18, &m),
	    0);
	ck_assert_int_eq(star_read(data, &at, 1, "loan baltic 8000", 16, &m),
	    0);
}
END_TEST

/* Whatever is written, it is read or refused with a code, and no more. */
START_TEST(noise)
{
	static const char letters[] =
	    "abcdeghilmnorstvy  :-.,0123kKA\xc3\xa9\xe2\x80\x93\xff\t\"";
	static const char *const starts[] = { "voyage baltic ", "charter ",
		"loan ", "voyage pacific roy ", "" };
	char line[700];
	struct rng r;
	int i;

	rng_init_number(&r, 42);
	table_set(2);
	placed(5, "baltic", 1, 9);
	hold(1, "royal-william-2 royal-william-10 great-britain thetis");
	for (i = 0; i < 20000; i++) {
		size_t n = rng_below(&r, i % 50 == 0 ? 600 : 40), k;
		int head = snprintf(line, sizeof line, "%s",
		    starts[rng_below(&r, 5)]);

		for (k = 0; k < n; k++)
			line[(size_t)head + k] =
			    letters[rng_below(&r, sizeof letters - 1)];
		line[(size_t)head + n] = '\0';
		if (strcmp(try(1, line), "ok") == 0)
			table_set(2);
		else
			ck_assert_ptr_nonnull(why.code);
	}
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, verbs);
	tcase_add_test(t, words_of_languages);
	tcase_add_test(t, m1_amounts);
	tcase_add_test(t, m1_numbers_of_voyages);
	tcase_add_test(t, m3_prices);
	tcase_add_test(t, names_of_ships);
	tcase_add_test(t, mail_ships_in_a_charter);
	tcase_add_test(t, mail_ships_in_a_voyage);
	tcase_add_test(t, m4_spaces_in_names);
	tcase_add_test(t, m4_legs);
	tcase_add_test(t, m4_ties);
	tcase_add_test(t, legal_list);
	tcase_add_test(t, legal_list_of_mail_ships);
	tcase_add_test(t, strict_reading);
	tcase_add_test(t, noise);
}
