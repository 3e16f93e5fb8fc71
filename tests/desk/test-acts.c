/* SPDX-License-Identifier: MIT */

/*
 * What moderators do is done on what they have seen, is told with who and why,
 * and for what it is.
 */

#include <check.h>

#include "base/clock.h"
#include "match/match.h"
#include "scene.h"
#include "store/event.h"
#include "tests/run.h"

static struct err e;

/* Maud moderates; the first to act is Anna. */
static void
open_game(struct scene *s)
{
	scene_open(s, true);
	scene_game(s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
}

static int
board_of(struct scene *s)
{
	struct game g;
	int board;

	ck_assert_int_eq(game_get(s->db, 1, &g, &e), 1);
	board = g.board;
	game_release(&g);
	return board;
}

static void
reply(struct scene *s, const struct seen *m, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(s, m, m->to, body, &raw);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* The last mail to somebody since; the others are looked at no more. */
static void
last_to(struct scene *s, const char *to, struct seen *out)
{
	struct seen m;
	bool any = false;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, to) != 0) {
			seen_release(&m);
			continue;
		}
		if (any)
			seen_release(out);
		*out = m;
		any = true;
	}
	ck_assert_msg(any, "nothing to %s", to);
}

static const char *const blind[] = { "process turn\n", "process turn p2\n",
	"eject p2 he does not answer\n", "dummy p2\n",
	"replace p2 gina@example.net\n", "replace p2 computer\n",
	"rollback 1 a slip\n", "cancel: nobody plays\n", "rollforward\n" };

/* Bruno's turn has come since, and what was meant for Anna is not for
 * Bruno. */
START_TEST(test_old_board)
{
	struct scene s;
	struct seen old, m;
	int board;

	open_game(&s);
	scene_last(&s, 1, 0, &old);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	board = board_of(&s);
	reply(&s, &old, blind[_i]);
	ck_assert_int_eq(board_of(&s), board);
	last_to(&s, "maud@example.net", &m);
	ck_assert_msg(strstr(m.reply_to, "+c."), "%s", m.text);
	ck_assert_msg(seen_has(&m, "THE GAME NOW"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "Next: "), "%s", m.text);
	/* It goes on once more before they say yes: they are asked again. */
	scene_say(&s, 1, 2, "charter 0\n");
	scene_skip(&s);
	board = board_of(&s);
	reply(&s, &m, "yes\n");
	seen_release(&m);
	last_to(&s, "maud@example.net", &m);
	ck_assert_int_eq(board_of(&s), board);
	ck_assert_msg(seen_has(&m, "THE GAME NOW"), "%s", m.text);
	reply(&s, &m, "yes\n");
	seen_release(&m);
	last_to(&s, "maud@example.net", &m);
	ck_assert_msg(!seen_has(&m, "THE GAME NOW"), "%s", m.text);
	seen_release(&m);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* On the board that was seen they are done; clocks do not make it older. */
START_TEST(test_this_board)
{
	struct scene s;
	struct seen old, m;

	open_game(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "charter 0\n");
	scene_say(&s, 1, 0, "status\n");
	scene_last(&s, 1, 0, &old);
	scene_say(&s, 1, 0, "extend 5h: a holiday\n");
	scene_say(&s, 1, 3, "press p1\nhello\nendpress\n");
	scene_skip(&s);
	reply(&s, &old, blind[_i]);
	last_to(&s, "maud@example.net", &m);
	ck_assert_msg(!seen_has(&m, "THE GAME NOW"), "%s", m.text);
	seen_release(&m);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* Each is told to all, with who and why. */
static const struct {
	const char *line, *told;
} acts[] = {
	{ "process turn: Weihnachten\n", "ended your turn" },
	{ "extend 5h: Weihnachten\n", "changed the clocks" },
	{ "pause: Weihnachten\n", "changed the clocks" },
	{ "set clock 72h: Weihnachten\n", "changed the clocks" },
	{ "eject p2: Weihnachten\n", "out of the game" },
	{ "dummy p2: Weihnachten\n", "to a computer player" },
	{ "rollback 1: Weihnachten\n", "set the game back" },
	{ "rollback 1 Weihnachten\n", "set the game back" },
	{ "observers off: Weihnachten\n", "closed the game" },
};

START_TEST(test_why)
{
	struct scene s;
	struct seen m;

	open_game(&s);
	scene_say(&s, 1, 0, acts[_i].line);
	last_to(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "aud "), "%s", m.text);
	ck_assert_msg(seen_has(&m, acts[_i].told), "%s", m.text);
	ck_assert_msg(strstr(m.text, "Weihnachten") != NULL, "%s", m.text);
	ck_assert_msg(!seen_has(&m, "time was over"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The end of a turn by a moderator is nobody's lapse, nor in the log. */
START_TEST(test_process)
{
	static const char *const late[] = { "wait", "pass", "bot", "eject" };
	struct scene s;
	struct seen m;
	struct buf line = BUF_INIT;

	open_game(&s);
	buf_printf(&line, "set clock 72h late %s\nprocess turn\n", late[_i]);
	scene_say(&s, 1, 0, line.data);
	for (int seats = 0; scene_next(&s, &m); seats++) {
		ck_assert_msg(!seen_has(&m, "time was over") &&
			!seen_has(&m, "over, for too long"),
		    "%s", m.text);
		seen_release(&m);
	}
	scene_say(&s, 1, 2, "history\n");
	last_to(&s, "bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "by the moderator") ||
		seen_has(&m, "The moderator ended"),
	    "%s", m.text);
	ck_assert_msg(!seen_has(&m, "time was over"), "%s", m.text);
	seen_release(&m);
	buf_release(&line);
	scene_close(&s);
}
END_TEST

/* Who plays ends nobody's turn before its deadline, unless the keeper lets
 * them; their own they may, and the keeper any. */
START_TEST(test_plays)
{
	struct scene s;
	struct seen m;
	int board;

	scene_open(&s, true);
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "charter 0\ncharter 0\n");
	scene_skip(&s);
	board = board_of(&s);
	scene_say(&s, 1, 1, "process turn\n");
	last_to(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "still has time"), "%s", m.text);
	ck_assert_int_eq(board_of(&s), board);
	seen_release(&m);
	s.desk.club.early = true;
	scene_say(&s, 1, 1, "process turn\n");
	ck_assert_int_gt(board_of(&s), board);
	s.desk.club.early = false;
	scene_skip(&s);
	scene_close(&s);
}
END_TEST

/* Anna, who plays, is refused for others' sake, or not. */
static void
check_try(struct scene *s, const char *line, bool done)
{
	struct buf body = BUF_INIT;
	struct seen m;

	scene_skip(s);
	buf_printf(&body, "%s\n", line);
	scene_say(s, 1, 1, body.data);
	last_to(s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "moderator who plays") != done, "%s: %s",
	    line, m.text);
	seen_release(&m);
	buf_release(&body);
}

/* Nor do they leave less time to others by other clocks, however these are got
 * round, in their own turn as in another's; more they may, and what a new game
 * has where there are none. */
START_TEST(test_plays_clocks)
{
	static const struct {
		const char *line;
		bool done;
	} tries[] = { { "set clock 1m min 0m grace 0m late eject", false },
		{ "set clock 24h", false }, { "set clock 72h grace 0m", false },
		{ "set clock 96h", true }, { "set clock 96h late pass", true },
		{ "pause", true }, { "set clock 1m", false },
		{ "resume", true }, { "set clock off", false },
		{ "set clock 96h late wait", true },
		{ "set clock 96h late pass", true },
		{ "set clock 96h late eject grace 0m", false } };
	struct scene s;

	scene_open(&s, true);
	s.desk.club.clock.turn = 3 * 86400;
	s.desk.club.clock.grace = 86400;
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	if (_i)
		scene_say(&s, 1, 1, "charter 0\ncharter 0\n");
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
		check_try(&s, tries[i].line, tries[i].done);
	scene_close(&s);
}
END_TEST

/* Turns to come are no shorter either, on whatever day they begin: in Anna's
 * own turn of a Monday, days on which the others' clocks stood still come only
 * with as much more time as those may take of a turn. */
START_TEST(test_plays_clocks_days)
{
	static const struct {
		const char *line;
		bool done;
	} tries[] = { { "set clock 72h days all", false },
		{ "set clock 119h days all", false },
		{ "set clock 72h days mon-sat", false },
		{ "set clock 72h days mon-fri min 2h", false },
		{ "set clock 72h days tue-fri", true },
		{ "set clock 72h days mon-fri", false },
		{ "set clock 72h days tue-fri min 4h", true },
		{ "set clock 72h days tue-fri min 3h", false },
		{ "set clock 144h days all min 4h", true } };
	struct scene s;

	scene_open(&s, true);
	s.desk.club.clock = (struct clock_row){ .turn = 72 * 3600,
		.minimum = 3 * 3600,
		.days = 0x3e,
		.late = CLOCK_EJECT,
		.zone = "UTC" };
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_pass(&s, 40 * 3600);
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
		check_try(&s, tries[i].line, tries[i].done);
	scene_close(&s);
}
END_TEST

/* Where there are none: no less than the club's usual, which is three days
 * where it has none either. */
START_TEST(test_plays_clocks_new)
{
	struct scene s;

	scene_open(&s, true);
	s.desk.club.clock.turn = 0;
	s.desk.club.clock.grace = 86400;
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	check_try(&s, "set clock 48h", false);
	s.desk.club.clock.turn = 2 * 86400;
	check_try(&s, "set clock 47h", false);
	s.desk.club.clock.turn = 0;
	check_try(&s, "set clock 72h grace 1h late pass", false);
	check_try(&s, "set clock 72h", true);
	scene_close(&s);
}
END_TEST

/* After it they may. */
START_TEST(test_plays_late)
{
	struct scene s;
	int board;

	scene_open(&s, true);
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "charter 0\ncharter 0\n");
	scene_pass(&s, 6 * 86400);
	board = board_of(&s);
	scene_say(&s, 1, 1, "process turn\n");
	ck_assert_int_gt(board_of(&s), board);
	scene_close(&s);
}
END_TEST

/* What the first line of a mail has made of the game is a board that its writer
 * has not seen: no move of theirs is made on it. */
static const char *const unseen[] = { "1\n", "5\n", "charter 1000\n",
	"ahead 5\n" };

static void
not_made(struct scene *s, int board)
{
	struct seen m;

	ck_assert_int_eq(board_of(s), board);
	last_to(s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "YOU CAN"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "had changed since") ||
		seen_has(&m, "will be another one"),
	    "%s", m.text);
	seen_release(&m);
	/* In another mail it is. */
	scene_say(s, 1, 1, "5\n");
	ck_assert_int_gt(board_of(s), board);
}

START_TEST(test_set_back)
{
	struct scene s;
	struct buf line = BUF_INIT;
	int board;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	for (int i = 0; i < 4; i++)
		scene_say(&s, 1, 1 + i % 2, "charter 0\n");
	scene_say(&s, 1, 2, "propose undo 4\n");
	board = board_of(&s);
	scene_skip(&s);
	buf_printf(&line, "agree\n%s", unseen[_i]);
	scene_say(&s, 1, 1, line.data);
	not_made(&s, board + 1);
	buf_release(&line);
	scene_close(&s);
}
END_TEST

/* Nor where a moderator who plays comes to act by ending another's turn. */
START_TEST(test_made_way)
{
	struct scene s;
	struct buf line = BUF_INIT;
	int board;

	scene_open(&s, true);
	scene_game(&s, "*Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	s.desk.club.early = true;
	board = board_of(&s);
	scene_skip(&s);
	buf_printf(&line, "charter 0\nprocess turn\n%s", unseen[_i]);
	scene_say(&s, 1, 1, line.data);
	not_made(&s, board + 3);
	buf_release(&line);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	enum {
		BLIND = sizeof blind / sizeof *blind,
		ACTS = sizeof acts / sizeof *acts,
		UNSEEN = sizeof unseen / sizeof *unseen
	};

	tcase_add_loop_test(t, test_old_board, 0, BLIND);
	tcase_add_loop_test(t, test_this_board, 0, BLIND);
	tcase_add_loop_test(t, test_why, 0, ACTS);
	tcase_add_loop_test(t, test_process, 0, 4);
	tcase_add_test(t, test_plays);
	tcase_add_loop_test(t, test_plays_clocks, 0, 2);
	tcase_add_test(t, test_plays_clocks_days);
	tcase_add_test(t, test_plays_clocks_new);
	tcase_add_test(t, test_plays_late);
	tcase_add_loop_test(t, test_set_back, 0, UNSEEN);
	tcase_add_loop_test(t, test_made_way, 0, UNSEEN);
}
