/* SPDX-License-Identifier: MIT */
#include "base/drawing.h"

#include "base/mem.h"

void
drawing_release(struct drawing *d)
{
	free(d->points);
	free(d->lines);
	memset(d, 0, sizeof *d);
}

size_t
drawing_point(struct drawing *d, int x, int y, const char *mark,
    const char *label)
{
	struct drawing_point *p;

	d->points = mem_grow(d->points, d->n_points + 1, sizeof *d->points);
	p = &d->points[d->n_points];
	p->x = x;
	p->y = y;
	(void)snprintf(p->mark, sizeof p->mark, "%s", mark);
	(void)snprintf(p->label, sizeof p->label, "%s", label);
	return d->n_points++;
}

size_t
drawing_line(struct drawing *d, size_t from, size_t to, int parts,
    int done, const char *mark, int arrow)
{
	struct drawing_line *l;

	d->lines = mem_grow(d->lines, d->n_lines + 1, sizeof *d->lines);
	l = &d->lines[d->n_lines];
	l->from = (int)from;
	l->to = (int)to;
	l->parts = parts;
	l->done = done;
	l->arrow = arrow;
	(void)snprintf(l->mark, sizeof l->mark, "%s", mark);
	return d->n_lines++;
}
