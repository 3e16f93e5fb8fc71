/* SPDX-License-Identifier: MIT */

/* The tree of a search, in games of two or three moves for which the right
 * first move is known. What is usual in them is move 0, and normal makes move 0
 * as well: that is certain and gains little. Who does not look at what else can
 * follow takes another. */

#include "computer/search.h"
#include "game/table.h"
#include "tests/run.h"

enum { QUIET, LOUD }; /* verbs */
enum { MOVES_MOST = 4 };

struct board {
	POSITION_HEAD;
	uint8_t hidden; /* 0 or 1: seat 1 cannot know it */
	uint8_t n;
	struct move made[MOVES_MOST];
};

/* A game: who moves, what there is to do, and what it comes to. */
struct game_data {
	int seats;
	int mover[MOVES_MOST + 1]; /* 0: it is over */
	void (*moves)(const struct board *b, struct moves *out);
	int (*score)(const struct board *b, int seat);
};

static int
chosen(const struct board *b, int i)
{
	return b->made[i].arg[0];
}

static seat_set
to_act(const struct game_data *d, const void *pos)
{
	const struct board *b = pos;

	return SEAT_BIT(d->mover[b->n]);
}

static void
legal(const struct game_data *d, const void *pos, int seat, struct moves *out)
{
	moves_clear(out);
	if (to_act(d, pos) & SEAT_BIT(seat))
		d->moves(pos, out);
}

static int
apply(const struct game_data *d, void *pos, int seat, const struct move *m,
    struct events *out, struct refusal *why)
{
	struct moves all = MOVES_INIT;
	struct board *b = pos;
	bool found = false;

	(void)out;
	legal(d, pos, seat, &all);
	for (int i = 0; i < all.n; i++)
		found |= move_equal(&all.at[i], m);
	moves_release(&all);
	if (!found)
		return refuse(why, "no");
	b->made[b->n++] = *m;
	if (d->mover[b->n] == 0)
		b->stage = STAGE_OVER;
	return 0;
}

static void
vary(const struct game_data *d, void *pos, int seat, struct rng *own)
{
	struct board *b = pos;

	(void)d;
	ck_assert_int_eq(seat, 1);
	b->hidden = (uint8_t)rng_below(own, 2);
}

static struct ending
ending(const struct game_data *d, const void *pos)
{
	struct ending e = { .seats = d->seats };

	for (int i = 1; i <= d->seats; i++)
		e.score[i] = d->score(pos, i);
	return e;
}

static int
usual(const struct game_data *d, const void *pos, int seat, struct rng *own,
    struct move *out)
{
	(void)d;
	(void)pos;
	(void)seat;
	(void)own;
	*out = (struct move){ .n = 1 };
	return 0;
}

/* At once a high number looks well. */
static int
worth(const struct game_data *d, const void *pos, int seat)
{
	const struct board *b = pos;

	(void)d;
	(void)seat;
	return b->n == 0 ? 0 : 10 * chosen(b, b->n - 1);
}

static const struct game_rules rules = {
	.name = "puzzle",
	.position_size = sizeof(struct board),
	.to_act = to_act,
	.legal = legal,
	.apply = apply,
	.vary = vary,
	.ending = ending,
	.wits = { .choose = usual, .advise = usual, .worth = worth },
};

static void
quiet_moves(struct moves *out, int n)
{
	for (int i = 0; i < n; i++)
		MOVE(out, QUIET, i);
}

static void
three_moves(const struct board *b, struct moves *out)
{
	(void)b;
	quiet_moves(out, 3);
}

/* What the search does first. */
static int
first_move(struct game_data *d)
{
	struct game_kind kind = { .rules = &rules, .data = d };
	struct computer c = { .level = LEVEL_HARD };
	struct board b = { .seats = (uint8_t)d->seats };
	struct rng own;
	struct move m;

	rng_init_number(&own, 8);
	ck_assert_int_eq(search_think(&c, &kind, &b, 1, 6000, &own, &m), 0);
	computer_release(&c);
	return m.arg[0];
}

/* The score of seat 1, which is even where it does nothing in particular. */
static int
against(int seat, int score)
{
	return seat == 1 ? score : -score;
}

static int
answered_well(const struct board *b, int seat)
{
	if (chosen(b, 0) == 0)
		return against(seat, 1);
	return against(seat, chosen(b, 1) == 1 ? -20 : 20);
}

START_TEST(a_good_answer_is_expected)
{
	struct game_data d = { 2, { 1, 2 }, three_moves, answered_well };

	ck_assert_int_eq(first_move(&d), 0);
}
END_TEST

static int
followed_up(const struct board *b, int seat)
{
	if (chosen(b, 0) == 0)
		return against(seat, 1);
	return against(seat, chosen(b, 0) == 1 && chosen(b, 2) == 2 ? 20 : -20);
}

START_TEST(ones_own_next_move_is_thought_of)
{
	struct game_data d = { 2, { 1, 2, 1 }, three_moves, followed_up };

	ck_assert_int_eq(first_move(&d), 1);
}
END_TEST

/* Who guesses loses more than he wins; who knew would always win. */
static int
guessed(const struct board *b, int seat)
{
	if (chosen(b, 0) == 0)
		return against(seat, 1);
	return against(seat, chosen(b, 2) == 1 + b->hidden ? 10 : -20);
}

START_TEST(what_cannot_be_known_cannot_be_used)
{
	struct game_data d = { 2, { 1, 2, 1 }, three_moves, guessed };

	ck_assert_int_eq(first_move(&d), 0);
}
END_TEST

/* The second seat would have to lose to the third to harm the first. */
static int
harmed_both(const struct board *b, int seat)
{
	if (chosen(b, 0) == 0)
		return seat == 1;
	if (chosen(b, 1) == 0)
		return seat == 1 ? 20 : 10;
	return seat == 3 ? 40 : seat == 2 ? -20 : 0;
}

START_TEST(each_seat_wants_its_own)
{
	struct game_data d = { 3, { 1, 2 }, three_moves, harmed_both };

	ck_assert_int_ne(first_move(&d), 0);
}
END_TEST

/* The good answer is there on every second board alone. */
static void
moves_by_chance(const struct board *b, struct moves *out)
{
	quiet_moves(out, b->n == 1 && b->hidden ? 1 : 3);
}

START_TEST(an_answer_that_may_be_there_is_expected)
{
	struct game_data d = { 2, { 1, 2 }, moves_by_chance, answered_well };

	ck_assert_int_eq(first_move(&d), 0);
}
END_TEST

/* Forty answers look better at once, and are all of one verb. */
static void
many_moves(const struct board *b, struct moves *out)
{
	quiet_moves(out, b->n == 0 ? 3 : 40);
	if (b->n == 1)
		MOVE(out, LOUD, 0);
}

static int
answered_loudly(const struct board *b, int seat)
{
	if (chosen(b, 0) == 0)
		return against(seat, 1);
	return against(seat, b->made[1].verb == LOUD ? -20 : 20);
}

START_TEST(the_best_of_each_verb_is_thought_of)
{
	struct game_data d = { 2, { 1, 2 }, many_moves, answered_loudly };

	ck_assert_int_eq(first_move(&d), 0);
}
END_TEST

/* What is usual would be answered well where it is not the best. */
static int
played_worse(const struct board *b, int seat)
{
	if (chosen(b, 0) == 0)
		return against(seat, 1);
	return against(seat, chosen(b, 1) == 0 ? -20 : 20);
}

START_TEST(what_is_usual_stays_an_answer)
{
	struct game_data d = { 2, { 1, 2 }, three_moves, played_worse };

	ck_assert_int_eq(first_move(&d), 0);
}
END_TEST

TESTS(a_good_answer_is_expected, ones_own_next_move_is_thought_of,
    what_cannot_be_known_cannot_be_used, each_seat_wants_its_own,
    an_answer_that_may_be_there_is_expected,
    the_best_of_each_verb_is_thought_of, what_is_usual_stays_an_answer)
