/* SPDX-License-Identifier: MIT */
#include "picture/paint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A harbour: channels through land, from the sea to the docks. Water is what
 * lies near a channel. */

static void
channels(const struct board *b)
{
	for (size_t i = 0; i < b->d->n_lines; i++)
		pen_line(b->pen, b->l->at[b->d->lines[i].from],
		    b->l->at[b->d->lines[i].to]);
}

static void
water(const struct board *b)
{
	static const struct {
		double width;
		uint32_t ink;
	} edge[] = { { 97, INK_COAST }, { 92, INK_SHALLOW }, { 82, INK_SHOAL },
		{ 70, INK_SEA } };

	cairo_set_line_cap(b->pen->cr, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(b->pen->cr, CAIRO_LINE_JOIN_ROUND);
	for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) {
		channels(b);
		/* The open sea is above the first row. */
		cairo_rectangle(b->pen->cr, -99, -99 - edge[i].width / 2,
		    b->l->width + 198, 140 + edge[i].width);
		pen_ink(b->pen, edge[i].ink);
		cairo_fill_preserve(b->pen->cr);
		pen_stroke(b->pen, edge[i].ink, edge[i].width);
	}
}

/* Fields and woods, as small marks. */
static void
fields(const struct board *b)
{
	unsigned n = 0;

	for (double y = 30; y < b->l->key_top - 20; y += 40)
		for (double x = 26; x < b->l->width - 20; x += 44, n += 2) {
			double at = x + 28 * paint_chance(n);
			double up = y + 26 * paint_chance(n + 1);

			pen_line(b->pen, (struct spot){ at, up },
			    (struct spot){ at, up - 5 });
			pen_line(b->pen, (struct spot){ at + 4, up },
			    (struct spot){ at + 5, up - 4 });
		}
	pen_stroke(b->pen, INK_GREEN, 1.8);
}

static bool
is_water(const struct board *b, struct spot at)
{
	for (size_t i = 0; i < b->d->n_lines; i++) {
		struct spot a = b->l->at[b->d->lines[i].from];
		struct spot z = b->l->at[b->d->lines[i].to];
		double dx = z.x - a.x, dy = z.y - a.y;
		double t = ((at.x - a.x) * dx + (at.y - a.y) * dy) /
		    fmax(dx * dx + dy * dy, 1);

		t = t < 0 ? 0 : t > 1 ? 1 : t;
		if (hypot(at.x - a.x - t * dx, at.y - a.y - t * dy) < 30)
			return true;
	}
	return at.y < 60;
}

/* As moves name it, so that nobody has to ask which of the names around is its
 * own. */
static void
place(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	bool anchor = strchr(q->name, '*') != NULL;
	char code[8];

	struct spot at = b->l->at[point], low = { at.x, at.y + 10 };

	(void)snprintf(code, sizeof code, "%.*s", (int)strcspn(q->name, "* "),
	    q->name);
	pen_circle(b->pen, at, b->l->radius[point]);
	pen_body(b->pen, INK_WHITE, INK_DARK, anchor ? 3 : 2);
	if (anchor) {
		pen_text(b->pen, low, "\u2693", 15, true, INK_FREE, INK_FREE);
		at.y -= 6;
	}
	pen_text(b->pen, at, code, 18, true, INK_DARK, INK_DARK);
}

/* A dock, with the letter of what is landed there. */
static void
dock(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	struct spot at = b->l->at[point];
	struct ink ink = ink_tone(q->gives);
	char letter[2] = { q->gives[0], '\0' };

	pen_round(b->pen, (struct box){ at.x - 22, at.y - 18, 44, 36 }, 5);
	pen_body(b->pen, ink.fill, INK_DARK, 3);
	pen_text(b->pen, at, letter[0] != '\0' ? letter : "\u21e3", 22, true,
	    ink.text, ink.text);
}

static void
harbour_ground(const struct board *b)
{
	cairo_rectangle(b->pen->cr, 0, 0, b->l->width, b->l->key_top);
	pen_fill(b->pen, INK_LAND);
	fields(b);
	water(b);
	paint_waves(b, is_water);
	paint_rose(b);
	paint_spare_names(b);
	for (size_t i = 0; i < b->d->n_lines; i++)
		paint_stroke(b, i, 1, 1, 0);
	paint_anywhere(b);
	/* Those of lines side by side do not cover each other. */
	for (size_t i = 0; i < b->d->n_lines; i++)
		paint_line_letter(b, i, 8,
		    i % 2 ? (double[]){ 0.36, 0.24, 0.48, 0.16, 0.76 } :
			    (double[]){ 0.64, 0.76, 0.52, 0.84, 0.24 },
		    5);
	paint_leaders(b);
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].shape == DRAWING_DOT)
			place(b, i);
		else if (b->d->points[i].shape == DRAWING_BOX)
			dock(b, i);
	paint_frame(b, false);
	paint_names(b);
}

/* Open: two gates apart; shut: one across, and dark. */
static void
lock(const struct board *b, struct spot at, const struct drawing_piece *piece)
{
	bool shut = strcmp(piece->tone, "shut") == 0;
	char id[8];
	size_t len = 0;

	for (const char *c = piece->mark; *c != '\0' && len < sizeof id - 1;
	    c++)
		if (*c != '[' && *c != ']')
			id[len++] = *c;
	id[len] = '\0';
	pen_round(b->pen, (struct box){ at.x - 24, at.y - 15, 48, 30 }, 6);
	pen_body(b->pen, shut ? INK_DARK : INK_WHITE, INK_DARK, 3);
	if (shut) {
		pen_line(b->pen, (struct spot){ at.x - 32, at.y },
		    (struct spot){ at.x - 24, at.y });
		pen_line(b->pen, (struct spot){ at.x + 24, at.y },
		    (struct spot){ at.x + 32, at.y });
		pen_stroke(b->pen, INK_DARK, 8);
	}
	pen_text(b->pen, at, id, 18, true, shut ? INK_WHITE : INK_DARK,
	    shut ? INK_WHITE : INK_DARK);
}

static void
harbour_pieces(const struct board *b)
{
	paint_spare_names(b);
	paint_glows(b, 3);
	paint_anywhere(b);
	for (size_t i = 0; i < b->d->n_pieces; i++) {
		const struct drawing_piece *piece = &b->d->pieces[i];

		if (piece->role == DRAWING_LOCK)
			lock(b, b->l->at[piece->at], piece);
		else
			paint_ship(b, b->l->at[piece->at], 14, piece);
	}
}

const struct scene scene_harbour = { harbour_ground, harbour_pieces };
