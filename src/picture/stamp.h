/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_STAMP_H
#define PICTURE_STAMP_H

/* What is painted over and over, such as the sign of a seat, is painted once
 * and then put down as pixels, on whole ones. Inside picture/ only.
 *
 *	if (stamp_begin(pen, &at, r, r, "seat %d", seat)) {
 *		... paint it around `at` ...
 *		stamp_end(pen);
 *	}
 */

#include "picture/pen.h"

struct stamps;

struct stamps *stamps_new(void);
void stamps_free(struct stamps *s); /* NULL allowed */

/* true: it has to be painted, nowhere further from `at`, which may have moved,
 * than that to a side, up and down; a stamp may be part of another. Its name is
 * as in printf. */
bool stamp_begin(struct pen *p, struct spot *at, double aside, double up,
    const char *name, ...) __attribute__((format(printf, 5, 6)));
void stamp_end(struct pen *p);

#endif
