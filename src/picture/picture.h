/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PICTURE_H
#define PICTURE_PICTURE_H

/*
 * A drawing (base/drawing.h) as a PNG, for those who read mails with pictures.
 * It is PICTURE_WIDTH pixels wide, which is what a window shows pixel for
 * pixel, and a telephone at half of it on its finer screen.
 *
 * Nothing is said by colour alone: seats have a shape and their number, lines
 * and goods a letter, names stand clear of each other and of lines. Grounds
 * are opaque, so a mail program that is dark shows the same picture.
 *
 * Equal drawings give equal bytes, in the process, with the same libraries and
 * on the same kind of processor. What never changes of a board, its coast,
 * names and free lines, is drawn once and kept, and so is what a picture has in
 * common with it. Only this room knows cairo, fontconfig and ISA-L.
 */

#include "base/buf.h"
#include "base/drawing.h"
#include "base/err.h"

enum { PICTURE_WIDTH = 700, PICTURE_MOST = 220000 };

struct pictures;

/* Finds the font; ERR_GIVEUP if it is not installed. */
int pictures_open(struct pictures **out, struct err *e);
void pictures_free(struct pictures *p); /* NULL allowed */

/* Appends the PNG. -1: it cannot be made, and the map in columns has to do. */
int picture_png(struct pictures *p, const struct drawing *d, struct buf *out,
    struct err *e);

#endif
