/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

#include "tests/games/breaches.h"

/* The data file, and each of its laws broken in a copy. */

static const struct breach breaches[] = {
	/* Form. */
	{ "\"money\"", "\"mony\"", "money" },
	{ "\"agency\": [3000", "\"agency\": [3000, 1", "agency" },
	{ "\"value\": 9}", "\"value\": 10}", "value" },
	{ "{\"class\": 4", "{\"class\": 3", "classes" },
	{ "\"bonus\": 3", "\"bonus\": -3", "bonus" },
	{ "\"about\"", "\"abaut\"", "about" },
	/* Figures. */
	{ "\"name\": \"atlantic-star\"", "\"name\": \"pacific-star\"",
	    "law: the name" },
	{ "\"version\": 1", "\"version\": 2", "law: the version" },
	{ "\"min\": 2", "\"min\": 3", "law: seats are 2 to 6" },
	{ "\"2\": 36000", "\"2\": 35000", "law: money with 2 seats" },
	{ "\"6\": 18000", "\"6\": 19000", "law: money with 6 seats" },
	{ "\"3\": 2,", "\"3\": 1,", "law: voyages per sea with 3 seats" },
	{ "[3000, 2000, 1000, 0]", "[4000, 2000, 1000, 0]",
	    "law: agency prices" },
	{ "\"replace_price\": 2000", "\"replace_price\": 1000",
	    "law: replacing costs 2000" },
	{ "\"unit\": 1000", "\"unit\": 2000", "law: a loan's unit" },
	{ "\"max\": 10000", "\"max\": 9000", "law: a loan's unit" },
	{ "\"hand_spare\": 2", "\"hand_spare\": 3", "law: two cards" },
	{ "\"mail_value\": 1", "\"mail_value\": 2", "law: a mail ship scores" },
	/* Seas and ports. */
	{ "\"to\": \"Kiel\"}",
	    "\"to\": \"Kiel\"}, {\"id\": \"D\", \"from\": \"Kiel\", \"to\": "
	    "\"Kiel\"}",
	    "law: the baltic has 3 legs" },
	{ "\"bonus\": 5", "\"bonus\": 4", "law: the bonus of the atlantic" },
	{ "\"id\": \"C\", \"from\": \"Sydney\"",
	    "\"id\": \"X\", \"from\": \"Sydney\"", "law: legs are named" },
	{ "\"from\": \"Havana\"", "\"from\": \"Bermuda\"",
	    "law: each leg starts where" },
	{ "\"to\": \"Hamburg\"", "\"to\": \"Bremen\"",
	    "law: each leg starts where" },
	{ "Piraeus", "Alexandria", "law: every port of a sea once" },
	{ "Kiel", "Memel", "law: the Baltic is Kiel" },
	{ "Acapulco\"", "Lima\"", "law: one Pacific leg" },
	/* Neutral operators and classes. */
	{ "\"baltic\": [15]", "\"baltic\": []",
	    "law: six plaques in every sea (baltic, 5 seats)" },
	{ "\"pacific\": [28, 32]", "\"pacific\": [28, 33]",
	    "law: the neutral operators of the pacific with 2 seats" },
	{ "\"atlantic\": [25]", "\"atlantic\": [26]",
	    "law: the neutral operators of the atlantic with 5 seats" },
	{ "[22, 16, 10, 6, 2, 0]", "[22, 16, 10, 6, 2, 1]",
	    "law: the points of class 5" },
	{ "[14, 12, 10, 8, 6, 4]", "[14, 12, 10, 8, 6, 3]",
	    "law: the points of class 1" },
	/* Names. */
	{ "\"name\": \"Rhea\"", "\"name\": \"Rhoea\"",
	    "law: an id is made from its name (rhea)" },
	{ "\"year\": 1848", "\"year\": 1829", "law: a year is null or" },
	{ "\"year\": 1848", "\"year\": 1915", "law: a year is null or" },
	{ "\"sirio\", \"name\": \"Sirio\"", "\"sirius\", \"name\": \"Sirius\"",
	    "law: names are distinct (Sirius)" },
	{ "\"sirio\", \"name\": \"Sirio\"", "\"siri\", \"name\": \"Siri\"",
	    "law: no id is the beginning of another (siri, sirius)" },
	{ "\"zealandia\", \"name\": \"Zealandia\"",
	    "\"aealandia\", \"name\": \"Aealandia\"",
	    "law: ships are sorted by id" },
	/* Cards. */
	{ "    {\"id\": \"rhea\"",
	    "    {\"id\": \"rhe\", \"name\": \"Rhe\", \"year\": null, "
	    "\"mail\": true}, {\"id\": \"rhea\"",
	    "law: there are 132 ship cards, not 133" },
	{ "{\"id\": \"norge\", \"name\": \"Norge\", \"year\": 1881, \"roles\": "
	  "[{\"sea\": \"baltic\", \"leg\": \"B\", \"value\": 9}]}",
	    "{\"id\": \"norge-1\", \"name\": \"Norge\", \"year\": 1881, "
	    "\"mail\": true}",
	    "law: there are 12 mail ships" },
	{ "royal-william-12", "royal-william-13",
	    "law: the mail ships are royal-william-1 to -12" },
	{ "\"mail\": true", "\"mail\": true, \"roles\": []",
	    "law: a mail ship has no roles" },
	{ "\"year\": 1909, \"roles\": [{\"sea\": \"mediterranean\", \"leg\": "
	  "\"B\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": \"D\", "
	  "\"value\": 5}]",
	    "\"year\": 1909, \"roles\": []",
	    "law: a ship has one to three roles (wilhelmina)" },
	{ "\"leg\": \"E\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	  "\"F\", \"value\": 5",
	    "\"leg\": \"G\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	    "\"F\", \"value\": 5",
	    "law: roles only on existing legs" },
	{ "\"leg\": \"E\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	  "\"F\", \"value\": 5",
	    "\"leg\": \"F\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	    "\"F\", \"value\": 5",
	    "law: no role twice on a card (challenge)" },
	{ "\"leg\": \"E\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	  "\"F\", \"value\": 5",
	    "\"leg\": \"F\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	    "\"E\", \"value\": 5",
	    "law: roles stand in leg order (challenge)" },
	{ "\"leg\": \"E\", \"value\": 4}, {\"sea\": \"pacific\", \"leg\": "
	  "\"F\", \"value\": 5",
	    "\"leg\": \"E\", \"value\": 0}, {\"sea\": \"pacific\", \"leg\": "
	    "\"F\", \"value\": 9",
	    "law: a role's value is 1 to 9 (challenge)" },
	{ "\"year\": 1883, \"roles\": [{\"sea\": \"atlantic\", \"leg\": \"B\"",
	    "\"year\": 1883, \"roles\": [{\"sea\": \"pacific\", \"leg\": \"A\"",
	    "law: at most two roles in one sea (aorangi)" },
	{ "\"leg\": \"D\", \"value\": 9", "\"leg\": \"D\", \"value\": 8",
	    "law: a ship's values add up to 9 (andrew-jackson)" },
	{ "\"year\": 1855, \"roles\": [{\"sea\": \"pacific\", \"leg\": \"D\", "
	  "\"value\": 9}",
	    "\"year\": 1855, \"roles\": [{\"sea\": \"pacific\", \"leg\": "
	    "\"D\", \"value\": 5}, {\"sea\": \"pacific\", \"leg\": \"E\", "
	    "\"value\": 4}",
	    "law: 36, 42 and 42 ships have one, two and three roles" },
	{ "\"year\": 1909, \"roles\": [{\"sea\": \"mediterranean\", \"leg\": "
	  "\"B\"",
	    "\"year\": 1909, \"roles\": [{\"sea\": \"mediterranean\", \"leg\": "
	    "\"C\"",
	    "law: 13 or 14 roles serve every leg (mediterranean C)" },
	{ "\"sea\": \"pacific\", \"leg\": \"C\", \"value\": 9}]},\n"
	  "    {\"id\": \"servia\"",
	    "\"sea\": \"pacific\", \"leg\": \"B\", \"value\": 9}]},\n    "
	    "{\"id\": \"servia\"",
	    "law: two specialists with 9 on every leg (pacific B)" },
	/* What the rule books say. */
	{ "\"id\": \"rhea\", \"name\": \"Rhea\", \"year\": null, \"roles\": "
	  "[{\"sea\": \"mediterranean\"",
	    "\"id\": \"rhea\", \"name\": \"Rhea\", \"year\": null, \"roles\": "
	    "[{\"sea\": \"baltic\"",
	    "law: Rhea serves every sea but the Baltic" },
	{ "[{\"sea\": \"baltic\", \"leg\": \"A\", \"value\": 3}, {\"sea\": "
	  "\"baltic\", \"leg\": \"C\", \"value\": 4}",
	    "[{\"sea\": \"baltic\", \"leg\": \"B\", \"value\": 3}, {\"sea\": "
	    "\"baltic\", \"leg\": \"C\", \"value\": 4}",
	    "law: Thetis serves Baltic A and C" },
	{ "[{\"sea\": \"baltic\", \"leg\": \"A\", \"value\": 3}, {\"sea\": "
	  "\"baltic\", \"leg\": \"C\", \"value\": 4}",
	    "[{\"sea\": \"baltic\", \"leg\": \"A\", \"value\": 4}, {\"sea\": "
	    "\"baltic\", \"leg\": \"C\", \"value\": 3}",
	    "law: Thetis on A and Kreios on C make 5" },
	{ "[{\"sea\": \"baltic\", \"leg\": \"C\", \"value\": 2}, {\"sea\": "
	  "\"pacific\", \"leg\": \"F\", \"value\": 7}",
	    "[{\"sea\": \"baltic\", \"leg\": \"B\", \"value\": 2}, {\"sea\": "
	    "\"pacific\", \"leg\": \"F\", \"value\": 7}",
	    "law: Kreios serves Baltic C" },
	{ "[{\"sea\": \"baltic\", \"leg\": \"C\", \"value\": 2}, {\"sea\": "
	  "\"pacific\", \"leg\": \"F\", \"value\": 7}",
	    "[{\"sea\": \"baltic\", \"leg\": \"A\", \"value\": 7}, {\"sea\": "
	    "\"baltic\", \"leg\": \"C\", \"value\": 2}",
	    "law: Flying Cloud, Ten Haff and Kreios have one Baltic role" },
	{ "\"id\": \"ten-haff\", \"name\": \"Ten Haff\", \"year\": null, "
	  "\"roles\": [{\"sea\": \"baltic\", \"leg\": \"C\"",
	    "\"id\": \"ten-haff\", \"name\": \"Ten Haff\", \"year\": null, "
	    "\"roles\": [{\"sea\": \"baltic\", \"leg\": \"B\"",
	    "law: Flying Cloud (4) and Ten Haff (5)" },
};

/* Laws that a change of words cannot break. */
START_TEST(seas_in_order)
{
	cJSON *json = cJSON_Parse(data_text), *seas, *first;
	struct game_data *d = NULL;
	struct err e = { 0 };

	seas = cJSON_GetObjectItem(json, "seas");
	first = cJSON_DetachItemFromArray(seas, 0);
	cJSON_AddItemToArray(seas, first);
	ck_assert_int_eq(game_load(&atlantic_star_rules, json, &d, &e), -1);
	ck_holds(e.text, "law: the seas are baltic, mediterranean");
	cJSON_Delete(json);
}
END_TEST

/* Ships that have 8 + 1 get 7 + 2, so that no 8 is left. */
START_TEST(each_value_occurs)
{
	cJSON *json = cJSON_Parse(data_text), *ship, *role;
	struct game_data *d = NULL;
	struct err e = { 0 };

	cJSON_ArrayForEach(ship, cJSON_GetObjectItem(json, "ships")) {
		bool eight = false;

		cJSON_ArrayForEach(role, cJSON_GetObjectItem(ship, "roles"))
			eight = eight ||
			    cJSON_GetObjectItem(role, "value")->valueint == 8;
		cJSON_ArrayForEach(role, cJSON_GetObjectItem(ship, "roles")) {
			cJSON *value = cJSON_GetObjectItem(role, "value");

			if (eight)
				cJSON_SetNumberValue(value,
				    value->valueint == 8 ? 7 : 2);
		}
	}
	ck_assert_int_eq(game_load(&atlantic_star_rules, json, &d, &e), -1);
	ck_holds(e.text, "law: each value 1 to 9 occurs (8)");
	cJSON_Delete(json);
}
END_TEST

START_TEST(titles)
{
	ck_assert_str_eq(verbs_title(data, "ship", "armand-behic"),
	    "Armand Béhic");
	ck_assert_str_eq(verbs_title(data, "ship", "royal-william-7"),
	    "Royal William");
	ck_assert_str_eq(verbs_title(data, "sea", "pacific"), "Pacific");
	ck_assert_ptr_null(verbs_title(data, "ship", "rhe"));
	ck_assert_ptr_null(verbs_title(data, "sea", "north"));
	ck_assert_ptr_null(verbs_title(data, "island", "rhea"));
}
END_TEST

/* The perfect hash finds every id and nothing else. */
START_TEST(ids)
{
	char id[40];
	int i;

	for (i = 0; i < STAR_SHIPS; i++) {
		size_t n = strlen(data->ship[i].id);

		ck_assert_int_eq(star_ship_find(data, data->ship[i].id, n), i);
		memcpy(id, data->ship[i].id, n + 1);
		id[0] ^= 1;
		ck_assert_int_eq(star_ship_find(data, id, n), STAR_NONE);
		if (!data->ship[i].mail)
			ck_assert_int_eq(star_ship_find(data, data->ship[i].id,
					     n - 1),
			    STAR_NONE);
	}
	ck_assert_int_eq(star_ship_find(data, "", 0), STAR_NONE);
}
END_TEST

CASES(tests)
{
	ADD_BREACHES(t, breaches);
	tcase_add_test(t, seas_in_order);
	tcase_add_test(t, each_value_occurs);
	tcase_add_test(t, titles);
	tcase_add_test(t, ids);
}
