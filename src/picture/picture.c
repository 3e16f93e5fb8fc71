/* SPDX-License-Identifier: MIT */
#include "picture/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "picture/paint.h"
#include "picture/png.h"

/* Grounds that are kept: a few games, each in a few languages. */
enum { GROUNDS = 24 };

struct ground {
	uint8_t of[HASH_SIZE];    /* what is fixed of the drawing */
	struct layout layout;     /* owned */
	cairo_surface_t *surface; /* owned; NULL: none is here */
};

struct pictures {
	struct fonts fonts;
	struct png *png;          /* owned */
	cairo_surface_t *scratch; /* owned: to measure on */
	cairo_surface_t *page;    /* owned: the last picture; NULL */
	struct ground ground[GROUNDS];
	int next;
};

int
pictures_open(struct pictures **out, struct err *e)
{
	struct pictures *p = mem_zero(1, sizeof *p);

	if (fonts_open(&p->fonts, e) != 0) {
		free(p);
		return -1;
	}
	if (png_open(&p->png, e) != 0) {
		fonts_close(&p->fonts);
		free(p);
		return -1;
	}
	p->scratch = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	*out = p;
	return 0;
}

static void
ground_release(struct ground *g)
{
	if (g->surface == NULL)
		return;
	cairo_surface_destroy(g->surface);
	plan_release(&g->layout);
	g->surface = NULL;
}

void
pictures_free(struct pictures *p)
{
	if (p == NULL)
		return;
	for (int i = 0; i < GROUNDS; i++)
		ground_release(&p->ground[i]);
	cairo_surface_destroy(p->scratch);
	cairo_surface_destroy(p->page);
	png_free(p->png);
	fonts_close(&p->fonts);
	free(p);
}

/* What a ground and its plan are made of: places, names and lines. */
static void
name_ground(const struct drawing *d, uint8_t out[HASH_SIZE])
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "%d %d %d\n", (int)d->scene, d->width, d->height);
	for (size_t i = 0; i < d->n_points; i++) {
		const struct drawing_point *q = &d->points[i];

		buf_printf(&b, "%d %d %d %d\n", q->x, q->y, q->room,
		    (int)q->shape);
		if (d->scene <= DRAWING_HARBOUR)
			buf_printf(&b, "%s/%s/%s\n", q->name, q->id, q->gives);
	}
	for (size_t i = 0; i < d->n_lines; i++) {
		const struct drawing_line *l = &d->lines[i];
		bool fixed = d->scene == DRAWING_HARBOUR;

		/* Tracks of a chart are laid from either end. */
		buf_printf(&b, "%d %d %d %d %s\n",
		    l->from < l->to ? l->from : l->to,
		    l->from < l->to ? l->to : l->from, l->parts,
		    l->arrow ? l->from : -1, fixed ? l->tone : "");
	}
	hash_sha256(b.data, b.len, out);
	buf_release(&b);
}

static void
paint(const struct pictures *p, const struct drawing *d, const struct layout *l,
    cairo_surface_t *on, bool ground)
{
	static const struct scene *const scenes[] = {
		[DRAWING_CHART] = &scene_chart,
		[DRAWING_HARBOUR] = &scene_harbour,
		[DRAWING_SPACE] = &scene_space,
		[DRAWING_BERTHS] = &scene_berths
	};
	struct pen pen = { cairo_create(on), &p->fonts };
	struct board b = { d, l, &pen };

	cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_FAST);
	if (ground) {
		scenes[d->scene]->ground(&b);
	} else {
		scenes[d->scene]->pieces(&b);
		paint_key(&b);
	}
	cairo_destroy(pen.cr);
}

static struct ground *
find_ground(struct pictures *p, const struct drawing *d)
{
	struct pen pen = { cairo_create(p->scratch), &p->fonts };
	uint8_t of[HASH_SIZE];
	struct ground *g;

	name_ground(d, of);
	for (int i = 0; i < GROUNDS; i++)
		if (p->ground[i].surface != NULL &&
		    memcmp(p->ground[i].of, of, sizeof of) == 0) {
			cairo_destroy(pen.cr);
			return &p->ground[i];
		}
	g = &p->ground[p->next++ % GROUNDS];
	ground_release(g);
	memcpy(g->of, of, sizeof of);
	plan_make(&g->layout, d, &pen);
	cairo_destroy(pen.cr);
	g->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
	    g->layout.width, g->layout.height);
	paint(p, d, &g->layout, g->surface, true);
	return g;
}

/* Its copy, of the height of a picture with its key. */
static cairo_surface_t *
copy_of(struct pictures *p, const struct ground *g, const struct layout *l)
{
	cairo_t *cr;

	if (p->page == NULL ||
	    cairo_image_surface_get_width(p->page) != l->width ||
	    cairo_image_surface_get_height(p->page) != l->height) {
		cairo_surface_destroy(p->page);
		p->page = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
		    l->width, l->height);
	}
	cr = cairo_create(p->page);
	cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
	cairo_set_source_surface(cr, g->surface, 0, 0);
	cairo_paint(cr);
	cairo_destroy(cr);
	return p->page;
}

static void
measure_seats(const struct pictures *p, const struct drawing *d,
    struct layout *l)
{
	struct pen pen = { cairo_create(p->scratch), &p->fonts };

	plan_seats(l, d, &pen);
	cairo_destroy(pen.cr);
}

static int
pack(struct pictures *p, const struct drawing *d, cairo_surface_t *s,
    struct buf *out, struct err *e)
{
	struct pixels all = {
		.at = (const uint32_t *)(void *)cairo_image_surface_get_data(s),
		.stride = (size_t)cairo_image_surface_get_stride(s) / 4,
		.width = cairo_image_surface_get_width(s),
		.height = cairo_image_surface_get_height(s)
	};

	/* Seats are told apart by them. */
	for (int seat = 1; seat < DRAWING_SEATS; seat++)
		if (d->seat[seat][0] != '\0')
			all.keep[all.kept++] = ink_seat(seat).fill;
	return png_bytes(p->png, &all, out, e);
}

int
picture_png(struct pictures *p, const struct drawing *d, struct buf *out,
    struct err *e)
{
	struct ground *g = find_ground(p, d);
	struct layout l = g->layout;
	cairo_surface_t *s;
	size_t before = out->len;
	cairo_status_t status;
	int rc;

	measure_seats(p, d, &l);
	s = copy_of(p, g, &l);
	paint(p, d, &l, s, false);
	cairo_surface_flush(s);
	status = cairo_surface_status(g->surface);
	if (status == CAIRO_STATUS_SUCCESS)
		status = cairo_surface_status(s);
	if (status != CAIRO_STATUS_SUCCESS) {
		ground_release(g);
		cairo_surface_destroy(p->page);
		p->page = NULL;
		rc = err_set(e, ERR_GIVEUP, "a picture cannot be drawn: %s",
		    cairo_status_to_string(status));
	} else {
		rc = pack(p, d, s, out, e);
	}
	if (rc == 0 && out->len - before > PICTURE_MOST) {
		buf_truncate(out, before);
		rc = err_set(e, ERR_GIVEUP, "a picture is too large");
	}
	return rc;
}
