/* SPDX-License-Identifier: MIT */
#include "picture/paint.h"

#include <stdio.h>
#include <string.h>

#include "picture/stamp.h"

/* Ranks of berths, a quay for each class of voyages: its stars and its sea,
 * then the places with what they are worth and who lies there. Below them
 * seas, with who has still to sail there, and ships with their prices. */

enum { BERTH_HIGH = 96, CARD_WIDE = 156, CARD_HIGH = 112, CLASS_WIDE = 138 };

static void
berths_ground(const struct board *b)
{
	pen_box(b->pen, (struct box){ 0, 0, b->l->width, b->l->key_top });
	pen_fill(b->pen, INK_SAND);
}

static bool
is_kind(const struct drawing_point *q, const char *kind)
{
	return strcmp(q->kind, kind) == 0;
}

/* As large as fits. */
static void
fitted(const struct board *b, struct spot at, const char *text, double size,
    double most, uint32_t ink)
{
	double w = pen_width(b->pen, text, size, true);

	pen_text(b->pen, at, text, w > most ? size * most / w : size, true, ink,
	    ink);
}

/* Where a name that is wider than that is halved: at its last blank, whose
 * place is returned; 0: it is one line. */
static size_t
halved(const struct board *b, const char *text, double most)
{
	const char *blank = strrchr(text, ' ');

	return blank != NULL &&
		pen_width(b->pen, text, CAPTION_SIZE, true) > most ?
	    (size_t)(blank - text) :
	    0;
}

/* Its last line there, the other (half) by a step above it. */
static void
name_lines(const struct board *b, struct spot at, double step, const char *name,
    size_t half, double most)
{
	char first[sizeof b->d->points->name];

	if (half > 0) {
		(void)snprintf(first, sizeof first, "%.*s", (int)half, name);
		fitted(b, (struct spot){ at.x, at.y - step }, first,
		    CAPTION_SIZE, most, INK_DARK);
	}
	fitted(b, at, name + half + (half > 0), CAPTION_SIZE, most, INK_DARK);
}

/* The water along a quay, behind all of its berths. */
static void
quay(const struct board *b, struct spot at, const char *tone)
{
	double wide = b->l->width / 2.0 - 16, high = BERTH_HIGH / 2.0 + 6;

	at.x = b->l->width / 2.0;
	if (!stamp_begin(b->pen, &at, wide + 2, high + 2, "quay %s", tone))
		return;
	pen_round(b->pen,
	    (struct box){ at.x - wide, at.y - high, 2 * wide, 2 * high }, 8);
	pen_body(b->pen, tone[0] != '\0' ? ink_tone(tone).fill : INK_QUAY,
	    INK_DARK, 2);
	stamp_end(b->pen);
}

static void
stars(const struct board *b, struct spot at, int n)
{
	if (!stamp_begin(b->pen, &at, 10.0 * n + 2, 12, "stars %d", n))
		return;
	for (int i = 0; i < n; i++) {
		struct spot c = { at.x + 20 * (i - (n - 1) / 2.0), at.y };

		for (int k = 0; k < 10; k++) {
			static const double out[2][10] = {
				{ 0, 2.2, 8.6, 3.6, 5.3, 0, -5.3, -3.6, -8.6,
				    -2.2 },
				{ -9, -3, -2.8, 1.1, 7.3, 3.8, 7.3, 1.1, -2.8,
				    -3 },
			};

			(k == 0 ? pen_from : pen_to)(b->pen, c.x + out[0][k],
			    c.y + out[1][k]);
		}
		pen_close(b->pen);
		pen_body(b->pen, INK_FRESH, INK_DARK, 1.2);
	}
	stamp_end(b->pen);
}

static void class(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	struct spot at = b->l->at[point];
	struct spot up = { 92, at.y - 20 }, low = { 92, at.y + 18 };
	size_t half = halved(b, q->name, CLASS_WIDE);

	if (q->name[0] == '\0')
		up.y = at.y;
	if (half > 0) {
		up.y -= 11;
		low.y += 9;
	}
	stars(b, up, (int)strlen(q->mark));
	name_lines(b, low, CAPTION_STEP, q->name, half, CLASS_WIDE);
}

static void
steamer(const struct board *b, struct spot at, double r, uint32_t fill)
{
	if (!stamp_begin(b->pen, &at, 2 * r, 2 * r, "steamer %06x %.1f", fill,
		r))
		return;
	pen_box(b->pen,
	    (struct box){ at.x - 0.25 * r, at.y - 1.1 * r, 0.4 * r, 1.1 * r });
	pen_body(b->pen, INK_COAST, INK_DARK, 1.2);
	pen_box(b->pen,
	    (struct box){ at.x - 0.9 * r, at.y - 0.4 * r, 1.8 * r, 0.5 * r });
	pen_body(b->pen, INK_WHITE, INK_DARK, 1.2);
	pen_from(b->pen, at.x - 1.9 * r, at.y);
	pen_to(b->pen, at.x + 1.9 * r, at.y);
	pen_to(b->pen, at.x + 1.4 * r, at.y + 0.8 * r);
	pen_to(b->pen, at.x - 1.5 * r, at.y + 0.8 * r);
	pen_close(b->pen);
	pen_body(b->pen, fill, INK_DARK, 1.5);
	pen_line(b->pen, (struct spot){ at.x - 1.2 * r, at.y },
	    (struct spot){ at.x - 1.2 * r, at.y - 1.3 * r });
	pen_line(b->pen, (struct spot){ at.x + 1.2 * r, at.y },
	    (struct spot){ at.x + 1.2 * r, at.y - 1.3 * r });
	pen_stroke(b->pen, INK_DARK, 1.5);
	stamp_end(b->pen);
}

/* Paler where somebody lies. */
static void
box(const struct board *b, struct spot at, double w, bool taken, bool fresh)
{
	double high = BERTH_HIGH;
	struct box outline;

	if (!stamp_begin(b->pen, &at, w / 2 + 5, high / 2 + 5, "box %d %d",
		taken, fresh))
		return;
	outline = (struct box){ at.x - w / 2, at.y - high / 2, w, high };
	pen_round(b->pen, outline, 6);
	pen_glaze(b->pen, INK_WHITE, taken ? 0.8 : 0.4);
	pen_stroke(b->pen, INK_DARK, fresh ? 9 : 1.2);
	if (fresh) {
		pen_round(b->pen, outline, 6);
		pen_stroke(b->pen, INK_FRESH, 5);
	}
	stamp_end(b->pen);
}

/* A place: what it is worth now, and the voyage that lies there. */
static void
berth(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	const struct drawing_piece *p;
	struct spot at = b->l->at[point];
	double w = b->l->cell * 3 - 8;
	bool taken = paint_here(b->d, (int)point, &p, 1) > 0;

	box(b, at, w, taken, q->fresh);
	pen_text(b->pen, (struct spot){ at.x - w / 2 + 17, at.y - 32 }, q->mark,
	    CAPTION_SIZE, true, INK_DARK, INK_DARK);
	if (!taken)
		return;
	if (p->seat == 0)
		steamer(b, (struct spot){ at.x + 4, at.y + 4 }, 14, INK_STEEL);
	else
		paint_ship(b, (struct spot){ at.x + 4, at.y + 1 }, 14, p);
	pen_text(b->pen, (struct spot){ at.x + 4, at.y + 35 }, p->mark,
	    CAPTION_SIZE, true, INK_DARK, INK_DARK);
}

/* Cards stand across the whole width, four of them. */
static struct spot
card_at(const struct board *b, size_t point)
{
	struct spot at = b->l->at[point];

	at.x -= b->l->cell / 2;
	return at;
}

static void
card(const struct board *b, struct spot at, uint32_t fill, bool fresh)
{
	struct box outline;

	if (!stamp_begin(b->pen, &at, CARD_WIDE / 2.0 + 5, CARD_HIGH / 2.0 + 5,
		"card %06x %d", fill, fresh))
		return;
	outline = (struct box){ at.x - CARD_WIDE / 2.0, at.y - CARD_HIGH / 2.0,
		CARD_WIDE, CARD_HIGH };
	pen_round(b->pen, outline, 8);
	pen_body(b->pen, fill, INK_DARK, fresh ? 9 : 2);
	if (fresh) {
		pen_round(b->pen, outline, 8);
		pen_stroke(b->pen, INK_FRESH, 5);
	}
	stamp_end(b->pen);
}

/* In two lines, of which the other has what its bonus is. */
static void
sea_name(const struct board *b, struct spot at, const struct drawing_point *q)
{
	struct spot up = { at.x, at.y - 40 }, low = { at.x, at.y - 15 };
	size_t half = halved(b, q->name, CARD_WIDE - 10);
	char first[sizeof q->name], rest[sizeof q->name + sizeof q->mark + 1];

	(void)snprintf(first, sizeof first, "%.*s",
	    half > 0 ? (int)half : (int)sizeof first, q->name);
	(void)snprintf(rest, sizeof rest, "%s%s%s",
	    half > 0 ? q->name + half + 1 : "", half > 0 ? " " : "", q->mark);
	fitted(b, up, first, CAPTION_SIZE, CARD_WIDE - 10, INK_DARK);
	fitted(b, low, rest, CAPTION_SIZE, CARD_WIDE - 10, INK_DARK);
}

/* Who has still to sail there, once for each voyage. */
static void
sea(const struct board *b, size_t point)
{
	enum { MOST = 8 };
	const struct drawing_point *q = &b->d->points[point];
	const struct drawing_piece *here[MOST];
	struct spot at = card_at(b, point);
	struct ink ink = ink_tone(q->id);
	int n = paint_here(b->d, (int)point, here, MOST), all = 0, i = 0;

	card(b, at, ink.fill, q->fresh);
	sea_name(b, at, q);
	for (int k = 0; k < n && k < MOST; k++)
		all += here[k]->count;
	for (int k = 0; k < n && k < MOST; k++)
		for (int c = 0; c < here[k]->count; c++, i++) {
			int rows = all > 4 ? 2 : 1,
			    a = i % ((all + rows - 1) / rows),
			    wide = (all + rows - 1) / rows;

			paint_seat(b,
			    (struct spot){ at.x + 32 * (a - (wide - 1) / 2.0),
				at.y +
				    (rows == 1       ? 24 :
					    i < wide ? 10 :
						       38) },
			    11, here[k]->seat, "");
		}
}

/* Below the ship itself; two lines leave her a little less room. */
static void
ship_name(const struct board *b, struct spot at, const char *name)
{
	enum { WIDE = CARD_WIDE - 14 };
	size_t half = halved(b, name, WIDE);

	steamer(b, (struct spot){ at.x - 36, at.y - 18 - 3 * (half > 0) }, 17,
	    INK_FREE);
	name_lines(b, (struct spot){ at.x, at.y + 34 + 5 * (half > 0) }, 22,
	    name, half, WIDE);
}

static void
ship(const struct board *b, size_t point)
{
	const struct drawing_point *q = &b->d->points[point];
	struct spot at = card_at(b, point);

	card(b, at, INK_SEA, q->fresh);
	if (q->name[0] != '\0')
		ship_name(b, at, q->name);
	pen_round(b->pen, (struct box){ at.x + 2, at.y - 42, 68, 34 }, 17);
	pen_body(b->pen, INK_PAPER, INK_DARK, 1.5);
	pen_text(b->pen, (struct spot){ at.x + 36, at.y - 25 }, q->mark,
	    CAPTION_SIZE, true, INK_DARK, INK_DARK);
}

static void
berths_pieces(const struct board *b)
{
	for (size_t i = 0; i < b->l->points; i++)
		if (b->d->points[i].shape == DRAWING_NONE)
			quay(b, b->l->at[i], b->d->points[i].tone);
	pen_part(b->pen);
	for (size_t i = 0; i < b->l->points; i++) {
		const struct drawing_point *q = &b->d->points[i];

		if (q->shape == DRAWING_NONE)
			class(b, i);
		else if (is_kind(q, "sea"))
			sea(b, i);
		else if (is_kind(q, "ship"))
			ship(b, i);
		else
			berth(b, i);
		pen_part(b->pen);
	}
	paint_frame(b, false);
}

const struct scene scene_berths = { berths_ground, berths_pieces };
