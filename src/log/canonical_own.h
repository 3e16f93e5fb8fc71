/* SPDX-License-Identifier: MIT */
#ifndef LOG_CANONICAL_OWN_H
#define LOG_CANONICAL_OWN_H

/* Between the two files of log/canonical.h. */

#include "log/canonical.h"

/* Which line of the given text a line of the tidied one was. */
struct lines {
	int *given; /* owned */
	int n;
};
int lines_given(const struct lines *l, int number);
void lines_release(struct lines *l);

/* Appends the text tidied, so that turnlog_next() can read it if it is a log
 * at all. */
void canonical_tidy(const char *text, size_t len, struct buf *out,
    struct lines *lines);

#endif
