/* SPDX-License-Identifier: MIT */

/* What a computer player has found is a move only of the position that it was
 * asked about (desk/thoughts.h). */

#include <check.h>

#include "desk/thoughts.h"
#include "scene.h"
#include "store/sql.h"
#include "tests/run.h"

enum { POSITIONS = 100 };

static struct scene s;
static struct err e;

/* Anna plays against a computer player who is to move: what it is asked. */
static void
ask(struct thinking *t, struct move *found)
{
	struct think_task q = { .kind = NULL };
	int looked;

	scene_open(&s, true);
	ck_assert_int_eq(scene_game(&s, "Anna Bruno", "order=given", 5), 1);
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 1, "dummy p2 hard");
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(thought_next(s.db, t, &e), 1);
	ck_assert_int_eq(t->seat, 2);
	ck_assert_int_eq(desk_question(&s.desk, t, POSITIONS, &q, &e), 1);
	OK(think_task_answer(&q, found, &looked, &e));
	think_task_release(&q);
}

static int64_t
moved(int seat)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT count(*) FROM event WHERE game = 1 AND "
			     "actor = $1",
			     INT(seat), TO(n)),
	    1);
	return n;
}

/* 1: it was made. */
static int
enter(const struct thinking *t, const struct move *found)
{
	int rc;

	OK(db_begin(s.db, &e));
	rc = desk_thought(&s.desk, t, found, &e);
	ck_assert_msg(rc >= 0, "%s", e.text);
	OK(db_commit(s.db, &e));
	return rc;
}

START_TEST(made_once)
{
	struct thinking t;
	struct move found;

	ask(&t, &found);
	ck_assert_int_eq(enter(&t, &found), 1);
	ck_assert_int_eq(moved(2), 1);
	/* As a daemon would that slept meanwhile. */
	ck_assert_int_eq(enter(&t, &found), 0);
	ck_assert_int_eq(moved(2), 1);
	scene_close(&s);
}
END_TEST

/* The seat is to move there as well, and is asked anew. */
START_TEST(of_another_position)
{
	struct thinking t, now;
	struct move found;

	ask(&t, &found);
	scene_moderate(&s, 1, "rollback 1");
	scene_say(&s, 1, 1, "charter 1000\n");
	ck_assert_int_eq(enter(&t, &found), 0);
	ck_assert_int_eq(moved(2), 0);
	ck_assert_int_eq(thought_next(s.db, &now, &e), 1);
	ck_assert_int_eq(now.seat, 2);
	ck_assert_int_gt(now.seq, t.seq);
	scene_close(&s);
}
END_TEST

/* A person holds the seat again. */
START_TEST(of_another_player)
{
	struct thinking t;
	struct move found;

	ask(&t, &found);
	scene_moderate(&s, 1, "replace p2 by Carla <carla@example.net>");
	ck_assert_int_eq(enter(&t, &found), 0);
	ck_assert_int_eq(moved(2), 0);
	ck_assert_int_eq(thought_next(s.db, &t, &e), 0);
	scene_close(&s);
}
END_TEST

TESTS(made_once, of_another_position, of_another_player)
