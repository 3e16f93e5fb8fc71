/* SPDX-License-Identifier: MIT */
#ifndef TEXT_DRAWING_H
#define TEXT_DRAWING_H

/*
 * A drawing (base/drawing.h) as columns of text. Points are written by their
 * marks and labels, centred on their place. Lines are dots, colons where two
 * run side by side; what of a line is done is written in its mark, lines side
 * by side in turn. In the middle of a line of one direction that is not
 * begun there stands an arrow (< > ^ v). Marks and
 * labels are ASCII.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/drawing.h"

struct dress;
struct texts;

enum { DRAWING_COLUMNS = 200, DRAWING_ROWS = 100 };

/* Names of what has a cut label, and the labels if they are wanted (pictures
 * show names), in the words of a language where it has some for the things
 * that points stand for; a label that is cut is read as its thing there.
 * Labels stay ASCII. */
void texts_dress_drawing(const struct texts *t, const struct dress *d,
    bool labels, struct drawing *out);

/* At most `columns` wide (up to DRAWING_COLUMNS); one row for each unit of
 * height, at most DRAWING_ROWS. Appends lines without trailing spaces. */
void drawing_text(const struct drawing *d, int columns, struct buf *out);
/* The same, column by column, with box drawing for lines and real arrows. */
void drawing_glyphs(const struct drawing *d, int columns, struct buf *out);

#endif
