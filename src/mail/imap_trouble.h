/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_TROUBLE_H
#define MAIL_IMAP_TROUBLE_H

/*
 * Why the mailbox is not read, in one line for people, with what is to be done
 * about it, as mail/trouble.h has it for outgoing mail:
 *
 *     imaps://games@imap.example.org:993/INBOX: login: refused: no; are user
 *     and password right? …
 */

#include "base/buf.h"
#include "base/err.h"
#include "conf/conf.h"

/* Appends what such a line begins with, before the colon. */
void imap_place(const struct conf *c, struct buf *out);
/* text: what failed. -1, with the line in e. */
int imap_trouble(const struct conf *c, enum err_kind kind, const char *text,
	struct err *e);

#endif
