/* SPDX-License-Identifier: MIT */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

/* Some bytes of a text that somebody else owns; they need not end in NUL. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct slice {
	const char *at;
	size_t len;
};

static inline bool
slice_is(struct slice s, const char *word)
{
	return s.len == strlen(word) && memcmp(s.at, word, s.len) == 0;
}

static inline bool
slice_same(struct slice a, struct slice b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

#endif
