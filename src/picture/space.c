/* SPDX-License-Identifier: MIT */
#include "picture/paint.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/stamp.h"

/* Fields under the stars: each with its name, what it asks and gives, the
 * claims to it as pennants and the ships that are there. */

static void
stars(const struct board *b)
{
	for (unsigned i = 0; i < 260; i++) {
		struct spot at = { b->l->width * paint_chance(3 * i),
			b->l->key_top * paint_chance(3 * i + 1) };

		pen_circle(b->pen, at, 0.6 + 1.3 * paint_chance(3 * i + 2));
		pen_fill(b->pen, INK_STAR);
	}
}

static void
space_ground(const struct board *b)
{
	pen_box(b->pen, (struct box){ 0, 0, b->l->width, b->l->key_top });
	pen_fill(b->pen, INK_NIGHT);
	stars(b);
	paint_frame(b, false);
}

/* A cube of a good with its letter. */
static void
cube(const struct board *b, struct spot at, double r, const char *good)
{
	struct ink ink = ink_tone(good);
	char letter[2] = { (char)toupper((unsigned char)good[0]), '\0' };

	if (!stamp_begin(b->pen, &at, r + 2, r + 2, "cube %s %.1f", good, r))
		return;
	pen_round(b->pen, (struct box){ at.x - r, at.y - r, 2 * r, 2 * r }, 3);
	pen_body(b->pen, ink.fill, INK_DARK, 2);
	pen_text(b->pen, at, letter, 1.7 * r, true, ink.text, ink.text);
	stamp_end(b->pen);
}

/* What is asked goes in, what is given comes out. */
static void
trade(const struct board *b, const struct drawing_point *q, struct spot at)
{
	double r = b->l->cell * 0.22;

	cube(b, (struct spot){ at.x - 1.75 * r, at.y }, r, q->asks);
	cube(b, (struct spot){ at.x + 1.75 * r, at.y }, r, q->gives);
	pen_from(b->pen, at.x - 0.45 * r, at.y - 0.55 * r);
	pen_to(b->pen, at.x + 0.5 * r, at.y);
	pen_to(b->pen, at.x - 0.45 * r, at.y + 0.55 * r);
	pen_close(b->pen);
	pen_fill(b->pen, INK_DARK);
}

/* The pole of what somebody has claimed, left of their sign. */
static void
pole(const struct board *b, struct spot at, double r)
{
	pen_line(b->pen, (struct spot){ at.x - r - 2, at.y - r - 2 },
	    (struct spot){ at.x - r - 2, at.y + r + 5 });
	pen_ends(b->pen, true);
	pen_stroke(b->pen, INK_DARK, 2.5);
}

static void
pennant(const struct board *b, struct spot at, double r, int seat)
{
	if (!stamp_begin(b->pen, &at, 1.5 * r + 7, 1.5 * r + 7,
		"pennant %d %.1f", seat, r))
		return;
	pole(b, at, r);
	paint_seat(b, (struct spot){ at.x + 1, at.y - 1 }, r, seat, "");
	stamp_end(b->pen);
}

/* At a pole: of who has claimed the field where it is. */
static void
rocket(const struct board *b, struct spot at, double r, int seat, bool at_pole)
{
	struct ink ink = ink_seat(seat);

	if (!stamp_begin(b->pen, &at, 2 * r + 6, 2 * r + 6, "rocket %d %d %.1f",
		at_pole, seat, r))
		return;
	if (at_pole)
		pole(b, (struct spot){ at.x - 0.2 * r, at.y - 2 }, r);
	/* Fire behind, and a fin at each side. */
	for (int side = -1; side <= 1; side += 2) {
		double x = at.x + side * 0.75 * r;

		pen_from(b->pen, x - 0.3 * r, at.y + r);
		pen_to(b->pen, x, at.y + 1.7 * r);
		pen_to(b->pen, x + 0.3 * r, at.y + r);
		pen_close(b->pen);
		pen_body(b->pen, INK_FRESH, INK_DARK, 1.2);
		pen_from(b->pen, at.x + side * 0.5 * r, at.y);
		pen_to(b->pen, at.x + side * 1.6 * r, at.y + 1.3 * r);
		pen_to(b->pen, at.x + side * 0.5 * r, at.y + 1.1 * r);
		pen_close(b->pen);
		pen_body(b->pen, ink.fill, INK_DARK, 1.5);
	}
	paint_seat(b, at, r, seat, "");
	stamp_end(b->pen);
}

/* What stands on a field. */
struct crowd {
	const struct drawing_piece *piece[12];
	int n;
};

static bool
has(const struct crowd *c, enum drawing_role role, int seat)
{
	for (int i = 0; i < c->n; i++)
		if (c->piece[i]->role == role && c->piece[i]->seat == seat)
			return true;
	return false;
}

/* Pennants of those who have no ship there, or ships. */
static bool
is_of(const struct crowd *c, int i, enum drawing_role role)
{
	return c->piece[i]->role == role &&
	    (role == DRAWING_SHIP || !has(c, DRAWING_SHIP, c->piece[i]->seat));
}

static int
count_of(const struct crowd *c, enum drawing_role role)
{
	int n = 0;

	for (int i = 0; i < c->n; i++)
		n += is_of(c, i, role);
	return n;
}

/* Pennants, or ships, side by side. */
static void
row(const struct board *b, const struct crowd *c, enum drawing_role role,
    struct spot at, bool low)
{
	int all = count_of(c, role), k = 0;
	double r = role == DRAWING_FLAG || low || all > 2 ? 10 : 12, step;

	/* A field is narrower where it ends. */
	step = fmin(all > 2 ? 2.9 * r : 3.6 * r,
	    b->l->cell * (low ? 1.3 : 1.5) / (all > 0 ? all : 1));
	for (int i = 0; i < c->n; i++) {
		struct spot to = { at.x + step * (k - (all - 1) / 2.0), at.y };
		int seat = c->piece[i]->seat;

		if (!is_of(c, i, role))
			continue;
		k++;
		if (role == DRAWING_FLAG)
			pennant(b, to, r, seat);
		else
			rocket(b, to, r, seat, has(c, DRAWING_FLAG, seat));
	}
}

/* A field's rocks are the same as long as it is there, whatever stands on
 * others. */
static unsigned
look_of(const char *field)
{
	unsigned sum = 0;

	while (*field != '\0')
		sum = sum * 5 + (unsigned char)*field++;
	return sum % 8;
}

static void
rocks(const struct board *b, struct spot at, unsigned look)
{
	double cell = b->l->cell;

	if (!stamp_begin(b->pen, &at, cell, cell, "rocks %u %.1f", look, cell))
		return;
	for (unsigned i = 0; i < 9; i++) {
		unsigned n = look * 41 + i;
		struct spot rock = at;

		rock.x += cell * 1.1 * (paint_chance(n) - 0.5);
		rock.y += cell * 0.7 * (paint_chance(n + 1000) - 0.3);
		pen_corners(b->pen, rock,
		    cell * (0.07 + 0.09 * paint_chance(n + 2000)), 6,
		    paint_chance(n + 3000));
	}
	pen_body(b->pen, INK_ROCK, INK_DARK, 1.2);
	stamp_end(b->pen);
}

static void
hexagon(const struct board *b, struct spot at, uint32_t fill, bool fresh)
{
	double cell = b->l->cell;

	if (!stamp_begin(b->pen, &at, cell, cell, "field %06x %d %.1f", fill,
		fresh, cell))
		return;
	pen_corners(b->pen, at, cell - 2, 6, 0.25);
	pen_body(b->pen, fill, INK_DARK, 2);
	if (fresh) {
		pen_corners(b->pen, at, cell - 6, 6, 0.25);
		pen_stroke(b->pen, INK_FRESH, 6);
	}
	stamp_end(b->pen);
}

/* Where all came from. */
static void
sun(const struct board *b, struct spot at)
{
	double r = b->l->cell * 0.13;

	if (!stamp_begin(b->pen, &at, 2.1 * r + 2, 2.1 * r + 2, "sun %.1f", r))
		return;
	for (int i = 0; i < 12; i++)
		pen_corners(b->pen, at, 2.1 * r, 3, i / 36.0);
	pen_body(b->pen, INK_SUN, INK_COAST, 1);
	pen_circle(b->pen, at, r);
	pen_body(b->pen, INK_FRESH, INK_COAST, 1.5);
	stamp_end(b->pen);
}

static bool
is_blocked(const struct drawing_point *q)
{
	return strcmp(q->tone, "blocked") == 0;
}

static bool
is_hub(const struct drawing_point *q)
{
	return q->asks[0] == '\0' && q->gives[0] != '\0';
}

static bool
is_unknown(const struct drawing_point *q)
{
	return !is_hub(q) && strcmp(q->tone, "unknown") == 0;
}

static void
field(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	struct spot at = b->l->at[point];
	uint32_t ink = is_blocked(q) ? INK_WHITE : INK_DARK;
	double cell = b->l->cell;

	hexagon(b, at,
	    is_blocked(q)     ? INK_BLOCKED :
		is_unknown(q) ? INK_UNKNOWN :
				INK_FIELD,
	    q->fresh);
	if (is_blocked(q))
		rocks(b, at, look_of(q->id));
	pen_text(b->pen, (struct spot){ at.x, at.y - 0.65 * cell }, q->id, 23,
	    true, ink, ink);
	at.y -= 0.23 * cell;
	if (q->asks[0] != '\0')
		trade(b, q, at);
	else if (is_hub(q))
		sun(b, at);
	else if (is_unknown(q))
		pen_text(b->pen, at, "?", 26, true, INK_DARK, INK_DARK);
}

/* A claim and a ship of one player are a ship at a pole. */
static void
standing(const struct board *b, size_t point)
{
	enum { MOST = sizeof((struct crowd *)0)->piece / sizeof(void *) };
	struct crowd c;
	struct spot at = b->l->at[point];
	int n = paint_here(b->d, (int)point, c.piece, MOST);
	double cell = b->l->cell;
	bool flags;

	c.n = n < MOST ? n : MOST;
	flags = count_of(&c, DRAWING_FLAG) > 0;
	at.y += 0.21 * cell;
	row(b, &c, DRAWING_FLAG, at, false);
	at.y += (flags ? 0.38 : 0.13) * cell;
	row(b, &c, DRAWING_SHIP, at, flags);
}

/* What stands on a field may reach over its edge, and lies on all fields. */
static void
space_pieces(const struct board *b)
{
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].shape == DRAWING_HEX) {
			field(b, i);
			pen_part(b->pen);
		}
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].shape == DRAWING_HEX) {
			standing(b, i);
			pen_part(b->pen);
		}
}

const struct scene scene_space = { space_ground, space_pieces };
