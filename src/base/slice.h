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

/* Mostly the first byte tells, so no library function is called. */
static inline bool
slice_is(struct slice s, const char *word)
{
	for (size_t i = 0; i < s.len; i++)
		if (word[i] != s.at[i] || word[i] == '\0')
			return false;
	return word[s.len] == '\0';
}

static inline bool
slice_same(struct slice a, struct slice b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Takes the next line of a text that ends in NUL, without its LF; false: there
 * is none. */
static inline bool
slice_line(const char **text, struct slice *line)
{
	const char *s = *text;

	*line = (struct slice){ s, strcspn(s, "\n") };
	*text += line->len + (s[line->len] == '\n');
	return *s != '\0';
}

#endif
