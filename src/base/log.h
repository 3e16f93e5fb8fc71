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
#include <stdbool.h>
#include <stdint.h>

enum log_level {
	LOG_LEVEL_ERROR,
	LOG_LEVEL_WARNING,
	LOG_LEVEL_INFO,
	LOG_LEVEL_DEBUG,
	LOG_LEVEL_TRACE
};

void log_set_level(enum log_level level);                   /* default: INFO */
int log_level_parse(const char *word, enum log_level *out); /* -1: unknown */

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

/*
 * Level trace follows single mails. Each of its lines has the number that the
 * mail has in the inbox, inbox=12, and is written at once, also if what it
 * tells of is undone later. At other levels nothing is evaluated.
 *     log_mail(12);
 *     log_trace("line", LOG_NUMBER("line", 3), LOG_WORD("is", "move"));
 * writes event=trace.line inbox=12 line=3 is=move. Of a number that is none (0
 * or less) or a word that is NULL nothing is written.
 */
struct log_fact {
	const char *key, *word;
	int64_t number;
};
#define LOG_WORD(key_, word_) { .key = (key_), .word = (word_) }
#define LOG_NUMBER(key_, number_) { .key = (key_), .number = (number_) }
#define log_trace(step, ...) \
	do { \
		if (log_traces()) \
			log_trace_facts(step, \
			    (const struct log_fact[]){ __VA_ARGS__, \
				{ .key = NULL } }); \
	} while (0)
bool log_traces(void);
void log_trace_facts(const char *step, const struct log_fact *facts);
/* The mail that the next lines are of; 0: none. */
void log_mail(int64_t inbox);
/* The mail is why this one lies in the outbox; and back from that one to the
 * mail, if it is not too long ago nor of before a restart. */
void log_wrote(int64_t outbox);
void log_mail_of(int64_t outbox);
/* "p2"; NULL of 0. */
const char *log_seat(int seat);

#endif
