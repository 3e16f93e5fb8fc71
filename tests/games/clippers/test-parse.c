/* SPDX-License-Identifier: MIT */
#include "table.h"

/* Liberal reading, strict writing (M1 to M8). */

START_TEST(m1_m2_m3_m4)
{
	table_set(2);
	ck_reads(1, "buy red", "buy red");
	ck_reads(1, "BUY Gr", "buy green");
	ck_reads(1, "post tahiti", "post tahiti");
	ck_reads(1, "Pos tah.", "post tahiti");
	ck_reads(1, "post Mo'orea", "post moorea");
	ck_reads(1, "post Mo\xca\xbborea", "post moorea");
	ck_reads(1, "post Savai\xe2\x80\x99i", "post savaii");
	ck_reads(1, "post T\xc3\xa4hiti", "post tahiti");
	/* What is exact comes before what begins so. */
	ck_reads(1, "post rapa", "post rapa");
	ck_reads(1, "take 2x", "take 2x");
	ck_reads(1, "tak 5X", "take 5x");
	ck_reads(1, "take port", "take port");
	ck_reads(1, "pas", "pass");
	ck_reads(1, "  pass  ", "pass");
}
END_TEST

START_TEST(m5_m6_m7_m8)
{
	table_set(2);
	phase(2);
	ck_reads(1, "lay red tahiti>moorea", "lay red tahiti>moorea");
	ck_reads(1, "Lay R Tah>Moo", "lay red tahiti>moorea");
	ck_reads(1, "lay red tahiti>moorea*2", "lay red tahiti>moorea*2");
	ck_reads(1, "lay red tahiti>moorea*1", "lay red tahiti>moorea");
	ck_reads(1, "lay red tahiti>moorea*02", "lay red tahiti>moorea*2");
	ck_reads(1, "lay bla port-bla>rapa", "lay black port-black>rapa");
	ck_reads(1, "ope white port-white>hao", "open white port-white>hao");
	ck_reads(1, "mov tahiti moorea", "move tahiti moorea");
	ck_reads(1, "don", "done");
	ck_reads(1, "lay red tahiti>moorea.", "lay red tahiti>moorea");
}
END_TEST

/* What logs hold is read strictly. */
START_TEST(logs)
{
	static const char *const wrong[] = { "", "pass ", " pass", "pas",
		"PASS", "buy", "buy  red", "buy red ", "buy re", "buy red blue",
		"post port-red", "move port-red hao", "lay red tahiti>moorea*2",
		"lay red tahiti>moorea*1", "lay red tahiti>efate",
		"lay red tahiti moorea", "lay tahiti>moorea", "take 4x",
		"done x", "open red", "lay red tahiti>moorea>hao" };
	static const char *const right[] = { "pass", "done", "buy red",
		"post efate", "take port", "lay purple american-samoa>savaii",
		"open red port-red>hawaii", "move tahiti moorea" };
	struct buf out = BUF_INIT;
	struct move m;

	table_set(2);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		ck_assert_msg(clip_read(data, &at, 1, wrong[i],
				  strlen(wrong[i]), &m) < 0,
		    "\"%s\" is read", wrong[i]);
	for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
		ck_assert_int_eq(clip_read(data, &at, 1, right[i],
				     strlen(right[i]), &m),
		    0);
		buf_clear(&out);
		verbs_format(data, &at, 1, &m, &out);
		ck_assert_str_eq(buf_text(&out), right[i]);
	}
	buf_release(&out);
}
END_TEST

/* A long line is no move, and no harm. */
START_TEST(long_lines)
{
	char text[3000];

	table_set(2);
	memset(text, 'a', sizeof text);
	text[sizeof text - 1] = '\0';
	ck_assert_str_eq(try(1, text), "unknown-command word=\"\"");
	memcpy(text, "post ", 5);
	text[200] = '\0';
	ck_refused(1, text, "unknown-island");
	phase(2);
	ck_refused(1, "lay red port-red>hawaii*99999999999999999999",
	    "allowance-used");
}
END_TEST

/* Words of another language, as text/ gives them. */
START_TEST(words)
{
	static struct name name[] = {
		{ "verb", "leg", "lay", 0, false },
		{ "colour", "rood", "red", 0, false },
		{ "colour", "blauw", "blue", 0, false },
		{ "colour", "zwart", "black", 0, false },
		{ "card", "haven", "port", 0, false },
	};
	struct names names = { .at = name, .n = 5 };
	struct move m;

	names_sort(&names);
	table_set(2);
	ck_assert_int_eq(clip_parse(data, &at, 1, &names, "take haven", &m,
			     &why),
	    0);
	ck_assert_int_eq(m.arg[0], CLIP_PORT);
	ck_assert_int_eq(clip_parse(data, &at, 1, &names, "buy b", &m, &why),
	    0);
	ck_assert_int_eq(m.arg[0], colour("blue"));
	phase(2);
	ck_assert_int_eq(clip_parse(data, &at, 1, &names,
			     "leg zw port-black>rapa", &m, &why),
	    0);
	ck_assert_int_eq(m.verb, CLIP_V_LAY);
	ck_assert_int_eq(m.arg[0], colour("black"));
	free(names.sorted);
}
END_TEST

START_TEST(the_list_is_in_order)
{
	table_set(2);
	at.seat[1].money = 9;
	ck_holds(legal(1),
	    "buy red\nbuy blue\nbuy white\nbuy green\n"
	    "buy black\npost guadalcanal\n");
	ck_holds(legal(1),
	    "post easter-island\ntake 2x\ntake 3x\ntake 5x\n"
	    "take port\npass\n");
	phase(2);
	card(1, "port");
	clipper(1, "red");
	ck_holds(legal(1),
	    "lay red port-red>hawaii\n"
	    "lay red port-red>kiritimati\nlay blue port-blue>kiritimati\n");
	ck_holds(legal(1),
	    "lay black port-black>rapa\n"
	    "open red port-red>hawaii\nopen red port-red>kiritimati\n"
	    "move new-caledonia guadalcanal\nmove new-caledonia nauru\n");
	ck_lacks(legal(1), "done");
	/* from>to before to>from. */
	head("red", "tahiti");
	head("blue", "moorea");
	one_more_head("red", "moorea");
	ck_holds(legal(1), "lay red tahiti>moorea\nlay red moorea>tahiti\n");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, m1_m2_m3_m4);
	tcase_add_test(t, m5_m6_m7_m8);
	tcase_add_test(t, logs);
	tcase_add_test(t, long_lines);
	tcase_add_test(t, words);
	tcase_add_test(t, the_list_is_in_order);
}
