/* SPDX-License-Identifier: MIT */

/*
 * Whoever may set a game back cannot throw its dice again: what a draw yields
 * depends on what is drawn (T29). Games that began under the first rule go on
 * under it (T12).
 */

#include <check.h>
#include <stdlib.h>

#include "log/replay.h"
#include "match/match.h"
#include "play.h"
#include "tests/run.h"

static struct err e;

/* The nth of the moves of the first seat that is to act, in words; its seat. */
static int
choice(struct scene *s, size_t n, struct buf *words)
{
	struct match *m;
	struct moves legal = MOVES_INIT;
	int seat = 1;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	while (!(match_to_act(m) & SEAT_BIT(seat)))
		seat++;
	m->kind->rules->legal(m->kind->data, table_position(m->table), seat,
	    &legal);
	ck_assert_int_gt(legal.n, 0);
	buf_clear(words);
	m->kind->rules->format(m->kind->data, table_position(m->table), seat,
	    &legal.at[n % (size_t)legal.n], words);
	moves_release(&legal);
	match_drop(m);
	return seat;
}

static void
say_nth(struct scene *s, size_t n, struct buf *words)
{
	int seat = choice(s, n, words);

	scene_say(s, 1, seat, words->data);
}

/* The dice of the last roll of the field, "red=2 green=5". */
static void
dice_of(struct scene *s, const char *field, char out[16])
{
	struct buf log = BUF_INIT;
	char *at = NULL, words[32];

	snprintf(words, sizeof words, " - roll %s ", field);
	play_log(s, 1, &log);
	for (char *p = log.data; (p = strstr(p, words)) != NULL; p++)
		at = p + strlen(words);
	ck_assert_ptr_nonnull(at);
	snprintf(out, 16, "%.*s", (int)strcspn(at, "@") - 1, at);
	buf_release(&log);
}

enum { TRIES = 7 };

/* A moderator sets Claim back before the first field is explored and lets
 * other moves come before the same flight, again and again. How many different
 * rolls come of it. The log proves itself throughout. */
static int
rolls(int draws, struct buf *log)
{
	struct scene s;
	struct buf words = BUF_INIT;
	char seen[TRIES][16], flight[40] = "", field[8] = "";
	int different = 0;

	scene_open(&s, true);
	s.kind = "claim";
	s.desk.club.draws = draws;
	scene_game(&s, "Anna Bruno", "-", 9);
	scene_moderate(&s, 1, "begin");
	for (int i = 0; i < TRIES; i++) {
		int again = i;

		if (i > 0)
			scene_moderate(&s, 1, "rollback 2 once more");
		/* Each time Anna stows otherwise. */
		say_nth(&s, (size_t)i, &words);
		say_nth(&s, 0, &words);
		if (i == 0) {
			choice(&s, 0, &words);
			ck_assert_int_eq(sscanf(words.data, "fly ship %7s",
					     field),
			    1);
			snprintf(flight, sizeof flight, "%s", words.data);
		}
		scene_say(&s, 1, 1, flight);
		scene_say(&s, 1, 1, "end");
		dice_of(&s, field, seen[i]);
		while (again-- > 0 && strcmp(seen[again], seen[i]) != 0)
			;
		different += again < 0;
	}
	play_log(&s, 1, log);
	buf_release(&words);
	scene_close(&s);
	return different;
}

static void
proves(const struct buf *log)
{
	struct replay_how how = { .until = -1, .prove = true };
	struct replay r;

	ck_assert_msg(replay_text(log->data, log->len, &how, &r, &e) == 0, "%s",
	    e.text);
	ck_assert_int_eq(r.proven, 1 + TRIES);
	replay_release(&r);
}

START_TEST(t29_going_back_is_no_second_throw)
{
	struct buf log = BUF_INIT;

	ck_assert_int_eq(rolls(0, &log), 1);
	ck_assert_ptr_nonnull(strstr(log.data, "\nDraws: 2\n"));
	proves(&log);
	buf_release(&log);
}
END_TEST

/* What the first rule allowed, and why there is a second. */
START_TEST(t12_older_games_go_on_as_they_began)
{
	struct buf log = BUF_INIT;

	ck_assert_int_ge(rolls(DRAWS_BY_ORDER, &log), 4);
	ck_assert_ptr_null(strstr(log.data, "\nDraws"));
	proves(&log);
	buf_release(&log);
}
END_TEST

TESTS(t29_going_back_is_no_second_throw, t12_older_games_go_on_as_they_began)
