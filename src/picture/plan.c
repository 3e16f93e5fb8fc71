/* SPDX-License-Identifier: MIT */
#include "picture/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "picture/picture.h"

enum { BERTH_ROW = 40, CHART_HIGH = 1340, HARBOUR_HIGH = 1170 };

bool
plan_skips(const struct drawing_point *p)
{
	return p->shape == DRAWING_NONE && strcmp(p->name, " ") == 0;
}

double
plan_ring(const struct layout *p, size_t point)
{
	return p->radius[point] <= 0 ? 0 : p->radius[point] + RING_CLEAR;
}

struct box
plan_sign(const struct layout *p, const struct drawing *d, size_t point)
{
	const struct drawing_point *q = &d->points[point];
	struct spot c = p->at[point];

	/* What maps have no shape for is a lock, a sign upon its channel. */
	if (q->shape == DRAWING_NONE)
		return (struct box){ c.x - 34, c.y - 17, 68, 34 };
	if (d->scene == DRAWING_HARBOUR && q->shape == DRAWING_BOX)
		return (struct box){ c.x - 24, c.y - 20, 48, 40 };
	if (q->shape == DRAWING_BOX)
		return (struct box){ c.x - 16, c.y - 16, 32, 32 };
	return (struct box){ c.x, c.y, 0, 0 };
}

void
plan_track(const struct layout *p, const struct drawing *d, size_t line,
    struct spot *a, struct spot *b)
{
	const struct drawing_line *l = &d->lines[line];
	struct spot from = p->at[l->from], to = p->at[l->to];
	double dx = to.x - from.x, dy = to.y - from.y;
	double len = fmax(hypot(dx, dy), 1),
	       side = drawing_sideways(d, line) * (LINE_APART / 2.0);
	double near = p->radius[l->from] + 3, far = p->radius[l->to] + 3;

	dx /= len;
	dy /= len;
	*a = (struct spot){ from.x + dx * near - dy * side,
		from.y + dy * near + dx * side };
	*b = (struct spot){ to.x - dx * far - dy * side,
		to.y - dy * far + dx * side };
}

/* A lock has its place in the data half way between two that a channel joins;
 * so it is where they have gone. */
static void
tie_locks(struct layout *p, const struct drawing *d)
{
	for (size_t i = 0; i < p->points; i++)
		for (size_t l = 0; l < d->n_lines; l++) {
			const struct drawing_line *c = &d->lines[l];
			const struct drawing_point *a = &d->points[c->from];
			const struct drawing_point *z = &d->points[c->to];

			if (d->points[i].shape != DRAWING_NONE ||
			    d->points[i].x != (a->x + z->x) / 2 ||
			    d->points[i].y != (a->y + z->y) / 2)
				continue;
			p->at[i].x = (p->at[c->from].x + p->at[c->to].x) / 2;
			p->at[i].y = (p->at[c->from].y + p->at[c->to].y) / 2;
		}
}

/* An island holds its posts, a place in a harbour a ship. */
static double
radius_of(const struct drawing *d, const struct drawing_point *q)
{
	if (q->shape == DRAWING_NONE)
		return 0;
	if (d->scene == DRAWING_CHART && q->room > 0)
		return q->room < 3 ? 15 :
		    q->room < 4    ? 18 :
		    q->room < 5    ? 20 :
				     23;
	return d->scene == DRAWING_HARBOUR ? 20 : 13;
}

static void
place_map(struct layout *p, const struct drawing *d)
{
	double w = d->width > 1 ? d->width - 1 : 1;
	double h = d->height > 1 ? d->height - 1 : 1;

	double high = d->scene == DRAWING_CHART ? CHART_HIGH : HARBOUR_HIGH;

	p->key_top = high;
	for (size_t i = 0; i < p->points; i++) {
		const struct drawing_point *q = &d->points[i];
		bool placed = q->across > 0;

		p->at[i].x = placed ? q->across :
				      56 + q->x * (p->width - 112) / w;
		p->at[i].y = placed ? q->down : 60 + q->y * (high - 124) / h;
		p->radius[i] = radius_of(d, q);
	}
	tie_locks(p, d);
}

/* Fields in columns, every other one half a field lower: a column is one and a
 * half radii from the next, a grid row 0.866 of one. */
static void
place_fields(struct layout *p, const struct drawing *d)
{
	int low = d->width, high = 0, top = d->height, bottom = 0, next = 0;
	double across, down;

	for (size_t i = 0; i < p->points; i++) {
		const struct drawing_point *q = &d->points[i];

		if (q->shape != DRAWING_HEX)
			continue;
		low = q->x < low ? q->x : low;
		high = q->x > high ? q->x : high;
		top = q->y < top ? q->y : top;
		bottom = q->y > bottom ? q->y : bottom;
	}
	for (size_t i = 0; i < p->points; i++)
		if (d->points[i].shape == DRAWING_HEX && d->points[i].x > low &&
		    (next == 0 || d->points[i].x < next))
			next = d->points[i].x;
	across = next > low ? next - low : 1;
	p->cell = (p->width - 2 * PLAN_MARGIN) /
	    (2 + 1.5 * (high - low) / across);
	down = 0.866 * p->cell;
	for (size_t i = 0; i < p->points; i++) {
		p->at[i].x = PLAN_MARGIN + p->cell +
		    1.5 * p->cell * (d->points[i].x - low) / across;
		p->at[i].y = PLAN_MARGIN + down + down * (d->points[i].y - top);
		p->radius[i] = p->cell;
	}
	p->key_top = 2 * PLAN_MARGIN + down * (bottom - top + 2);
}

/* Berths are as wide as the picture lets them, words before them. */
static void
place_berths(struct layout *p, const struct drawing *d)
{
	double w = d->width > 1 ? d->width : 2;

	p->cell = (p->width - 2.0 * PLAN_MARGIN) / w;
	for (size_t i = 0; i < p->points; i++) {
		p->at[i].x = PLAN_MARGIN + p->cell * (d->points[i].x + 0.5);
		p->at[i].y = PLAN_MARGIN + BERTH_ROW * (d->points[i].y + 0.5);
	}
	p->key_top = 2 * PLAN_MARGIN + BERTH_ROW * d->height;
}

/* Who cannot be written is found in the words beside the picture. */
static const char *
seat_name(const struct drawing *d, int s, struct pen *pen)
{
	static const char *const seats[] = { "", "p1", "p2", "p3", "p4", "p5",
		"p6" };

	_Static_assert(sizeof seats / sizeof *seats == DRAWING_SEATS, "seats");
	return pen_can_write(pen, d->seat[s], false) ? d->seat[s] : seats[s];
}

/* The key: one row, or as many as the names take. */
void
plan_seats(struct layout *p, const struct drawing *d, struct pen *pen)
{
	double x = PLAN_MARGIN, y = p->key_top;

	p->keys = 0;
	for (int s = 1; s < DRAWING_SEATS; s++) {
		const char *name;
		double w;

		if (d->seat[s][0] == '\0')
			continue;
		name = seat_name(d, s, pen);
		w = 34 + pen_width(pen, name, CAPTION_SIZE, false);
		if (p->keys > 0 && x + w > p->width - PLAN_MARGIN) {
			x = PLAN_MARGIN;
			y += KEY_ROW;
		}
		p->key[p->keys++] = (struct plan_key){ { x, y, w, KEY_ROW }, s,
			name };
		x += w + 20;
	}
	p->height = (int)(y + (p->keys > 0 ? KEY_ROW + KEY_FOOT : 0));
}

void
plan_make(struct layout *p, const struct drawing *d, struct pen *pen)
{
	memset(p, 0, sizeof *p);
	p->width = PICTURE_WIDTH;
	p->points = d->n_points;
	p->at = mem_zero(p->points + 1, sizeof *p->at);
	p->radius = mem_zero(p->points + 1, sizeof *p->radius);
	switch (d->scene) {
	case DRAWING_CHART:
	case DRAWING_HARBOUR:
		place_map(p, d);
		break;
	case DRAWING_SPACE:
		place_fields(p, d);
		break;
	case DRAWING_BERTHS:
		place_berths(p, d);
		break;
	}
	if (plan_is_map(d))
		plan_names(p, d, pen);
	p->height = (int)p->key_top;
}

/* Others have nothing on their ground that is one game's. */
bool
plan_is_map(const struct drawing *d)
{
	return d->scene <= DRAWING_HARBOUR;
}

static void
add_numbers(struct buf *out, const int *n, size_t all)
{
	buf_add(out, n, all * sizeof *n);
}

static void
add_word(struct buf *out, const char *word)
{
	buf_add(out, word, strlen(word) + 1);
}

/* What the ground of a map, and its plan, are made of. */
static void
name_map(const struct drawing *d, struct buf *out)
{
	add_numbers(out, (int[]){ d->width, d->height }, 2);
	for (size_t i = 0; i < d->n_points; i++) {
		const struct drawing_point *q = &d->points[i];

		add_numbers(out,
		    (int[]){ q->x, q->y, q->across, q->down, q->room,
			(int)q->shape },
		    6);
		add_word(out, q->name);
		add_word(out, q->id);
		add_word(out, q->gives);
	}
	for (size_t i = 0; i < d->n_lines; i++) {
		const struct drawing_line *l = &d->lines[i];
		bool fixed = d->scene == DRAWING_HARBOUR;

		/* Tracks of a chart are laid from either end. */
		add_numbers(out,
		    (int[]){ l->from < l->to ? l->from : l->to,
			l->from < l->to ? l->to : l->from, l->parts,
			l->arrow ? l->from : -1 },
		    4);
		add_word(out, fixed ? l->tone : "");
	}
}

/* Fields and berths are all there is, and never move. */
static void
name_grid(const struct drawing *d, struct buf *out)
{
	for (size_t i = 0; i < d->n_points; i++) {
		const struct drawing_point *q = &d->points[i];

		add_numbers(out, (int[]){ q->x, q->y, (int)q->shape }, 3);
	}
	add_numbers(out, (int[]){ d->width, d->height }, 2);
}

void
plan_name(const struct drawing *d, uint8_t out[HASH_SIZE])
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%d\n", (int)d->scene);
	if (plan_is_map(d))
		name_map(d, &b);
	else
		name_grid(d, &b);
	hash_sha256(b.data, b.len, out);
	buf_release(&b);
}

void
plan_release(struct layout *p)
{
	free(p->at);
	free(p->radius);
	free(p->captions);
	memset(p, 0, sizeof *p);
}
