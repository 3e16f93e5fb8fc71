/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_STRIPS_H
#define PICTURE_STRIPS_H

/*
 * Rows of pictures as they were packed. A move changes a few places of a board,
 * and the next picture of it is packed but for the strips that have been packed
 * before. Which strip it is, its maker tells by a key: equal keys are equal
 * bytes. What was not asked for longest gives way. Inside picture/ only.
 */

#include "base/buf.h"
#include "base/hash.h"
#include "picture/pack.h"

struct strips;

struct strips *strips_new(void);
void strips_free(struct strips *s); /* NULL allowed */
/* Adds a strip, packed, which is kept if it has a key; *sum goes on from what
 * is before it (pack_adler). */
void strips_put(struct strips *s, const uint8_t key[HASH_SIZE],
    const uint8_t *at, size_t len, uint32_t *sum, struct buf *out);

#endif
