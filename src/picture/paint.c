/* SPDX-License-Identifier: MIT */
#include "picture/paint.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "picture/stamp.h"

enum { LETTER_SIZE = 14 };

const struct scene *
scene_of(const struct drawing *d)
{
	static const struct scene *const scenes[] = {
		[DRAWING_CHART] = &scene_chart,
		[DRAWING_HARBOUR] = &scene_harbour,
		[DRAWING_SPACE] = &scene_space,
		[DRAWING_BERTHS] = &scene_berths
	};

	return scenes[d->scene];
}

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
	pen_box(b->pen,
	    (struct box){ inset, inset, b->l->width - 2 * inset,
		b->l->key_top - 2 * inset });
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
			pen_box(b->pen, (struct box){ at, from, 5, by });
		else
			pen_box(b->pen, (struct box){ from, at, by, 5 });
	}
	pen_fill(b->pen, INK_DARK);
}

void
paint_frame(const struct board *b, bool degrees)
{
	if (degrees) {
		double w = b->l->width, h = b->l->key_top;

		pen_box(b->pen, (struct box){ 0, 0, w, 13 });
		pen_box(b->pen, (struct box){ 0, h - 13, w, 13 });
		pen_box(b->pen, (struct box){ 0, 0, 13, h });
		pen_box(b->pen, (struct box){ w - 13, 0, 13, h });
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

		pen_from(pen, x, at.y);
		pen_curve(pen, (struct spot){ x + 4, at.y - 5 },
		    (struct spot){ x + 8, at.y - 5 },
		    (struct spot){ x + 12, at.y });
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
	pen_ends(b->pen, true);
	pen_stroke(b->pen, INK_WAVE, 1.6);
}

static void
rose_points(struct pen *pen, struct spot c, double r, double turns)
{
	for (int i = 0; i < 4; i++)
		for (int dark = 0; dark < 2; dark++) {
			double a = (turns + i / 4.0) * 6.283185307179586;
			double k = a + (dark ? 0.7853981634 : -0.7853981634);

			pen_from(pen, c.x, c.y);
			pen_to(pen, c.x + r * sin(a), c.y - r * cos(a));
			pen_to(pen, c.x + r * 0.24 * sin(k),
			    c.y - r * 0.24 * cos(k));
			pen_close(pen);
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
	enum { MIDDLE = 10 }; /* of capitals */
	struct spot at = { c->box.x + c->box.w / 2, c->box.y + MIDDLE };

	for (int i = 0; i < 2 && c->line[i][0] != '\0'; i++) {
		pen_text(b->pen, at, c->line[i], CAPTION_SIZE, true, INK_DARK,
		    INK_PAPER);
		at.y += CAPTION_STEP;
	}
}

void
paint_names(const struct board *b)
{
	for (size_t i = 0; i < b->l->n_captions; i++)
		one_name(b, &b->l->captions[i]);
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
	if (!stamp_begin(b->pen, &at, r + 4, r + 4, "glow %.1f", r))
		return;
	pen_circle(b->pen, at, r);
	pen_stroke(b->pen, INK_DARK, RING_WIDE);
	pen_circle(b->pen, at, r);
	pen_stroke(b->pen, INK_FRESH, RING_WIDE - 3);
	stamp_end(b->pen);
}

void
paint_glows(const struct board *b)
{
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].fresh)
			glow(b, b->l->at[i], b->l->radius[i] + RING_OFF);
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

	pen_from(b->pen, at.x - 1.7 * r, at.y + 0.3 * r);
	pen_to(b->pen, at.x + 1.7 * r, at.y + 0.3 * r);
	pen_curve(b->pen, (struct spot){ at.x + 1.4 * r, at.y + 1.2 * r },
	    (struct spot){ at.x + 1.1 * r, at.y + 1.3 * r },
	    (struct spot){ at.x + 0.9 * r, at.y + 1.3 * r });
	pen_to(b->pen, at.x - 1.1 * r, at.y + 1.3 * r);
	pen_curve(b->pen, (struct spot){ at.x - 1.4 * r, at.y + 1.1 * r },
	    (struct spot){ at.x - 1.6 * r, at.y + 0.8 * r },
	    (struct spot){ at.x - 1.7 * r, at.y + 0.3 * r });
	pen_close(b->pen);
	pen_joins(b->pen, true);
	pen_edge(b->pen, INK_WHITE, 5);
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
dash(struct pen *pen, const char *tone)
{
	static const struct {
		char tone[8];
		double on, off;
	} dashes[] = { { "blue", 14, 4 }, { "green", 6, 3 },
		{ "purple", 20, 4 }, { "orange", 9, 4 }, { "teal", 5, 3 } };

	pen_dashes(pen, 0, 0);
	for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++)
		if (strcmp(dashes[i].tone, tone) == 0)
			pen_dashes(pen, dashes[i].on, dashes[i].off);
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

	pen_ends(b->pen, false);
	if (l->fresh) {
		paint_parts(b, line, parts, done, gap);
		pen_stroke(b->pen, INK_DARK, LINE_WIDE);
		paint_parts(b, line, parts, done, gap);
		pen_stroke(b->pen, INK_FRESH, LINE_WIDE - 3);
	}
	paint_parts(b, line, parts, done, gap);
	pen_stroke(b->pen, INK_DARK, 9);
	dash(b->pen, l->tone);
	paint_parts(b, line, parts, done, gap);
	pen_stroke(b->pen, ink_tone(l->tone).fill, 6);
	pen_dashes(b->pen, 0, 0);
}

/* What is wrong with a spot for a letter: it is to be clear of names, then of
 * points, locks and the letters before it. */
static int
letter_cost(const struct board *b, struct spot at, double r,
    const struct spot *before, size_t n)
{
	struct box room = box_wider((struct box){ at.x, at.y, 0, 0 }, r + 2);
	int cost = is_named(b, &room) ? 100 : 0;

	for (size_t i = 0; i < n; i++)
		if (fabs(before[i].x - at.x) < 2 * r &&
		    hypot(before[i].x - at.x, before[i].y - at.y) < 2 * r)
			cost += 10;
	for (size_t i = 0; i < b->l->points; i++) {
		struct box sign = plan_sign(b->l, b->d, i);
		double off = b->l->radius[i] + r;

		if (fabs(b->l->at[i].x - at.x) < off + 40 &&
		    (hypot(b->l->at[i].x - at.x, b->l->at[i].y - at.y) < off ||
			box_overlap(&sign, &room) > 0))
			cost += 10;
	}
	return cost;
}

static struct spot
letter_spot(const struct board *b, size_t line, double r,
    const struct spot *before)
{
	/* Those of lines side by side begin at different ends. */
	static const double along[] = { 0.62, 0.38, 0.74, 0.26, 0.5, 0.86,
		0.14 };
	const struct drawing_line *l = &b->d->lines[line];
	double all = l->parts > 0 ? (double)l->done / l->parts : 1;
	int least = INT_MAX;
	struct spot a, z, best = { 0, 0 };

	plan_track(b->l, b->d, line, &a, &z);
	for (size_t i = 0; i < sizeof along / sizeof *along && least > 0; i++) {
		double t = all * (line % 2 ? 1 - along[i] : along[i]);
		struct spot at = { a.x + (z.x - a.x) * t,
			a.y + (z.y - a.y) * t };
		int cost = letter_cost(b, at, r, before, line);

		if (cost < least) {
			least = cost;
			best = at;
		}
	}
	return best;
}

void
paint_letter_spots(const struct board *b, double r, struct spot *out)
{
	for (size_t i = 0; i < b->d->n_lines; i++) {
		const struct drawing_line *l = &b->d->lines[i];

		out[i] = l->done > 0 && l->mark[0] != '\0' ?
		    letter_spot(b, i, r, out) :
		    (struct spot){ -99, -99 };
	}
}

void
paint_line_letters(const struct board *b, double r)
{
	struct spot *at = mem_alloc((b->d->n_lines + 1) * sizeof *at);

	paint_letter_spots(b, r, at);
	for (size_t i = 0; i < b->d->n_lines; i++) {
		const struct drawing_line *l = &b->d->lines[i];

		if (at[i].x > 0)
			paint_letter(b, at[i], r, l->tone,
			    (char[]){ l->mark[0], '\0' });
		pen_part(b->pen);
	}
	free(at);
}

void
paint_paper(const struct board *b)
{
	const struct layout *l = b->l;
	double high = l->key_top + KEY_MOST + 1;

	pen_box(b->pen, (struct box){ 0, l->key_top, l->width, KEY_MOST + 1 });
	pen_fill(b->pen, INK_PAPER);
	pen_box(b->pen, (struct box){ 0, 0, l->width, 2 });
	pen_box(b->pen, (struct box){ 0, 0, 2, high });
	pen_box(b->pen, (struct box){ l->width - 2, 0, 2, high });
	pen_fill(b->pen, INK_DARK);
}

void
paint_key(const struct board *b)
{
	const struct layout *l = b->l;

	for (int i = 0; i < l->keys; i++) {
		struct box box = l->key[i].box;
		double mid = box.y + box.h / 2 + 6;

		paint_seat(b, (struct spot){ box.x + 12, mid }, 11,
		    l->key[i].seat, "");
		pen_text(b->pen,
		    (struct spot){ box.x + 30 + (box.w - 30) / 2, mid },
		    l->key[i].name, CAPTION_SIZE, false, INK_DARK, INK_DARK);
	}
	pen_touch(b->pen, (struct box){ 0, l->height - 2, l->width, 2 });
	pen_box(b->pen, (struct box){ 0, l->height - 2, l->width, 2 });
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
