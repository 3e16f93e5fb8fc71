/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PNG_H
#define PICTURE_PNG_H

/*
 * Pixels as a PNG with a table of colours. A picture is a ground on which
 * something was painted: the rows of it that are as on the ground were looked
 * through when the ground was made, and what tells them is kept. The bytes
 * depend on the pixels alone. Inside picture/ only.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "picture/colours.h"

struct png; /* what writes them, one after the other */
struct png_ground;

struct png *png_new(void);
void png_free(struct png *w); /* NULL allowed */
/* The pixels have to stay as they are. */
struct png_ground *png_ground(const struct pixels *p);
void png_ground_free(struct png_ground *g); /* NULL allowed */
/* Appends a picture on that ground, as wide and no higher. painted: of each
 * row, whether it is not as on the ground. */
void png_bytes(struct png *w, struct png_ground *g, const struct pixels *p,
    bool *painted, struct buf *out);

#endif
