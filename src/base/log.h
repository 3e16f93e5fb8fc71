/* SPDX-License-Identifier: MIT */
#ifndef BASE_LOG_H
#define BASE_LOG_H

/*
 * One line tells one event, in words key=value, to standard error:
 *     2026-11-20T19:12:44Z level=info event=mail.in game=42 seat=p2 mid=…
 * Where that is the journal, which has a clock of its own, the line begins with
 * its priority instead, "<6>" (sd-daemon(3)). Never a hand, a token, a password
 * or a body. Values with spaces or quotes are quoted by log_event itself; bytes
 * that are no UTF-8, controls, and what turns a line around are escaped, \xNN.
 */

#include <stdarg.h>

enum log_level { LOG_LEVEL_ERROR, LOG_LEVEL_WARNING, LOG_LEVEL_INFO,
	LOG_LEVEL_DEBUG };

void log_set_level(enum log_level level);          /* default: INFO */
int log_level_parse(const char *word, enum log_level *out);  /* -1: unknown */

/*
 * log_event(level, "move.accepted", "game", "42", "seat", "p2", NULL):
 * pairs of key and value, closed by NULL; a NULL value is left out.
 */
void log_event(enum log_level level, const char *event, ...)
	__attribute__((sentinel));

/* The same in two steps, for what may yet turn out not to be so (db_log): one
 * line more into out, and lines written. */
struct buf;
void log_add(struct buf *out, enum log_level level, const char *event,
	va_list pairs);
void log_write(const struct buf *lines);

#endif
