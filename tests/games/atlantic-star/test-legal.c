/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "games/atlantic-star/voyage.h"
#include "tests/games/brute.h"

/* Legal moves by brute force: the list of the page's "Moves", nothing else.
 * Of voyages the list has the best assignment of each set of ships: what is
 * taken is tried over all assignments of some sets. */

enum {
	ALL = 1 << STAR_LOAN | 1 << STAR_REPLACE | 1 << STAR_CHARTER,
	MUCH = 30 /* more than any loan, in thousands */
};

static void
every(int seat, struct moves *out)
{
	(void)seat;
	for (int sea = 0; sea < STAR_SEAS; sea++)
		for (int no = 1; no <= 3; no++)
			for (int n = 1; n <= MUCH; n++) {
				struct move *m = brute_add(out, STAR_LOAN);

				brute_arg(m, sea);
				brute_arg(m, at.per_sea > 1 ? no : 0);
				brute_arg(m, n);
			}
	for (int ship = 0; ship < STAR_SHIPS; ship++)
		brute_arg(brute_add(out, STAR_CHARTER), ship);
	(void)brute_add(out, STAR_REPLACE);
}

/* R10, M4: of all ways to put a set of cards on the legs, the value of the
 * best, and of those the smallest list of ids. */
struct best {
	int value;
	uint8_t ship[STAR_LEGS];
};

static void
try_legs(int sea, const uint8_t *set, unsigned used, uint8_t *ship, int leg,
    struct best *best)
{
	int legs = data->sea[sea].legs;
	struct star_made made;

	if (leg == legs) {
		made = star_make(data, sea, ship);
		if (made.value > best->value ||
		    (made.value == best->value &&
			memcmp(ship, best->ship, (size_t)legs) < 0)) {
			best->value = made.value;
			memcpy(best->ship, ship, (size_t)legs);
		}
		return;
	}
	for (int i = 0; i < legs; i++)
		if (!(used >> i & 1)) {
			ship[leg] = set[i];
			try_legs(sea, set, used | 1u << i, ship, leg + 1, best);
		}
}

static void
check_assignment(const struct move *m)
{
	struct best best = { .value = -1 };
	uint8_t set[STAR_LEGS], ship[STAR_LEGS];
	int legs = data->sea[m->arg[0]].legs;

	for (int i = 0; i < legs; i++)
		set[i] = (uint8_t)STAR_AT_SHIP(m->arg[2 + i]);
	try_legs(m->arg[0], set, 0, ship, 0, &best);
	ck_assert_msg(memcmp(best.ship, set, (size_t)legs) == 0,
	    "a better way than the listed one makes %d", best.value);
}

/* The sets of a sea: each of the right size is there, but for exchanged mail
 * ships, once for each class it may have. */
static int
sets_of(int sea, int seat)
{
	int n = at.hands[seat], legs = data->sea[sea].legs, sets = 0;
	int classes = 0;

	if (at.left[seat][sea] == 0 || n < legs || n > legs + 2)
		return 0;
	for (unsigned mask = 1; mask < 1u << n; mask++) {
		bool first = true, out = false;

		if (__builtin_popcount(mask) != legs)
			continue;
		for (int i = 0; i < n; i++) {
			bool mail = data->ship[at.hand[seat][i]].mail;

			first = first && !(mail && (mask >> i & 1) && out);
			out = out || (mail && !(mask >> i & 1));
		}
		sets += first;
	}
	for (int c = 1; c <= STAR_CLASSES; c++)
		classes += at.sea_of[c] == STAR_NONE;
	return at.class_of[sea] == 0 ? sets * classes : sets;
}

static int seats, taken, voyages;

static void
check_voyages(int seat)
{
	static struct moves list;
	int of[STAR_SEAS] = { 0 };

	star_legal(data, &at, seat, &list);
	for (int i = 0; i < list.n; i++)
		if (list.at[i].verb == STAR_VOYAGE) {
			of[list.at[i].arg[0]]++;
			if (voyages++ % 2 == 0)
				check_assignment(&list.at[i]);
		}
	for (int sea = 0; sea < STAR_SEAS; sea++)
		ck_assert_int_eq(of[sea], sets_of(sea, seat));
}

static void
look(int reader)
{
	(void)reader;
	taken += brute_table(seats, ALL, every);
	if (star_turn_of(&at) != 0)
		check_voyages(star_turn_of(&at));
}

START_TEST(moves)
{
	seats = _i;
	taken = voyages = 0;
	random_game(seats, 2, look);
	ck_assert_int_gt(taken, 100);
	ck_assert_int_gt(voyages, 20);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_loop_test(t, moves, 2, 7);
}
