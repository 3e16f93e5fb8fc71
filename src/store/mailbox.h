/* SPDX-License-Identifier: MIT */
#ifndef STORE_MAILBOX_H
#define STORE_MAILBOX_H

/* Since when a mailbox is reached, or is not and why: for every process to see,
 * and for the next start to go on from. Its name is that of its section in the
 * configuration, "" if that has none. */

#include "store/db.h"

struct mailbox {
	int64_t works, fails;                       /* since when; 0: not */
	int failures;                               /* attempts since then */
	int64_t again;                              /* the next; 0: it works */
	char reason[sizeof((struct err *)0)->text]; /* "": it works */
};

/* Both moments are 0 before the first look. */
int mailbox_read(struct db *db, const char *name, struct mailbox *out,
    struct err *e);
int mailbox_write(struct db *db, const char *name, const struct mailbox *m,
    struct err *e);
/* Drops the rows of all but those: names, each between two line ends
 * ("\n\nnear\n" are "" and "near"). */
int mailbox_prune(struct db *db, const char *names, struct err *e);

#endif
