/* SPDX-License-Identifier: MIT */

/*
 * Seats that choose at once, in secret (Claim, R2): two games in which one
 * seat chooses otherwise give every other seat the same bytes, whatever it
 * asks, until the last has chosen. And nobody's token grows stale by
 * another's choice.
 */

#include <check.h>

#include "base/mem.h"
#include "match/match.h"
#include "scene.h"
#include "tests/run.h"

static const char *const questions[] = { "board\nhand\nmoves\n",
	"history\nlast\nstatus\n", "log\n", "resend\n", "preview stow blue=3\n",
	"preview 2\n", "preview\nstow\nfly A4\n", "fly A4\n", "stow red=1\n",
	"stow purple=99\n", "end\n", "agree\n", "help\nset\n",
	"ahead fly hub\n", "clear\n" };

static void
begin(struct scene *s, const char *names)
{
	scene_open(s, true);
	s->kind = "claim";
	scene_game(s, names, "-", 5);
	scene_moderate(s, 1, "begin");
}

/* All new mails of both but to one address: the same, byte for byte. */
static size_t
same_but(struct scene *a, struct scene *b, const char *but)
{
	struct seen x, y;
	size_t bytes = 0;

	while (scene_next(a, &x)) {
		ck_assert_int_eq(scene_next(b, &y), 1);
		ck_assert_str_eq(x.to, y.to);
		if (strcmp(x.to, but) != 0) {
			seen_mask(x.raw);
			seen_mask(y.raw);
			ck_assert_str_eq(x.raw, y.raw);
			bytes += strlen(x.raw);
		}
		seen_release(&x);
		seen_release(&y);
	}
	ck_assert_int_eq(scene_next(b, &y), 0);
	return bytes;
}

static void
ask_both(struct scene *a, struct scene *b)
{
	const char *bruno = "bruno@example.net";
	size_t bytes = 0;

	for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
		for (int seat = 1; seat <= 3; seat += 2) {
			scene_say(a, 1, seat, questions[q]);
			scene_say(b, 1, seat, questions[q]);
			bytes += same_but(a, b, bruno);
		}
	scene_say(a, 1, 1, "stow green=2\n");
	scene_say(b, 1, 1, "stow green=2\n");
	bytes += same_but(a, b, bruno);
	/* The last one tries before they choose: it shows nothing more. */
	scene_say(a, 1, 3, "preview stow\nfly A4\n");
	scene_say(b, 1, 3, "preview stow\nfly A4\n");
	bytes += same_but(a, b, bruno);
	ck_assert_uint_gt(bytes, 50000);
}

START_TEST(test_nobody_learns)
{
	static const char *const one[] = { "stow purple=10\n", "stow\n",
		"stow blue=12\nstow purple=1\n" };
	static const char *const two[] = { "stow orange=3\n", "2\n",
		"stow purple=1\nstow yellow=20\n" };
	struct scene a, b;

	for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
		begin(&a, "Anna Bruno Carla");
		begin(&b, "Anna Bruno Carla");
		(void)same_but(&a, &b, "");
		scene_say(&a, 1, 2, one[i]);
		scene_say(&b, 1, 2, two[i]);
		(void)same_but(&a, &b, "bruno@example.net");
		ask_both(&a, &b);
		scene_close(&b);
		scene_close(&a);
	}
}
END_TEST

static int
decision(struct scene *s, int seat)
{
	struct match *m;
	struct err e;
	int board;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	board = m->seat[seat].decision;
	match_drop(m);
	return board;
}

static bool
last_has(struct scene *s, int seat, const char *text)
{
	struct seen m;
	bool has;

	scene_last(s, 1, seat, &m);
	has = seen_has(&m, text);
	seen_release(&m);
	return has;
}

START_TEST(test_every_seat_is_asked)
{
	struct buf raw = BUF_INIT;
	struct seen first;
	struct scene s;
	int board;

	begin(&s, "Anna Bruno Carla");
	scene_last(&s, 1, 3, &first);
	for (int seat = 1; seat <= 3; seat++)
		ck_assert(last_has(&s, seat, "your turn: reply with a number"));
	board = decision(&s, 3);
	/* Two choices, and another in the same mail: that is not sent ahead. */
	scene_say(&s, 1, 1, "stow purple=10\nstow orange=4\n");
	ck_assert(last_has(&s, 1, "4 orange"));
	ck_assert(!last_has(&s, 1, "ahead"));
	ck_assert_int_eq(decision(&s, 3), board);
	scene_say(&s, 1, 2, "7\n");
	/* Carla answers the mail she got before either. */
	ck_assert_int_eq(decision(&s, 3), board);
	scene_reply(&s, &first, "carla@example.net", "2\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	seen_release(&first);
	buf_release(&raw);
	ck_assert(last_has(&s, 1, "your turn after Carla and Bruno"));
	ck_assert(last_has(&s, 1, "You start with 4 orange"));
	ck_assert(last_has(&s, 1, "Bruno starts with 10 purple"));
	ck_assert(!last_has(&s, 2, "your turn: reply"));
	scene_close(&s);
}
END_TEST

/* What is sent for the turn after the choice waits until it comes. */
START_TEST(test_the_rest_waits)
{
	struct scene s;

	begin(&s, "Anna Bruno");
	scene_say(&s, 1, 1, "stow\nfly hub\n");
	ck_assert(last_has(&s, 1, "fly hub"));
	scene_say(&s, 1, 1, "clear\n");
	scene_say(&s, 1, 2, "stow\n");
	ck_assert(last_has(&s, 1, "your turn after Bruno"));
	scene_close(&s);
}
END_TEST

/* Computer seats choose at once and are no reason to wait. */
START_TEST(test_computers)
{
	struct scene s;

	begin(&s, "Anna =Robot =Other");
	ck_assert(last_has(&s, 1, "your turn after Other and Robot"));
	ck_assert(!last_has(&s, 1, "4 yellow, 3 green, 2 blue, 3 purple; "));
	scene_say(&s, 1, 1, "stow\n");
	ck_assert(last_has(&s, 1, "Anna, your turn"));
	ck_assert(last_has(&s, 1, "Robot starts with 4 orange"));
	scene_close(&s);
}
END_TEST

TESTS(test_nobody_learns, test_every_seat_is_asked, test_the_rest_waits,
    test_computers)
