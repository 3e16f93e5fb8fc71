/* SPDX-License-Identifier: MIT */
#include "table.h"

/* The worked examples of the game's page. */

START_TEST(e1_colours_count)
{
	table_set(2);
	memset(at.posts, 0, sizeof at.posts);
	at.seat[1].money = at.seat[2].money = 0;
	at.posts[place("tahiti")][1] = 1;
	joined("red", "hao", "tahiti");
	joined("red", "rangiroa", "tahiti");
	ck_assert_int_eq(clip_score(data, &at, 1), 4);
	joined("blue", "bora-bora", "tahiti");
	ck_assert_int_eq(clip_score(data, &at, 1), 8);
	at.posts[place("tahiti")][1] = 2;
	ck_assert_int_eq(clip_score(data, &at, 1), 16);
}
END_TEST

/* Red, blue and red again come to Tahiti: what each stick pays. */
static void
three_arrivals(const char *held, int first, int second)
{
	static const struct {
		const char *colour, *from;
	} line[] = { { "red", "rangiroa" }, { "blue", "bora-bora" },
		{ "red", "tubuai" } };
	const int paid[] = { first, second, 0 };

	table_set(5);
	for (int i = 0; i < 3; i++) {
		char words[64];

		phase(2);
		card(1, held);
		at.seat[1].money = 2;
		head(line[i].colour, line[i].from);
		(void)snprintf(words, sizeof words, "lay %s %s>tahiti",
		    line[i].colour, line[i].from);
		ck_try(1, words);
		ck_assert_int_eq(at.seat[1].money, 2 + paid[i]);
	}
}

START_TEST(e2_bonus)
{
	three_arrivals("", 2, 1);
	three_arrivals("2x", 4, 2);
	three_arrivals("3x", 0, 0);
	three_arrivals("5x", 2, 1);
	three_arrivals("port", 2, 1);
}
END_TEST

START_TEST(e3_only_the_last_part_pays)
{
	table_set(3);
	phase(2);
	ck_try(1, "lay red port-red>hawaii");
	ck_try(2, "lay red port-red>hawaii");
	ck_try(3, "lay red port-red>hawaii");
	ck_assert_int_eq(at.seat[1].money, 2);
	ck_assert_int_eq(at.seat[2].money, 2);
	ck_assert_int_eq(at.seat[3].money, 4);
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLIP_CONNECTED),
	    "connected red port-red>hawaii laid=3 of=3 dollars=2 colours=1");
}
END_TEST

START_TEST(e4_dead_with_a_clipper_in_hand)
{
	table_set(2);
	phase(2);
	clipper(2, "red");
	/* The last line of red comes to an island all of whose links are
	 * taken. */
	head("red", "wallis");
	joined("blue", "rotuma", "funafuti");
	joined("white", "funafuti", "rotuma");
	joined("blue", "rotuma", "viti-levu");
	joined("blue", "rotuma", "nauru");
	joined("blue", "rotuma", "espiritu-santo");
	for (int c = 1; c < CLIP_PORTS; c++)
		at.sticks[c] = 0;
	ck_try(1, "lay red wallis>rotuma");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	/* It could have been opened. */
	ck_assert(clip_can_open(data, &at, colour("red")));
	ck_assert_int_eq(at.seat[2].clipper, colour("red") + 1);
}
END_TEST

START_TEST(e5_purple_opens)
{
	table_set(2);
	phase(2);
	joined("red", "niue", "american-samoa");
	ck_refused(1, "lay purple american-samoa>savaii", "purple-closed");
	/* Two lines of one colour are one. */
	joined("red", "savaii", "american-samoa");
	ck_refused(1, "lay purple american-samoa>savaii", "purple-closed");
	head("blue", "pukapuka");
	ck_try(1, "lay blue pukapuka>american-samoa");
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLIP_PURPLE_OPEN),
	    "purple-open");
	ck_try(2, "lay purple american-samoa>savaii");
}
END_TEST

START_TEST(e6_score)
{
	table_set(2);
	memset(at.posts, 0, sizeof at.posts);
	at.seat[1].money = 45;
	/* 8 * 3 * 3 + 5 * 1 * 3 + 6 * 5 = 117 */
	at.connected[0] = (uint64_t)1 << place("nauru") |
	    (uint64_t)1 << place("niue") | (uint64_t)1 << place("kanton");
	at.connected[1] = at.connected[2] = at.connected[0];
	at.connected[3] = at.connected[4] = (uint64_t)1 << place("kanton");
	at.posts[place("nauru")][1] = 3;
	at.posts[place("niue")][1] = 1;
	at.posts[place("kanton")][1] = 1;
	ck_assert_int_eq(clip_score(data, &at, 1), 162);
}
END_TEST

START_TEST(e7_a_place_made_too_late)
{
	table_set(2);
	card(1, "5x");
	clipper(1, "green");
	/* Every link of green's port is taken: no place to open. */
	no_heads("green");
	joined("green", "port-green", "mangareva");
	joined("green", "port-green", "easter-island");
	begun("green", "port-green", "hao", 1);
	at.connected[colour("green")] = 0;
	phase(3);
	ck_assert_int_eq(at.must_open, 0);
	ck_refused(1, "open green hao>rangiroa", "not-connected");
	ck_try(1, "lay green port-green>hao");
	ck_assert(clip_can_open(data, &at, colour("green")));
	ck_refused(1, "open green hao>rangiroa", "allowance-used");
	ck_holds(legal(1), "lay green hao>rangiroa\n");
	ck_holds(legal(1), "done\n");
	ck_lacks(legal(1), "open");
	ck_try(1, "done");
	ck_try(2, "lay red port-red>hawaii");
	ck_assert_int_eq(at.stock[colour("green")], 1);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, e1_colours_count);
	tcase_add_test(t, e2_bonus);
	tcase_add_test(t, e3_only_the_last_part_pays);
	tcase_add_test(t, e4_dead_with_a_clipper_in_hand);
	tcase_add_test(t, e5_purple_opens);
	tcase_add_test(t, e6_score);
	tcase_add_test(t, e7_a_place_made_too_late);
}
