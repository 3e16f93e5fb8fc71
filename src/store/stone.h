/* SPDX-License-Identifier: MIT */
#ifndef STORE_STONE_H
#define STORE_STONE_H

/*
 * Stones: mails that lie in the mailbox because the server does not give them,
 * they cannot be stored, or it does not let them be moved (mail/source.h). They
 * are gone past, and tried again a minute later, then two, four … up to six
 * hours. A row goes when its mail has gone from the mailbox.
 */

#include "store/db.h"

enum { STONE_FIRST = 60, STONE_LONGEST = 6 * 3600 }; /* seconds */

struct stone {
	int64_t id;
	char *mailbox, *item, *why; /* owned */
	bool taken;                 /* read; only moving it failed */
	bool copied;                /* and there, only not removed here */
	int64_t received;           /* 0: not known */
	int64_t since, due;
	int tries;
};
void stone_release(struct stone *s);

/* Notes one more failure at that moment; id, since, tries and due are not
 * read, and id is set. 1: it is a new one, 0. */
int stone_put(struct db *db, struct stone *s, int64_t now, struct err *e);
/* 1, 0 it is none. */
int stone_get(struct db *db, const char *mailbox, const char *item,
    struct stone *out, struct err *e);
/* When the next one is to be tried: 1, 0 there is none. */
int stone_due(struct db *db, int64_t *due, struct err *e);
/* In order of id; fn non-zero stops. */
int stone_each(struct db *db, int (*fn)(void *arg, const struct stone *s),
    void *arg, struct err *e);
int stone_count(struct db *db, int *out, struct err *e);
int stone_drop(struct db *db, int64_t id, struct err *e);
/* It is tried at once: 1, 0 there is no such. */
int stone_retry(struct db *db, int64_t id, struct err *e);

#endif
