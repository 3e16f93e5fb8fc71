/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_VECTOR_H
#define PICTURE_VECTOR_H

/*
 * What a pen writes instead of painting: SVG, an element a line ("thing"), in
 * parts that VECTOR_PART ends, which are as many whatever stands there. A stamp
 * is one thing. Inside picture/ only.
 */

#include "base/buf.h"
#include "picture/pen.h"

enum { VECTOR_PART = '\f', VECTOR_NONE = -1 };

struct vector {
	struct buf out, path;        /* owned */
	long x, y, first_x, first_y; /* where the path is, in tenths */
	int inside;                  /* stamps that are being written */
	double dash[2];
	bool round_ends, round_joins;
};

void vector_release(struct vector *v);

/* Of the path: where it begins; n spots that belong to a letter of SVG's, which
 * is small; part of a circle; and it ends where it began. */
void vector_from(struct vector *v, struct spot at);
void vector_go(struct vector *v, char letter, const struct spot *to, int n);
void vector_arc(struct vector *v, double r, struct spot to);
void vector_close(struct vector *v);

/* Writes the path; fill, edge: VECTOR_NONE, or an ink. keep: the path stays. */
void vector_path(struct vector *v, int64_t fill, double alpha, int64_t edge,
    double width, bool keep);
void vector_text(struct vector *v, struct spot at, double width,
    const char *text, double size, bool bold, uint32_t ink, bool halo);

/* Text, which is anybody's, as XML. */
void vector_words(const char *text, struct buf *out);
void vector_part(struct vector *v);
/* What comes is one thing, around 0, 0, where *at is then; it may be part of
 * another, and is where it is in that. */
void vector_begin(struct vector *v, struct spot *at);
void vector_end(struct vector *v);

#endif
