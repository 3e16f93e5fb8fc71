/* SPDX-License-Identifier: MIT */

/* Where names stand, before anything is drawn. */

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "picture/picture.h"
#include "picture/plan.h"
#include "tests/picture/boards.h"
#include "tests/run.h"

struct planned {
	struct drawing d;
	struct layout l;
	struct fonts fonts;
	cairo_surface_t *scratch;
	struct pen pen;
};

static void
plan(int board, const char *lang, struct planned *out)
{
	struct err e;

	memset(out, 0, sizeof *out);
	board_draw(&boards[board], 1, lang, &out->d);
	ck_assert_int_eq(fonts_open(&out->fonts, &e), 0);
	out->scratch = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	out->pen = (struct pen){ cairo_create(out->scratch), &out->fonts, NULL,
		NULL };
	plan_make(&out->l, &out->d, &out->pen);
	plan_seats(&out->l, &out->d, &out->pen);
}

static void
unplan(struct planned *p)
{
	cairo_destroy(p->pen.cr);
	cairo_surface_destroy(p->scratch);
	fonts_close(&p->fonts);
	plan_release(&p->l);
	drawing_release(&p->d);
}

static void
clear_of_names(const struct layout *l, const struct caption *c)
{
	for (const struct caption *o = l->captions; o < c; o++)
		ck_assert_msg(box_overlap(&c->box, &o->box) <= 0,
		    "%s %s lies on %s %s", c->line[0], c->line[1], o->line[0],
		    o->line[1]);
}

/* A line is broken where a name stands (paint_spare_names), but most of it is
 * to be seen; few are broken at all. */
static void
clear_of_lines(const struct planned *p, const struct caption *c)
{
	for (size_t i = 0; i < p->d.n_lines; i++) {
		struct spot a, b;

		plan_track(&p->l, &p->d, i, &a, &b);
		ck_assert_msg(box_crossed(&c->box, a, b) <=
			0.35 * hypot(b.x - a.x, b.y - a.y),
		    "%s %s hides the line from %s to %s", c->line[0],
		    c->line[1], p->d.points[p->d.lines[i].from].name,
		    p->d.points[p->d.lines[i].to].name);
	}
}

static void
clear_of_points(const struct planned *p, const struct caption *c)
{
	for (size_t i = 0; i < p->l.points; i++) {
		double r = p->l.radius[i] - 2;
		struct box there = { p->l.at[i].x - r, p->l.at[i].y - r, 2 * r,
			2 * r };

		if (!plan_skips(&p->d.points[i]) && r > 0)
			ck_assert_msg(box_overlap(&c->box, &there) <= 0,
			    "%s %s lies on %s", c->line[0], c->line[1],
			    p->d.points[i].name);
	}
}

/* Lines go around names, but for those in the crowd: a name that stands far
 * from its point is worse than a line that is broken. */
static void
few_are_broken(const struct planned *p)
{
	size_t broken = 0;

	for (size_t i = 0; i < p->l.n_captions; i++)
		for (size_t k = 0; k < p->d.n_lines; k++) {
			struct spot a, b;

			plan_track(&p->l, &p->d, k, &a, &b);
			broken += box_crossed(&p->l.captions[i].box, a, b) > 0;
		}
	ck_assert_uint_le(3 * broken, p->d.n_lines);
}

/* From the nearest side. */
static double
gap(const struct layout *l, const struct caption *c, size_t point)
{
	struct spot at = l->at[point];
	double dx = fmax(fmax(c->box.x - at.x, at.x - c->box.x - c->box.w), 0);
	double dy = fmax(fmax(c->box.y - at.y, at.y - c->box.y - c->box.h), 0);

	return hypot(dx, dy) - l->radius[point];
}

/* A point where something is new has a ring around it (paint_glow), and names
 * keep out of that too, but for those in the crowd. */
static void
most_are_clear_of_rings(const struct planned *p)
{
	enum { RING = 8 };
	size_t in = 0;

	for (size_t i = 0; i < p->l.n_captions; i++)
		for (size_t k = 0; k < p->l.points; k++)
			in += p->l.radius[k] > 0 &&
			    gap(&p->l, &p->l.captions[i], k) < RING;
	ck_assert_uint_le(4 * in, p->l.n_captions);
}

/* A name stands beside its own point, and beside no other, but for some in the
 * crowd, which a line leads to theirs. */
static void
most_are_beside_theirs(const struct planned *p)
{
	size_t strange = 0, far = 0;

	for (const struct caption *c = p->l.captions;
	    c < p->l.captions + p->l.n_captions; c++) {
		double own = gap(&p->l, c, (size_t)c->point);
		bool other = false;

		for (size_t i = 0; i < p->l.points; i++)
			other = other ||
			    ((int)i != c->point && p->l.radius[i] > 0 &&
				gap(&p->l, c, i) < own);
		strange += other;
		far += c->far;
		ck_assert_double_le(own, 80);
	}
	ck_assert_uint_le(10 * strange, p->l.n_captions);
	ck_assert_uint_le(8 * far, p->l.n_captions);
}

/* Of each map, whole, within the frame, in each language: names stand where
 * they do whatever the stage (names_stay), so each stage has a language. */
START_TEST(names_are_clear)
{
	int board = _i / BOARD_LANGS, lang = _i % BOARD_LANGS;
	struct planned p;

	if (board % BOARD_STAGES != lang && !is_long())
		return;
	plan(board, board_langs[lang], &p);
	for (size_t i = 0; i < p.l.n_captions; i++) {
		const struct caption *c = &p.l.captions[i];

		ck_assert_double_ge(c->box.x, 16);
		ck_assert_double_le(c->box.x + c->box.w, p.l.width - 16);
		ck_assert_double_ge(c->box.y, 16);
		ck_assert_double_le(c->box.y + c->box.h, p.l.key_top - 16);
		for (int k = 0; k < 2; k++)
			ck_assert_double_le(pen_width(&p.pen, c->line[k],
						CAPTION_SIZE, true),
			    c->box.w);
		clear_of_names(&p.l, c);
		clear_of_points(&p, c);
		clear_of_lines(&p, c);
	}
	few_are_broken(&p);
	most_are_beside_theirs(&p);
	most_are_clear_of_rings(&p);
	unplan(&p);
}
END_TEST

/* On a telephone of 360 pixels, with the margins of a mail. */
START_TEST(names_can_be_read)
{
	ck_assert_int_ge(CAPTION_SIZE * (360 - 16) / PICTURE_WIDTH, 11);
}
END_TEST

/* Names stay where they are while the game goes on. */
START_TEST(names_stay)
{
	struct planned a, b;

	plan(0, "en", &a);
	plan(1, "en", &b);
	ck_assert_uint_gt(a.l.n_captions, 20);
	ck_assert_uint_eq(a.l.n_captions, b.l.n_captions);
	for (size_t i = 0; i < a.l.n_captions; i++)
		ck_assert(memcmp(&a.l.captions[i].box, &b.l.captions[i].box,
			      sizeof a.l.captions[i].box) == 0);
	unplan(&a);
	unplan(&b);
}
END_TEST

CASES(plans)
{
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, names_are_clear, 0,
	    boards_count() * BOARD_LANGS);
	tcase_add_test(t, names_can_be_read);
	tcase_add_test(t, names_stay);
}
