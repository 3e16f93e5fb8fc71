/* SPDX-License-Identifier: MIT */
#include "table.h"

/* Liberal reading, strict writing (M1 to M7), and the list of legal moves in
 * its order. */

START_TEST(m1_stow)
{
	table_stow(2);
	ck_reads(1, "stow", "stow");
	ck_reads(1, "STO purple=2 Orange=1", "stow orange=1 purple=2");
	ck_reads(1, "stow p=2, o=1.", "stow orange=1 purple=2");
	ck_reads(1, "stow yellow=0 blue=00", "stow");
	ck_reads(1, "stow gr=8.000", "stow green=8000");
	ck_reads(1, "stow blue=8k", "stow blue=8000");
	ck_reads(1, "stow orange=1 blue=1 000", "stow orange=1 blue=1000");
	ck_reads(1, "stow purple=100000",
	    "stow-too-valuable value=600000 most=60");
}
END_TEST

START_TEST(m2_fly)
{
	table_set(2);
	ck_reads(1, "fly A4", "fly ship A4 cost=1");
	ck_reads(1, "FLY a4", "fly ship A4 cost=1");
	ck_reads(1, "fly ship a0 cost=2", "fly ship A0 cost=2");
	ck_reads(1, "fly a0 cost=3", "fly ship A0 cost=3");
	ck_reads(1, "fly s A\xc3\xa4", "unknown-field word=aa");
	ship(1, "A4", "red=9");
	ck_reads(1, "fly hub", "fly ship hub cost=1");
	ck_reads(1, "fly h", "fly ship hub cost=1");
	ships(1, "hub", "red=9", "A4", "red=9");
	ck_reads(1, "fly mai a4", "fly main A4 cost=1");
	ck_reads(1, "fly t hub", "fly tender hub cost=1");
	/* Neither a ship nor a field. */
	ck_reads(1, "fly A4 hub", "unknown-command word=fly");
	ck_reads(1, "fly m", "ship-required");
}
END_TEST

START_TEST(m3_m4_m5_m6_m7)
{
	table_set(2);
	ck_reads(1, "refuel", "refuel ship 3");
	ck_reads(1, "ref 2", "refuel ship 2");
	ck_reads(1, "refuel sh 2", "refuel ship 2");
	ck_reads(1, "split", "split");
	ck_reads(1, "spl blue=1 red=2", "split red=2 blue=1");
	ck_reads(1, "mer", "merge");
	ck_reads(1, "end", "end");
	ck_reads(1, "tow", "tow ship");
	ck_reads(1, "load", "load ship");
	ck_reads(1, "unl ship", "unload ship");
	system_at("A4", "yellow", "purple");
	ship(1, "A4", "yellow=9");
	ck_reads(1, "trade", "trade ship 3");
	ck_reads(1, "tra 2", "trade ship 2");
	ck_reads(1, "trade ship 1 000", "trade ship 1000");
	ck_reads(1, "trade 100000", "trade ship 30000");
	ck_reads(1, "trade 0", "trade ship 0");
	ships(1, "A4", "yellow=3", "hub", "");
	ck_reads(1, "trade main", "trade main 3");
	ck_reads(1, "refuel ten", "refuel tender 1");
}
END_TEST

/* What logs hold is read strictly. */
START_TEST(logs)
{
	static const char *const wrong[] = { "", "end ", " end", "END", "en",
		"end 1", "merge ship", "stow ", "stow red=1",
		"stow purple=1 orange=1", "stow orange=0", "stow orange=01",
		"stow orange=1  blue=1", "stow orange",
		"stow orange=1 orange=1", "split blue=1 red=1", "fly A4 cost=1",
		"fly ship A4", "fly ship A4 cost=", "fly ship a4 cost=1",
		"fly ship A4 cost=1 ", "fly  ship A4 cost=1",
		"fly boat A4 cost=1", "trade", "trade ship", "trade ship 1k",
		"trade ship -1", "trade ship 1 2", "load", "load ship 1",
		"refuel ship", "tow ship now", "tow", "fly ship",
		"fly ship A9 cost=1" };
	static const char *const right[] = { "end", "merge", "stow",
		"stow orange=4 purple=3", "split", "split red=12 purple=6",
		"fly main A4 cost=12", "fly ship hub cost=1", "trade tender 3",
		"trade ship 0", "load ship", "unload main", "refuel ship 3",
		"tow tender" };
	struct buf out = BUF_INIT;
	struct move m;

	table_set(2);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_msg(verbs_read(data, &at, 1, wrong[i],
				  strlen(wrong[i]), &m) < 0,
		    "\"%s\"", wrong[i]);
	for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
		ck_assert_msg(verbs_read(data, &at, 1, right[i],
				  strlen(right[i]), &m) == 0,
		    "\"%s\"", right[i]);
		buf_clear(&out);
		verbs_format(data, &at, 1, &m, &out);
		ck_assert_str_eq(buf_text(&out), right[i]);
	}
	buf_release(&out);
}
END_TEST

START_TEST(legal_in_round_0)
{
	table_stow(2);
	ck_assert_str_eq(legal(2),
	    "stow\n"
	    "stow orange=4 yellow=4 green=3 blue=2 purple=3\n"
	    "stow orange=24\nstow yellow=20\nstow green=15\nstow blue=12\n"
	    "stow purple=10\n");
}
END_TEST

START_TEST(legal_at_the_hub)
{
	table_set(2);
	ship(1, "hub", "red=2 orange=3 purple=8");
	ck_assert_str_eq(legal(1),
	    "fly ship A0 cost=2\nfly ship A3 cost=2\nfly ship A4 cost=1\n"
	    "fly ship A5 cost=2\nfly ship B0 cost=2\nfly ship B1 cost=2\n"
	    "fly ship B4 cost=2\nfly ship B5 cost=1\nfly ship B6 cost=1\n"
	    "fly ship C0 cost=2\nfly ship C1 cost=1\nfly ship C2 cost=2\n"
	    "fly ship C6 cost=2\nfly ship D0 cost=2\nfly ship D1 cost=2\n"
	    "fly ship D2 cost=1\nfly ship D3 cost=1\nfly ship D4 cost=2\n"
	    "refuel ship 1\nrefuel ship 2\nrefuel ship 3\n"
	    "split\nsplit red=1 orange=1 purple=4\nsplit red=2 purple=6\n"
	    "split red=2 orange=3 purple=8\nend\n");
	/* Each division once, and only where both parts fit. */
	ship(1, "hub", "");
	ck_holds(legal(1), "refuel ship 3\nsplit\nend\n");
	ship(1, "hub", "red=29 orange=24");
	ck_holds(legal(1),
	    "refuel ship 1\nsplit red=12 orange=6\nsplit red=18\nend\n");
}
END_TEST

START_TEST(legal_at_systems)
{
	table_set(2);
	system_at("A4", "yellow", "purple");
	system_at("B5", "blue", "blue");
	ships(1, "A4", "yellow=4", "B5", "red=1");
	ck_assert_str_eq(legal(1),
	    "trade main 1\ntrade main 2\ntow main\n"
	    "fly tender hub cost=1\nfly tender B0 cost=1\n"
	    "fly tender B4 cost=1\nfly tender B6 cost=1\n"
	    "fly tender C1 cost=1\nfly tender C2 cost=1\n"
	    "load tender\nend\n");
	ships(1, "B5", "blue=1", "B5", "blue=18");
	ck_assert_str_eq(legal(1),
	    "load main\nunload main\ntow main\n"
	    "unload tender\ntow tender\nmerge\nend\n");
	/* Nothing is listed for who is not to act. */
	ck_assert_str_eq(legal(2), "");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, m1_stow);
	tcase_add_test(t, m2_fly);
	tcase_add_test(t, m3_m4_m5_m6_m7);
	tcase_add_test(t, logs);
	tcase_add_test(t, legal_in_round_0);
	tcase_add_test(t, legal_at_the_hub);
	tcase_add_test(t, legal_at_systems);
}
