/* SPDX-License-Identifier: MIT */
#ifndef MAIL_FAULT_H
#define MAIL_FAULT_H

/*
 * Whose fault a refusal is. An SMTP server says it by where in the dialogue it
 * refuses, by the reply code (RFC 5321 4.2), by the enhanced status code (RFC
 * 3463, 5248, 7372) and, where providers are not at one about those, by their
 * wordings. One table holds all of it (fault.c).
 */

#include <stdbool.h>
#include <stddef.h>

/* Ordered: from FAULT_LINE on it is no letter's fault. */
enum fault {
	FAULT_NONE,
	FAULT_PASSING, /* this letter, for now: greylisted */
	FAULT_LETTER,  /* what was written: size, content */
	/* mail to the address does not arrive for now: a full mailbox,
	 * blocked */
	FAULT_ADDRESS,
	FAULT_GONE, /* there is no such mailbox */
	/* no session: network, TLS, login, 421, a server in trouble */
	FAULT_LINE,
	FAULT_OURS /* our account, sender or quota */
};

/* Whether it concerns outgoing mail as a whole. */
static inline bool
fault_stops(enum fault f)
{
	return f >= FAULT_LINE;
}

/* Where in the dialogue. */
enum stage {
	STAGE_CONNECT, /* until the server has greeted */
	STAGE_TLS,
	STAGE_HELLO,
	STAGE_LOGIN,
	STAGE_MAIL,
	STAGE_RCPT,
	STAGE_DATA,
	STAGE_DOT,   /* from 354 on */
	STAGE_REPORT /* none: a report of RFC 3464 */
};
/* "MAIL FROM"; "connect". */
const char *stage_name(enum stage s);

/* A reply: its lines joined to one, without what each repeats:
 * "550 5.4.5 Daily limit exceeded. More at https://…". */
struct smtp_reply {
	int code;   /* 0: none yet */
	bool whole; /* the last line was seen */
	char text[400];
};
/* Takes one line as it came, with its end; a line after a whole reply begins
 * the next. What is not valid UTF-8 becomes "?", so do controls. False: it
 * is no reply line. */
bool reply_add(struct smtp_reply *r, const char *line, size_t len);

/* Appends to its text as much as there is room for, cleaned in that way. */
void reply_append(struct smtp_reply *r, const char *s, size_t len);

/* The enhanced status in a text ("5.1.1" in "550 5.1.1 no such user", or what
 * begins with it), as class, subject and detail; false: none. */
bool status_read(const char *text, int out[3]);

/* Of a negative reply's text, beginning with its code; of a report the status
 * and what may follow it. Words with an @ in them do not count. */
enum fault fault_of(enum stage stage, const char *text);

#endif
