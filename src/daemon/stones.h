/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_STONES_H
#define DAEMON_STONES_H

/* Mails that are gone past (store/stone.h): what a source asks and tells about
 * them, the functions of source_hands, with the daemon as their arg. */

#include "daemon/own.h"

enum source_pass stones_pass(void *daemon, const char *mailbox,
    const char *item);
void stones_tell(void *daemon, const struct source_stone *s);
void stones_begin(struct daemon *d); /* a look begins */
/* It has found the end: what was not seen has gone from the mailbox. */
int stones_looked(struct daemon *d, struct err *e);
int64_t stones_due(struct daemon *d); /* seconds; -1 none */

#endif
