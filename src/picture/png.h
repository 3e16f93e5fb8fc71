/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PNG_H
#define PICTURE_PNG_H

/*
 * Pixels as a PNG with a table of colours. A picture is a ground on which
 * something was painted, and it is packed in strips of rows, each for itself:
 * the strips of a ground are packed once, others are remembered for the next
 * picture, in which a move has changed but a few of them. The bytes are the
 * same whether a strip was remembered or not. Inside picture/ only.
 */

#include "base/buf.h"
#include "base/err.h"
#include "base/hash.h"
#include "picture/colours.h"

struct png; /* what writes them, one after the other, and remembers */
struct png_ground;

int png_open(struct png **out, struct err *e); /* -1: ERR_GIVEUP */
void png_free(struct png *w);                  /* NULL allowed */
/* The pixels have to stay as they are; of: what they show, for no other ground
 * has that. -1: ERR_GIVEUP. */
int png_ground(struct png *w, const struct pixels *p,
    const uint8_t of[HASH_SIZE], struct png_ground **out, struct err *e);
void png_ground_free(struct png_ground *g); /* NULL allowed */
/* Appends a picture on that ground, as wide and no higher. -1: ERR_GIVEUP. */
int png_bytes(struct png *w, struct png_ground *g, const struct pixels *p,
    struct buf *out, struct err *e);

#endif
