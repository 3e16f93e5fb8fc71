/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_WRITING_H
#define TESTS_WORLD_WRITING_H

/* What people write, and how: replies to mails of the daemon. */

#include "tests/world/people.h"

/* How somebody writes. */
struct manner {
	bool quotes;    /* the mail that is answered stands below */
	bool html;      /* as HTML alone */
	bool elsewhere; /* from another address of theirs */
	bool automatic; /* it was their program */
	bool twice;     /* the same mail comes again */
	bool forged;    /* somebody else writes, who tries an address */
	bool stranger;  /* and says so */
	bool fresh;     /* it answers no mail */
	bool secret;    /* nobody else may notice (twin.h) */
	int stream;     /* the chance of its way; 0: its writer's */
};

/* Replies to a mail with one line, or some. */
void write_reply(struct person *p, const struct delivered *to, const char *line,
    const char *offered, const struct manner *how);
/* As people do. */
void write_as_usual(struct person *p, const struct delivered *to,
    const char *line, const char *offered);
/* Somebody knows how such an address is made, and not the token of this one:
 * it is that of another seat, or guessed. They say that they are that person,
 * or nobody here. */
void write_forged(struct person *p, const struct delivered *to);

#endif
