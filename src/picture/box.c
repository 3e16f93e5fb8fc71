/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "picture/plan.h"

struct box
box_wider(struct box b, double by)
{
	return (struct box){ b.x - by, b.y - by, b.w + 2 * by, b.h + 2 * by };
}

/* (fmin and fmax, which know of NaN, are calls.) */
static double
less(double a, double b)
{
	return a < b ? a : b;
}

static double
more(double a, double b)
{
	return a > b ? a : b;
}

double
box_overlap(const struct box *a, const struct box *b)
{
	double w = less(a->x + a->w, b->x + b->w) - more(a->x, b->x);
	double h = less(a->y + a->h, b->y + b->h) - more(a->y, b->y);

	return w > 0 && h > 0 ? w * h : 0;
}

/* Whether all of a line is at one side of a box, as most are. */
static bool
is_beside(const struct box *b, struct spot a, struct spot z)
{
	return (a.x < b->x && z.x < b->x) || (a.y < b->y && z.y < b->y) ||
	    (a.x > b->x + b->w && z.x > b->x + b->w) ||
	    (a.y > b->y + b->h && z.y > b->y + b->h);
}

/* One side of the clipping of a line to a box; false: nothing is left. */
static bool
clip(double go, double room, double *from, double *to)
{
	if (fabs(go) < 1e-9)
		return room >= 0;
	if (go < 0)
		*from = more(*from, room / go);
	else
		*to = less(*to, room / go);
	return *from < *to;
}

double
box_crossed(const struct box *b, struct spot a, struct spot z)
{
	double dx = z.x - a.x, dy = z.y - a.y, from = 0, to = 1;

	if (is_beside(b, a, z) || !clip(-dx, a.x - b->x, &from, &to) ||
	    !clip(dx, b->x + b->w - a.x, &from, &to) ||
	    !clip(-dy, a.y - b->y, &from, &to) ||
	    !clip(dy, b->y + b->h - a.y, &from, &to))
		return 0;
	return (to - from) * hypot(dx, dy);
}

double
box_distance(const struct box *b, struct spot at)
{
	double dx = more(more(b->x - at.x, at.x - b->x - b->w), 0);
	double dy = more(more(b->y - at.y, at.y - b->y - b->h), 0);

	return sqrt(dx * dx + dy * dy);
}
