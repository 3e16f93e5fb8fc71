/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/brute.h"

/* Legal moves by brute force: the list of the page's "Moves", nothing else. */

enum {
	ALL = 1 << CLAIM_V_FLY | 1 << CLAIM_V_TRADE | 1 << CLAIM_V_LOAD |
	    1 << CLAIM_V_UNLOAD | 1 << CLAIM_V_REFUEL | 1 << CLAIM_V_MERGE |
	    1 << CLAIM_V_TOW | 1 << CLAIM_V_END,
	FAR = 14,
	MUCH = 8 /* more than any cost, any trade */
};

static struct move *
add(struct moves *out, int verb, int name)
{
	struct move *m = brute_add(out, verb);

	brute_arg(m, name);
	return m;
}

static void
of_ship(int name, struct moves *out)
{
	struct move *m;

	for (int f = 0; f < CLAIM_FIELDS; f++)
		for (int cost = 0; cost <= FAR; cost++) {
			m = add(out, CLAIM_V_FLY, name);
			brute_arg(m, f);
			brute_arg(m, cost);
		}
	for (int n = 0; n <= MUCH; n++) {
		brute_arg(add(out, CLAIM_V_TRADE, name), n);
		brute_arg(add(out, CLAIM_V_REFUEL, name), n);
	}
	(void)add(out, CLAIM_V_LOAD, name);
	(void)add(out, CLAIM_V_UNLOAD, name);
	(void)add(out, CLAIM_V_TOW, name);
}

static void
every(int seat, struct moves *out)
{
	(void)seat;
	for (int name = CLAIM_SHIP; name < CLAIM_NAMES; name++)
		of_ship(name, out);
	(void)brute_add(out, CLAIM_V_MERGE);
	(void)brute_add(out, CLAIM_V_END);
}

static int seats, taken;

static void
look(int reader)
{
	(void)reader;
	taken += brute_table(seats, ALL, every);
}

START_TEST(acts)
{
	seats = _i;
	taken = 0;
	random_game(seats, 7, look);
	ck_assert_int_gt(taken, 100);
}
END_TEST

/* What a stowage or division is tried with, and how often it was taken. */
static struct move cubes;
static int tries;

static void
try_cubes(bool may, const char *otherwise)
{
	struct claim_position after = at;

	tries++;
	taken += may;
	ck_assert_int_eq(claim_apply(data, &after, 1, &cubes, NULL, &why),
	    may ? 0 : -1);
	if (!may)
		ck_assert_str_eq(why.code, otherwise);
}

/* R2, M1: any first cargo that is worth 60 at most and fits; 24 cubes do
 * beside 30 fuel. */
static void
stow(int colour, int n, int value)
{
	if (colour == CLAIM_COLOURS) {
		try_cubes(value <= 60 && n <= 24,
		    value > 60 ? "stow-too-valuable" : "no-room");
		return;
	}
	for (int i = 0; value + i * (colour + 1) <= 66; i++) {
		cubes.arg[colour] = (int16_t)i;
		stow(colour + 1, n + i, value + i * (colour + 1));
	}
}

START_TEST(first_cargoes)
{
	table_stow(2);
	cubes = (struct move){ .verb = CLAIM_V_STOW, .n = CLAIM_COLOURS };
	tries = taken = 0;
	stow(1, 0, 0);
	ck_assert(taken > 1000 && tries > taken + 1000);
}
END_TEST

/* R10, M5: any division of which both parts fit. */
static void
divide(int fuel, int orange, int purple)
{
	int cargo = orange + purple;
	bool have = fuel <= 20 && orange <= 17 && purple <= 3;
	bool fits = (fuel + 5) / 6 + (cargo + 5) / 6 <= 3 &&
	    (20 - fuel + 5) / 6 + (20 - cargo + 5) / 6 <= 6;

	cubes.arg[CLAIM_RED] = (int16_t)fuel;
	cubes.arg[colour("orange")] = (int16_t)orange;
	cubes.arg[colour("purple")] = (int16_t)purple;
	try_cubes(have && fits, have ? "no-room" : "not-enough-cargo");
}

START_TEST(divisions)
{
	table_set(2);
	ship(1, "hub", "red=20 orange=17 purple=3");
	cubes = (struct move){ .verb = CLAIM_V_SPLIT, .n = CLAIM_COLOURS };
	tries = taken = 0;
	for (int fuel = 0; fuel <= 21; fuel++)
		for (int orange = 0; orange <= 18; orange++)
			for (int purple = 0; purple <= 4; purple++)
				divide(fuel, orange, purple);
	ck_assert(taken > 100 && tries > taken + 100);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_loop_test(t, acts, 2, 4);
	tcase_add_test(t, first_cargoes);
	tcase_add_test(t, divisions);
}
