/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PICTURE_PIXELS_H
#define TESTS_PICTURE_PIXELS_H

/* What a PNG of ours shows, read by zlib. */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* As PNG writes numbers. */
unsigned pixels_number(const char *at);
/* Rows of numbers of colours, each after one of its own; the caller's, for
 * free(). */
unsigned char *pixels_unpacked(const struct buf *png, size_t *len);
/* A colour of its table. */
uint32_t pixels_colour(const struct buf *png, unsigned char number);

#endif
