/* SPDX-License-Identifier: MIT */
#include "base/drawing.h"

#include "base/chart.h"
#include "base/mem.h"

void
drawing_release(struct drawing *d)
{
	free(d->points);
	free(d->lines);
	free(d->pieces);
	memset(d, 0, sizeof *d);
}

void
drawing_clear(struct drawing *d)
{
	d->n_points = d->n_lines = d->n_pieces = 0;
	d->width = d->height = 0;
	d->scene = DRAWING_CHART;
	d->pictorial = false;
	memset(d->seat, 0, sizeof d->seat);
}

/* Cut to fit. */
static void
set(char *to, size_t size, const char *text)
{
	size_t len = strnlen(text, size - 1);

	memcpy(to, text, len);
	to[len] = '\0';
}

size_t
drawing_point(struct drawing *d, int x, int y, const char *mark,
    const char *label)
{
	struct drawing_point *p;

	d->points = mem_more(d->points, d->n_points, sizeof *d->points);
	p = &d->points[d->n_points];
	memset(p, 0, sizeof *p);
	p->x = x;
	p->y = y;
	set(p->mark, sizeof p->mark, mark);
	set(p->label, sizeof p->label, label);
	d->width = x >= d->width ? x + 1 : d->width;
	d->height = y >= d->height ? y + 1 : d->height;
	return d->n_points++;
}

size_t
drawing_line(struct drawing *d, size_t from, size_t to, int parts, int done,
    const char *mark, int arrow)
{
	struct drawing_line *l;

	d->lines = mem_more(d->lines, d->n_lines, sizeof *d->lines);
	l = &d->lines[d->n_lines];
	memset(l, 0, sizeof *l);
	l->from = (int)from;
	l->to = (int)to;
	l->parts = parts;
	l->done = done;
	l->arrow = arrow;
	set(l->mark, sizeof l->mark, mark);
	return d->n_lines++;
}

size_t
drawing_piece(struct drawing *d, size_t at, int seat, int count,
    const char *mark, const char *tone)
{
	struct drawing_piece *p;

	d->pieces = mem_more(d->pieces, d->n_pieces, sizeof *d->pieces);
	p = &d->pieces[d->n_pieces];
	memset(p, 0, sizeof *p);
	p->at = (int)at;
	p->seat = seat;
	p->count = count;
	set(p->mark, sizeof p->mark, mark);
	set(p->tone, sizeof p->tone, tone);
	return d->n_pieces++;
}

void
drawing_thing(struct drawing *d, size_t point, const char *kind, const char *id,
    int cut)
{
	struct drawing_point *p = &d->points[point];

	set(p->kind, sizeof p->kind, kind);
	set(p->id, sizeof p->id, id);
	p->cut = cut;
}

void
drawing_dress_point(struct drawing *d, size_t point, enum drawing_shape shape,
    const char *name, const char *tone)
{
	struct drawing_point *p = &d->points[point];

	p->shape = shape;
	set(p->name, sizeof p->name, name);
	set(p->tone, sizeof p->tone, tone);
}

void
drawing_dress_line(struct drawing *d, size_t line, const char *tone,
    const char *sign)
{
	struct drawing_line *l = &d->lines[line];

	set(l->tone, sizeof l->tone, tone);
	set(l->sign, sizeof l->sign, sign);
}

void
drawing_dress_piece(struct drawing *d, size_t piece, enum drawing_role role,
    const char *load)
{
	struct drawing_piece *p = &d->pieces[piece];

	p->role = role;
	set(p->load, sizeof p->load, load);
}

void
drawing_dress_field(struct drawing *d, size_t point, const char *asks,
    const char *gives)
{
	struct drawing_point *p = &d->points[point];

	set(p->asks, sizeof p->asks, asks);
	set(p->gives, sizeof p->gives, gives);
}

void
drawing_freshen(struct drawing *d, const char *id)
{
	for (size_t i = 0; i < d->n_points; i++)
		if (strcmp(d->points[i].id, id) == 0)
			d->points[i].fresh = true;
}

/* Cut to fit, but not within a letter. */
void
chart_place(struct drawing *d, size_t point, const struct chart_spot *spots,
    const char *id)
{
	for (; spots->id[0] != '\0'; spots++)
		if (strcmp(spots->id, id) == 0) {
			d->points[point].across = spots->across;
			d->points[point].down = spots->down;
		}
}

void
drawing_name_seat(struct drawing *d, int seat, const char *name)
{
	char *to = d->seat[seat];
	size_t len = strnlen(name, sizeof d->seat[seat] - 1);

	while (len > 0 && name[len] != '\0' &&
	    ((unsigned char)name[len] & 0xC0) == 0x80)
		len--;
	memcpy(to, name, len);
	to[len] = '\0';
}

bool
drawing_freshen_line(struct drawing *d, const char *from, const char *to,
    const char *tone)
{
	bool some = false;

	for (size_t i = 0; i < d->n_lines; i++) {
		struct drawing_line *l = &d->lines[i];
		const char *a = d->points[l->from].id;
		const char *z = d->points[l->to].id;

		if (l->done > 0 && strcmp(l->tone, tone) == 0 &&
		    ((strcmp(a, from) == 0 && strcmp(z, to) == 0) ||
			(strcmp(a, to) == 0 && strcmp(z, from) == 0)))
			some = l->fresh = true;
	}
	return some;
}

bool
drawing_twins(const struct drawing *d, size_t a, size_t b)
{
	const struct drawing_line *l = &d->lines[a], *k = &d->lines[b];

	return (l->from == k->from && l->to == k->to) ||
	    (l->from == k->to && l->to == k->from);
}

/* Told from the lower end, two that run against each other do not fall
 * together. */
int
drawing_sideways(const struct drawing *d, size_t line)
{
	int n = 0, mine = 0;

	for (size_t i = 0; i < d->n_lines; i++)
		if (drawing_twins(d, i, line)) {
			mine += i < line;
			n++;
		}
	n = 2 * mine - (n - 1);
	return d->lines[line].from < d->lines[line].to ? n : -n;
}
