/* SPDX-License-Identifier: MIT */
#ifndef TEXT_DRAWING_SVG_H
#define TEXT_DRAWING_SVG_H

/*
 * A drawing (base/drawing.h) as SVG. It is made in parts, each of which
 * changes seldom: what is fixed, the lines of each tone, marks, the pieces of
 * each seat, names; and in these a line end stands behind each thing that can
 * come and go. A page of many positions holds each of it once and puts it
 * together with <use>; a picture alone is all of them.
 *
 * Nothing is said by colour alone: a line has the letter of its colour on it
 * and a pattern of its own, a piece the number of its seat, a point its name.
 * Colours are classes (data/page/map.css), so that a page can be dark.
 */

#include "base/buf.h"
#include "base/drawing.h"

enum { SVG_PARTS = 24 };

struct svg {
	int width, height;
	struct buf part[SVG_PARTS]; /* owned; empty: nothing to show */
};

void svg_make(const struct drawing *d, struct svg *out);
void svg_release(struct svg *s);

/* The whole picture as a document: title, what it says in words, and the
 * style sheet that gives its classes colours. */
void svg_document(const struct svg *s, const char *lang, const char *title,
    const char *words, const char *style, struct buf *out);

#endif
