/* SPDX-License-Identifier: MIT */

/*
 * One mail a day for games of all kinds: what stands where, and one reply that
 * plays them.
 */

#include <check.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "bruno.h"
#include "match/match.h"
#include "tests/run.h"

static struct err e;

/* In Bruno's hands: games of every kind, Atlantic Star twice, on other seats.
 * Game 6 is not theirs. */
enum { KINDS = 5, OTHERS = 6 };

static int
seat_of(int64_t game)
{
	return game == KINDS ? 1 : 2;
}

static seat_set
to_act(struct scene *s, int64_t game)
{
	struct match *m;
	seat_set act;

	ck_assert_int_eq(match_look(&s->desk.club, game, &m, &e), 1);
	act = match_to_act(m);
	match_drop(m);
	return act;
}

static bool
bruno_acts(struct scene *s, int64_t game)
{
	return to_act(s, game) & SEAT_BIT(seat_of(game));
}

/* The others write the first number of their lists until it is Bruno's turn. */
static void
play_to_bruno(struct scene *s, int64_t game)
{
	while (!bruno_acts(s, game)) {
		seat_set act = to_act(s, game);
		int seat = 1;

		while (!(act & SEAT_BIT(seat)))
			seat++;
		scene_say(s, game, seat, "1\n");
	}
}

static void
play_kinds(struct scene *s, struct seen *out)
{
	static const char *const kinds[OTHERS] = { "atlantic-star", "antwerp",
		"claim", "clippers", "atlantic-star", "clippers" };

	scene_open(s, true);
	s->desk.club.clock.turn = 6 * 86400;
	s->desk.club.clock.late = CLOCK_BOT;
	for (int g = 1; g <= OTHERS; g++) {
		s->kind = kinds[g - 1];
		scene_game(s,
		    g == OTHERS    ? "Anna Carla" :
			g == KINDS ? "Bruno Anna" :
				     "Anna Bruno Carla",
		    strcmp(s->kind, "atlantic-star") == 0 ? "order=given" : "",
		    9);
		if (g == 1)
			scene_sure(s, 1, 2, "set digest 20:00\n");
		scene_moderate(s, g, "begin");
	}
	scene_say(s, 1, 1, "press p2\nTwo of a kind!\nendpress\ncharter 0\n");
	for (int g = 2; g <= KINDS; g++)
		play_to_bruno(s, g);
	scene_skip(s);
	bruno_digest(s);
	ck_assert_int_eq(bruno(s, out), 1);
}

/* In each section what is asked, messages, news, hand, moves, in that order;
 * then how to answer, then the boards. The reference of a kind stands once. */
START_TEST(test_order)
{
	struct scene s;
	struct seen m;
	const char *one, *two, *boards, *at;

	play_kinds(&s, &m);
	ck_assert_msg(seen_has(&m, "your turn in 5 games, with 1 message: "),
	    "%.200s", m.text);
	/* By deadline. */
	at = seen_line(&m, m.text, "IN GAME 5: ATLANTIC STAR");
	at = seen_line(&m, at, "IN GAME 3: CLAIM");
	one = seen_line(&m, at, "IN GAME 1: ATLANTIC STAR");
	two = seen_line(&m, one, "IN GAME 2: ANTWERP");
	at = seen_line(&m, one, "It is your turn by");
	at = seen_line(&m, at, "MESSAGES");
	at = seen_line(&m, at, "SINCE YOUR LAST MAIL");
	at = seen_line(&m, at, "YOUR HAND");
	at = seen_line(&m, at, "YOU CAN");
	ck_assert(at < two);
	at = seen_line(&m, two, "IN GAME 4: CLIPPERS");
	boards = seen_line(&m, at, "A reply to this mail");
	ck_assert(strstr(m.text, "AGENCY") > boards);
	ck_assert(strstr(m.text, "LOCKS") > boards);
	seen_line(&m, boards, "THE BOARD OF GAME 1");
	ck_assert_ptr_null(strstr(m.text, "THE BOARD OF GAME 5"));
	seen_once(&m, "READING THE TABLES");
	seen_release(&m);
	/* The next day brings neither boards nor reference again. */
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "your turn in 5 games: "));
	ck_assert_ptr_null(strstr(m.text, "THE BOARD OF"));
	ck_assert_ptr_null(strstr(m.text, "READING THE TABLES"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static bool
has_played(struct scene *s, int64_t game)
{
	struct seat row;
	bool moved;

	ck_assert_int_eq(seat_get(s->db, game, seat_of(game), &row, &e), 1);
	moved = row.moved > 0;
	seat_release(&row);
	return moved;
}

static void
check_played(struct scene *s, const char *which)
{
	for (int g = 1; g <= KINDS; g++)
		ck_assert_msg(has_played(s, g) == (which[g - 1] == 'x'),
		    "game %d", g);
}

/* One reply plays all five; another one, again, none: it is told so once, in
 * one mail, for in none of its games is it their turn any more. */
START_TEST(test_all)
{
	static const char body[] = "game 1\n2\n\ngame 2\n1\ngame 3\n1\n"
				   "game 4\n1\n\ngame 5\n3\n";
	struct scene s;
	struct seen m, a;
	char said[32];

	play_kinds(&s, &m);
	bruno_says(&s, &m, body);
	check_played(&s, "xxxxx");
	ck_assert_int_eq(bruno(&s, &a), 1);
	seen_release(&a);
	bruno_digest(&s);
	ck_assert_msg(bruno(&s, &a) == 0, "%.3000s", a.text);
	bruno_says(&s, &m, body);
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(strstr(a.subject, "[Problem]") != NULL, "%s", a.text);
	for (int g = 1; g < KINDS; g++) {
		snprintf(said, sizeof said, "Game %d, not done: ", g);
		seen_once(&a, said);
	}
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A number that is no game of theirs: what stands below it might be meant for
 * any, up to where another game is named. */
START_TEST(test_wrong_game)
{
	static const char *const wrong[] = { "game 99", "game 6", "game 0",
		"game -3", "game 3000000000000000000000" };
	struct buf body = BUF_INIT;
	struct scene s;
	struct seen m, a;

	for (int i = 0; i < 5; i++) {
		play_kinds(&s, &m);
		buf_clear(&body);
		buf_printf(&body, "game 5\n3\n%s\n1\ngame 4\n1\n", wrong[i]);
		bruno_says(&s, &m, body.data);
		check_played(&s, "---xx");
		ck_assert_int_eq(bruno(&s, &a), 1);
		ck_assert_msg(strstr(a.subject, "[Problem]") != NULL &&
			seen_has(&a, wrong[i]) && seen_has(&a, "not reached"),
		    "%s", a.text);
		seen_release(&a);
		seen_release(&m);
		scene_close(&s);
	}
	buf_release(&body);
}
END_TEST

/* A game that ended after the digest was made: the reply plays what still
 * waits, and is told of the rest. */
START_TEST(test_ended)
{
	struct scene s;
	struct seen m, a;

	play_kinds(&s, &m);
	scene_moderate(&s, 3, "cancel");
	scene_skip(&s);
	bruno_says(&s, &m, "game 4\n1\ngame 3\n1\ngame 5\n3\n");
	check_played(&s, "---xx");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(strstr(a.subject, "[Problem]") != NULL, "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_ptr_null(strstr(m.text, "GAME 3"));
	ck_assert(seen_has(&m, "your turn in 2 games"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The digest lists moves of a game if and only if it is Bruno's turn there. */
static int
check_open(struct scene *s, const struct seen *m)
{
	char head[24];
	int open = 0;

	for (int g = 1; g <= KINDS; g++) {
		bool acts = bruno_acts(s, g);
		const char *at, *next, *can;

		snprintf(head, sizeof head, "\nIN GAME %d: ", g);
		at = strstr(m->text, head);
		next = at != NULL ? strstr(at + 1, "\nIN GAME ") : NULL;
		can = at != NULL ? strstr(at, "\nYOU CAN") : NULL;
		ck_assert_msg(acts ==
			(can != NULL && (next == NULL || can < next)),
		    "%s%.3000s", head, m->text);
		open += acts;
	}
	return open;
}

/* What a digest lists as open is open: not a turn that the clock has ended, nor
 * one whose cause somebody took back. */
START_TEST(test_closed)
{
	struct scene s;
	struct seen m;

	play_kinds(&s, &m);
	ck_assert_int_eq(check_open(&s, &m), 5);
	seen_release(&m);
	/* Anna's charter goes back, and it is her turn again. */
	scene_moderate(&s, 1, "rollback 2 it was read wrong");
	scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_int_eq(check_open(&s, &m), 4);
	seen_release(&m);
	/* The computer plays what is late, everybody's for days. */
	for (int day = 0; day < 7; day++) {
		scene_pass(&s, 86400);
		while (scene_tick(&s) > 0)
			continue;
	}
	ck_assert(!bruno_acts(&s, 5));
	scene_skip(&s);
	ck_assert_int_eq(scene_digests(&s), 1);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_int_lt(check_open(&s, &m), 4);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_ERROR);
	ADD_TESTS(t, test_order, test_all, test_wrong_game, test_ended,
	    test_closed);
}
