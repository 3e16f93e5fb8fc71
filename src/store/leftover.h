/* SPDX-License-Identifier: MIT */
#ifndef STORE_LEFTOVER_H
#define STORE_LEFTOVER_H

/*
 * Leftovers: mails that lie in the mailbox because the server does not give
 * them, they cannot be stored, or it does not let them be moved
 * (mail/source.h). They are gone past, and tried again a minute later, then
 * two, four … up to six hours. A row goes when its mail has gone from the
 * mailbox.
 */

#include "store/db.h"

enum { LEFTOVER_FIRST = 60, LEFTOVER_LONGEST = 6 * 3600 }; /* seconds */

struct leftover {
	int64_t id;
	char *mailbox, *item, *why; /* owned */
	bool taken;                 /* read; only moving it failed */
	bool copied;                /* and there, only not removed here */
	int64_t received;           /* 0: not known */
	int64_t since, due;
	int tries;
};
void leftover_release(struct leftover *s);

/* Notes one more failure at that moment; id, since, tries and due are not
 * read, and id is set. 1: it is a new one, 0. */
int leftover_put(struct db *db, struct leftover *s, int64_t now, struct err *e);
/* 1, 0 it is none. */
int leftover_get(struct db *db, const char *mailbox, const char *item,
    struct leftover *out, struct err *e);
/* When the next one is to be tried: 1, 0 there is none. */
int leftover_due(struct db *db, int64_t *due, struct err *e);
/* In order of id; fn non-zero stops. */
int leftover_each(struct db *db, int (*fn)(void *arg, const struct leftover *s),
    void *arg, struct err *e);
int leftover_count(struct db *db, int *out, struct err *e);
int leftover_drop(struct db *db, int64_t id, struct err *e);
/* It is tried at once: 1, 0 there is no such. */
int leftover_retry(struct db *db, int64_t id, struct err *e);
/* The clock went back to now: none waits for longer than it would here. */
int leftover_clock_back(struct db *db, int64_t now, struct err *e);

#endif
