/* SPDX-License-Identifier: MIT */
#include "picture/pen.h"

#include <cairo-ft.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <string.h>

#include "base/bidi.h"
#include "picture/vector.h"

/* What Debian's fonts-dejavu-core brings: every letter of our languages. */
static const char family[] = "DejaVu Sans";
/* A little narrower than it is cut, as names on charts are. */
static const double narrow = 0.8;

#define TURN 6.283185307179586

static FcPattern *
find_font(FcConfig *config, int weight)
{
	FcPattern *want = FcPatternCreate(), *got = NULL;
	FcResult result;
	FcChar8 *name = NULL;

	if (want == NULL)
		return NULL;
	(void)FcPatternAddString(want, FC_FAMILY, (const FcChar8 *)family);
	(void)FcPatternAddInteger(want, FC_WEIGHT, weight);
	(void)FcConfigSubstitute(config, want, FcMatchPattern);
	FcDefaultSubstitute(want);
	got = FcFontMatch(config, want, &result);
	FcPatternDestroy(want);
	/* It gives another one rather than none. */
	if (got != NULL &&
	    (FcPatternGetString(got, FC_FAMILY, 0, &name) != FcResultMatch ||
		strcmp((const char *)name, family) != 0)) {
		FcPatternDestroy(got);
		return NULL;
	}
	return got;
}

static cairo_font_face_t *
open_font(FcConfig *config, int weight)
{
	FcPattern *pattern = find_font(config, weight);
	cairo_font_face_t *face;

	if (pattern == NULL)
		return NULL;
	face = cairo_ft_font_face_create_for_pattern(pattern);
	FcPatternDestroy(pattern);
	if (cairo_font_face_status(face) == CAIRO_STATUS_SUCCESS)
		return face;
	cairo_font_face_destroy(face);
	return NULL;
}

/* What fontconfig knows is read once and given back: the files are enough. */
int
fonts_open(struct fonts *f, struct err *e)
{
	FcConfig *config = FcInitLoadConfigAndFonts();

	f->plain = open_font(config, FC_WEIGHT_REGULAR);
	f->bold = open_font(config, FC_WEIGHT_BOLD);
	if (config != NULL)
		FcConfigDestroy(config);
	if (f->plain != NULL && f->bold != NULL)
		return 0;
	fonts_close(f);
	return err_set(e, ERR_GIVEUP, "the font %s is not installed", family);
}

void
fonts_close(struct fonts *f)
{
	cairo_font_face_destroy(f->plain);
	cairo_font_face_destroy(f->bold);
	memset(f, 0, sizeof *f);
}

static void
take_ink(struct pen *p, uint32_t ink, double alpha)
{
	cairo_set_source_rgba(p->cr, (ink >> 16 & 255) / 255.0,
	    (ink >> 8 & 255) / 255.0, (ink & 255) / 255.0, alpha);
}

void
pen_fill(struct pen *p, uint32_t ink)
{
	if (p->vector != NULL) {
		vector_path(p->vector, ink, 1, VECTOR_NONE, 0, false);
		return;
	}
	take_ink(p, ink, 1);
	cairo_fill(p->cr);
}

void
pen_glaze(struct pen *p, uint32_t fill, double alpha)
{
	if (p->vector != NULL) {
		vector_path(p->vector, fill, alpha, VECTOR_NONE, 0, true);
		return;
	}
	take_ink(p, fill, alpha);
	cairo_fill_preserve(p->cr);
}

void
pen_edge(struct pen *p, uint32_t edge, double width)
{
	if (p->vector != NULL) {
		vector_path(p->vector, VECTOR_NONE, 1, edge, width, true);
		return;
	}
	take_ink(p, edge, 1);
	cairo_set_line_width(p->cr, width);
	cairo_stroke_preserve(p->cr);
}

void
pen_stroke(struct pen *p, uint32_t ink, double width)
{
	if (p->vector != NULL) {
		vector_path(p->vector, VECTOR_NONE, 1, ink, width, false);
		return;
	}
	take_ink(p, ink, 1);
	cairo_set_line_width(p->cr, width);
	cairo_stroke(p->cr);
}

void
pen_body(struct pen *p, uint32_t fill, uint32_t edge, double width)
{
	if (p->vector != NULL) {
		vector_path(p->vector, fill, 1, edge, width, false);
		return;
	}
	pen_glaze(p, fill, 1);
	pen_stroke(p, edge, width);
}

void
pen_ends(struct pen *p, bool round)
{
	if (p->vector != NULL)
		p->vector->round_ends = round;
	else
		cairo_set_line_cap(p->cr,
		    round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
}

void
pen_joins(struct pen *p, bool round)
{
	if (p->vector != NULL)
		p->vector->round_joins = round;
	else
		cairo_set_line_join(p->cr,
		    round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
}

void
pen_dashes(struct pen *p, double on, double off)
{
	if (p->vector != NULL) {
		p->vector->dash[0] = on;
		p->vector->dash[1] = off;
	} else {
		cairo_set_dash(p->cr, (double[]){ on, off }, on > 0 ? 2 : 0, 0);
	}
}

void
pen_smooth(struct pen *p, bool smooth)
{
	if (p->vector == NULL)
		cairo_set_antialias(p->cr,
		    smooth ? CAIRO_ANTIALIAS_FAST : CAIRO_ANTIALIAS_NONE);
}

void
pen_part(struct pen *p)
{
	if (p->vector != NULL)
		vector_part(p->vector);
}

/* As one of the bits from 0 to 63, cut to them. */
static int
part_of(double x)
{
	int at = (int)floor(x / TOUCH_PART);

	return at < 0 ? 0 : at > 63 ? 63 : at;
}

void
pen_touch(struct pen *p, struct box b)
{
	int low = part_of(b.x), high = part_of(b.x + b.w), from, to;
	uint64_t parts = UINT64_MAX >> (63 - (high - low)) << low;

	if (p->touched == NULL)
		return;
	from = (int)floor(fmax(b.y, 0));
	to = (int)ceil(fmin(b.y + b.h, p->touched->height));
	for (int y = from; y < to; y++)
		p->touched->row[y] |= parts;
}

/* With the widest stroke, and where its corners may reach. */
static void
touch_around(struct pen *p, struct box b)
{
	enum { BY = PEN_MOST * 3 / 4 };

	pen_touch(p,
	    (struct box){ b.x - BY, b.y - BY, b.w + 2 * BY, b.h + 2 * BY });
}

static void
use_font(struct pen *p, double size, bool bold)
{
	cairo_matrix_t m;

	cairo_set_font_face(p->cr, bold ? p->fonts->bold : p->fonts->plain);
	cairo_matrix_init_scale(&m, size * narrow, size);
	cairo_set_font_matrix(p->cr, &m);
}

double
pen_width(struct pen *p, const char *text, double size, bool bold)
{
	cairo_text_extents_t t;

	use_font(p, size, bold);
	cairo_text_extents(p->cr, text, &t);
	return t.x_advance;
}

bool
pen_can_write(struct pen *p, const char *text, bool bold)
{
	cairo_glyph_t *glyphs = NULL;
	bool can = !bidi_leftward(text, strlen(text));
	int n = 0;

	if (p->vector != NULL)
		return true;
	use_font(p, 1, bold);
	if (!can ||
	    cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(p->cr), 0, 0,
		text, -1, &glyphs, &n, NULL, NULL,
		NULL) != CAIRO_STATUS_SUCCESS)
		return false;
	/* Glyph 0 is the box of letters that the font lacks. */
	for (int i = 0; i < n; i++)
		can &= glyphs[i].index != 0;
	cairo_glyph_free(glyphs);
	return can;
}

void
pen_text(struct pen *p, struct spot at, const char *text, double size,
    bool bold, uint32_t ink, uint32_t halo)
{
	double x = at.x - pen_width(p, text, size, bold) / 2;
	/* The middle of a capital, which is 0.73 of the size high. */
	double y = at.y + 0.36 * size;

	if (p->vector != NULL) {
		vector_text(p->vector, (struct spot){ at.x, y }, 2 * (at.x - x),
		    text, size, bold, ink, halo != ink);
		return;
	}
	pen_touch(p,
	    (struct box){ x - size / 2, at.y - size, 2 * (at.x - x) + size,
		2 * size });
	if (halo != ink) {
		cairo_move_to(p->cr, x, y);
		cairo_text_path(p->cr, text);
		cairo_set_line_join(p->cr, CAIRO_LINE_JOIN_ROUND);
		pen_stroke(p, halo, 4);
	}
	cairo_move_to(p->cr, x, y);
	take_ink(p, ink, 1);
	cairo_show_text(p->cr, text);
	cairo_new_path(p->cr);
}

void
pen_from(struct pen *p, double x, double y)
{
	if (p->vector != NULL)
		vector_from(p->vector, (struct spot){ x, y });
	else
		cairo_move_to(p->cr, x, y);
}

void
pen_to(struct pen *p, double x, double y)
{
	if (p->vector != NULL)
		vector_go(p->vector, 'l', &(struct spot){ x, y }, 1);
	else
		cairo_line_to(p->cr, x, y);
}

void
pen_curve(struct pen *p, struct spot out, struct spot in, struct spot to)
{
	if (p->vector != NULL) {
		vector_go(p->vector, 'c', (struct spot[]){ out, in, to }, 3);
	} else {
		cairo_curve_to(p->cr, out.x, out.y, in.x, in.y, to.x, to.y);
	}
}

void
pen_bend(struct pen *p, struct spot from, struct spot by, struct spot to)
{
	if (p->vector != NULL) {
		vector_go(p->vector, 'q', (struct spot[]){ by, to }, 2);
	} else {
		cairo_curve_to(p->cr, from.x + (by.x - from.x) * 2 / 3,
		    from.y + (by.y - from.y) * 2 / 3,
		    to.x + (by.x - to.x) * 2 / 3, to.y + (by.y - to.y) * 2 / 3,
		    to.x, to.y);
	}
}

void
pen_close(struct pen *p)
{
	if (p->vector != NULL)
		vector_close(p->vector);
	else
		cairo_close_path(p->cr);
}

void
pen_box(struct pen *p, struct box b)
{
	pen_from(p, b.x, b.y);
	pen_to(p, b.x + b.w, b.y);
	pen_to(p, b.x + b.w, b.y + b.h);
	pen_to(p, b.x, b.y + b.h);
	pen_close(p);
}

void
pen_line(struct pen *p, struct spot a, struct spot b)
{
	enum { STEP = 16 };
	int steps = p->touched == NULL ?
	    0 :
	    1 + (int)(hypot(b.x - a.x, b.y - a.y) / STEP);
	double dx = (b.x - a.x) / fmax(steps, 1);
	double dy = (b.y - a.y) / fmax(steps, 1);

	pen_from(p, a.x, a.y);
	pen_to(p, b.x, b.y);
	for (int i = 0; i < steps; i++)
		touch_around(p,
		    (struct box){ a.x + i * dx + fmin(dx, 0),
			a.y + i * dy + fmin(dy, 0), fabs(dx), fabs(dy) });
}

/* A quarter of a circle to the right, around there, from an angle on. */
static void
quarter(struct pen *p, struct spot c, double r, double from)
{
	if (p->vector != NULL)
		vector_arc(p->vector, r,
		    (struct spot){ c.x + r * cos(from + TURN / 4),
			c.y + r * sin(from + TURN / 4) });
	else
		cairo_arc(p->cr, c.x, c.y, r, from, from + TURN / 4);
}

void
pen_circle(struct pen *p, struct spot c, double r)
{
	touch_around(p, (struct box){ c.x - r, c.y - r, 2 * r, 2 * r });
	if (p->vector != NULL) {
		vector_from(p->vector, (struct spot){ c.x - r, c.y });
		vector_arc(p->vector, r, (struct spot){ c.x + r, c.y });
		vector_arc(p->vector, r, (struct spot){ c.x - r, c.y });
		vector_close(p->vector);
		return;
	}
	cairo_new_sub_path(p->cr);
	cairo_arc(p->cr, c.x, c.y, r, 0, TURN);
	cairo_close_path(p->cr);
}

void
pen_round(struct pen *p, struct box b, double r)
{
	double right = b.x + b.w, low = b.y + b.h;

	touch_around(p, b);
	pen_from(p, right - r, b.y);
	quarter(p, (struct spot){ right - r, b.y + r }, r, -TURN / 4);
	pen_to(p, right, low - r);
	quarter(p, (struct spot){ right - r, low - r }, r, 0);
	pen_to(p, b.x + r, low);
	quarter(p, (struct spot){ b.x + r, low - r }, r, TURN / 4);
	pen_to(p, b.x, b.y + r);
	quarter(p, (struct spot){ b.x + r, b.y + r }, r, TURN / 2);
	pen_close(p);
}

void
pen_corners(struct pen *p, struct spot c, double r, int n, double turns)
{
	touch_around(p, (struct box){ c.x - r, c.y - r, 2 * r, 2 * r });
	for (int i = 0; i < n; i++) {
		double a = (turns + (double)i / n) * TURN;

		(i == 0 ? pen_from : pen_to)(p, c.x + r * sin(a),
		    c.y - r * cos(a));
	}
	pen_close(p);
}

void
pen_seat(struct pen *p, struct spot c, double r, int seat)
{
	struct spot low = { c.x, c.y + 0.2 * r };

	switch (seat) {
	case 1:
		pen_circle(p, c, 0.98 * r);
		return;
	case 2:
		pen_corners(p, c, 1.25 * r, 4, 0.125);
		return;
	case 3:
		pen_corners(p, c, 1.28 * r, 4, 0);
		return;
	case 4:
		pen_corners(p, low, 1.45 * r, 3, 0);
		return;
	case 5:
		pen_corners(p, c, 1.14 * r, 6, 0.25);
		return;
	case 6:
		pen_corners(p, (struct spot){ c.x, c.y - 0.2 * r }, 1.45 * r, 3,
		    0.5);
		return;
	default:
		pen_round(p,
		    (struct box){ c.x - 0.8 * r, c.y - 0.8 * r, 1.6 * r,
			1.6 * r },
		    0.3 * r);
	}
}
