/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "games/atlantic-star/voyage.h"

/* Whole games, the best assignment against trying everything, and the
 * computer player. */

static struct moves list;

static void
chance(struct rng *r)
{
	struct event ev;
	struct err e;

	star_draw(data, &at, r, &ev);
	ck_assert_msg(star_chance(data, &at, &ev, NULL, &e) == 0, "%s", e.text);
}

/* One move of the seat to act: by the greedy player if `greedy`, else one
 * of the list by chance. */
static void
move_one(struct rng *r, bool greedy)
{
	int seat = star_turn_of(&at);
	struct move m;

	if (greedy) {
		ck_assert_int_eq(star_choose(data, &at, seat, r, &m), 0);
	} else {
		star_legal(data, &at, seat, &list);
		ck_assert_int_gt(list.n, 0);
		m = list.at[rng_below(r, (uint32_t)list.n)];
	}
	ck_assert_msg(star_apply(data, &at, seat, &m, NULL, &why) == 0,
	    "refused: %s", why.code);
}

/* greedy: the seats that play so. Returns how many moves were made. */
static int
play(int seats, uint64_t seed, seat_set greedy, bool audit)
{
	struct rng r;
	struct err e;
	int moves = 0;

	rng_init_number(&r, seed);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, seats, NULL,
			     &at, &e),
	    0);
	while (at.stage != STAGE_OVER) {
		if (game_chance_due(&atlantic_star_rules, data, &at)) {
			chance(&r);
			continue;
		}
		move_one(&r, greedy & SEAT_BIT(star_turn_of(&at)));
		ck_assert_int_lt(++moves, 1000);
		if (audit)
			ck_assert_msg(star_audit(data, &at, &e) == 0, "%s",
			    e.text);
	}
	return moves;
}

START_TEST(random_games)
{
	int g, s, i;

	for (g = 0; g < 20; g++) {
		play(_i, (uint64_t)g, 0, true);
		/* R3: each sea ends with six plaques. R14: the fewest cards. */
		for (s = 0; s < STAR_SEAS; s++)
			ck_assert_int_eq(at.plaques[at.class_of[s]], 6);
		ck_assert_int_ge(at.pile + at.discard, 8);
		for (i = 1; i <= at.seats; i++)
			ck_assert_int_le(at.hands[i], 2);
	}
}
END_TEST

/* A seat that always stuffs its hand is where R14 is tight. */
START_TEST(late_rule_ends_every_game)
{
	struct rng r;
	struct err e;
	struct move m;
	int moves = 0;

	rng_init_number(&r, 4);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, _i, NULL, &at,
			     &e),
	    0);
	while (at.stage != STAGE_OVER) {
		if (game_chance_due(&atlantic_star_rules, data, &at)) {
			chance(&r);
			continue;
		}
		ck_assert_int_eq(star_late(data, &at, star_turn_of(&at), &m),
		    0);
		ck_assert_int_eq(star_apply(data, &at, star_turn_of(&at), &m,
				     NULL, &why),
		    0);
		ck_assert_int_ge(at.pile + at.discard, 8);
		ck_assert_int_lt(++moves, 400);
	}
	ck_assert_int_eq(star_audit(data, &at, &e), 0);
}
END_TEST

struct trial {
	int sea, legs, best;
	uint8_t ships[STAR_LEGS]; /* rising */
	uint8_t order[STAR_LEGS], winner[STAR_LEGS];
	unsigned used;
};

/* All orders, ships tried in the order of their ids. */
static void
try_all(struct trial *t, int leg)
{
	int i;

	if (leg == t->legs) {
		int value = star_make(data, t->sea, t->order).value;

		if (value > t->best) {
			t->best = value;
			memcpy(t->winner, t->order, sizeof t->order);
		}
		return;
	}
	for (i = 0; i < t->legs; i++) {
		if (t->used & 1u << i)
			continue;
		t->used |= 1u << i;
		t->order[leg] = t->ships[i];
		try_all(t, leg + 1);
		t->used &= ~(1u << i);
	}
}

/* A hand of n ships by chance, rising. */
static void
random_hand(struct rng *r, int n, uint8_t *hand)
{
	int16_t all[STAR_SHIPS];
	int i, k;

	for (i = 0; i < STAR_SHIPS; i++)
		all[i] = (int16_t)i;
	rng_shuffle(r, all, STAR_SHIPS);
	for (i = 0; i < n; i++) {
		for (k = i; k > 0 && hand[k - 1] > all[i]; k--)
			hand[k] = hand[k - 1];
		hand[k] = (uint8_t)all[i];
	}
}

START_TEST(best_assignment_is_exact)
{
	uint8_t hand[STAR_HAND], order[STAR_LEGS];
	struct star_fit fit;
	struct rng r;
	int round, i, set;

	rng_init_number(&r, 11);
	for (round = 0; round < 60; round++) {
		int s = round % STAR_SEAS, legs = data->sea[s].legs;
		int spare = (int)rng_below(&r, 3);

		random_hand(&r, legs + spare, hand);
		star_fit(data, s, hand, legs + spare, NULL, &fit);
		for (set = 0; set < data->sets[legs][spare]; set++) {
			unsigned mask = data->set[legs][spare][set];
			struct trial t = { .sea = s, .legs = legs, .best = -1 };
			int n = 0;

			for (i = 0; i < legs + spare; i++)
				if (mask & 1u << (legs + spare - 1 - i))
					t.ships[n++] = hand[i];
			try_all(&t, 0);
			star_fit_pick(&fit, mask, order);
			ck_assert_int_eq(star_fit_value(&fit, mask), t.best);
			ck_assert_mem_eq(order, t.winner, (size_t)legs);
		}
	}
}
END_TEST

/* With some ships on legs of their own. */
START_TEST(best_assignment_keeps_legs)
{
	struct rng r;
	struct star_position p;
	struct move m;
	uint8_t hand[STAR_HAND];
	int round, i;

	rng_init_number(&r, 12);
	table_set(6);
	p = at;
	for (round = 0; round < 400; round++) {
		int s = round % STAR_SEAS, legs = data->sea[s].legs;
		int fixed = (int)rng_below(&r, (uint32_t)legs);
		int leg = (int)rng_below(&r, (uint32_t)legs), best = -1;
		struct trial t = { .sea = s, .legs = legs, .best = -1 };
		uint8_t ships[STAR_LEGS];
		int16_t order[STAR_LEGS];
		int tries;

		random_hand(&r, legs, hand);
		memset(&m, 0, sizeof m);
		m.verb = STAR_VOYAGE;
		m.n = (uint8_t)(2 + legs);
		m.arg[0] = (int16_t)s;
		for (i = 0; i < legs; i++)
			m.arg[2 + i] = STAR_AT(hand[i], i == fixed ? leg : -1);
		star_voyage_settle(data, &p, &m);
		for (i = 0; i < legs; i++) {
			ships[i] = (uint8_t)STAR_AT_SHIP(m.arg[2 + i]);
			ck_assert_int_eq(STAR_AT_LEG(m.arg[2 + i]), i);
		}
		ck_assert_int_eq(ships[leg], hand[fixed]);
		/* No order by chance that keeps the leg is better. */
		for (tries = 0; tries < 60; tries++) {
			for (i = 0; i < legs; i++)
				order[i] = hand[i];
			rng_shuffle(&r, order, (size_t)legs);
			for (i = 0; i < legs; i++)
				t.order[i] = (uint8_t)order[i];
			if (t.order[leg] == hand[fixed] &&
			    star_make(data, s, t.order).value > best)
				best = star_make(data, s, t.order).value;
		}
		ck_assert_int_ge(star_make(data, s, ships).value, best);
	}
}
END_TEST

/* At least 9 of 10 two-seat games: all of 20 are won in fact. */
START_TEST(greedy_beats_random)
{
	int score[SEATS_MAX + 1], g, won = 0;

	for (g = 0; g < 20; g++) {
		int me = 1 + g % 2, other = 3 - me;

		play(2, (uint64_t)(1000 + g), SEAT_BIT(me), false);
		game_scores(&atlantic_star_rules, data, &at, score);
		won += score[me] > score[other];
	}
	ck_assert_int_ge(won, 19);
}
END_TEST

/* With more seats it is first far more often than one in n, and games of
 * greedy players alone end in good time. */
START_TEST(greedy_plays_well_with_more)
{
	int score[SEATS_MAX + 1], g, s, won = 0, moves;

	for (g = 0; g < 10; g++) {
		int me = 1 + g % _i, best = me;

		play(_i, (uint64_t)(2000 + g), SEAT_BIT(me), false);
		game_scores(&atlantic_star_rules, data, &at, score);
		for (s = 1; s <= _i; s++)
			best = score[s] > score[best] ? s : best;
		won += best == me;
	}
	ck_assert_int_ge(won, 9);
	moves = play(_i, 77, 0xff, true);
	ck_assert_int_le(moves, 70 * _i);
}
END_TEST

START_TEST(greedy_is_the_same_twice)
{
	struct star_position first;

	play(3, 5, 0xff, false);
	first = at;
	play(3, 5, 0xff, false);
	ck_assert_mem_eq(&first, &at, sizeof at);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_loop_test(t, random_games, 2, 7);
	tcase_add_loop_test(t, late_rule_ends_every_game, 2, 7);
	tcase_add_test(t, best_assignment_is_exact);
	tcase_add_test(t, best_assignment_keeps_legs);
	tcase_add_test(t, greedy_beats_random);
	tcase_add_loop_test(t, greedy_plays_well_with_more, 3, 7);
	tcase_add_test(t, greedy_is_the_same_twice);
}
