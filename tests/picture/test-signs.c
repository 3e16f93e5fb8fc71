/* SPDX-License-Identifier: MIT */

/* What a sign looks like that is two at once, and names in two lines. Each is
 * told by the pixels that become others when one thing in the drawing does. */

#include <stdlib.h>
#include <string.h>

#include "game/rules.h"
#include "picture/picture.h"
#include "tests/picture/boards.h"
#include "tests/picture/pixels.h"
#include "tests/run.h"

/* Where two pictures differ. */
struct change {
	size_t left, right, top, bottom, n;
};

static struct change
change_of(const struct buf *a, const struct buf *b)
{
	enum { ROW = PICTURE_WIDTH + 1 };
	struct change c = { .left = ROW, .top = SIZE_MAX };
	size_t len, other;
	unsigned char *x = pixels_unpacked(a, &len);
	unsigned char *y = pixels_unpacked(b, &other);

	ck_assert_uint_eq(len, other);
	for (size_t i = 0; i < len; i++) {
		size_t col = i % ROW, row = i / ROW;

		if (x[i] == y[i])
			continue;
		c.left = col < c.left ? col : c.left;
		c.right = col > c.right ? col : c.right;
		c.top = row < c.top ? row : c.top;
		c.bottom = row;
		c.n++;
	}
	free(x);
	free(y);
	return c;
}

/* A board of a game, without what stands on it. */
static void
draw_empty(const char *game, struct drawing *d)
{
	const struct board_of *b = boards;

	while (strncmp(b->log, game, strlen(game)) != 0)
		b += BOARD_STAGES;
	b += BOARD_STAGES - 1;
	board_draw(b, OBSERVER, "en", d);
	d->n_pieces = 0;
}

/* A field of Claim with a pennant ('a' to 'f', by seat) or a ship ('A' to 'F')
 * for each letter. */
static void
draw_field(struct pictures *p, const char *there, struct buf *out)
{
	struct drawing d = { 0 };
	size_t at = 0;

	draw_empty("claim", &d);
	while (d.points[at].asks[0] == '\0')
		at++;
	for (; *there != '\0'; there++) {
		bool ship = *there < 'a';
		int seat = *there - (ship ? 'A' : 'a') + 1;

		drawing_dress_piece(&d, drawing_piece(&d, at, seat, 1, "", ""),
		    ship ? DRAWING_SHIP : DRAWING_FLAG, "");
	}
	pixels_png(p, &d, out);
	drawing_release(&d);
}

/* Pixels that one field has and another has not. */
static size_t
apart(const char *a, const char *b)
{
	struct pictures *p = pixels_open();
	struct buf x = BUF_INIT, y = BUF_INIT;
	size_t n;

	draw_field(p, a, &x);
	draw_field(p, b, &y);
	n = change_of(&x, &y).n;
	buf_release(&x);
	buf_release(&y);
	pictures_free(p);
	return n;
}

/* The ship of who has claimed a field stands at the pole, which is little
 * beside a sign of its own; another's ship does not. */
START_TEST(a_ship_stands_at_its_own_pole)
{
	size_t pennant = apart("", "a"), pole = apart("A", "aA");

	ck_assert_uint_gt(pennant, 300);
	ck_assert_uint_gt(pole, 20);
	ck_assert_uint_lt(pole, pennant / 2);
	ck_assert_uint_gt(apart("aB", "abB"), 20);
	ck_assert_uint_gt(apart("aB", "B"), pennant / 2);
	ck_assert_uint_gt(apart("aAB", "AbB"), 20);
	ck_assert_uint_eq(apart("aA", "Aa"), 0);
}
END_TEST

/* How the picture of a drawing changes with the name of a point. */
static struct change
renamed(struct pictures *p, struct drawing *d, size_t point, const char *from,
    const char *to)
{
	struct drawing_point *q = &d->points[point];
	struct buf x = BUF_INIT, y = BUF_INIT;
	struct change c;

	(void)snprintf(q->name, sizeof q->name, "%s", from);
	pixels_png(p, d, &x);
	(void)snprintf(q->name, sizeof q->name, "%s", to);
	pixels_png(p, d, &y);
	c = change_of(&x, &y);
	buf_release(&x);
	buf_release(&y);
	return c;
}

/* Whether the words of a name of two stand one below the other, both shown, in
 * a place so many pixels wide; the other words are of the same letters. */
static void
check_lines(struct drawing *d, size_t point, const char *name,
    const char *other_first, const char *other_second, size_t wide)
{
	struct pictures *p = pixels_open();
	struct change first = renamed(p, d, point, name, other_first);
	struct change second = renamed(p, d, point, name, other_second);

	ck_assert_uint_gt(first.n, 20);
	ck_assert_uint_gt(second.n, 20);
	ck_assert_uint_lt(first.bottom, second.top);
	ck_assert_uint_lt(second.top - first.bottom, 20);
	ck_assert_uint_le(first.right - first.left, wide);
	ck_assert_uint_le(second.right - second.left, wide);
	pictures_free(p);
}

static size_t
point_of(const struct drawing *d, const char *kind)
{
	for (size_t i = 0; i < d->n_points; i++)
		if (strcmp(d->points[i].kind, kind) == 0 &&
		    d->points[i].name[0] != '\0' &&
		    d->points[i].shape != DRAWING_NONE)
			return i;
	ck_abort_msg("no %s", kind);
}

/* Cards of Atlantic Star are this wide within their frames. */
enum { CARD = 165 };

START_TEST(a_long_ship_has_two_lines)
{
	struct drawing d = { 0 };

	draw_empty("atlantic-star", &d);
	check_lines(&d, point_of(&d, "ship"), "Hohenzollern Hohenzollern",
	    "Hohenzollren Hohenzollern", "Hohenzollern Hohenzollren", CARD);
	drawing_release(&d);
}
END_TEST

START_TEST(a_long_island_has_two_lines)
{
	struct drawing d = { 0 };

	draw_empty("clippers", &d);
	check_lines(&d, point_of(&d, "island"), "Caroline Caroline",
	    "Carolnie Caroline", "Caroline Carolnie", PICTURE_WIDTH / 4);
	drawing_release(&d);
}
END_TEST

CASES(signs)
{
	tcase_set_timeout(t, 60);
	ADD_TESTS(t, a_ship_stands_at_its_own_pole, a_long_ship_has_two_lines,
	    a_long_island_has_two_lines);
}
