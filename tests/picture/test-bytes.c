/* SPDX-License-Identifier: MIT */

/* The bytes of pictures: zlib reads what another library has packed, and it is
 * what is painted with nothing kept. */

#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "game/rules.h"
#include "picture/colours.h"
#include "picture/paint.h"
#include "picture/picture.h"
#include "picture/stamp.h"
#include "tests/picture/boards.h"
#include "tests/picture/pixels.h"
#include "tests/run.h"

struct painting {
	struct fonts fonts;
	struct stamps *stamps;
	struct layout l;
	cairo_surface_t *surface;
	struct pen pen;
};

static void
take_pen(struct painting *p)
{
	p->pen.cr = cairo_create(p->surface);
	cairo_set_antialias(p->pen.cr, CAIRO_ANTIALIAS_FAST);
}

/* Planned from nothing, with nothing kept. */
static void
begin_painting(const struct drawing *d, struct painting *out)
{
	struct err e;

	ck_assert_int_eq(fonts_open(&out->fonts, &e), 0);
	out->stamps = stamps_new();
	out->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	out->pen = (struct pen){ .cr = cairo_create(out->surface),
		.fonts = &out->fonts,
		.stamps = out->stamps };
	plan_make(&out->l, d, &out->pen);
	plan_seats(&out->l, d, &out->pen);
	cairo_destroy(out->pen.cr);
	cairo_surface_destroy(out->surface);
	out->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
	    PICTURE_WIDTH, (int)out->l.key_top + KEY_MOST);
	take_pen(out);
}

static void
end_painting(struct painting *p)
{
	cairo_destroy(p->pen.cr);
	cairo_surface_destroy(p->surface);
	plan_release(&p->l);
	stamps_free(p->stamps);
	fonts_close(&p->fonts);
}

static struct pixels
pixels_of(const struct painting *p)
{
	cairo_surface_flush(p->surface);
	return (struct pixels){ .at = (const uint32_t *)(void *)
				    cairo_image_surface_get_data(p->surface),
		.stride = PICTURE_WIDTH,
		.width = PICTURE_WIDTH,
		.height = (int)p->l.key_top + KEY_MOST };
}

/* Of the colours of the ground the nearest, each. */
static void
same_pixels(const struct buf *png, const struct drawing *d, const char *what)
{
	static const struct scene *const scenes[] = { &scene_chart,
		&scene_harbour, &scene_space, &scene_berths };
	struct colours *colours = mem_alloc(sizeof *colours);
	struct painting p;
	struct board b = { d, &p.l, &p.pen };
	struct pixels all;
	size_t wrong = 0, len;
	unsigned char *rows, *at;

	begin_painting(d, &p);
	scenes[d->scene]->ground(&b);
	paint_paper(&b);
	all = pixels_of(&p);
	colours_make(colours, &all);
	cairo_destroy(p.pen.cr);
	take_pen(&p);
	scenes[d->scene]->pieces(&b);
	paint_key(&b);
	all = pixels_of(&p);
	at = rows = pixels_unpacked(png, &len);
	ck_assert_uint_eq(len,
	    (size_t)p.l.height * ((size_t)PICTURE_WIDTH + 1));
	for (size_t y = 0; y < (size_t)p.l.height; y++) {
		ck_assert_int_eq(*at++, 0);
		for (size_t x = 0; x < all.stride; x++)
			wrong += *at++ !=
			    colours_find(colours, all.at[y * all.stride + x]);
	}
	ck_assert_msg(wrong == 0, "%s: %zu pixels are others", what, wrong);
	end_painting(&p);
	free(rows);
	free(colours);
}

/* What is kept of grounds and of the picture before, and where pens say that
 * they have been, shows nowhere. */
START_TEST(as_if_nothing_was_kept)
{
	struct pictures *p = pixels_open();

	for (int i = 0; i < BOARD_STAGES; i++) {
		const struct board_of *b = &boards[_i * BOARD_STAGES + i];
		struct buf png = BUF_INIT;
		struct drawing d = { 0 };

		board_draw(b, OBSERVER, "en", &d);
		for (size_t k = 0; k < d.n_points; k += 3)
			d.points[k].fresh = true;
		for (size_t k = 0; k < d.n_lines; k += 5)
			d.lines[k].fresh = true;
		pixels_png(p, &d, &png);
		same_pixels(&png, &d, b->log);
		buf_release(&png);
		drawing_release(&d);
	}
	pictures_free(p);
}
END_TEST

/* A ring is broken where a name stands, whichever point it is around; letters
 * begin a pixel within their box. */
START_TEST(names_are_clear_of_rings)
{
	static const struct scene *const scenes[] = { &scene_chart,
		&scene_harbour };
	struct drawing d = { 0 };
	struct painting p;
	struct board b = { &d, &p.l, &p.pen };
	struct pixels all;
	uint32_t *was;

	board_draw(&boards[_i], OBSERVER, "en", &d);
	d.n_pieces = 0;
	for (size_t i = 0; i < d.n_lines; i++)
		d.lines[i].done = 0;
	for (size_t i = 0; i < d.n_points; i++)
		d.points[i].fresh = true;
	begin_painting(&d, &p);
	scenes[d.scene]->ground(&b);
	all = pixels_of(&p);
	was = mem_alloc(all.stride * (size_t)all.height * sizeof *was);
	memcpy(was, all.at, all.stride * (size_t)all.height * sizeof *was);
	cairo_destroy(p.pen.cr);
	take_pen(&p);
	scenes[d.scene]->pieces(&b);
	all = pixels_of(&p);
	for (const struct caption *c = p.l.captions;
	    c < p.l.captions + p.l.n_captions; c++)
		for (int y = (int)c->box.y; y < c->box.y + c->box.h; y++) {
			size_t at = (size_t)y * all.stride + (size_t)c->box.x +
			    1;

			ck_assert_msg(memcmp(was + at, all.at + at,
					  (size_t)(c->box.w - 2) *
					      sizeof *was) == 0,
			    "%s %s is painted over", c->line[0], c->line[1]);
		}
	free(was);
	end_painting(&p);
	drawing_release(&d);
}
END_TEST

/* PNG, 5.3: the sum of each part, by another library. */
START_TEST(sums_are_right)
{
	struct pictures *p = pixels_open();
	struct buf png = BUF_INIT;
	struct drawing d = { 0 };
	int parts = 0;

	board_draw(&boards[_i * BOARD_STAGES], OBSERVER, "en", &d);
	pixels_png(p, &d, &png);
	for (size_t at = 8; at < png.len; parts++) {
		size_t len = pixels_number(png.data + at);

		ck_assert_uint_eq(crc32(0, (const Bytef *)png.data + at + 4,
				      (uInt)len + 4),
		    pixels_number(png.data + at + 8 + len));
		at += len + 12;
	}
	ck_assert_int_eq(parts, 4);
	buf_release(&png);
	drawing_release(&d);
	pictures_free(p);
}
END_TEST

CASES(bytes)
{
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, as_if_nothing_was_kept, 0,
	    boards_count() / BOARD_STAGES);
	tcase_add_loop_test(t, names_are_clear_of_rings, 0, 1);
	tcase_add_loop_test(t, names_are_clear_of_rings, 3 * BOARD_STAGES,
	    3 * BOARD_STAGES + 1);
	tcase_add_loop_test(t, sums_are_right, 0,
	    boards_count() / BOARD_STAGES);
}
