/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PACK_H
#define PICTURE_PACK_H

/*
 * Rows of bytes, all as wide, as a block of deflate (RFC 1951). A byte is told
 * as itself, as the same again, or as what stands above it: in pictures of flat
 * colours that is nearly as short as what looks everywhere, and much sooner
 * found. What tells a row depends on it and on the one above alone, so that of
 * a row that stays it can be kept. Inside picture/ only.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct pack {
	uint16_t *at; /* owned */
	size_t n, room;
};

void pack_release(struct pack *w);
void pack_add(struct pack *w, const uint16_t *more, size_t n);
/* What tells a row below another (NULL: the first). */
void pack_row(struct pack *w, const uint8_t *row, const uint8_t *above,
    size_t wide);
/* The same, where a row and the one above have been told before, and others are
 * the parts of either that are not as they were, from the lowest bit on. */
enum { PACK_PART = 16, PACK_WIDE = 64 * PACK_PART };
void pack_changed(struct pack *w, const uint16_t *told, size_t n,
    uint64_t others, const uint8_t *row, const uint8_t *above, size_t wide);
/* Appends them as the one block that there is, of rows so wide. */
void pack_write(const struct pack *w, size_t wide, struct buf *out);

#endif
