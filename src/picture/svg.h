/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_SVG_H
#define PICTURE_SVG_H

/*
 * The picture of a drawing (picture.h) as SVG: the same painters, with a pen
 * that writes. An element that stands alone, a thing, is a line; things are in
 * parts, which SVG_PART ends and which are as many on every board of a game,
 * so that a page of many positions holds each once. Text is as wide as it was
 * planned, whatever font shows it.
 */

#include "base/buf.h"
#include "base/drawing.h"
#include "base/err.h"

enum { SVG_PART = '\f' };

struct svg {
	int width, height;
	const struct buf *ground; /* borrowed until the next one: is fixed */
	struct buf pieces;        /* owned; parts */
};

struct svgs;

/* ERR_GIVEUP: the font is not installed. */
int svgs_open(struct svgs **out, struct err *e);
void svgs_free(struct svgs *s); /* NULL allowed */

/* Into one that is empty or was used before. */
void svg_make(struct svgs *s, const struct drawing *d, struct svg *out);
void svg_release(struct svg *s);

/* What any document with parts of it has among its styles. */
extern const char svg_style[];

/* A file: title and words are text. */
void svg_document(const struct svg *s, const char *lang, const char *title,
    const char *words, struct buf *out);

#endif
