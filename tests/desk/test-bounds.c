/* SPDX-License-Identifier: MIT */

/*
 * One mail, bounded effects: what it does in one game leaves nothing behind
 * in another.
 */

#include <check.h>

#include "base/clock.h"
#include "scene.h"
#include "tests/run.h"

/* Game 1 of the kind, game 2 of Claim, Anna at seat 1 of both. */
static void
two_games(struct scene *s, const char *kind)
{
	scene_open(s, true);
	s->kind = kind;
	scene_game(s, "Anna Bruno Carla", "-", 9);
	scene_moderate(s, 1, "begin");
	s->kind = "claim";
	scene_game(s, "Anna Bruno Carla", "-", 9);
	scene_moderate(s, 2, "begin");
	scene_skip(s);
}

/* Anna writes from game 1, and her answer is the last mail to her. */
static void
answer(struct scene *s, const char *body, struct seen *out)
{
	struct seen m;
	bool any = false;

	scene_say(s, 1, 1, body);
	while (scene_next(s, &m) == 1) {
		if (!strcmp(m.to, "anna@example.net")) {
			if (any)
				seen_release(out);
			*out = m;
			any = true;
		} else {
			seen_release(&m);
		}
	}
	ck_assert(any);
}

/* ---- what is left behind ---- */

/* Games 3 and 4, each with a seat for her. */
static void
open_seats(struct scene *s)
{
	s->kind = NULL;
	scene_game(s, "Bruno Carla", "order=given", 9);
	scene_moderate(s, 3, "eject p2");
	s->kind = "claim";
	scene_game(s, "Bruno Carla Dora", "-", 9);
	scene_moderate(s, 4, "begin");
	scene_moderate(s, 4, "eject p2");
	scene_skip(s);
}

/* What was previewed in a game is told in its own words, wherever the mail
 * goes on: to another kind of game, a new one, a seat of another. */
static void
preview_left(const char *kind)
{
	static const char *const on[] = { "game 2", "game 2\npreview\n1",
		"create claim seats 3", "create clippers", "join 3",
		"takeover 4 p2", "game 2\ngame 1\npreview\n1" };
	struct scene s;
	struct seen m;
	struct buf body = BUF_INIT;

	two_games(&s, kind);
	open_seats(&s);
	for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
		buf_clear(&body);
		buf_printf(&body, "preview\n1\n%s\n", on[i]);
		answer(&s, body.data, &m);
		ck_assert_msg(!strstr(m.subject, "[Problem]"), "%s: %s\n%s",
			kind, on[i], m.text);
		ck_assert_msg(seen_has(&m, "PREVIEW"), "%s: %s\n%s", kind,
			on[i], m.text);
		seen_release(&m);
	}
	buf_release(&body);
	scene_close(&s);
}

START_TEST(test_preview_left)
{
	static const char *const kind[] = { "atlantic-star", "clippers",
		"claim", "antwerp" };

	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		preview_left(kind[i]);
}
END_TEST

int
main(void)
{
	return RUN_TESTS("desk-bounds", test_preview_left);
}
