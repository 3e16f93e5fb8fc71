/* SPDX-License-Identifier: MIT */
#include "picture/paint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/stamp.h"

enum { LETTER_SIZE = 14 };

double
paint_chance(unsigned n)
{
	n = n * 2654435761u + 374761393u;
	n = (n ^ n >> 15) * 2246822519u;
	n ^= n >> 13;
	return (n & 0xffff) / 65536.0;
}

/* The line along a box's sides. */
static void
touch_sides(struct pen *pen, struct box b)
{
	pen_touch(pen, (struct box){ b.x - 2, b.y - 2, b.w + 4, 4 });
	pen_touch(pen, (struct box){ b.x - 2, b.y + b.h - 2, b.w + 4, 4 });
	pen_touch(pen, (struct box){ b.x - 2, b.y - 2, 4, b.h + 4 });
	pen_touch(pen, (struct box){ b.x + b.w - 2, b.y - 2, 4, b.h + 4 });
}

static void
frame_box(const struct board *b, double inset)
{
	touch_sides(b->pen,
	    (struct box){ inset, inset, b->l->width - 2 * inset,
		b->l->key_top - 2 * inset });
	cairo_rectangle(b->pen->cr, inset, inset, b->l->width - 2 * inset,
	    b->l->key_top - 2 * inset);
}

/* Dark and light in turn along a side, as on the border of a chart. */
static void
degrees_along(const struct board *b, bool down, double at)
{
	double length = (down ? b->l->key_top : b->l->width) - 16;
	int n = (int)(length / 40);

	for (int i = 0; i < n; i += 2) {
		double from = 8 + length * i / n, by = length / n;

		if (down)
			cairo_rectangle(b->pen->cr, at, from, 5, by);
		else
			cairo_rectangle(b->pen->cr, from, at, by, 5);
	}
	pen_fill(b->pen, INK_DARK);
}

void
paint_frame(const struct board *b, bool degrees)
{
	if (degrees) {
		cairo_rectangle(b->pen->cr, 0, 0, b->l->width, 13);
		cairo_rectangle(b->pen->cr, 0, b->l->key_top - 13, b->l->width,
		    13);
		cairo_rectangle(b->pen->cr, 0, 0, 13, b->l->key_top);
		cairo_rectangle(b->pen->cr, b->l->width - 13, 0, 13,
		    b->l->key_top);
		pen_fill(b->pen, INK_PAPER);
		degrees_along(b, false, 6);
		degrees_along(b, false, b->l->key_top - 11);
		degrees_along(b, true, 6);
		degrees_along(b, true, b->l->width - 11);
		frame_box(b, 5.5);
		pen_stroke(b->pen, INK_DARK, 1);
		frame_box(b, 11.5);
		pen_stroke(b->pen, INK_DARK, 1);
		frame_box(b, 14.5);
		pen_stroke(b->pen, INK_DARK, 1);
	}
	frame_box(b, 1);
	pen_stroke(b->pen, INK_DARK, 2);
}

static bool
is_named(const struct board *b, const struct box *at)
{
	for (size_t i = 0; i < b->l->n_captions; i++)
		if (box_overlap(at, &b->l->captions[i].box) > 0)
			return true;
	return false;
}

static bool
is_free(const struct board *b, const struct box *at)
{
	if (is_named(b, at))
		return false;
	for (size_t i = 0; i < b->l->points; i++) {
		double r = b->l->radius[i] + 14;
		struct box there = { b->l->at[i].x - r, b->l->at[i].y - r,
			2 * r, 2 * r };

		if (b->l->radius[i] > 0 && box_overlap(at, &there) > 0)
			return false;
	}
	for (size_t i = 0; i < b->d->n_lines; i++) {
		struct spot from, to;

		plan_track(b->l, b->d, i, &from, &to);
		if (box_crossed(at, from, to) > 0)
			return false;
	}
	return true;
}

static void
one_wave(struct pen *pen, struct spot at)
{
	for (int i = 0; i < 2; i++) {
		double x = at.x - 12 + 12 * i;

		cairo_move_to(pen->cr, x, at.y);
		cairo_curve_to(pen->cr, x + 4, at.y - 5, x + 8, at.y - 5,
		    x + 12, at.y);
	}
}

void
paint_waves(const struct board *b,
    bool (*where)(const struct board *b, struct spot at))
{
	unsigned n = 0;

	for (double y = 34; y < b->l->key_top - 30; y += 52)
		for (double x = 36; x < b->l->width - 36; x += 66, n += 2) {
			struct spot at = { x + 40 * paint_chance(n),
				y + 36 * paint_chance(n + 1) };
			struct box room = { at.x - 18, at.y - 12, 36, 20 };

			if (where(b, at) && is_free(b, &room))
				one_wave(b->pen, at);
		}
	cairo_set_line_cap(b->pen->cr, CAIRO_LINE_CAP_ROUND);
	pen_stroke(b->pen, INK_WAVE, 1.6);
}

static void
rose_points(struct pen *pen, struct spot c, double r, double turns)
{
	for (int i = 0; i < 4; i++)
		for (int dark = 0; dark < 2; dark++) {
			double a = (turns + i / 4.0) * 6.283185307179586;
			double k = a + (dark ? 0.7853981634 : -0.7853981634);

			cairo_move_to(pen->cr, c.x, c.y);
			cairo_line_to(pen->cr, c.x + r * sin(a),
			    c.y - r * cos(a));
			cairo_line_to(pen->cr, c.x + r * 0.24 * sin(k),
			    c.y - r * 0.24 * cos(k));
			cairo_close_path(pen->cr);
			pen_body(pen, dark ? INK_COAST : INK_PAPER, INK_COAST,
			    1);
		}
}

void
paint_rose(const struct board *b)
{
	struct spot c = b->l->rose;

	if (c.x < 1)
		return;
	pen_circle(b->pen, c, 26);
	pen_stroke(b->pen, INK_COAST, 1);
	pen_circle(b->pen, c, 22);
	pen_stroke(b->pen, INK_COAST, 1);
	rose_points(b->pen, c, 26, 0.125);
	rose_points(b->pen, c, 40, 0);
	pen_text(b->pen, (struct spot){ c.x, c.y - 50 }, "N", 16, true,
	    INK_COAST, INK_COAST);
}

static void
one_name(const struct board *b, const struct caption *c)
{
	struct spot mid = { c->box.x + c->box.w / 2, c->box.y + c->box.h / 2 };

	if (c->line[1][0] == '\0') {
		pen_text(b->pen, mid, c->line[0], CAPTION_SIZE, true, INK_DARK,
		    INK_PAPER);
		return;
	}
	for (int i = 0; i < 2; i++)
		pen_text(b->pen,
		    (struct spot){ mid.x, mid.y + (i - 0.5) * CAPTION_STEP },
		    c->line[i], CAPTION_SIZE, true, INK_DARK, INK_PAPER);
}

/* Where a box is nearest to a spot. */
static struct spot
edge_near(const struct box *box, struct spot to)
{
	return (struct spot){ fmin(fmax(to.x, box->x), box->x + box->w),
		fmin(fmax(to.y, box->y), box->y + box->h) };
}

void
paint_leaders(const struct board *b)
{
	for (size_t i = 0; i < b->l->n_captions; i++) {
		const struct caption *c = &b->l->captions[i];

		if (c->far)
			pen_line(b->pen, edge_near(&c->box, b->l->at[c->point]),
			    b->l->at[c->point]);
	}
	pen_stroke(b->pen, INK_DARK, 1.6);
}

void
paint_names(const struct board *b)
{
	for (size_t i = 0; i < b->l->n_captions; i++)
		one_name(b, &b->l->captions[i]);
}

/* Boxes may meet at their margins. */
static cairo_region_t *
without_names(const struct board *b)
{
	cairo_region_t *all = cairo_region_create_rectangle(
	    &(cairo_rectangle_int_t){ 0, 0, b->l->width, b->l->height });

	for (size_t i = 0; i < b->l->n_captions; i++) {
		const struct box *box = &b->l->captions[i].box;
		int left = (int)box->x - 2, right = (int)(box->x + box->w) + 2;

		(void)cairo_region_subtract_rectangle(all,
		    &(cairo_rectangle_int_t){ left, (int)box->y - 1,
			right - left, (int)box->h + 3 });
	}
	return all;
}

void
paint_spare_names(const struct board *b)
{
	cairo_region_t *all = without_names(b);
	cairo_t *cr = b->pen->cr;

	cairo_save(cr);
	for (int i = 0; i < cairo_region_num_rectangles(all); i++) {
		cairo_rectangle_int_t r;

		cairo_region_get_rectangle(all, i, &r);
		cairo_rectangle(cr, r.x, r.y, r.width, r.height);
	}
	cairo_clip(cr);
	cairo_region_destroy(all);
}

void
paint_anywhere(const struct board *b)
{
	cairo_restore(b->pen->cr);
}

void
paint_letter(const struct board *b, struct spot at, double r, const char *tone,
    const char *letter)
{
	struct ink ink = ink_tone(tone);

	if (!stamp_begin(b->pen, &at, r + 2, r + 2, "letter %s %s %.1f", tone,
		letter, r))
		return;
	pen_circle(b->pen, at, r);
	pen_body(b->pen, ink.fill, INK_DARK, 1.5);
	pen_text(b->pen, at, letter, 1.5 * r, true, ink.text, ink.text);
	stamp_end(b->pen);
}

static void
glow(const struct board *b, struct spot at, double r)
{
	if (!stamp_begin(b->pen, &at, r + 5, r + 5, "glow %.1f", r))
		return;
	pen_circle(b->pen, at, r);
	pen_stroke(b->pen, INK_DARK, 9);
	pen_circle(b->pen, at, r);
	pen_stroke(b->pen, INK_FRESH, 5);
	stamp_end(b->pen);
}

void
paint_glows(const struct board *b, double apart)
{
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].fresh)
			glow(b, b->l->at[i], b->l->radius[i] + apart);
}

void
paint_seat(const struct board *b, struct spot at, double r, int seat,
    const char *mark)
{
	struct ink ink = ink_seat(seat);
	char number[8];

	if (!stamp_begin(b->pen, &at, 1.5 * r + 5, 1.5 * r + 5,
		"seat %d %s %.1f", seat, mark, r))
		return;
	(void)snprintf(number, sizeof number, "%d", seat);
	pen_seat(b->pen, at, r, seat);
	pen_stroke(b->pen, INK_WHITE, 5);
	pen_seat(b->pen, at, r, seat);
	pen_body(b->pen, ink.fill, INK_DARK, 2);
	pen_text(b->pen, at, mark[0] != '\0' ? mark : number, 1.35 * r, true,
	    ink.text, ink.text);
	stamp_end(b->pen);
}

/* A hull under its seat's sign, and what it carries. */
static void
ship(const struct board *b, struct spot at, double r,
    const struct drawing_piece *piece)
{
	struct ink ink = ink_seat(piece->seat);
	cairo_t *cr = b->pen->cr;

	cairo_move_to(cr, at.x - 1.7 * r, at.y + 0.3 * r);
	cairo_line_to(cr, at.x + 1.7 * r, at.y + 0.3 * r);
	cairo_curve_to(cr, at.x + 1.4 * r, at.y + 1.2 * r, at.x + 1.1 * r,
	    at.y + 1.3 * r, at.x + 0.9 * r, at.y + 1.3 * r);
	cairo_line_to(cr, at.x - 1.1 * r, at.y + 1.3 * r);
	cairo_curve_to(cr, at.x - 1.4 * r, at.y + 1.1 * r, at.x - 1.6 * r,
	    at.y + 0.8 * r, at.x - 1.7 * r, at.y + 0.3 * r);
	cairo_close_path(cr);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
	pen_ink(b->pen, INK_WHITE);
	cairo_set_line_width(cr, 5);
	cairo_stroke_preserve(cr);
	pen_body(b->pen, ink.fill, INK_DARK, 2);
	if (piece->load[0] != '\0') {
		char letter[2] = { piece->mark[0] != '\0' ? piece->mark[1] :
							    piece->load[0],
			'\0' };

		paint_letter(b,
		    (struct spot){ at.x + 1.0 * r, at.y - 0.35 * r }, 0.72 * r,
		    piece->load, letter);
		at.x -= 0.62 * r;
	}
	paint_seat(b, (struct spot){ at.x, at.y - 0.3 * r }, 0.85 * r,
	    piece->seat, "");
}

void
paint_ship(const struct board *b, struct spot at, double r,
    const struct drawing_piece *piece)
{
	if (!stamp_begin(b->pen, &at, 2 * r + 4, 2 * r + 4,
		"ship %d %s %.2s %.1f", piece->seat, piece->load, piece->mark,
		r))
		return;
	ship(b, at, r, piece);
	stamp_end(b->pen);
}

/* Patterns of tones, so that lines differ without their colours. */
static void
dash(cairo_t *cr, const char *tone)
{
	static const struct {
		char tone[8];
		double on, off;
	} dashes[] = { { "blue", 14, 4 }, { "green", 6, 3 },
		{ "purple", 20, 4 }, { "orange", 9, 4 }, { "teal", 5, 3 } };

	cairo_set_dash(cr, NULL, 0, 0);
	for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
		if (strcmp(dashes[i].tone, tone) == 0)
			cairo_set_dash(cr,
			    (double[]){ dashes[i].on, dashes[i].off }, 2, 0);
}

void
paint_parts(const struct board *b, size_t line, int parts, int done, double gap)
{
	struct spot a, z;

	plan_track(b->l, b->d, line, &a, &z);
	for (int i = 0; i < done; i++) {
		double from = (i + gap) / parts, to = (i + 1 - gap) / parts;

		pen_line(b->pen,
		    (struct spot){ a.x + (z.x - a.x) * from,
			a.y + (z.y - a.y) * from },
		    (struct spot){ a.x + (z.x - a.x) * to,
			a.y + (z.y - a.y) * to });
	}
}

void
paint_stroke(const struct board *b, size_t line, int parts, int done,
    double gap)
{
	const struct drawing_line *l = &b->d->lines[line];
	cairo_t *cr = b->pen->cr;

	cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
	if (l->fresh) {
		paint_parts(b, line, parts, done, gap);
		pen_stroke(b->pen, INK_DARK, 19);
		paint_parts(b, line, parts, done, gap);
		pen_stroke(b->pen, INK_FRESH, 15);
	}
	paint_parts(b, line, parts, done, gap);
	pen_stroke(b->pen, INK_DARK, 9);
	dash(cr, l->tone);
	paint_parts(b, line, parts, done, gap);
	pen_stroke(b->pen, ink_tone(l->tone).fill, 6);
	cairo_set_dash(cr, NULL, 0, 0);
}

void
paint_line_letter(const struct board *b, size_t line, double r,
    const double *at, size_t n)
{
	const struct drawing_line *l = &b->d->lines[line];
	char letter[2] = { l->mark[0], '\0' };
	struct spot a, z, there, first = { 0, 0 };

	plan_track(b->l, b->d, line, &a, &z);
	for (size_t i = 0; i < n; i++) {
		struct box room;

		there = (struct spot){ a.x + (z.x - a.x) * at[i],
			a.y + (z.y - a.y) * at[i] };
		room = (struct box){ there.x - r, there.y - r, 2 * r, 2 * r };
		if (i == 0)
			first = there;
		if (!is_named(b, &room)) {
			first = there;
			break;
		}
	}
	paint_letter(b, first, r, l->tone, letter);
}

void
paint_paper(const struct board *b)
{
	const struct layout *l = b->l;
	double high = l->key_top + KEY_MOST + 1;

	cairo_rectangle(b->pen->cr, 0, l->key_top, l->width, KEY_MOST + 1);
	pen_fill(b->pen, INK_PAPER);
	cairo_rectangle(b->pen->cr, 0, 0, l->width, 2);
	cairo_rectangle(b->pen->cr, 0, 0, 2, high);
	cairo_rectangle(b->pen->cr, l->width - 2, 0, 2, high);
	pen_fill(b->pen, INK_DARK);
}

void
paint_key(const struct board *b)
{
	const struct layout *l = b->l;

	for (int i = 0; i < l->keys; i++) {
		struct box box = l->key[i].box;
		double mid = box.y + box.h / 2 + 6;
		const char *name = b->d->seat[l->key[i].seat];

		paint_seat(b, (struct spot){ box.x + 12, mid }, 11,
		    l->key[i].seat, "");
		pen_text(b->pen,
		    (struct spot){ box.x + 30 + (box.w - 30) / 2, mid }, name,
		    CAPTION_SIZE, false, INK_DARK, INK_DARK);
	}
	pen_touch(b->pen, (struct box){ 0, l->height - 2, l->width, 2 });
	cairo_rectangle(b->pen->cr, 0, l->height - 2, l->width, 2);
	pen_fill(b->pen, INK_DARK);
}

int
paint_here(const struct drawing *d, int point, const struct drawing_piece **out,
    int most)
{
	int n = 0;

	for (size_t i = 0; i < d->n_pieces; i++)
		if (d->pieces[i].at == point) {
			if (n < most)
				out[n] = &d->pieces[i];
			n++;
		}
	return n;
}
