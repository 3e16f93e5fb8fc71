/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_MAILBOX_H
#define TESTS_WORLD_MAILBOX_H

/*
 * The mailbox of the games as its server keeps it: mails with numbers that only
 * rise, and the time at which each came. The daemon has it by the contract of
 * mail/source.h; source_driver() of this program gives no other.
 *
 * Connections are cut, mails are not given or not moved for a while, all get
 * other numbers, others who use the mailbox take mails away, and for minutes or
 * hours nobody can look at all.
 */

#include "base/buf.h"

void mailbox_open(void);
void mailbox_close(void);
/* A mail has come, now; takes it. */
void mailbox_deliver(struct buf *raw);
/* From now on nothing goes wrong with it. */
void mailbox_heal(void);
/* How many lie there. */
int mailbox_count(void);
/* The process that fetched is gone: what it had begun is forgotten. */
void mailbox_hang_up(void);

#endif
