/* SPDX-License-Identifier: MIT */
#include "picture/svg.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "picture/paint.h"
#include "picture/vector.h"

_Static_assert((int)SVG_PART == (int)VECTOR_PART, "parts end alike");

const char svg_style[] =
    ".board{font-family:'DejaVu Sans Condensed','DejaVu Sans',sans-serif;"
    "font-weight:bold;text-anchor:middle}"
    ".board text{stroke:none}"
    ".board text.halo{stroke:#fbf6e6;stroke-width:4;stroke-linejoin:round;"
    "paint-order:stroke}";

/* The plan and the ground of the last drawing are kept: a page shows one board
 * again and again. */
struct svgs {
	struct fonts fonts;
	cairo_surface_t *scratch; /* owned: to measure on */
	uint8_t of[HASH_SIZE];    /* what is fixed of the drawing */
	bool planned;
	struct layout layout; /* owned if planned */
	struct buf ground;    /* owned */
};

int
svgs_open(struct svgs **out, struct err *e)
{
	struct svgs *s = mem_zero(1, sizeof *s);

	if (fonts_open(&s->fonts, e) != 0) {
		free(s);
		return -1;
	}
	s->scratch = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
	*out = s;
	return 0;
}

static void
forget_plan(struct svgs *s)
{
	if (s->planned)
		plan_release(&s->layout);
	s->planned = false;
	buf_clear(&s->ground);
}

void
svgs_free(struct svgs *s)
{
	if (s == NULL)
		return;
	forget_plan(s);
	buf_release(&s->ground);
	cairo_surface_destroy(s->scratch);
	fonts_close(&s->fonts);
	free(s);
}

/* Without its ends of parts. */
static void
add_whole(const struct buf *parts, struct buf *out)
{
	for (size_t i = 0; i < parts->len; i++)
		if (parts->data[i] != SVG_PART)
			buf_char(out, parts->data[i]);
}

/* With a vector of its own: how its strokes end is none of the pieces'. */
static void
write_ground(struct svgs *s, const struct drawing *d, struct pen pen)
{
	struct vector v = { .inside = 0 };
	struct board b = { d, &s->layout, &pen };

	pen.vector = &v;
	scene_of(d)->ground(&b);
	paint_paper(&b);
	add_whole(&v.out, &s->ground);
	vector_release(&v);
}

/* As it was for the last one, if it would be again. */
static void
plan(struct svgs *s, const struct drawing *d, struct pen *pen)
{
	uint8_t of[HASH_SIZE];

	plan_name(d, of);
	if (s->planned && memcmp(of, s->of, sizeof of) == 0)
		return;
	forget_plan(s);
	memcpy(s->of, of, sizeof of);
	plan_make(&s->layout, d, pen);
	s->planned = true;
	write_ground(s, d, *pen);
}

void
svg_make(struct svgs *s, const struct drawing *d, struct svg *out)
{
	struct vector v = { .out = out->pieces };
	struct pen pen = { .cr = cairo_create(s->scratch),
		.fonts = &s->fonts,
		.vector = &v };
	struct board b = { d, &s->layout, &pen };

	buf_clear(&v.out);
	plan(s, d, &pen);
	plan_seats(&s->layout, d, &pen);
	scene_of(d)->pieces(&b);
	paint_key(&b);
	pen_part(&pen);
	out->width = s->layout.width;
	out->height = s->layout.height;
	out->ground = &s->ground;
	out->pieces = v.out;
	v.out = (struct buf)BUF_INIT;
	vector_release(&v);
	cairo_destroy(pen.cr);
}

void
svg_release(struct svg *s)
{
	buf_release(&s->pieces);
}

void
svg_document(const struct svg *s, const char *lang, const char *title,
    const char *words, struct buf *out)
{
	buf_printf(out,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
	    "width=\"%d\" height=\"%d\" role=\"img\" class=\"board\" "
	    "aria-labelledby=\"title words\" lang=\"",
	    s->width, s->height, s->width, s->height);
	vector_words(lang, out);
	buf_str(out, "\">\n<title id=\"title\">");
	vector_words(title, out);
	buf_str(out, "</title>\n<desc id=\"words\">");
	vector_words(words, out);
	buf_printf(out, "</desc>\n<style>%s</style>\n", svg_style);
	buf_add(out, buf_text(s->ground), s->ground->len);
	add_whole(&s->pieces, out);
	buf_str(out, "</svg>\n");
}
