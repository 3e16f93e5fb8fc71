/* SPDX-License-Identifier: MIT */

/* Pictures as SVG: the same as is painted, whole, and in parts. */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/rules.h"
#include "picture/picture.h"
#include "picture/svg.h"
#include "tests/picture/boards.h"
#include "tests/picture/pixels.h"
#include "tests/run.h"

static struct svgs *
open_svgs(void)
{
	struct svgs *s;
	struct err e;

	ck_assert_msg(svgs_open(&s, &e) == 0, "%s", e.text);
	return s;
}

static size_t
times(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *p = strstr(text, what); p != NULL;
	    p = strstr(p + 1, what))
		n++;
	return n;
}

/* Of everything that has a name in the drawing, the words stand there: whole,
 * or its last word where it has two lines. */
static void
has_names(const char *text, const struct drawing *d)
{
	for (size_t i = 0; i < d->n_points; i++) {
		const char *name = d->points[i].name;
		const char *last = strrchr(name, ' ');
		char end[64];

		if (name[0] == '\0' || strcmp(name, " ") == 0)
			continue;
		(void)snprintf(end, sizeof end, "%s<",
		    last != NULL ? last + 1 : name);
		last = strrchr(end, '-');
		ck_assert_msg(strstr(text, last != NULL ? last + 1 : end) !=
			NULL,
		    "%s is not there", name);
	}
	for (int s = 1; s < DRAWING_SEATS; s++)
		if (d->seat[s][0] != '\0')
			ck_assert(strstr(text, d->seat[s]) != NULL);
}

/* As large as the PNG, with every name, and closed where it is opened. */
START_TEST(a_file_of_its_own)
{
	struct svgs *s = open_svgs();
	struct pictures *p = pixels_open();
	struct buf out = BUF_INIT, png = BUF_INIT;
	struct drawing d = { 0 };
	struct svg svg = { 0 };

	board_draw(&boards[_i], OBSERVER, "en", &d);
	svg_make(s, &d, &svg);
	svg_document(&svg, "en", "A & B", "In <words>.", &out);
	pixels_png(p, &d, &png);
	ck_assert_int_eq(svg.width, (int)pixels_number(png.data + 16));
	ck_assert_int_eq(svg.height, (int)pixels_number(png.data + 20));
	ck_assert(strstr(out.data, ">A &amp; B</title>") != NULL);
	ck_assert(strstr(out.data, ">In &lt;words&gt;.</desc>") != NULL);
	ck_assert(strchr(out.data, SVG_PART) == NULL);
	ck_assert(strstr(out.data, "nan") == NULL);
	ck_assert_uint_eq(times(out.data, "<g "), times(out.data, "</g>"));
	ck_assert_uint_eq(times(out.data, "<text "),
	    times(out.data, "</text>"));
	has_names(out.data, &d);
	buf_release(&out);
	buf_release(&png);
	svg_release(&svg);
	drawing_release(&d);
	pictures_free(p);
	svgs_free(s);
}
END_TEST

/* Whether its ground was there before or not. */
START_TEST(equal_drawings_are_equal)
{
	struct svgs *s = open_svgs();
	struct drawing d = { 0 };
	struct svg first = { 0 }, again = { 0 };

	board_draw(&boards[_i], OBSERVER, "en", &d);
	svg_make(s, &d, &first);
	svg_make(s, &d, &again);
	ck_assert_str_eq(first.pieces.data, again.pieces.data);
	svg_release(&first);
	svg_release(&again);
	drawing_release(&d);
	svgs_free(s);
}
END_TEST

/* What a player is called is theirs. */
START_TEST(names_are_text)
{
	struct svgs *s = open_svgs();
	struct drawing d = { 0 };
	struct svg svg = { 0 };

	board_draw(&boards[0], OBSERVER, "en", &d);
	drawing_name_seat(&d, 1, "<b>&\"\f\001");
	svg_make(s, &d, &svg);
	ck_assert(strstr(svg.pieces.data, ">&lt;b&gt;&amp;&quot;</text>") !=
	    NULL);
	svg_release(&svg);
	drawing_release(&d);
	svgs_free(s);
}
END_TEST

static size_t
parts_of(const struct buf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++)
		n += b->data[i] == SVG_PART;
	return n;
}

/* As many whatever stands there, on the same ground. */
START_TEST(parts_are_as_many)
{
	struct svgs *s = open_svgs();
	struct drawing d = { 0 };
	struct svg full = { 0 }, empty = { 0 };
	struct buf ground = BUF_INIT;

	board_draw(&boards[_i * BOARD_STAGES + 2], OBSERVER, "en", &d);
	svg_make(s, &d, &full);
	buf_add(&ground, full.ground->data, full.ground->len);
	d.n_pieces = 0;
	for (size_t i = 0; i < d.n_lines && d.scene == DRAWING_CHART; i++)
		d.lines[i].done = 0;
	svg_make(s, &d, &empty);
	ck_assert_uint_gt(parts_of(&full.pieces), 20);
	ck_assert_uint_eq(parts_of(&full.pieces), parts_of(&empty.pieces));
	ck_assert_uint_lt(empty.pieces.len, full.pieces.len);
	ck_assert_str_eq(empty.ground->data, ground.data);
	buf_release(&ground);
	svg_release(&full);
	svg_release(&empty);
	drawing_release(&d);
	svgs_free(s);
}
END_TEST

START_TEST(one_change_is_one_part)
{
	struct svgs *s = open_svgs();
	struct drawing d = { 0 };
	struct svg was = { 0 }, is = { 0 };
	const char *a, *b;
	size_t changed = 0;

	board_draw(&boards[_i * BOARD_STAGES + 2], OBSERVER, "en", &d);
	svg_make(s, &d, &was);
	d.pieces[0].seat = d.pieces[0].seat == 1 ? 2 : 1;
	svg_make(s, &d, &is);
	a = was.pieces.data;
	b = is.pieces.data;
	while (*a != '\0' && *b != '\0') {
		size_t m = strcspn(a, "\f"), n = strcspn(b, "\f");

		changed += m != n || memcmp(a, b, n) != 0;
		a += m + 1;
		b += n + 1;
	}
	ck_assert_uint_eq(changed, 1);
	svg_release(&was);
	svg_release(&is);
	drawing_release(&d);
	svgs_free(s);
}
END_TEST

CASES(svg)
{
	int games = boards_count() / BOARD_STAGES;

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, a_file_of_its_own, 0, boards_count());
	tcase_add_loop_test(t, equal_drawings_are_equal, 0, boards_count());
	tcase_add_test(t, names_are_text);
	tcase_add_loop_test(t, parts_are_as_many, 0, games);
	tcase_add_loop_test(t, one_change_is_one_part, 0, games);
}
