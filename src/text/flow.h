/* SPDX-License-Identifier: MIT */
#ifndef TEXT_FLOW_H
#define TEXT_FLOW_H

/*
 * Lines of at most `width` columns. A word too long for a line is cut at a
 * grapheme. Text is as tree.h writes it: LF is a hard break, NBSP a space
 * that stays within a line if it can. Private to text/.
 */

#include <stddef.h>

#include "base/buf.h"

/* Appends text, each line with a prefix (the first one `first`, the others
 * `rest`; ASCII) that counts in the width, and a line end. */
void flow(struct buf *out, const char *text, size_t len, int width,
    const char *first, const char *rest);

/* Bytes of the first line of at most width columns; *next is where the line
 * after it begins (len: none). */
size_t flow_line(const char *text, size_t len, int width, size_t *next);

/* Columns of a piece without line ends. */
int flow_width(const char *text, size_t len);

/* Columns of the widest line, and of the longest word; lines counts them. */
struct extent {
	int widest, longest, lines;
};
struct extent flow_measure(const char *text, size_t len);

/* Appends a line's bytes, NBSP as a space, without CODE_END. */
void flow_put(struct buf *out, const char *text, size_t len);

#endif
