/* SPDX-License-Identifier: MIT */

/*
 * `set board changes`: a turn mail shows of the board what is different since
 * the last mail that showed it, whatever happened between the two, and the same
 * whether that position is in memory or has to be made of the log.
 */

#include <check.h>

#include "base/log.h"
#include "base/mem.h"
#include "bruno.h"
#include "tests/run.h"

static const char changed[] = "what has changed since you saw it";
static struct err e;

static int
shown(struct scene *s)
{
	struct seat row;
	int seq;

	ck_assert_int_eq(seat_get(s->db, 1, 2, &row, &e), 1);
	seq = row.shown;
	seat_release(&row);
	return seq;
}

/* Bruno has seen the board of round 1, and plays; then Carla. */
static void
start(struct scene *s)
{
	scene_open(s, true);
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_say(s, 1, 2, "set board changes\n");
	scene_say(s, 1, 1, "charter 0\n");
	scene_say(s, 1, 2, "charter 0\n");
	scene_say(s, 1, 3, "charter 0\n");
}

static void
nothing(struct scene *s)
{
	(void)s;
}

static void
board(struct scene *s)
{
	scene_say(s, 1, 2, "board\n");
}

static void
rollback(struct scene *s)
{
	scene_moderate(s, 1, "rollback 3 Bruno's charter and Carla's");
	scene_say(s, 1, 2, "charter 3000\n");
	scene_say(s, 1, 3, "charter 3000\n");
}

static void
undo(struct scene *s)
{
	scene_say(s, 1, 3, "undo\n");
	scene_say(s, 1, 1, "agree\n");
	scene_say(s, 1, 2, "agree\n");
	scene_say(s, 1, 3, "charter 2000\n");
}

static void
language(struct scene *s)
{
	scene_say(s, 1, 2, "set lang nl\n");
}

static void
layout(struct scene *s)
{
	scene_say(s, 1, 2, "set layout list\nset width 40\n");
}

static void
off_and_on(struct scene *s)
{
	scene_say(s, 1, 2, "set board full\n");
	scene_say(s, 1, 2, "set board changes\n");
}

/* Anna's move, and the turn mail that it brings Bruno. */
static void
turn_mail(void (*between)(struct scene *s), bool forget, struct seen *out)
{
	struct scene s;

	start(&s);
	between(&s);
	if (forget)
		scene_restart(&s);
	scene_skip(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, out), 1);
	scene_close(&s);
}

static int
lines(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Shorter than the mail of who sees all of it, and by restart no other. */
START_TEST(test_between)
{
	static void (*const between[])(struct scene *s) = { nothing, board,
		rollback, undo, off_and_on, layout, language };
	struct seen kept, lost;

	turn_mail(between[_i], false, &kept);
	turn_mail(between[_i], true, &lost);
	ck_assert_str_eq(kept.text, lost.text);
	ck_assert_msg(seen_has(&kept,
			  between[_i] == language ? "er veranderd is" :
						    changed),
	    "%.3000s", kept.text);
	ck_assert_msg(!seen_has(&kept, "TABLES") && lines(kept.text) < 70,
	    "%.3000s", kept.text);
	seen_release(&kept);
	seen_release(&lost);
}
END_TEST

/* What was asked for in between counts as seen: with Carla's charter it showed
 * what she had brought into the agency. */
START_TEST(test_board_counts)
{
	struct seen without, with;

	turn_mail(nothing, false, &without);
	turn_mail(board, false, &with);
	ck_assert_int_gt(lines(without.text), lines(with.text));
	seen_release(&without);
	seen_release(&with);
}
END_TEST

/* A rollback takes nothing from what was seen: the row that is back, and was
 * gone, is new. */
START_TEST(test_rollback)
{
	struct scene s;
	struct seen m;

	start(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	scene_moderate(&s, 1, "rollback 3 all of it again");
	ck_assert_int_eq(bruno(&s, &m), 1);
	/* Before and after: the same ship is for sale once more. */
	ck_assert_msg(seen_has(&m, changed) && seen_has(&m, "AGENCY"),
	    "%.3000s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The first mail shows all, and so does that to who takes the seat over. */
START_TEST(test_first)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla", "order=given", 9);
	scene_say(&s, 1, 2, "set board changes\n");
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(!seen_has(&m, changed) && seen_has(&m, "CLASSES") &&
		seen_has(&m, "READING THE TABLES"),
	    "%.3000s", m.text);
	seen_release(&m);
	scene_moderate(&s, 1, "replace p2 Dora <dora@example.net>");
	ck_assert_int_gt(shown(&s), 0);
	scene_last(&s, 1, 2, &m);
	ck_assert_str_eq(m.to, "dora@example.net");
	ck_assert_msg(!seen_has(&m, changed) && seen_has(&m, "CLASSES"),
	    "%.3000s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Who watches has no turn: all of the board each time, whatever they set. */
START_TEST(test_observer)
{
	struct scene s;
	struct seen m;
	struct player p;

	scene_open(&s, true);
	scene_game(&s, "Anna Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_game(&s, "Bruno Anna", "order=given", 9);
	scene_say(&s, 2, 1, "set board changes\n");
	ck_assert_int_eq(player_by_address(s.db, "bruno@example.net", &p, &e),
	    1);
	scene_watch(&s, 1, p.id);
	player_release(&p);
	for (int i = 0; i < 2; i++) {
		scene_skip(&s);
		scene_say(&s, 1, 1 + i, "charter 0\n");
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_msg(!seen_has(&m, changed) && seen_has(&m, "CLASSES"),
		    "%.3000s", m.text);
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

/* A digest that leaves out a board has not shown it. */
START_TEST(test_digest)
{
	struct scene s;
	struct seen m;
	int before;

	start(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_sure(&s, 1, 2, "set digest 20:00\n");
	scene_say(&s, 1, 1, "press p2\nYour turn!\nendpress\n");
	before = shown(&s);
	scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(!seen_has(&m, "AGENCY") && seen_has(&m, "YOU CAN"),
	    "%.3000s", m.text);
	ck_assert_int_eq(shown(&s), before);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_ERROR);
	tcase_add_loop_test(t, test_between, 0, 7);
	ADD_TESTS(t, test_board_counts, test_rollback, test_first,
	    test_observer, test_digest);
}
