/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_LEFTOVERS_H
#define DAEMON_LEFTOVERS_H

/* Mails that are gone past (store/leftover.h): what a source asks and tells
 * about them, the functions of source_hands, with the daemon as their arg. */

#include "daemon/own.h"

enum source_pass leftovers_pass(void *daemon, const char *mailbox,
    const char *item);
void leftovers_tell(void *daemon, const struct source_leftover *s);
void leftovers_begin(struct daemon *d); /* a look begins */
/* It has found the end: what was not seen has gone from the mailbox. */
int leftovers_looked(struct daemon *d, struct err *e);
int64_t leftovers_due(struct daemon *d); /* seconds; -1 none */

#endif
