/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PICTURE_PIXELS_H
#define TESTS_PICTURE_PIXELS_H

/* Pictures, made without a failure, and what a PNG of ours shows, read by
 * zlib. */

#include <stddef.h>
#include <stdint.h>

#include "picture/picture.h"

/* For pictures_free(). */
struct pictures *pixels_open(void);
void pixels_png(struct pictures *p, const struct drawing *d, struct buf *out);

/* As PNG writes numbers. */
unsigned pixels_number(const char *at);
/* Rows of numbers of colours, each after one of its own; the caller's, for
 * free(). */
unsigned char *pixels_unpacked(const struct buf *png, size_t *len);
/* A colour of its table. */
uint32_t pixels_colour(const struct buf *png, unsigned char number);

#endif
