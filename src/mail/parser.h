/* SPDX-License-Identifier: MIT */
#ifndef MAIL_PARSER_H
#define MAIL_PARSER_H

/*
 * message_read() in a process that has nothing to lose. MIME, charsets, HTML
 * and addresses are read from strangers' bytes; whatever goes wrong there goes
 * wrong in a process that holds one end of a channel and nothing else: no
 * database, no file, no network, no way to start another (confine.h). It gives
 * back a struct message; the words in it are a stranger's as before.
 *
 * A mail that ends the process, or takes it a second of its own time, is not
 * read; the next mail finds a new process. Mails that were handed over
 * together are read ahead while the first are judged.
 *
 * The process is the program executed again, so main() of a program begins with
 * parser_child(). One that does not, as unit tests, reads in its own process.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "mail/message.h"

struct parser;

struct parser_mail {
	const void *raw; /* borrowed until it was read */
	size_t len;
	bool report; /* whatever it looks like */
};

/* Starts nothing yet. */
struct parser *parser_new(void);
void parser_free(struct parser *p); /* NULL allowed */

/* What will be asked for next, in this order; forgets what was told before. */
void parser_expect(struct parser *p, const struct parser_mail *mails, size_t n);
/* As message_read. -1: ERR_CORRUPT if it cannot be read for what it is,
 * ERR_LATER if there is no process to be had, or it lost its channel. */
int parser_read(struct parser *p, const void *raw, size_t len,
    struct message *out, struct err *e);
/* Reads it once more, with message_read_report: m, which the caller releases in
 * any case, is then what that gives. What was expected is forgotten. */
int parser_read_report(struct parser *p, const void *raw, size_t len,
    struct message *m, struct err *e);

/* The process itself: -1, this is an ordinary start; else its exit status. */
int parser_child(int argc, char **argv);

#endif
