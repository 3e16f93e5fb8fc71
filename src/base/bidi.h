/* SPDX-License-Identifier: MIT */
#ifndef BASE_BIDI_H
#define BASE_BIDI_H

/* Letters that run from right to left (Unicode Standard Annex #9, classes R and
 * AL), by utf8proc. A line of such and of others is put in order by whoever
 * shows it. */

#include <stdbool.h>
#include <stddef.h>

/* U+200E: nothing to be seen, but what follows runs from left to right. */
#define BIDI_MARK "\xe2\x80\x8e"

/* Whether there are any. */
bool bidi_leftward(const char *s, size_t len);
/* Whether the last letter is one: a number behind it would be shown before. */
bool bidi_ends_leftward(const char *s, size_t len);

#endif
