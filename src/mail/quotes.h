/* SPDX-License-Identifier: MIT */
#ifndef MAIL_QUOTES_H
#define MAIL_QUOTES_H

/*
 * Which lines of a mail's text were newly written (quotes.c), from what single
 * lines are (quoting.h).
 */

#include "base/buf.h"
#include "base/slice.h"

enum quoting_line { QUOTING_NEW, QUOTING_QUOTE, QUOTING_SIGNATURE };

/* Each line of a text in order, with what it is. Returns the number of the
 * first below a copy without prefix that stands below new text; 0 none. */
typedef void quoting_each(void *arg, struct slice line, enum quoting_line is);
size_t quoting_lines(const char *text, quoting_each each, void *arg);

/* What was taken for quoted, and where new text stands. */
struct message_cut {
	/* where it goes on below a copy without prefix that stands below new
	 * text, which tells an answer above from one below; 0 nowhere */
	size_t below;
	struct slice first, last; /* quoted lines, within the text read */
};
/* The reply text alone, without MIME: cuts quotes, attribution, signature
 * (doc/design.md 13.2). LF text. found may be NULL. */
void message_cut(const char *text, struct buf *out, struct message_cut *found);

#endif
