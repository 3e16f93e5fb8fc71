/* SPDX-License-Identifier: MIT */
#include "picture/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "picture/paint.h"
#include "picture/png.h"
#include "picture/stamp.h"

/* Grounds that are kept: two maps, each in a few languages, and skies and quays
 * of some heights. */
enum { GROUNDS = 12 };

struct ground {
	uint8_t of[HASH_SIZE];     /* what is fixed of the drawing */
	struct layout layout;      /* owned */
	cairo_surface_t *surface;  /* owned; NULL: none is here */
	struct png_ground *packed; /* owned */
	unsigned long used;
};

struct pictures {
	struct fonts fonts;
	struct stamps *stamps;    /* owned */
	struct png *png;          /* owned */
	cairo_surface_t *scratch; /* owned: to measure on */
	/* The last picture (owned; NULL: none), the ground that it is on, and
	 * where it is not as there. */
	cairo_surface_t *page;
	const struct ground *below;
	struct touched touched;
	struct ground ground[GROUNDS];
	unsigned long used;
};

int
pictures_open(struct pictures **out, struct err *e)
{
	struct pictures *p = mem_zero(1, sizeof *p);

	if (fonts_open(&p->fonts, e) != 0) {
		free(p);
		return -1;
	}
	p->png = png_new();
	p->stamps = stamps_new();
	p->scratch = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	*out = p;
	return 0;
}

static void
ground_release(struct ground *g)
{
	if (g->surface == NULL)
		return;
	png_ground_free(g->packed);
	cairo_surface_destroy(g->surface);
	plan_release(&g->layout);
	memset(g, 0, sizeof *g);
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
	free(p->touched.row);
	png_free(p->png);
	stamps_free(p->stamps);
	fonts_close(&p->fonts);
	free(p);
}

/* A ground nobody asks for where it was painted. */
static void
paint(struct pictures *p, const struct drawing *d, const struct layout *l,
    cairo_surface_t *on, bool ground)
{
	struct pen pen = { cairo_create(on), &p->fonts, p->stamps,
		ground ? NULL : &p->touched, NULL };
	struct board b = { d, l, &pen };

	cairo_set_antialias(pen.cr, CAIRO_ANTIALIAS_FAST);
	if (ground) {
		scene_of(d)->ground(&b);
		paint_paper(&b);
	} else {
		scene_of(d)->pieces(&b);
		paint_key(&b);
	}
	cairo_destroy(pen.cr);
}

static struct pixels
pixels_of(cairo_surface_t *s, int height)
{
	cairo_surface_flush(s);
	return (struct pixels){
		.at = (const uint32_t *)(void *)cairo_image_surface_get_data(s),
		.stride = (size_t)cairo_image_surface_get_stride(s) / 4,
		.width = cairo_image_surface_get_width(s),
		.height = height
	};
}

/* -1: there is not memory enough, or what is drawn is beyond all bounds. */
static int
check_drawn(cairo_surface_t *s, struct err *e)
{
	cairo_status_t status = cairo_surface_status(s);

	if (status == CAIRO_STATUS_SUCCESS)
		return 0;
	return err_set(e, ERR_GIVEUP, "a picture cannot be drawn: %s",
	    cairo_status_to_string(status));
}

/* With paper below, enough for any key. */
static int
make_ground(struct pictures *p, const struct drawing *d, const struct layout *l,
    struct ground *g, struct err *e)
{
	struct pixels all;
	int high = (int)l->key_top + KEY_MOST;

	g->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, l->width,
	    high);
	paint(p, d, l, g->surface, true);
	if (check_drawn(g->surface, e) != 0)
		return -1;
	all = pixels_of(g->surface, high);
	g->packed = png_ground(p->png, &all);
	return 0;
}

/* The one that was used longest ago gives way. */
static struct ground *
oldest(struct pictures *p)
{
	struct ground *g = p->ground;

	for (int i = 1; i < GROUNDS; i++)
		if (p->ground[i].used < g->used)
			g = &p->ground[i];
	ground_release(g);
	if (p->below == g)
		p->below = NULL;
	return g;
}

/* Where names stand on it a ground is one game's; others are as large as the
 * board, wherever things are on it. */
static void
ground_name(const struct drawing *d, const struct layout *l,
    uint8_t out[HASH_SIZE])
{
	char text[40];

	if (plan_is_map(d)) {
		plan_name(d, out);
		return;
	}
	(void)snprintf(text, sizeof text, "%d %.1f", (int)d->scene, l->key_top);
	hash_sha256(text, strlen(text), out);
}

/* The layout is given where the drawing is no map, and else the ground's. */
static struct ground *
find_ground(struct pictures *p, const struct drawing *d, struct pen *pen,
    const struct layout *l, struct err *e)
{
	uint8_t of[HASH_SIZE];
	struct ground *g;

	ground_name(d, l, of);
	for (int i = 0; i < GROUNDS; i++)
		if (p->ground[i].surface != NULL &&
		    memcmp(p->ground[i].of, of, sizeof of) == 0)
			return &p->ground[i];
	g = oldest(p);
	memcpy(g->of, of, sizeof of);
	if (plan_is_map(d))
		plan_make(&g->layout, d, pen);
	if (make_ground(p, d, plan_is_map(d) ? &g->layout : l, g, e) == 0)
		return g;
	ground_release(g);
	return NULL;
}

/* A page as large as the ground. */
static void
make_page(struct pictures *p, int w, int h)
{
	cairo_surface_t *s = p->page;

	if (s != NULL && cairo_image_surface_get_width(s) == w &&
	    cairo_image_surface_get_height(s) == h)
		return;
	cairo_surface_destroy(s);
	p->page = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
	p->touched.row = mem_grow(p->touched.row, (size_t)h,
	    sizeof *p->touched.row);
	p->touched.height = h;
	p->below = NULL;
}

/* What was touched of a row, or all of it, is as on the ground again. */
static void
restore_row(uint32_t *to, const uint32_t *from, size_t wide, uint64_t touched)
{
	if (touched == UINT64_MAX)
		memcpy(to, from, wide * sizeof *to);
	else
		for (; touched != 0; touched &= touched - 1) {
			size_t at = TOUCH_PART *
			    (size_t)__builtin_ctzll(touched);
			size_t n = at < wide ? wide - at : 0;

			memcpy(to + at, from + at,
			    (n < TOUCH_PART ? n : TOUCH_PART) * sizeof *to);
		}
}

/* A copy of the ground, to be painted on: where the picture before was on the
 * same, only what was painted there comes anew. */
static cairo_surface_t *
copy_of(struct pictures *p, const struct ground *g)
{
	struct pixels from = pixels_of(g->surface,
	    cairo_image_surface_get_height(g->surface));
	uint32_t *to;

	make_page(p, from.width, from.height);
	if (cairo_surface_status(p->page) != CAIRO_STATUS_SUCCESS)
		return p->page;
	cairo_surface_flush(p->page);
	to = (uint32_t *)(void *)cairo_image_surface_get_data(p->page);
	for (size_t y = 0; y < (size_t)from.height; y++)
		restore_row(to + y * from.stride, from.at + y * from.stride,
		    from.stride,
		    p->below != g ? UINT64_MAX : p->touched.row[y]);
	memset(p->touched.row, 0, (size_t)from.height * sizeof *p->touched.row);
	cairo_surface_mark_dirty(p->page);
	p->below = g;
	return p->page;
}

static int
draw(struct pictures *p, const struct drawing *d, struct pen *pen,
    struct layout *l, struct buf *out, struct err *e)
{
	struct ground *g = find_ground(p, d, pen, l, e);
	cairo_surface_t *s;
	struct pixels all;

	if (g == NULL)
		return -1;
	g->used = ++p->used;
	if (plan_is_map(d))
		*l = g->layout;
	plan_seats(l, d, pen);
	s = copy_of(p, g);
	paint(p, d, l, s, false);
	all = pixels_of(s, l->height);
	if (check_drawn(s, e) == 0) {
		png_bytes(p->png, g->packed, &all, &p->touched, out);
		return 0;
	}
	cairo_surface_destroy(p->page);
	p->page = NULL;
	return -1;
}

int
picture_png(struct pictures *p, const struct drawing *d, struct buf *out,
    struct err *e)
{
	struct pen pen = { .cr = cairo_create(p->scratch), .fonts = &p->fonts };
	size_t before = out->len;
	struct layout l;
	int rc;

	if (!plan_is_map(d))
		plan_make(&l, d, &pen);
	rc = draw(p, d, &pen, &l, out, e);
	if (!plan_is_map(d))
		plan_release(&l);
	cairo_destroy(pen.cr);
	if (rc == 0 && out->len - before > PICTURE_MOST) {
		buf_truncate(out, before);
		rc = err_set(e, ERR_GIVEUP, "a picture is too large");
	}
	return rc;
}
