/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/breaches.h"

/* The data file, and each of its laws broken in a copy. */

static const struct breach breaches[] = {
	/* Form. */
	{ "\"discovery\"", "\"discoveries\"", "discovery" },
	{ "\"blocked_per_segment\": 2", "\"blocked_per_segment\": \"2\"",
	    "blocked_per_segment" },
	{ "\"ship\"", "\"boat\"", "ship" },
	{ "\"use\": \"cargo\"", "\"use\": \"ballast\"", "use" },
	{ "\"mixed\": {\"orange\": 4", "\"mixed\": {\"pink\": 4", "mixed" },
	{ "\"mixed\": {\"orange\": 4", "\"mixed\": {\"red\": 4", "mixed" },
	{ "[\"hub\", \"A4\"]", "[\"hub\", \"Z4\"]", "links" },
	{ "[\"hub\", \"A4\"]", "[\"hub\"]", "links" },
	{ "\"segment\": \"D\"", "\"segment\": \"E\"", "segment" },
	{ "\"segments\": [\"A\"", "\"segments\": [1", "segments" },
	/* The components' numbers. */
	{ "\"name\": \"claim\"", "\"name\": \"claims\"",
	    "law: the file is claim" },
	{ "\"version\": 1", "\"version\": 2", "law: the file is claim" },
	{ "\"min\": 2", "\"min\": 1", "law: 2 or 3 seats" },
	{ "\"max\": 3", "\"max\": 4", "law: 2 or 3 seats" },
	{ "\"name\": \"red\"", "\"name\": \"pink\"", "law: colours" },
	{ "\"value\": 5", "\"value\": 7", "law: colours, their values" },
	{ "\"use\": \"fuel\"", "\"use\": \"cargo\"", "law: colours" },
	{ "\"main\": 2", "\"main\": 3", "law: main has two parts" },
	{ "\"tender\": 1", "\"tender\": 2", "law: main has two parts" },
	{ "\"compartments_per_part\": 3", "\"compartments_per_part\": 4",
	    "law: 3 compartments" },
	{ "\"cubes_per_compartment\": 6", "\"cubes_per_compartment\": 5",
	    "law: 3 compartments of 6" },
	{ "\"blocked_per_segment\": 2", "\"blocked_per_segment\": 3",
	    "law: two blocked" },
	{ "\"fuel\": 30", "\"fuel\": 31", "law: 30 fuel" },
	{ "\"cargo_value\": 60", "\"cargo_value\": 61", "law: 30 fuel" },
	{ "\"rounds\": 30", "\"rounds\": 0", "law: a game has a round" },
	{ "\"claims\": {\"2\": 10", "\"claims\": {\"2\": 0",
	    "law: a game has a claim" },
	/* The mixed cargo. */
	{ "\"mixed\": {\"orange\": 4", "\"mixed\": {\"orange\": 5",
	    "law: the mixed cargo may be stowed (value)" },
	{ "\"mixed\": {\"orange\": 4, \"yellow\": 4, \"green\": 3, \"blue\": "
	  "2, \"purple\": 3}",
	    "\"mixed\": {\"orange\": 25}",
	    "law: the mixed cargo may be stowed (room)" },
	/* The board. */
	{ "\"name\": \"hub\", \"q\": 0", "\"name\": \"hub\", \"q\": 1",
	    "law: the hub at the origin" },
	{ "\"hub\": \"hub\"", "\"hub\": \"A0\"", "law: the hub stands first" },
	{ "{\"name\": \"A5\", \"segment\": \"A\", \"q\": -1, \"r\": -1},\n"
	  "    ",
	    "", "law: the hub and four flowers" },
	{ "\"A5\"", "\"A7\"", "law: fields stand in order" },
	{ "\"segment\": \"B\", \"q\": 3, \"r\": -2",
	    "\"segment\": \"C\", \"q\": 3, \"r\": -2",
	    "law: fields stand in order, A0 to D6 (B2)" },
	{ "\"name\": \"B2\", \"segment\": \"B\", \"q\": 3, \"r\": -2",
	    "\"name\": \"B2\", \"segment\": \"B\", \"q\": 3, \"r\": -1",
	    "law: a ring goes clockwise from the top (B2)" },
	{ "[\"hub\", \"A4\"],\n    ", "", "law: links are the pairs" },
	{ "[\"hub\", \"A4\"]", "[\"A4\", \"hub\"]",
	    "law: links are the pairs" },
	{ "[\"hub\", \"A4\"]", "[\"hub\", \"A1\"]",
	    "law: links are the pairs" },
	{ "[\"D5\", \"D6\"]", "[\"D5\", \"D6\"], [\"A1\", \"C5\"]",
	    "law: links are the pairs that touch, in order (more" },
};

/* A board that keeps every law of its form, but moved as a whole: the half
 * turn and the links to the hub tell. */
START_TEST(board_as_a_whole)
{
	struct game_data d = *data;
	struct err e = { 0 };

	d.touch[CLAIM_HUB] &= ~claim_segment(0);
	ck_assert_int_lt(claim_data_laws(&d, &e), 0);
	ck_holds(e.text, "law: the hub touches all segments (A)");
	d = *data;
	for (int f = 1; f < CLAIM_FIELDS; f++)
		if (d.field[f].segment == 0)
			d.field[f].r = (int8_t)(d.field[f].r - 4);
	ck_assert_int_lt(claim_data_laws(&d, &e), 0);
}
END_TEST

CASES(tests)
{
	ADD_BREACHES(t, breaches);
	tcase_add_test(t, board_as_a_whole);
}
