/* SPDX-License-Identifier: MIT */
#ifndef TEXT_MARK_H
#define TEXT_MARK_H

#include "base/buf.h"

/* Puts a mail's mark, in brackets, into the first sentence of its Markdown,
 * behind a clause in its first line: what a telephone shows of a mail begins
 * with what matters. */
void texts_mark(struct buf *md, const char *mark);

#endif
