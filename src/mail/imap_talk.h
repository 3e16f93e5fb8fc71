/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_TALK_H
#define MAIL_IMAP_TALK_H

/*
 * Commands that we speak ourselves, line by line on libetpan's stream, since
 * libetpan's own are not strict (a blank before the end of AUTHENTICATE, 8-bit
 * characters in the quoted strings of LOGIN) or wait for ever (IDLE). Between
 * talk_open and talk_close libetpan itself must not be used.
 */

#include "mail/imap_own.h"

enum { TALK_TAG = 16 };

enum talk_answer {
	TALK_BROKEN = -1, /* no answer, no IMAP, or BYE */
	TALK_OK,
	TALK_NO,
	TALK_BAD,   /* tagged: the command is over */
	TALK_MORE,  /* "+": the server waits for us */
	TALK_NOTICE /* "*": untagged */
};

struct talk {
	struct imap_session *session; /* borrowed */
	const char *what;             /* for messages: "idle", "login" */
	char tag[TALK_TAG];
	MMAPString *line;
	/* what follows the first word of the last line: "[CODE] text", base64
	 * after a "+", "12 EXISTS"; borrowed until the next line */
	const char *text;
};

void talk_open(struct talk *t, struct imap_session *s, const char *what);
void talk_close(struct talk *t); /* wipes the last line */

/* A new command: a tag, a blank, the text, which ends with CR LF. */
int talk_command(struct talk *t, const char *text, struct err *e);
int talk_send(struct talk *t, const char *text, size_t len, struct err *e);
/* The next line. TALK_BROKEN sets e, as does nothing else. */
enum talk_answer talk_read(struct talk *t, struct err *e);
/* The next line that is not untagged. */
enum talk_answer talk_answer(struct talk *t, struct err *e);
int talk_failed(struct talk *t, const char *why, struct err *e);

/* Has the tagged answer a response code (RFC 5530) of this list? */
bool talk_has_code(const struct talk *t, const char *const *codes, size_t n);

#endif
