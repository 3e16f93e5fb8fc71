/* SPDX-License-Identifier: MIT */

/* Where names stand, before anything is drawn. */

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "picture/paint.h"
#include "picture/picture.h"
#include "picture/plan.h"
#include "picture/vector.h"
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
	out->pen = (struct pen){ .cr = cairo_create(out->scratch),
		.fonts = &out->fonts };
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

/* What is painted around a line: itself, wider where it is new. */
static void
clear_of_lines(const struct planned *p, const struct caption *c)
{
	struct box wide = box_wider(c->box, 7.5);

	for (size_t i = 0; i < p->d.n_lines; i++) {
		struct spot a, b;

		plan_track(&p->l, &p->d, i, &a, &b);
		ck_assert_msg(box_crossed(&wide, a, b) <= 0,
		    "%s %s lies on the line from %s to %s", c->line[0],
		    c->line[1], p->d.points[p->d.lines[i].from].name,
		    p->d.points[p->d.lines[i].to].name);
	}
}

/* However much of each is laid. */
static void
clear_of_letters(struct planned *p, const struct caption *c)
{
	double r = p->d.scene == DRAWING_CHART ? CHART_LETTER : HARBOUR_LETTER;
	struct board b = { &p->d, &p->l, &p->pen };
	struct spot *at = mem_alloc((p->d.n_lines + 1) * sizeof *at);

	paint_letter_spots(&b, r, at);
	for (size_t i = 0; i < p->d.n_lines; i++)
		ck_assert_msg(box_distance(&c->box, at[i]) > r + 1,
		    "%s %s lies on the letter of %s", c->line[0], c->line[1],
		    p->d.lines[i].tone);
	free(at);
}

/* A place with its ring, which is around it where something is new, and within
 * which a ship or a post is; a dock; a lock with its gates. */
static void
clear_of_points(const struct planned *p, const struct caption *c)
{
	for (size_t i = 0; i < p->l.points; i++) {
		const struct drawing_point *q = &p->d.points[i];
		struct spot at = p->l.at[i];
		double r = p->l.radius[i];
		struct box lock = { at.x - 33, at.y - 16, 66, 32 };
		double w = p->d.scene == DRAWING_CHART ? 15.5 : 23;
		double h = p->d.scene == DRAWING_CHART ? 15.5 : 19;
		struct box dock = { at.x - w, at.y - h, 2 * w, 2 * h };

		if (r > 0)
			ck_assert_msg(box_distance(&c->box, at) >= r + 6.5,
			    "%s %s lies on %s", c->line[0], c->line[1],
			    q->name);
		if (q->shape == DRAWING_NONE)
			ck_assert_msg(box_overlap(&c->box, &lock) <= 0,
			    "%s %s lies on %s", c->line[0], c->line[1], q->id);
		if (q->shape == DRAWING_BOX)
			ck_assert_msg(box_overlap(&c->box, &dock) <= 0,
			    "%s %s lies on %s", c->line[0], c->line[1],
			    q->name);
	}
}

/* Names of a chart stand in its sea: the coast is between the ports. */
static void
clear_of_coast(const struct planned *p, const struct caption *c)
{
	for (size_t i = 0; i < p->l.points && p->d.scene == DRAWING_CHART; i++)
		if (p->d.points[i].shape == DRAWING_BOX)
			ck_assert_double_lt(c->box.x + c->box.w, p->l.at[i].x);
}

static double
gap(const struct layout *l, const struct caption *c, size_t point)
{
	return box_distance(&c->box, l->at[point]) - l->radius[point];
}

/* A name stands beside its own point, and is as near to no other. */
static void
beside_its_own(const struct planned *p, const struct caption *c)
{
	double own = gap(&p->l, c, (size_t)c->point);

	ck_assert_double_le(own, 25);
	for (size_t i = 0; i < p->l.points; i++)
		ck_assert_msg((int)i == c->point || p->l.radius[i] <= 0 ||
			gap(&p->l, c, i) > own,
		    "%s %s is taken for %s", c->line[0], c->line[1],
		    p->d.points[i].name);
}

static void
whole(struct planned *p, const struct caption *c)
{
	ck_assert_double_ge(c->box.x, 16);
	ck_assert_double_le(c->box.x + c->box.w, p->l.width - 16);
	ck_assert_double_ge(c->box.y, 16);
	ck_assert_double_le(c->box.y + c->box.h, p->l.key_top - 16);
	for (int k = 0; k < 2; k++)
		ck_assert_double_le(pen_width(&p->pen, c->line[k], CAPTION_SIZE,
					true),
		    c->box.w);
}

/* Of each map, in each language, with what stands there at each stage. */
START_TEST(names_are_clear)
{
	struct planned p;

	plan(_i / BOARD_LANGS, board_langs[_i % BOARD_LANGS], &p);
	for (size_t i = 0; i < p.l.n_captions; i++) {
		const struct caption *c = &p.l.captions[i];

		whole(&p, c);
		clear_of_names(&p.l, c);
		clear_of_points(&p, c);
		clear_of_lines(&p, c);
		clear_of_letters(&p, c);
		clear_of_coast(&p, c);
		beside_its_own(&p, c);
	}
	unplan(&p);
}
END_TEST

/* Nor does a line run through the middle of a place that is none of its ends;
 * in the crowd some pass below an island's shore. */
START_TEST(lines_are_clear_of_places)
{
	struct planned p;

	plan(_i * BOARD_STAGES, "en", &p);
	for (size_t i = 0; i < p.d.n_lines; i++)
		for (size_t k = 0; k < p.l.points; k++) {
			double r = p.l.radius[k] / 3;
			struct box there = { p.l.at[k].x - r, p.l.at[k].y - r,
				2 * r, 2 * r };
			struct spot a, b;

			plan_track(&p.l, &p.d, i, &a, &b);
			ck_assert_msg(r <= 0 || (int)k == p.d.lines[i].from ||
				(int)k == p.d.lines[i].to ||
				box_crossed(&there, a, b) <= 0,
			    "%s lies on the line from %s to %s",
			    p.d.points[k].name,
			    p.d.points[p.d.lines[i].from].name,
			    p.d.points[p.d.lines[i].to].name);
		}
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

/* Cairo turns no line around and has one font: such a name would be read from
 * its end, or be a row of boxes. A browser writes any. */
START_TEST(names_it_can_write)
{
	static const char *const name[] = { "", "\u0141ukasz \u0416\u03b1",
		"\u05d0\u05d1\u05e8\u05d4\u05dd", "\u0645\u062d\u0645\u062f",
		"\u0e19\u0e32\u0e22", "Bo \u05d0" };
	static const char *const want[] = { "", NULL, "p2", "p3", "p4", "p5" };
	struct vector v = { 0 };
	struct planned p;

	plan(0, "en", &p);
	memset(p.d.seat, 0, sizeof p.d.seat);
	for (int s = 1; s < 6; s++)
		(void)snprintf(p.d.seat[s], sizeof p.d.seat[s], "%s", name[s]);
	plan_seats(&p.l, &p.d, &p.pen);
	ck_assert_int_eq(p.l.keys, 5);
	for (int i = 0; i < 5; i++)
		ck_assert_str_eq(p.l.key[i].name,
		    want[i + 1] != NULL ? want[i + 1] : name[i + 1]);
	p.pen.vector = &v;
	plan_seats(&p.l, &p.d, &p.pen);
	for (int i = 0; i < 5; i++)
		ck_assert_str_eq(p.l.key[i].name, name[i + 1]);
	unplan(&p);
}
END_TEST

CASES(plans)
{
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, names_are_clear, 0,
	    boards_count() * BOARD_LANGS);
	tcase_add_loop_test(t, lines_are_clear_of_places, 0,
	    boards_count() / BOARD_STAGES);
	tcase_add_test(t, names_can_be_read);
	tcase_add_test(t, names_stay);
	tcase_add_test(t, names_it_can_write);
}
