/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PNG_H
#define PICTURE_PNG_H

/*
 * Pixels as a PNG with a table of colours. A picture is a ground on which
 * something was painted: what the ground has is looked up in the table when it
 * is made, and then only what was painted. Strips of rows that an earlier
 * picture has had are not packed again (strips.h). The bytes depend on the
 * pixels, the library and the processor alone. Inside picture/ only.
 */

#include "base/buf.h"
#include "picture/colours.h"
#include "picture/pen.h"

struct png; /* what writes them, one after the other */
struct png_ground;

struct png *png_new(void);
void png_free(struct png *w); /* NULL allowed */
/* The pixels have to stay as they are. */
struct png_ground *png_ground(struct png *w, const struct pixels *p);
void png_ground_free(struct png_ground *g); /* NULL allowed */
/* Appends a picture on that ground, as wide and no higher, and as it is but
 * where it was touched, of which is left what is not as on the ground. */
void png_bytes(struct png *w, struct png_ground *g, const struct pixels *p,
    struct touched *touched, struct buf *out);

#endif
