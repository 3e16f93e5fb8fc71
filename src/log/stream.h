/* SPDX-License-Identifier: MIT */
#ifndef LOG_STREAM_H
#define LOG_STREAM_H

/*
 * Many games in one text: turn logs one after another, each from its line
 * `%turnlog …` to before the next (turnlog(5)). A text of one log is a stream
 * of one. Comments and blank lines before the first such line belong to the
 * first log, and anything else there is a log, which is wrong.
 */

#include "base/slice.h"

struct log_stream {
	const char *at, *end;
	int line; /* lines that stand before *at */
};

void log_stream_open(struct log_stream *s, const char *text, size_t len);
/* The next log, and how many lines of the text stand before it; an empty text
 * is one log. False: there is none. */
bool log_stream_next(struct log_stream *s, struct slice *log, int *before);
/* Whether another one follows. */
bool log_stream_more(const struct log_stream *s);

/* A failure that names a line of the log, "LINE: what", names that of the text:
 * `before` lines later. */
struct err;
void log_stream_line(int before, struct err *e);

#endif
