/* SPDX-License-Identifier: MIT */

/* Who may write the database draws another seed when they know the players'
 * words (T26): the game does not begin, and does not go on, and all are told.
 */

#include "base/clock.h"
#include "base/hash.h"
#include "log/chain.h"
#include "scene.h"
#include "store/game.h"
#include "store/sql.h"
#include "tests/run.h"

static struct scene s;
static struct err e;
static uint8_t drawn[32];

/* One UPDATE; NULL: the seed that was drawn. */
static void
change_seed(const uint8_t *seed)
{
	ck_assert_int_ge(sql_do(s.db, &e, "UPDATE game SET seed = $1",
			     BLOB(seed != NULL ? seed : drawn, sizeof drawn)),
	    0);
	desk_forget(&s.desk);
}

static void
open_game(void)
{
	struct game g;

	scene_open(&s, true);
	(void)scene_game(&s, "Anna Bruno", "-", 3);
	ck_assert_int_eq(game_get(s.db, 1, &g, &e), 1);
	memcpy(drawn, g.seed, sizeof drawn);
	ck_assert_ptr_nonnull(g.seed_commit);
	game_release(&g);
}

static enum game_state
state(int *seq)
{
	struct game g;
	enum game_state is;

	ck_assert_int_eq(game_get(s.db, 1, &g, &e), 1);
	is = g.state;
	*seq = g.seq;
	game_release(&g);
	return is;
}

/* Who was told since: bits 1 Anna, 2 Bruno, 4 the keeper. */
static unsigned
told(const char *what)
{
	unsigned who = 0;
	struct seen m;

	while (scene_next(&s, &m) == 1) {
		if (text_has(m.text, what))
			who |= strncmp(m.to, "anna@", 5) == 0 ? 1u :
			    strncmp(m.to, "bruno@", 6) == 0   ? 2u :
			    strncmp(m.to, "keeper@", 7) == 0  ? 4u :
								8u;
		seen_release(&m);
	}
	return who;
}

static const char changed[] = "The seed of this game was changed";
static const char refused[] = "is not the one that it is bound by";

START_TEST(t26_before_it_begins)
{
	uint8_t other[32] = { 1, 2, 3 };
	char commit[HASH_HEX_SIZE];
	int seq;

	open_game();
	hash_sha256_hex(drawn, sizeof drawn, commit);
	scene_say(&s, 1, 1, "entropy snow on the roof\n");
	ck_assert_uint_ne(told(commit), 0);
	change_seed(other);
	scene_say(&s, 1, 2, "entropy rain\n");
	ck_assert_int_eq(state(&seq), GAME_SETUP);
	ck_assert_uint_eq(told(changed), 7);
	/* Once. */
	scene_say(&s, 1, 2, "ready\n");
	ck_assert_int_eq(state(&seq), GAME_SETUP);
	ck_assert_uint_eq(told(changed), 0);
	change_seed(NULL);
	scene_say(&s, 1, 2, "ready\n");
	ck_assert_int_eq(state(&seq), GAME_RUNNING);
	ck_assert_uint_ne(told(commit), 0);
	scene_close(&s);
}
END_TEST

START_TEST(t26_while_it_runs)
{
	uint8_t other[32] = { 9 };
	struct seen last;
	int seq, now;

	open_game();
	scene_say(&s, 1, 1, "ready\n");
	scene_say(&s, 1, 2, "ready\n");
	ck_assert_int_eq(state(&seq), GAME_RUNNING);
	(void)scene_skip(&s);
	change_seed(other);
	for (int seat = 1; seat <= 2; seat++)
		scene_say(&s, 1, seat, "charter 0\n");
	(void)state(&now);
	ck_assert_int_eq(now, seq);
	ck_assert_uint_eq(told(changed), 7);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_last(&s, 1, 1, &last);
	ck_assert_msg(seen_has(&last, refused), "%s", last.text);
	seen_release(&last);
	/* It can be called off, and then says why nothing is proven. */
	scene_moderate(&s, 1, "cancel");
	ck_assert_int_eq(state(&now), GAME_CANCELLED);
	scene_close(&s);
}
END_TEST

static void
begin(void)
{
	int seq;

	open_game();
	scene_say(&s, 1, 1, "ready\n");
	scene_say(&s, 1, 2, "ready\n");
	ck_assert_int_eq(state(&seq), GAME_RUNNING);
	(void)scene_skip(&s);
}

static void
without_snapshot(void)
{
	ck_assert_int_ge(sql_do(s.db, &e, "DELETE FROM position"), 0);
	desk_forget(&s.desk);
}

/* The rows alone, which follow from another seed. */
START_TEST(t26_without_snapshot)
{
	uint8_t other[32] = { 9 };
	int seq, now;

	begin();
	(void)state(&seq);
	change_seed(other);
	without_snapshot();
	scene_say(&s, 1, 1, "charter 0\n");
	(void)state(&now);
	ck_assert_int_eq(now, seq);
	ck_assert_uint_eq(told(changed), 7);
	without_snapshot();
	scene_moderate(&s, 1, "cancel");
	ck_assert_int_eq(state(&now), GAME_CANCELLED);
	scene_close(&s);
}
END_TEST

/* One from before there were chains, whose heads are all made now. */
START_TEST(t26_without_chain)
{
	uint8_t other[32] = { 9 };
	int now;

	begin();
	change_seed(other);
	ck_assert_int_ge(sql_do(s.db, &e,
			     "UPDATE game SET chain = NULL, seal = NULL"),
	    0);
	ck_assert_int_ge(sql_do(s.db, &e, "UPDATE event SET chain = NULL"), 0);
	without_snapshot();
	scene_moderate(&s, 1, "cancel");
	ck_assert_int_eq(state(&now), GAME_CANCELLED);
	scene_close(&s);
}
END_TEST

/* That it is not known is said of a game, not read from its seed. */
START_TEST(t26_a_seed_of_zeros)
{
	static const uint8_t none[32];
	int seq, now;

	begin();
	(void)state(&seq);
	change_seed(none);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "charter 0\n");
	(void)state(&now);
	ck_assert_int_eq(now, seq);
	ck_assert_uint_eq(told(changed), 7);
	scene_close(&s);
}
END_TEST

/* The heads of all rows, with the seed. */
static void
check_chain(void)
{
	struct buf log = BUF_INIT;
	struct chain_found found;
	struct match *m;

	ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
	ck_assert_int_eq(match_log(m, ARCHIVE, true, &log, &e), 0);
	match_drop(m);
	ck_assert_msg(chain_check(log.data, log.len, &found, &e) == 0, "%s\n%s",
	    e.text, log.data);
	ck_assert(found.sealed);
	chain_found_release(&found);
	buf_release(&log);
}

/* Nor is it said to be unknown here: only a game that was taken over without
 * one has none, and its log says so (T30). */
START_TEST(t26_said_to_be_unknown)
{
	static const uint8_t none[32];
	int seq, now;

	for (int i = 0; i < 2; i++) {
		begin();
		(void)state(&seq);
		scene_say(&s, 1, 1, "broadcast\n# anew imported\nendpress\n");
		(void)scene_skip(&s);
		ck_assert_int_ge(sql_do(s.db, &e,
				     "UPDATE game SET seedless = 1"),
		    0);
		if (i == 1)
			ck_assert_int_ge(
			    sql_do(s.db, &e,
				"UPDATE game SET seal = NULL, seed = $1",
				BLOB(none, sizeof none)),
			    0);
		desk_forget(&s.desk);
		for (int seat = 1; seat <= 2; seat++)
			scene_say(&s, 1, seat, "charter 0\n");
		(void)state(&now);
		ck_assert_int_eq(now, seq);
		ck_assert_uint_eq(told(changed), 7);
		scene_say(&s, 1, 1, "charter 0\n");
		ck_assert_uint_eq(told(changed), 0);
		/* It comes back. */
		ck_assert_int_ge(sql_do(s.db, &e,
				     "UPDATE game SET seedless = 0"),
		    0);
		change_seed(NULL);
		scene_say(&s, 1, 1, "charter 0\n");
		scene_say(&s, 1, 2, "charter 0\n");
		(void)state(&now);
		ck_assert_int_gt(now, seq);
		scene_close(&s);
	}
}
END_TEST

/* One that has not begun cannot without its seed. */
START_TEST(t26_unknown_before_it_begins)
{
	int seq;

	open_game();
	scene_say(&s, 1, 1, "ready\n");
	(void)scene_skip(&s);
	ck_assert_int_ge(sql_do(s.db, &e,
			     "UPDATE game SET seedless = 1, seal = NULL"),
	    0);
	desk_forget(&s.desk);
	scene_say(&s, 1, 2, "ready\n");
	ck_assert_int_eq(state(&seq), GAME_SETUP);
	ck_assert_uint_eq(told(changed), 7);
	scene_close(&s);
}
END_TEST

/* Rows that are written while the seed is another are sealed with the first:
 * it opens them when it is back. */
START_TEST(t26_sealed_by_the_first)
{
	uint8_t other[32] = { 9 };
	int seq, now;

	begin();
	(void)state(&seq);
	change_seed(other);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_moderate(&s, 1, "eject p2");
	change_seed(NULL);
	scene_say(&s, 1, 1, "show\n");
	(void)state(&now);
	ck_assert_int_gt(now, seq);
	check_chain();
	scene_close(&s);
}
END_TEST

/* What the club was away for is no act of a game that stands still. */
START_TEST(t26_no_clock_before_it)
{
	uint8_t other[32] = { 9 };
	struct clock_outage o = { 0 };
	int seq, now;

	begin();
	(void)state(&seq);
	o.from = clock_now();
	scene_pass(&s, 7200);
	o.until = o.noted = clock_now();
	ck_assert_int_eq(outage_add(s.db, &o, &e), 0);
	change_seed(other);
	scene_say(&s, 1, 1, "charter 0\n");
	(void)state(&now);
	ck_assert_int_eq(now, seq);
	ck_assert_uint_eq(told(changed), 7);
	scene_close(&s);
}
END_TEST

/* A line that is sent ahead meanwhile is refused, and nothing fires. */
START_TEST(t26_nothing_fires)
{
	uint8_t other[32] = { 9 };
	int seq, now;

	begin();
	change_seed(other);
	for (int seat = 1; seat <= 2; seat++)
		scene_say(&s, 1, seat, "ahead charter 0\n");
	ck_assert_uint_eq(told(refused), 3);
	(void)state(&seq);
	change_seed(NULL);
	scene_say(&s, 1, 1, "show\n");
	scene_say(&s, 1, 2, "show\n");
	(void)state(&now);
	ck_assert_int_eq(now, seq);
	scene_close(&s);
}
END_TEST

/* A game from before commitments were written is bound when it is opened. */
START_TEST(t26_bound_late)
{
	char commit[HASH_HEX_SIZE];
	struct game g;

	open_game();
	hash_sha256_hex(drawn, sizeof drawn, commit);
	ck_assert_int_ge(sql_do(s.db, &e, "UPDATE game SET seed_commit = NULL"),
	    0);
	desk_forget(&s.desk);
	scene_say(&s, 1, 1, "ready\n");
	ck_assert_int_eq(game_get(s.db, 1, &g, &e), 1);
	ck_assert_str_eq(g.seed_commit, commit);
	game_release(&g);
	scene_close(&s);
}
END_TEST

TESTS(t26_before_it_begins, t26_while_it_runs, t26_without_snapshot,
    t26_without_chain, t26_a_seed_of_zeros, t26_said_to_be_unknown,
    t26_unknown_before_it_begins, t26_sealed_by_the_first,
    t26_no_clock_before_it, t26_nothing_fires, t26_bound_late)
