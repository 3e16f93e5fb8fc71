/* SPDX-License-Identifier: MIT */
#include "base/drawing.h"

#include "base/mem.h"

void
drawing_release(struct drawing *d)
{
	free(d->points);
	free(d->lines);
	free(d->pieces);
	memset(d, 0, sizeof *d);
}

size_t
drawing_point(struct drawing *d, int x, int y, const char *mark,
    const char *label)
{
	struct drawing_point *p;

	d->points = mem_grow(d->points, d->n_points + 1, sizeof *d->points);
	p = &d->points[d->n_points];
	memset(p, 0, sizeof *p);
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
	memset(l, 0, sizeof *l);
	l->from = (int)from;
	l->to = (int)to;
	l->parts = parts;
	l->done = done;
	l->arrow = arrow;
	(void)snprintf(l->mark, sizeof l->mark, "%s", mark);
	return d->n_lines++;
}

size_t
drawing_piece(struct drawing *d, size_t at, int seat, int count,
    const char *mark, const char *tone)
{
	struct drawing_piece *p;

	d->pieces = mem_grow(d->pieces, d->n_pieces + 1, sizeof *d->pieces);
	p = &d->pieces[d->n_pieces];
	memset(p, 0, sizeof *p);
	p->at = (int)at;
	p->seat = seat;
	p->count = count;
	(void)snprintf(p->mark, sizeof p->mark, "%s", mark);
	(void)snprintf(p->tone, sizeof p->tone, "%s", tone);
	return d->n_pieces++;
}

void
drawing_thing(struct drawing *d, size_t point, const char *kind,
    const char *id, int cut)
{
	struct drawing_point *p = &d->points[point];

	(void)snprintf(p->kind, sizeof p->kind, "%s", kind);
	(void)snprintf(p->id, sizeof p->id, "%s", id);
	p->cut = cut;
}

void
drawing_dress_point(struct drawing *d, size_t point,
    enum drawing_shape shape, const char *name, const char *tone)
{
	struct drawing_point *p = &d->points[point];

	p->shape = shape;
	(void)snprintf(p->name, sizeof p->name, "%s", name);
	(void)snprintf(p->tone, sizeof p->tone, "%s", tone);
}

void
drawing_dress_line(struct drawing *d, size_t line, const char *tone,
    const char *sign)
{
	struct drawing_line *l = &d->lines[line];

	(void)snprintf(l->tone, sizeof l->tone, "%s", tone);
	(void)snprintf(l->sign, sizeof l->sign, "%s", sign);
}
