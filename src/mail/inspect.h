/* SPDX-License-Identifier: MIT */
#ifndef MAIL_INSPECT_H
#define MAIL_INSPECT_H

/*
 * A look into the mailbox for `paquebot doctor`: does the login work, may mail
 * be moved, and has a certain mail arrived? No other mail is read or moved. A
 * daemon may be at work on the same mailbox: what it has moved meanwhile is
 * found in the done folder.
 *
 * The IMAP connection lives in the calling process, not in one of its own as
 * the daemon's (imap_child.h): a server that breaks the parser ends a tool that
 * a person has started.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "conf/conf.h"

struct inspector;

/* Connects, verifies, logs in and selects the folder; a Maildir: looks whether
 * it may be written, or made. c is borrowed until the close. */
int inspect_open(const struct conf_mailbox *c, struct inspector **out,
    struct err *e);
/* Whether the server tells of new mail by itself. */
bool inspect_idles(const struct inspector *in);
/* A Maildir that is not there yet: the daemon makes it. */
bool inspect_missing(const struct inspector *in);
/* 1 it has come: raw (cleared) and when the server received it; and it was
 * moved to the done folder, as the daemon would have; 0 not yet. */
int inspect_find(struct inspector *in, const char *message_id, struct buf *raw,
    int64_t *received, struct err *e);
/* Why what was found last could not be moved; NULL: it could. */
const char *inspect_refusal(const struct inspector *in);
void inspect_close(struct inspector *in); /* NULL allowed */

#endif
