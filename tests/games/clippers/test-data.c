/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/breaches.h"

/* The data file, and each of its laws broken in a copy. */

static const struct breach breaches[] = {
	/* Form. */
	{ "\"money\"", "\"mony\"", "money" },
	{ "\"spaces\": 5", "\"spaces\": \"5\"", "spaces" },
	{ "\"arrow\": true", "\"arrow\": 1", "arrow" },
	{ "\"x\": 79", "\"x\": 80", "x" },
	{ "\"to\": \"hawaii\"", "\"to\": \"maui\"", "no place \"maui\"" },
	{ "\"two\": \"kanton\"", "\"two\": \"canton\"", "no place" },
	/* The components' numbers. */
	{ "\"name\": \"clippers\"", "\"name\": \"clipper\"",
	    "law: the file is clippers" },
	{ "\"version\": 1", "\"version\": 2", "law: the file is clippers" },
	{ "\"money\": 2", "\"money\": 3", "law: 2 dollars" },
	{ "\"posts\": 12", "\"posts\": 11", "law: 2 dollars, 12 posts" },
	{ "\"clipper_price\": 3", "\"clipper_price\": 2",
	    "law: 2 dollars, 12 posts, a clipper for 3" },
	{ "\"sticks\": 18", "\"sticks\": 19", "companies (black)" },
	{ "\"sticks\": 13, \"clippers\": 0", "\"sticks\": 13, \"clippers\": 1",
	    "companies (purple)" },
	{ "\"count\": 3, \"price\": 2", "\"count\": 2, \"price\": 2",
	    "cards (2x)" },
	{ "\"price\": 4", "\"price\": 5", "cards (port)" },
	{ "{\"id\": \"japan\"", "{\"id\": \"nippon\"", "nations in order" },
	/* Places. */
	{ "\n    {\"id\": \"niue\", \"name\": \"Niue\", \"value\": 5, "
	  "\"spaces\": 3, \"x\": 32, \"y\": 30},",
	    "", "law: 38 islands, not 37" },
	{ "\"id\": \"rapa\"", "\"id\": \"niue\"",
	    "law: ids are unique (niue)" },
	{ "\"id\": \"rapa\"", "\"id\": \"port-red\"",
	    "law: ids are unique (port-red)" },
	{ "\"name\": \"Tahiti\", \"value\": 4, \"spaces\": 2",
	    "\"name\": \"Tahiti\", \"value\": 4, \"spaces\": 3",
	    "law: Tahiti is worth 4 and has 2 spaces" },
	{ "\"name\": \"Hawaii\", \"value\": 8",
	    "\"name\": \"Hawaii\", \"value\": 7", "law: Hawaii is worth 8" },
	{ "\"purple_start\": \"american-samoa\"",
	    "\"purple_start\": \"savaii\"",
	    "law: purple starts at American Samoa (savaii)" },
	{ "tokelau", "fakaofo", "law: Tokelau exists" },
	{ "\"name\": \"Niue\", \"value\": 5",
	    "\"name\": \"Niue\", \"value\": 4",
	    "law: no island is worth less" },
	{ "\"name\": \"Rapa\", \"value\": 3, \"spaces\": 2",
	    "\"name\": \"Rapa\", \"value\": 3, \"spaces\": 6",
	    "law: 2 to 5 spaces on an island (rapa)" },
	{ "\"value\": 2", "\"value\": 1", "law: base values from 2 to 8" },
	{ "\"x\": 74, \"y\": 35", "\"x\": 64, \"y\": 35",
	    "law: islands stand from west to east" },
	/* Ports. */
	{ "\"colour\": \"blue\"", "\"colour\": \"white\"",
	    "law: ports stand in colour order" },
	{ "port-white", "porto-white", "law: a port is called" },
	{ "\"x\": 79, \"y\": 26", "\"x\": 74, \"y\": 26",
	    "law: ports lie east of every island (port-green)" },
	/* Links. */
	{ "\"to\": \"rotuma\", \"parts\": 1, \"tracks\": 1",
	    "\"to\": \"rotuma\", \"parts\": 5, \"tracks\": 1",
	    "law: links of 1 to 4 parts" },
	{ "\"to\": \"rotuma\", \"parts\": 1, \"tracks\": 1",
	    "\"to\": \"rotuma\", \"parts\": 1, \"tracks\": 3",
	    "law: links of 1 to 4 parts, single or double" },
	{ "{\"from\": \"mangareva\", \"to\": \"rapa\"",
	    "{\"from\": \"pitcairn\", \"to\": \"mangareva\"",
	    "law: one link for each pair" },
	{ "{\"from\": \"moorea\", \"to\": \"bora-bora\"",
	    "{\"from\": \"bora-bora\", \"to\": \"moorea\"",
	    "law: a link's from lies east of its to" },
	{ "{\"from\": \"mangareva\", \"to\": \"rapa\"",
	    "{\"from\": \"port-black\", \"to\": \"mangareva\"",
	    "law: port links stand first" },
	{ "{\"from\": \"port-red\", \"to\": \"hawaii\"",
	    "{\"from\": \"port-red\", \"to\": \"majuro\"",
	    "law: links do not cross" },
	{ "\"x\": 7, \"y\": 24", "\"x\": 7, \"y\": 12",
	    "law: no link runs over a third place (espiritu-santo)" },
	/* Reach: every short double link becomes four parts long. */
	{ "\"parts\": 1, \"tracks\": 2", "\"parts\": 4, \"tracks\": 2",
	    "law: each colour reaches each island" },
	/* Departures. */
	{ "\"two\": \"new-caledonia\", \"one\": [\"wallis\"",
	    "\"two\": \"wallis\", \"one\": [\"new-caledonia\"",
	    "law: the two posts stand on the westernmost island (france)" },
	{ "[\"wallis\", \"moorea\"", "[\"moorea\", \"moorea\"",
	    "law: six different islands (france)" },
	{ "[\"wallis\", \"moorea\"", "[\"port-red\", \"moorea\"",
	    "law: posts stand on islands (france)" },
	{ "\"moorea\", \"rangiroa\"", "\"moorea\", \"hawaii\"",
	    "law: the departures differ by at most 2" },
	{ "\"rapa\", \"pitcairn\"]", "\"rapa\", \"hao\"]",
	    "law: no island is over-full (hao)" },
};

START_TEST(a_port_without_links)
{
	/* Both of red's links become blue's. */
	char *text = data_with(data_text,
	    "{\"from\": \"port-red\", \"to\": \"hawaii\"",
	    "{\"from\": \"port-blue\", \"to\": \"hawaii\"");
	char *more = data_with(text,
	    "{\"from\": \"port-red\", \"to\": \"kiritimati\"",
	    "{\"from\": \"port-blue\", \"to\": \"palmyra\"");
	struct err e = { 0 };

	ck_assert_int_lt(data_takes(more, &e), 0);
	ck_holds(e.text, "law: every port has a link (port-red)");
	free(text);
	free(more);
}
END_TEST

START_TEST(two_links_at_least)
{
	/* Guadalcanal keeps one of its three links. */
	char *a = data_with(data_text,
	    "    {\"from\": \"espiritu-santo\", \"to\": \"guadalcanal\", "
	    "\"parts\": 2, \"tracks\": 1, \"arrow\": false},\n",
	    "");
	char *b = data_with(a,
	    ",\n    {\"from\": \"new-caledonia\", \"to\": \"guadalcanal\", "
	    "\"parts\": 3, \"tracks\": 1, \"arrow\": false}",
	    "");
	struct err e = { 0 };

	ck_assert_int_lt(data_takes(b, &e), 0);
	ck_holds(e.text,
	    "law: two links to other islands at least (guadalcanal)");
	free(a);
	free(b);
}
END_TEST

CASES(tests)
{
	ADD_BREACHES(t, breaches);
	tcase_add_test(t, a_port_without_links);
	tcase_add_test(t, two_links_at_least);
}
