/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PEN_H
#define PICTURE_PEN_H

/* Cairo with our fonts and the shapes that pictures are made of. Inside
 * picture/ only. A pen without a surface measures; one with a vector writes SVG
 * instead of painting. */

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "picture/ink.h"

struct fonts {
	cairo_font_face_t *plain, *bold;
};
struct stamps;
struct touched;
struct vector;
struct pen {
	cairo_t *cr;
	const struct fonts *fonts;
	struct stamps *stamps;   /* borrowed (stamp.h); NULL: only measures */
	struct touched *touched; /* borrowed; NULL: nobody asks */
	struct vector *vector;   /* borrowed (vector.h); NULL: paints */
};
struct spot {
	double x, y;
};
struct box {
	double x, y, w, h;
};

/* Where a pen has been, and may have painted: of each row of pixels the parts
 * of it, from the lowest bit on. */
enum { TOUCH_PART = 16, TOUCH_WIDE = 64 * TOUCH_PART };
struct touched {
	uint64_t *row; /* owned */
	int height;
};

int fonts_open(struct fonts *f, struct err *e);
void fonts_close(struct fonts *f);

void pen_fill(struct pen *p, uint32_t ink);
void pen_stroke(struct pen *p, uint32_t ink, double width);
/* Fills with one, and strokes with another the path that is there. */
void pen_body(struct pen *p, uint32_t fill, uint32_t edge, double width);

/* It has been there: paths, texts and stamps say so themselves. */
void pen_touch(struct pen *p, struct box b);

double pen_width(struct pen *p, const char *text, double size, bool bold);
/* Whether it can: cairo's own texts, which do for a map's, know one font, put
 * letters from left to right and join none. A browser does better. */
bool pen_can_write(struct pen *p, const char *text, bool bold);
/* Centred. halo: an ink around it; the same as ink: none. */
void pen_text(struct pen *p, struct spot at, const char *text, double size,
    bool bold, uint32_t ink, uint32_t halo);

/* Fills it, so much, or edges it, and keeps the path. */
void pen_glaze(struct pen *p, uint32_t fill, double alpha);
void pen_edge(struct pen *p, uint32_t edge, double width);
/* How strokes end and meet from here on, and whether they are in dashes (on 0:
 * they are not). A path or a text leaves joins as they please. */
void pen_ends(struct pen *p, bool round);
void pen_joins(struct pen *p, bool round);
void pen_dashes(struct pen *p, double on, double off);
/* Whether edges are smooth where something is painted. */
void pen_smooth(struct pen *p, bool smooth);
/* What follows is another part of what is written (vector.h). */
void pen_part(struct pen *p);

/* Paths; none is stroked wider than PEN_MOST. */
enum { PEN_MOST = 20 };
void pen_from(struct pen *p, double x, double y);
void pen_to(struct pen *p, double x, double y);
void pen_curve(struct pen *p, struct spot out, struct spot in, struct spot to);
/* From one spot, towards another, to a third. */
void pen_bend(struct pen *p, struct spot from, struct spot by, struct spot to);
void pen_close(struct pen *p);
void pen_box(struct pen *p, struct box b);
void pen_line(struct pen *p, struct spot a, struct spot b);
void pen_circle(struct pen *p, struct spot c, double r);
void pen_round(struct pen *p, struct box b, double r);
/* Corners on a circle, the first at an angle of turns (0: at the top). */
void pen_corners(struct pen *p, struct spot c, double r, int n, double turns);
/* The shape of a seat, of about the same size for each. */
void pen_seat(struct pen *p, struct spot c, double r, int seat);

#endif
