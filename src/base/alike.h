/* SPDX-License-Identifier: MIT */
#ifndef BASE_ALIKE_H
#define BASE_ALIKE_H

/*
 * Whether two names could be taken for each other: by their skeletons (UTS 39,
 * ICU's uspoof), in which letters that look alike are one letter, without case,
 * accents, dots and spaces. "Anna", "А. nna" with a Cyrillic А and "anna" are
 * one name; "bob" and "B0b" too, "Ian" with a capital i and "lan" with a small
 * L.
 */

#include <stdbool.h>

#include "base/buf.h"

/* What a name looks like, however it is written: two forms, of the name as it
 * is and of the name in small letters. Names are alike if a form of theirs is
 * the same. UTF-8, owned. */
struct alike {
	struct buf as_is, small;
};
void alike_init(struct alike *a, const char *name);
void alike_release(struct alike *a);
bool alike_same(const struct alike *a, const struct alike *b);
/* The same for a name that is compared once. */
bool alike_is(const struct alike *a, const char *name);

#endif
