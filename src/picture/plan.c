/* SPDX-License-Identifier: MIT */
#include "picture/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "picture/picture.h"

enum {
	SPREADS = 120, /* steps of spread() */
	TRACK = 9,     /* between lines side by side */
	BERTH_ROW = 40
};

bool
plan_skips(const struct drawing_point *p)
{
	return p->shape == DRAWING_NONE && strcmp(p->name, " ") == 0;
}

double
plan_reach(const struct layout *p, const struct drawing *d, size_t point)
{
	enum { LOCK = 24 };

	/* What maps have no shape for is a lock, a sign upon its channel. */
	return d->points[point].shape == DRAWING_NONE ? LOCK :
							p->radius[point] + 2;
}

void
plan_track(const struct layout *p, const struct drawing *d, size_t line,
    struct spot *a, struct spot *b)
{
	const struct drawing_line *l = &d->lines[line];
	struct spot from = p->at[l->from], to = p->at[l->to];
	double dx = to.x - from.x, dy = to.y - from.y;
	double len = fmax(hypot(dx, dy), 1),
	       side = drawing_sideways(d, line) * (TRACK / 2.0);
	double near = p->radius[l->from] + 3, far = p->radius[l->to] + 3;

	dx /= len;
	dy /= len;
	*a = (struct spot){ from.x + dx * near - dy * side,
		from.y + dy * near + dx * side };
	*b = (struct spot){ to.x - dx * far - dy * side,
		to.y - dy * far + dx * side };
}

/* Pushes two apart that are nearer than that. */
static void
push(struct spot *a, struct spot *b, double apart)
{
	double dx = b->x - a->x, dy = b->y - a->y;
	double len = fmax(hypot(dx, dy), 0.1), by = (apart - len) / 4;

	if (len >= apart)
		return;
	a->x -= dx / len * by;
	a->y -= dy / len * by;
	b->x += dx / len * by;
	b->y += dy / len * by;
}

/* A point out of the way of a line that passes it. */
static void
step_aside(struct spot *c, struct spot *a, struct spot *b, double apart)
{
	double dx = b->x - a->x, dy = b->y - a->y;
	double len = fmax(dx * dx + dy * dy, 1);
	double t = ((c->x - a->x) * dx + (c->y - a->y) * dy) / len;
	struct spot foot;
	double gone;

	if (t <= 0.05 || t >= 0.95)
		return;
	foot = (struct spot){ a->x + t * dx, a->y + t * dy };
	gone = foot.x;
	len = foot.y;
	push(&foot, c, apart);
	gone = foot.x - gone;
	len = foot.y - len;
	a->x += gone * (1 - t);
	a->y += len * (1 - t);
	b->x += gone * t;
	b->y += len * t;
}

static double
within(double n, double low, double high)
{
	return n < low ? low : n > high ? high : n;
}

static void
keep_home(struct layout *p, const struct drawing *d)
{
	for (size_t i = 0; i < p->points; i++) {
		struct spot *s = &p->at[i], home = p->home[i];
		bool port = d->scene == DRAWING_CHART &&
		    d->points[i].shape == DRAWING_BOX;

		s->x += (home.x - s->x) * (port ? 0.9 : 0.02);
		s->y += (home.y - s->y) * 0.02;
		s->x = within(s->x, 60, p->width - 56);
		s->y = within(s->y, 52, p->key_top - 52);
	}
}

/* Locks stay between the places they part. */
static bool
is_fixed(const struct drawing *d, size_t point)
{
	return d->points[point].shape == DRAWING_NONE;
}

/* A lock has its place in the data half way between two that a channel joins;
 * so it is where they have gone. */
static void
tie_locks(struct layout *p, const struct drawing *d)
{
	for (size_t i = 0; i < p->points; i++)
		for (size_t l = 0; l < d->n_lines && is_fixed(d, i); l++) {
			const struct drawing_line *c = &d->lines[l];
			const struct drawing_point *a = &d->points[c->from];
			const struct drawing_point *z = &d->points[c->to];

			if (d->points[i].x != (a->x + z->x) / 2 ||
			    d->points[i].y != (a->y + z->y) / 2)
				continue;
			p->at[i].x = (p->at[c->from].x + p->at[c->to].x) / 2;
			p->at[i].y = (p->at[c->from].y + p->at[c->to].y) / 2;
		}
}

void
plan_spread(struct layout *p, const struct drawing *d, int steps)
{
	enum { APART = 120, ASIDE = 44 };

	for (int n = 0; n < steps; n++) {
		for (size_t i = 0; i < p->points; i++)
			for (size_t k = 0; k < i && !is_fixed(d, i); k++)
				if (!is_fixed(d, k))
					push(&p->at[i], &p->at[k], APART);
		for (size_t l = 0; l < d->n_lines; l++)
			for (size_t i = 0; i < p->points; i++)
				if ((int)i != d->lines[l].from &&
				    (int)i != d->lines[l].to && !is_fixed(d, i))
					step_aside(&p->at[i],
					    &p->at[d->lines[l].from],
					    &p->at[d->lines[l].to], ASIDE);
		keep_home(p, d);
	}
	tie_locks(p, d);
}

/* An island holds its posts, a place in a harbour a ship. */
static double
radius_of(const struct drawing *d, const struct drawing_point *q)
{
	if (q->shape == DRAWING_NONE)
		return 0;
	if (d->scene == DRAWING_CHART && q->room > 0)
		return q->room < 3 ? 17 :
		    q->room < 4    ? 20 :
		    q->room < 5    ? 22 :
				     25;
	return d->scene == DRAWING_HARBOUR ? 20 : 15;
}

static void
place_map(struct layout *p, const struct drawing *d, double board)
{
	double w = d->width > 1 ? d->width - 1 : 1;
	double h = d->height > 1 ? d->height - 1 : 1;

	p->key_top = board;
	for (size_t i = 0; i < p->points; i++) {
		p->at[i].x = 56 + d->points[i].x * (p->width - 112) / w;
		p->at[i].y = 60 + d->points[i].y * (board - 124) / h;
		p->radius[i] = radius_of(d, &d->points[i]);
	}
	memcpy(p->home, p->at, p->points * sizeof *p->at);
	plan_spread(p, d, SPREADS);
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

/* The key: one row, or as many as the names take. */
void
plan_seats(struct layout *p, const struct drawing *d, struct pen *pen)
{
	double x = PLAN_MARGIN, y = p->key_top;

	p->keys = 0;
	for (int s = 1; s < DRAWING_SEATS; s++) {
		double w;

		if (d->seat[s][0] == '\0')
			continue;
		w = 34 + pen_width(pen, d->seat[s], CAPTION_SIZE, false);
		if (p->keys > 0 && x + w > p->width - PLAN_MARGIN) {
			x = PLAN_MARGIN;
			y += KEY_ROW;
		}
		p->key[p->keys].seat = s;
		p->key[p->keys++].box = (struct box){ x, y, w, KEY_ROW };
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
	p->home = mem_zero(p->points + 1, sizeof *p->home);
	p->radius = mem_zero(p->points + 1, sizeof *p->radius);
	switch (d->scene) {
	case DRAWING_CHART:
		place_map(p, d, 1280);
		break;
	case DRAWING_HARBOUR:
		place_map(p, d, 1280);
		break;
	case DRAWING_SPACE:
		place_fields(p, d);
		break;
	case DRAWING_BERTHS:
		place_berths(p, d);
		break;
	}
	if (d->scene <= DRAWING_HARBOUR)
		plan_names(p, d, pen);
	p->height = (int)p->key_top;
}

void
plan_release(struct layout *p)
{
	free(p->at);
	free(p->home);
	free(p->radius);
	free(p->captions);
	memset(p, 0, sizeof *p);
}
