/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PARCEL_H
#define PICTURE_PARCEL_H

/* A drawing as bytes, to be drawn later, by this build: another takes what it
 * was not made for as damaged. Equal drawings give equal bytes. Several may
 * stand one behind the other. */

#include "base/buf.h"
#include "base/drawing.h"

void parcel_pack(const struct drawing *d, struct buf *out);
/* The first of them, into an empty drawing, and how many bytes it was; -1: they
 * are none of this build's. */
int parcel_open(const void *data, size_t len, size_t *used,
    struct drawing *out);

#endif
