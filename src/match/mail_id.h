/* SPDX-License-Identifier: MIT */
#ifndef MATCH_MAIL_ID_H
#define MATCH_MAIL_ID_H

/* What the club's mails are known by. */

#include "match/club.h"

struct observer;

/* The Message-ID of the mail that is called so ("42.77.p2.3"). Only who was
 * sent it knows it: a report that names it is believed where sub-addresses do
 * not reach us (doc/design.md 4.6). After a restore numbers come again: no new
 * mail has the Message-ID of a lost one, which a mailbox would drop as its
 * copy, and what names a lost one names none of ours. */
void club_message_id(const struct club *c, const char *name, struct buf *out);
/* The Message-ID of a mail of no place at a table, and what stands in it for
 * that, "0.k3v9", which are appended. The name has nothing but what its reader
 * knows, so it is the same whatever the club has received and written beside
 * it: no number of a row. */
void club_mail_id(const struct club *c, const char *name, struct buf *out);
void club_mail_mark(const struct club *c, const char *name, struct buf *out);

/* "k3v9", what who watches a game is called there, in marks and addresses:
 * its row's number would count those who watch other games. It has a letter. */
enum { OBSERVER_MARK = 5 };
void club_observer_mark(const struct club *c, const struct observer *o,
    char out[OBSERVER_MARK]);

#endif
