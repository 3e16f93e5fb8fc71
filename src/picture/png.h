/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PNG_H
#define PICTURE_PNG_H

/* Pixels as a PNG with a table of at most 256 colours. Inside picture/ only. */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct pixels {
	const uint32_t *at; /* borrowed: 0x--RRGGBB */
	size_t stride;      /* pixels from row to row */
	int width, height;
	/* Colours that stay what they are, however little there is of them. */
	uint32_t keep[8];
	int kept;
};

struct png; /* what writes them, one after the other */

int png_open(struct png **out, struct err *e); /* -1: ERR_GIVEUP */
void png_free(struct png *w);                  /* NULL allowed */
/* Appends; -1 ERR_GIVEUP. */
int png_bytes(struct png *w, const struct pixels *p, struct buf *out,
    struct err *e);

#endif
