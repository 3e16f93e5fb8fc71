/* SPDX-License-Identifier: MIT */
#ifndef MATCH_MAIL_ID_H
#define MATCH_MAIL_ID_H

/* What the club's mails are known by. */

#include "match/club.h"

/* The Message-ID of the mail that is called so ("42.77.p2.3"). Only who was
 * sent it knows it: a report that names it is believed where sub-addresses do
 * not reach us (doc/design.md 4.6). After a restore numbers come again: no new
 * mail has the Message-ID of a lost one, which a mailbox would drop as its
 * copy, and what names a lost one names none of ours. */
void club_message_id(const struct club *c, const char *name, struct buf *out);
/* The Message-ID of a mail about no game, and what stands in it for that,
 * "0.k3v9", which are appended: name is what it is here, "req5", with numbers
 * of rows, which count what the club has received and written: nobody is told
 * them. */
void club_mail_id(const struct club *c, const char *name, struct buf *out);
void club_mail_mark(const struct club *c, const char *name, struct buf *out);

#endif
