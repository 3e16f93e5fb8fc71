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
		if (i == 0 || !drawing_twins(b->d, i, i - 1))
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

	pen_ends(b->pen, true);
	pen_joins(b->pen, true);
	for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) {
		channels(b);
		/* The open sea is above the first row. */
		pen_box(b->pen,
		    (struct box){ -99, -99 - edge[i].width / 2,
			b->l->width + 198, 140 + edge[i].width });
		pen_body(b->pen, edge[i].ink, edge[i].ink, edge[i].width);
	}
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

/* Fields and woods, as small marks. */
static void
fields(const struct board *b)
{
	unsigned n = 0;

	for (double y = 30; y < b->l->key_top - 20; y += 48)
		for (double x = 26; x < b->l->width - 20; x += 52, n += 2) {
			struct spot at = { floor(x + 28 * paint_chance(n)),
				floor(y + 26 * paint_chance(n + 1)) };

			if (is_water(b, at))
				continue;
			pen_line(b->pen, at, (struct spot){ at.x, at.y - 5 });
			pen_line(b->pen, (struct spot){ at.x + 4, at.y },
			    (struct spot){ at.x + 5, at.y - 4 });
		}
	pen_stroke(b->pen, INK_GREEN, 1.8);
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
	pen_box(b->pen, (struct box){ 0, 0, b->l->width, b->l->key_top });
	pen_fill(b->pen, INK_LAND);
	fields(b);
	water(b);
	paint_waves(b, is_water);
	paint_rose(b);
	for (size_t i = 0; i < b->d->n_lines; i++)
		paint_stroke(b, i, 1, 1, 0);
	paint_line_letters(b, HARBOUR_LETTER);
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
standing(const struct board *b, int point)
{
	const struct drawing_piece *piece;

	if (paint_here(b->d, point, &piece, 1) == 0)
		return;
	if (piece->role == DRAWING_LOCK)
		lock(b, b->l->at[point], piece);
	else
		paint_ship(b, b->l->at[point], 14, piece);
}

static void
harbour_pieces(const struct board *b)
{
	paint_glows(b);
	pen_part(b->pen);
	for (size_t i = 0; i < b->l->points; i++) {
		standing(b, (int)i);
		pen_part(b->pen);
	}
}

const struct scene scene_harbour = { harbour_ground, harbour_pieces };
