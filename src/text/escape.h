/* SPDX-License-Identifier: MIT */
#ifndef TEXT_ESCAPE_H
#define TEXT_ESCAPE_H

/*
 * Making text of what might be markup. For Markdown the place decides: the
 * state follows what has been written, so that it is known whether a value
 * lands inside a code span or block. Private to text/, but for escape_html.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct escape_state {
	struct buf *out; /* borrowed: the Markdown so far */
	size_t seen;     /* bytes of it looked at */
	size_t fence;    /* backticks of the open block, or 0 */
	size_t span;     /* backticks of the open span, or 0 */
};

/* What is in out before is taken for closed. */
void escape_begin(struct escape_state *s, struct buf *out);

/* Whether what is written next lands in a code span or block. */
bool escape_in_code(struct escape_state *s);

/* Appends a value so that it reads as itself. */
void escape_markdown(struct escape_state *s, const char *text, size_t len);

/* & < > " become entities. */
void escape_html(const char *text, size_t len, struct buf *out);

#endif
