/* SPDX-License-Identifier: MIT */
#ifndef MAIL_TROUBLE_H
#define MAIL_TROUBLE_H

/*
 * Why outgoing mail does not go, or the mailbox is not read, in one line for
 * people, and what is to be done about it: for the log, `paquebot queue`, the
 * keeper's mail and `paquebot doctor` alike.
 *
 *     smtp.example.org:465, connect: no answer in time; 465 speaks TLS at
 *     once: set tls = implicit
 *     imaps://games@imap.example.org:993/INBOX: login: refused: no; are user
 *     and password right? …
 */

#include "base/buf.h"
#include "base/err.h"
#include "conf/conf.h"
#include "mail/fault.h"

struct trouble {
	enum stage stage;
	bool login_missing; /* no way to log in is offered */
	bool time_out, connected;
	const char *reply;  /* the server's words; "" none */
	const char *detail; /* the library's, used without reply */
	/* a recipient: the reply may name them, the line does not; NULL none */
	const char *to;
};

/* Appends the line. */
void trouble_say(const struct conf *c, const struct trouble *t,
    struct buf *out);

/* Appends a text in which `to` stands, NULL none, as "recipient": what concerns
 * all mail names nobody. */
void trouble_nameless(const char *text, const char *to, struct buf *out);

/* The same of the mailbox; text: what failed. -1, with the line in e. */
int trouble_imap(const struct conf_mailbox *c, enum err_kind kind,
    const char *text, struct err *e);
/* Appends what such a line begins with, before the colon. */
void trouble_mailbox(const struct conf_mailbox *c, struct buf *out);

#endif
