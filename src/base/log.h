/* SPDX-License-Identifier: MIT */
#ifndef BASE_LOG_H
#define BASE_LOG_H

/*
 * One line tells one event, in words key=value, to standard error (the
 * journal adds the time):
 *     game=42 turn=17 seat=p2 event=move.accepted mid=<…>
 * Never a hand, a token, a password or a body. Values with spaces or quotes
 * are quoted by log_event itself; control bytes are escaped.
 */

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

#endif
