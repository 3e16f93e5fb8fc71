/* SPDX-License-Identifier: MIT */
#ifndef GAME_STRICT_OWN_H
#define GAME_STRICT_OWN_H

/* Between the two files of game/strict.h. */

#include "game/strict.h"

/* Which line of the given text a line of the tidied one was. */
struct lines {
	int *given;                      /* owned */
	int n, cap;
};
int lines_given(const struct lines *l, int number);
void lines_release(struct lines *l);

/* Appends the text tidied, so that turnlog_next() can read it if it is a log
 * at all. */
void strict_tidy(const char *text, size_t len, struct buf *out,
	struct lines *lines);

#endif
