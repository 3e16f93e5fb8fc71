/* SPDX-License-Identifier: MIT */
/* The table: T11, T12 and T29 (undo, draws by label; by order, with outcomes
 * that are kept and a stream that never rewinds) and doc/design.md 6.1 (board
 * number), on a toy game. */

#include "base/hash.h"
#include "game/fairness.h"
#include "game/table.h"
#include "tests/run.h"
#include "toy.h"

static const uint8_t seed[RNG_KEY_SIZE] = { 1, 2, 3 };

static struct table *
fresh(bool with_seed)
{
	struct table *t = NULL;
	struct err e;

	ck_assert_int_eq(table_new(&toy_kind, 2, NULL, &t, &e), 0);
	if (with_seed)
		table_seed(t, seed);
	return t;
}

static struct table *
dealt(void)
{
	struct table *t = fresh(true);
	struct err e;

	ck_assert_int_eq(table_settle(t, NULL, &e), 0);
	return t;
}

/* Under the first rule of draws. */
static struct table *
dealt_by_order(void)
{
	struct table *t = fresh(true);
	struct err e;

	table_draws(t, DRAWS_BY_ORDER);
	ck_assert_int_eq(table_settle(t, NULL, &e), 0);
	return t;
}

static void
play(struct table *t, int seat, enum toy_verb verb, int arg)
{
	struct move m = toy_move(verb, arg);
	struct refusal why;
	int rc = table_move(t, seat, &m, NULL, &why);

	ck_assert_msg(rc == 0, "refused %s", rc == 0 ? "" : why.code);
}

static void
undo(struct table *t, const char *seq)
{
	struct err e;

	ck_assert_msg(table_operator(t, "undo", seq, &e) == 0, "%s", e.text);
}

static char *
facts(const struct table *t)
{
	struct buf out = BUF_INIT;

	table_facts(t, ARCHIVE, &out);
	return buf_steal(&out);
}

/* The first card of a seat's hand. */
static int
held(const struct table *t, int seat)
{
	struct moves legal = MOVES_INIT;
	int card = 0;

	toy_rules.legal(toy_kind.data, table_position(t), seat, &legal);
	for (int i = 0; i < legal.n && card == 0; i++)
		if (legal.at[i].verb == TOY_PLAY)
			card = legal.at[i].arg[0];
	moves_release(&legal);
	return card;
}

static int
settle_die(struct table *t)
{
	struct events out = EVENTS_INIT;
	struct err e;
	int die;

	ck_assert_int_eq(table_settle(t, &out, &e), 0);
	ck_assert_int_eq(out.n, 1);
	ck_assert_int_eq(out.at[0].verb, TOY_DIE);
	die = out.at[0].arg[0];
	events_release(&out);
	return die;
}

START_TEST(counts)
{
	struct table *t = fresh(true);
	struct err e;

	ck_assert_int_eq(table_seq(t), 0);
	ck_assert_int_eq(table_board(t), 0);
	ck_assert_int_eq(table_settle(t, NULL, &e), 0);
	ck_assert_int_eq(table_seq(t), 1);
	ck_assert_int_eq(table_board(t), 1);
	play(t, 1, TOY_TAKE, 0);
	ck_assert_int_eq(table_seq(t), 2);
	/* A secret act leaves no gap in the board number (doc/design.md 6.1).
	 * */
	play(t, 2, TOY_STAKE, 4);
	ck_assert_int_eq(table_seq(t), 3);
	ck_assert_int_eq(table_board(t), 2);
	/* An undo is one too: it only rises. */
	undo(t, "2");
	ck_assert_int_eq(table_seq(t), 4);
	ck_assert_int_eq(table_board(t), 3);
	table_free(t);
}
END_TEST

START_TEST(refusal_leaves_it)
{
	struct table *t = dealt();
	char *before = facts(t), *after;
	struct move m = toy_move(TOY_PLAY, 12);
	struct refusal why;

	ck_assert_int_eq(table_move(t, 1, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "not-in-hand");
	ck_assert_int_eq(table_seq(t), 1);
	after = facts(t);
	ck_assert_str_eq(before, after);
	free(before);
	free(after);
	table_free(t);
}
END_TEST

START_TEST(compound)
{
	struct table *t = dealt();
	struct events out = EVENTS_INIT;
	struct move m = toy_move(TOY_TAKE, 2);
	struct refusal why;
	char *middle, *again;

	play(t, 1, TOY_TAKE, 0);
	middle = facts(t);
	undo(t, "2");
	ck_assert_int_eq(table_move(t, 1, &m, &out, &why), 0);
	/* Each of the two is a line of the log, and can be undone alone. */
	ck_assert_int_eq(table_seq(t), 5);
	ck_assert_int_eq(out.n, 4);
	ck_assert(out.beyond);
	undo(t, "5");
	again = facts(t);
	ck_assert_str_eq(middle, again);
	free(middle);
	free(again);
	events_release(&out);
	table_free(t);
}
END_TEST

START_TEST(undo_and_undo_of_undo)
{
	struct table *t = dealt();
	char *one, *two, *now;
	const int *live;

	play(t, 1, TOY_TAKE, 0); /* 2 */
	one = facts(t);
	play(t, 1, TOY_TAKE, 0); /* 3 */
	play(t, 1, TOY_TAKE, 0); /* 4 */
	two = facts(t);
	undo(t, "3"); /* 5 */
	now = facts(t);
	ck_assert_str_eq(now, one);
	free(now);
	ck_assert_int_eq(table_live(t, &live), 2);
	ck_assert_int_eq(live[0], 1);
	ck_assert_int_eq(live[1], 2);
	/* rollforward: the position before the undo is restored. */
	undo(t, "5"); /* 6 */
	now = facts(t);
	ck_assert_str_eq(now, two);
	free(now);
	ck_assert_int_eq(table_live(t, &live), 4);
	ck_assert_int_eq(live[3], 4);
	/* A void event's number: the position before it is restored. */
	undo(t, "3");            /* 7 */
	play(t, 1, TOY_TAKE, 0); /* 8 */
	undo(t, "4");            /* 9 */
	ck_assert_int_eq(table_live(t, &live), 3);
	ck_assert_int_eq(live[2], 3);
	play(t, 1, TOY_TAKE, 0); /* 10 */
	now = facts(t);
	ck_assert_str_eq(now, two);
	free(now);
	free(one);
	free(two);
	table_free(t);
}
END_TEST

START_TEST(undo_errors)
{
	static const char *const bad[] = { "0", "3", "01", "x", "", "2 ", "-1",
		"99999999999999999999" };
	struct table *t = dealt();
	struct err e;

	play(t, 1, TOY_TAKE, 0);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		ck_assert_int_eq(table_operator(t, "undo", bad[i], &e), -1);
		ck_assert_int_eq(table_seq(t), 2);
	}
	table_free(t);
}
END_TEST

/* Plays `take` and the first card; returns the die. */
static int
turn_of_one(struct table *t)
{
	play(t, 1, TOY_TAKE, 0);
	play(t, 1, TOY_PLAY, held(t, 1));
	return settle_die(t);
}

/* T29: what a die shows is of its label, whatever was done before and whoever
 * throws it. */
START_TEST(t29_by_label)
{
	static const char *const labels[] = { "die 1", "die 2", "die 3" };
	struct table *t = dealt();
	struct buf lines[SEATS_MAX + 1] = { 0 }, label = BUF_INIT,
				     saved = BUF_INIT;
	uint8_t key[RNG_KEY_SIZE], own[RNG_KEY_SIZE];
	struct table *copy = fresh(true);
	struct rng r;
	struct err e;
	int die[3];

	fairness_key(seed, lines, 2, key);
	for (int i = 0; i < 3; i++) {
		buf_clear(&label);
		buf_str(&label, labels[i]);
		fairness_draw_key(key, &label, own);
		rng_init(&r, own);
		die[i] = (int)rng_below(&r, 6) + 1;
	}
	ck_assert(die[0] != die[1] || die[1] != die[2]);
	ck_assert_int_eq(turn_of_one(t), die[0]); /* 2 3 4 */
	for (int i = 0; i < 3; i++) {
		char back[8];

		snprintf(back, sizeof back, "%d", table_seq(t) - 2);
		undo(t, back);
		for (int k = 0; k < i; k++)
			play(t, 1, TOY_TAKE, 0);
		ck_assert_int_eq(turn_of_one(t), die[0]);
	}
	play(t, 2, TOY_TAKE, 0);
	play(t, 2, TOY_PLAY, held(t, 2));
	ck_assert_int_eq(settle_die(t), die[1]);
	table_save(t, &saved);
	ck_assert_int_eq(table_restore(copy, saved.data, saved.len, &e), 0);
	ck_assert_int_eq(turn_of_one(t), die[2]);
	ck_assert_int_eq(turn_of_one(copy), die[2]);
	buf_release(&saved);
	buf_release(&label);
	table_free(copy);
	table_free(t);
}
END_TEST

START_TEST(kept_outcome)
{
	/* The generator's own stream, to tell fresh draws from kept ones. */
	struct table *t = dealt_by_order();
	struct buf lines[SEATS_MAX + 1] = { 0 };
	uint8_t key[RNG_KEY_SIZE];
	struct rng r;
	int16_t deck[12];
	int first, second, third;

	fairness_key(seed, lines, 2, key);
	rng_init(&r, key);
	rng_shuffle(&r, deck, 12);
	first = (int)rng_below(&r, 6) + 1;
	second = (int)rng_below(&r, 6) + 1;
	third = (int)rng_below(&r, 6) + 1;

	ck_assert_int_eq(turn_of_one(t), first); /* 2 3 4 */
	/* The same events: the outcome stays, also with a stake between
	 * (standing) and operator events. */
	undo(t, "2");             /* 5 */
	play(t, 2, TOY_STAKE, 7); /* 6 */
	ck_assert_int_eq(table_operator(t, "eject", "p2", &(struct err){ 0 }),
	    0);                                  /* 7 */
	ck_assert_int_eq(turn_of_one(t), first); /* 8 9 10 */
	/* Other events: drawn afresh, from the bytes after the last draw. */
	undo(t, "8");                             /* 11 */
	play(t, 1, TOY_TAKE, 0);                  /* 12 */
	ck_assert_int_eq(turn_of_one(t), second); /* 13 14 15 */
	/* And the first branch has its own die still. */
	undo(t, "12");                           /* 16 */
	ck_assert_int_eq(turn_of_one(t), first); /* 17 18 19 */
	/* A kept outcome took no bytes. */
	play(t, 2, TOY_TAKE, 0);
	play(t, 2, TOY_PLAY, held(t, 2));
	ck_assert_int_eq(settle_die(t), third);
	table_free(t);
}
END_TEST

START_TEST(log_without_seed_takes_kept)
{
	struct table *t = fresh(false);
	struct event deck = { .kind = EVENT_CHANCE, .verb = TOY_DECK, .n = 12 };
	struct event die = { .kind = EVENT_CHANCE,
		.verb = TOY_DIE,
		.n = 1,
		.arg = { 5 } },
		     out;
	struct err e;

	table_draws(t, DRAWS_BY_ORDER);
	for (int i = 0; i < 12; i++)
		deck.arg[i] = (int16_t)(i + 1);
	ck_assert_int_eq(table_draw(t, &out, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(table_chance(t, &die, NULL, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_int_eq(table_chance(t, &deck, NULL, &e), 0);
	ck_assert_int_eq(table_chance(t, &deck, NULL, &e), -1);
	play(t, 1, TOY_TAKE, 0);
	play(t, 1, TOY_PLAY, 1);
	ck_assert_int_eq(table_chance(t, &die, NULL, &e), 0);
	undo(t, "3");
	play(t, 1, TOY_PLAY, 1);
	ck_assert_int_eq(table_draw(t, &out, &e), 0);
	ck_assert(event_equal(&out, &die));
	table_free(t);
}
END_TEST

START_TEST(seed_proves)
{
	struct table *t = fresh(true);
	struct event ev;
	struct err e;
	int16_t swap;

	ck_assert_int_eq(table_draw(t, &ev, &e), 0);
	swap = ev.arg[0];
	ev.arg[0] = ev.arg[1];
	ev.arg[1] = swap;
	ck_assert_int_eq(table_chance(t, &ev, NULL, &e), -1);
	ck_assert_int_eq(table_seq(t), 0);
	ck_assert_int_eq(table_draw(t, &ev, &e), 0);
	ck_assert_int_eq(table_chance(t, &ev, NULL, &e), 0);
	table_free(t);
}
END_TEST

START_TEST(entropy)
{
	struct table *plain = dealt(), *fed = fresh(true), *last = fresh(true);
	struct err e;
	char *a, *b, *c;

	ck_assert_int_eq(table_operator(fed, "entropy", "p2 \"a \\\"b\\\"\"",
			     &e),
	    0);
	ck_assert_int_eq(table_operator(last, "entropy", "p2 zzz", &e), 0);
	/* The last one of a seat counts. */
	ck_assert_int_eq(table_operator(last, "entropy", "p2 \"a \\\"b\\\"\"",
			     &e),
	    0);
	ck_assert_int_eq(table_settle(fed, NULL, &e), 0);
	ck_assert_int_eq(table_settle(last, NULL, &e), 0);
	a = facts(plain);
	b = facts(fed);
	c = facts(last);
	ck_assert_str_ne(a, b);
	ck_assert_str_eq(b, c);
	ck_assert_int_eq(table_operator(fed, "entropy", "p1 late", &e), -1);
	ck_assert_int_eq(table_operator(plain, "entropy", "p3 x", &e), -1);
	free(a);
	free(b);
	free(c);
	table_free(plain);
	table_free(fed);
	table_free(last);
}
END_TEST

START_TEST(cancel)
{
	struct table *t = dealt(), *copy = fresh(true);
	struct buf data = BUF_INIT;
	const int *live;
	struct move m = toy_move(TOY_TAKE, 0);
	struct refusal why;
	struct err e;

	ck_assert(!table_over(t));
	ck_assert_int_eq(table_operator(t, "cancel", "", &e), 0);
	ck_assert(table_over(t));
	ck_assert_int_eq(table_move(t, 1, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "game-over");
	ck_assert_int_eq(table_operator(t, "undo", "1", &e), -1);
	ck_assert_int_eq(table_operator(t, "pause", "", &e), -1);
	ck_assert(!table_revived(t, 2));
	/* Taken back, which nothing takes back. */
	undo(t, "2"); /* 3 */
	ck_assert(!table_over(t) && table_revived(t, 3));
	ck_assert_int_eq(table_live(t, &live), 1);
	undo(t, "3"); /* 4 */
	ck_assert(!table_over(t) && !table_revived(t, 4));
	ck_assert_int_eq(table_undo_of(t, 2), 0);
	ck_assert_int_eq(table_undo_of(t, 3), 2);
	ck_assert_int_eq(table_undo_of(t, 4), 3);
	undo(t, "4"); /* 5 */
	undo(t, "2"); /* 6 */
	ck_assert(!table_over(t));
	ck_assert_int_eq(table_live(t, &live), 1);
	ck_assert_int_eq(table_operator(t, "cancel", "", &e), 0);
	table_save(t, &data);
	ck_assert_int_eq(table_restore(copy, data.data, data.len, &e), 0);
	ck_assert(table_over(copy) && table_revived(copy, 3));
	ck_assert_int_eq(table_undo_of(copy, 4), 3);
	buf_release(&data);
	table_free(copy);
	table_free(t);
}
END_TEST

START_TEST(snapshot)
{
	struct table *t = dealt(), *copy = fresh(true);
	struct buf data = BUF_INIT, other = BUF_INIT;
	const int *live;
	char *a, *b;
	struct err e;

	turn_of_one(t); /* 2 3 4 */
	undo(t, "3");   /* 5 */
	table_save(t, &data);
	ck_assert_msg(table_restore(copy, data.data, data.len, &e) == 0, "%s",
	    e.text);
	table_save(copy, &other);
	ck_assert_int_eq((int)data.len, (int)other.len);
	ck_assert(memcmp(data.data, other.data, data.len) == 0);
	ck_assert_int_eq(table_seq(copy), 5);
	ck_assert_int_eq(table_board(copy), table_board(t));
	ck_assert_int_eq(table_live(copy, &live), 2);
	ck_assert(!table_can_undo(copy, 5));
	ck_assert_int_eq(table_operator(copy, "undo", "2", &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	/* Kept outcomes and the stream go on as in the original. */
	play(t, 1, TOY_PLAY, held(t, 1));
	play(copy, 1, TOY_PLAY, held(copy, 1));
	ck_assert_int_eq(settle_die(t), settle_die(copy));
	play(t, 2, TOY_TAKE, 0);
	play(copy, 2, TOY_TAKE, 0);
	play(t, 2, TOY_PLAY, held(t, 2));
	play(copy, 2, TOY_PLAY, held(copy, 2));
	ck_assert_int_eq(settle_die(t), settle_die(copy));
	ck_assert(table_can_undo(copy, 6));
	undo(copy, "7");
	undo(t, "7");
	a = facts(t);
	b = facts(copy);
	ck_assert_str_eq(a, b);
	free(a);
	free(b);
	/* Damage is found, at every length. */
	for (size_t len = 0; len < data.len; len++) {
		struct table *bad = fresh(false);

		ck_assert_int_eq(table_restore(bad, data.data, len, &e), -1);
		table_free(bad);
	}
	/* A position of an earlier build is not taken for one of this. */
	table_free(copy);
	copy = fresh(true);
	data.data[0]--;
	ck_assert_int_eq(table_restore(copy, data.data, data.len, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	buf_release(&data);
	buf_release(&other);
	table_free(t);
	table_free(copy);
}
END_TEST

/* T16, T19, T20. */
START_TEST(fairness_vectors)
{
	/* Computed by contrib/verify-seed.py, which shares no code with us. */
	struct buf lines[SEATS_MAX + 1] = { 0 };
	struct buf label = { .data = (char[]){ "roll A4 1" }, .len = 9 };
	uint8_t s[RNG_KEY_SIZE], key[RNG_KEY_SIZE], own[RNG_KEY_SIZE];
	char hex[HASH_HEX_SIZE];
	struct rng r;
	static const uint32_t first[] = { 0xe5b7266e, 0xa7820048, 0x1fbd77bf,
		0xdb3ec041, 0x0d7fe4e6, 0x31643af0, 0xe923ae07, 0x43b0029d,
		0x24f2f897, 0x4f8ae685, 0xf089d837, 0x3b3d0b75, 0x48aba995,
		0x5d246873, 0x40b5bd72, 0x9b74f3d1, 0xdaeacd83, 0x5231fb83,
		0x3b974766, 0x96799052 };

	for (int i = 0; i < RNG_KEY_SIZE; i++)
		s[i] = (uint8_t)i;
	fairness_commit(s, hex);
	ck_assert_str_eq(hex,
	    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
	fairness_key(s, lines, 3, key);
	hash_hex(key, sizeof key, hex);
	ck_assert_str_eq(hex,
	    "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
	buf_str(&lines[1], "any words");
	buf_str(&lines[3], "caf\303\251 \"x\"");
	fairness_key(s, lines, 3, key);
	hash_hex(key, sizeof key, hex);
	ck_assert_str_eq(hex,
	    "7c51a9307f5e473a71fee8a755e361b0b93475f7092104608dab73cd70e14ee2");
	rng_init(&r, key);
	for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
		ck_assert_uint_eq(rng_u32(&r), first[i]);
	/* T29. */
	fairness_draw_key(key, &label, own);
	hash_hex(own, sizeof own, hex);
	ck_assert_str_eq(hex,
	    "cd8ef4e27b2316b0b8b31df2570b8b298bcd2e9297fe17bf8f16a3ee9cb790e7");
	for (int i = 1; i <= 3; i++)
		buf_release(&lines[i]);
}
END_TEST

CASES(tests)
{
	tcase_add_test(t, counts);
	tcase_add_test(t, refusal_leaves_it);
	tcase_add_test(t, compound);
	tcase_add_test(t, undo_and_undo_of_undo);
	tcase_add_test(t, undo_errors);
	tcase_add_test(t, t29_by_label);
	tcase_add_test(t, kept_outcome);
	tcase_add_test(t, log_without_seed_takes_kept);
	tcase_add_test(t, seed_proves);
	tcase_add_test(t, entropy);
	tcase_add_test(t, cancel);
	tcase_add_test(t, snapshot);
	tcase_add_test(t, fairness_vectors);
}
