/* SPDX-License-Identifier: MIT */
#include "picture/paint.h"

#include <math.h>
#include <string.h>

#include "picture/stamp.h"

/* A chart: islands in an ocean, a coast along its ports, and the lines that
 * ships have taken, stick by stick. */

/* How far from each other posts stand on an island. */
static const double post_apart = 9.5;

/* The coast goes through the ports, which stand in a column at the right. */
static double
coast(const struct board *b, double y)
{
	struct spot above = { 0, -1 }, below = { 0, 1e9 };
	double x;

	for (size_t i = 0; i < b->l->points; i++) {
		struct spot at = b->l->at[i];

		if (b->d->points[i].shape != DRAWING_BOX)
			continue;
		if (at.y <= y && at.y > above.y)
			above = at;
		if (at.y > y && at.y < below.y)
			below = at;
	}
	if (above.y < 0 && below.y > 1e8)
		return b->l->width + 99;
	x = above.y < 0 ?
	    below.x :
	    below.y > 1e8 ?
	    above.x :
	    above.x + (below.x - above.x) * (y - above.y) / (below.y - above.y);
	return x + 10 + 5 * sin(y / 19) + 3 * sin(y / 7.3 + 1);
}

static void
coast_path(const struct board *b, double off)
{
	pen_from(b->pen, b->l->width + 40, -40);
	for (double y = -40; y < b->l->key_top + 40; y += 8)
		pen_to(b->pen, coast(b, y) - off, y);
	pen_to(b->pen, b->l->width + 40, b->l->key_top + 40);
	pen_close(b->pen);
}

/* A shore that is not quite a circle, always the same for a point. */
static void
shore(const struct board *b, size_t point, double r)
{
	enum { CORNERS = 10 };
	struct spot c = b->l->at[point], p[CORNERS], at;

	for (unsigned i = 0; i < CORNERS; i++) {
		double a = 6.283185307179586 * i / CORNERS;
		double out = r *
		    (0.96 + 0.16 * paint_chance((unsigned)point * 97 + i));

		p[i] = (struct spot){ c.x + out * sin(a), c.y - out * cos(a) };
	}
	at = (struct spot){ (p[0].x + p[CORNERS - 1].x) / 2,
		(p[0].y + p[CORNERS - 1].y) / 2 };
	pen_from(b->pen, at.x, at.y);
	for (int i = 0; i < CORNERS; i++) {
		struct spot q = p[i], next = p[(i + 1) % CORNERS];
		struct spot to = { (q.x + next.x) / 2, (q.y + next.y) / 2 };

		pen_bend(b->pen, at, q, to);
		at = to;
	}
	pen_close(b->pen);
}

static bool
is_sea(const struct board *b, struct spot at)
{
	return at.x < coast(b, at.y) - 26;
}

static void
shallows(const struct board *b)
{
	enum { WIDE = 12 };

	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].shape == DRAWING_DOT)
			pen_circle(b->pen, b->l->at[i], b->l->radius[i] + WIDE);
	coast_path(b, WIDE);
	/* Nobody sees that this edge is not smooth, and smooth ones cost. */
	pen_smooth(b->pen, false);
	pen_fill(b->pen, INK_SHALLOW);
	pen_smooth(b->pen, true);
	coast_path(b, 0);
	pen_body(b->pen, INK_LAND, INK_COAST, 2.5);
}

static void
graticule(const struct board *b)
{
	for (double x = 100.5; x < b->l->width; x += 100)
		pen_line(b->pen, (struct spot){ x, 0 },
		    (struct spot){ x, b->l->key_top });
	for (double y = 100.5; y < b->l->key_top; y += 100)
		pen_line(b->pen, (struct spot){ 0, y },
		    (struct spot){ b->l->width, y });
	pen_stroke(b->pen, INK_GRID, 1);
}

/* A free line: a dash for each stick that it takes. */
static void
free_line(const struct board *b, size_t line)
{
	const struct drawing_line *l = &b->d->lines[line];
	int parts = l->parts > 0 ? l->parts : 1;
	struct spot a, z;

	plan_track(b->l, b->d, line, &a, &z);
	paint_parts(b, line, parts, parts,
	    3.5 * parts / fmax(hypot(z.x - a.x, z.y - a.y), 10));
}

static void
arrow(const struct board *b, size_t line)
{
	struct spot a, z, m;
	double dx, dy, len;

	plan_track(b->l, b->d, line, &a, &z);
	m = (struct spot){ (a.x + z.x) / 2, (a.y + z.y) / 2 };
	len = fmax(hypot(z.x - a.x, z.y - a.y), 1);
	dx = (z.x - a.x) * 7 / len;
	dy = (z.y - a.y) * 7 / len;
	pen_from(b->pen, m.x + dx, m.y + dy);
	pen_to(b->pen, m.x - dx - dy, m.y - dy + dx);
	pen_to(b->pen, m.x - dx + dy, m.y - dy - dx);
	pen_close(b->pen);
}

/* Where the n-th of `all` pieces stands on an island. */
static struct spot
room_at(struct spot c, int n, int all, double r)
{
	double turn = 6.283185307179586 * n / all;
	double out = all == 1 ? 0 :
	    all == 2          ? 0.95 * r :
	    all == 3          ? 1.15 * r :
	    all == 4          ? 1.35 * r :
				1.6 * r;

	if (all == 2)
		turn += 1.5707963267949;
	else if (all == 4)
		turn += 0.7853981633974;
	return (struct spot){ c.x + out * sin(turn), c.y - out * cos(turn) };
}

/* Room for a post, below a seat's sign if one stands there. */
static void
vacancies(const struct board *b, size_t point)
{
	int room = b->d->points[point].room;

	for (int at = 0; at < room; at++)
		pen_circle(b->pen,
		    room_at(b->l->at[point], at, room, post_apart), 5);
	pen_body(b->pen, INK_PAPER, INK_COAST, 1.4);
}

static void
chart_ground(const struct board *b)
{
	pen_box(b->pen, (struct box){ 0, 0, b->l->width, b->l->key_top });
	pen_fill(b->pen, INK_SEA);
	graticule(b);
	shallows(b);
	paint_waves(b, is_sea);
	paint_rose(b);
	pen_ends(b->pen, true);
	for (size_t i = 0; i < b->d->n_lines; i++)
		free_line(b, i);
	pen_stroke(b->pen, INK_FREE, 3.2);
	for (size_t i = 0; i < b->d->n_lines; i++)
		if (b->d->lines[i].arrow)
			arrow(b, i);
	pen_fill(b->pen, INK_FREE);
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].shape == DRAWING_DOT) {
			shore(b, i, b->l->radius[i]);
			pen_body(b->pen, INK_SAND, INK_COAST, 2);
			vacancies(b, i);
		}
	paint_frame(b, true);
	paint_names(b);
}

/* What is laid of a line. */
static void
laid(const struct board *b, size_t line)
{
	const struct drawing_line *l = &b->d->lines[line];

	if (l->done > 0)
		paint_stroke(b, line, l->parts > 0 ? l->parts : 1, l->done,
		    0.04);
}

static void
posts(const struct board *b, size_t point)
{
	enum { MOST = 8 };
	const struct drawing_piece *here[MOST];
	int n = paint_here(b->d, (int)point, here, MOST), all = 0, at = 0;
	int room = b->d->points[point].room;

	n = n < MOST ? n : MOST;
	for (int i = 0; i < n; i++)
		all += here[i]->count;
	room = all > room ? all : room;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < here[i]->count; k++, at++)
			paint_seat(b,
			    room_at(b->l->at[point], at, room, post_apart), 9,
			    here[i]->seat, "");
}

static void
port(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	struct spot at = b->l->at[point];
	struct ink ink = ink_tone(q->tone[0] != '\0' ? q->tone : q->id);
	char letter[2] = { strcmp(q->id, "black") == 0 ? 'K' : q->label[0],
		'\0' };

	if (!stamp_begin(b->pen, &at, 17, 17, "port %06x %s", ink.fill, letter))
		return;
	pen_round(b->pen, (struct box){ at.x - 14, at.y - 14, 28, 28 }, 4);
	pen_body(b->pen, ink.fill, INK_DARK, 2.5);
	pen_text(b->pen, at, letter, 19, true, ink.text, ink.text);
	stamp_end(b->pen);
}

static void
chart_pieces(const struct board *b)
{
	for (size_t i = 0; i < b->d->n_lines; i++) {
		laid(b, i);
		pen_part(b->pen);
	}
	paint_line_letters(b, CHART_LETTER);
	paint_glows(b);
	pen_part(b->pen);
	for (size_t i = 0; i < b->l->points; i++) {
		if (b->d->points[i].shape == DRAWING_DOT)
			posts(b, i);
		else if (b->d->points[i].shape == DRAWING_BOX)
			port(b, i);
		pen_part(b->pen);
	}
}

const struct scene scene_chart = { chart_ground, chart_pieces };
