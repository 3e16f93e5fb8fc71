/* SPDX-License-Identifier: MIT */
#ifndef STORE_FAILING_H
#define STORE_FAILING_H

/*
 * Addresses on record whose mail comes back. A mail that came back marks its
 * address as failing; a mail from it that is proven to be its owner's, or one
 * that answers what went there since, takes the mark off. Mail goes to a
 * player's first address that is not failing, or to the first at all. After
 * FAILING_STOP mails that came back because there is no such mailbox, mails
 * about games are not sent there any more, answers neither: outbox_add stores
 * them as failed, until its owner writes from anywhere. When the mark is taken
 * off the last mail of each game goes out once more, if it was not sent or came
 * back.
 */

#include "store/db.h"

enum { FAILING_STOP = 5 };

struct failing {
	int64_t player;
	char *address; /* owned */
	int64_t since; /* 0: not failing */
	int bounces;   /* towards FAILING_STOP */
	int64_t held;  /* clocks were held last; 0 never */
	/* owned: the last reason; NULL. Of failing_each alone */
	char *why;
};
void failing_release(struct failing *f);

/* The record of an address: 1, or 0 if it is nobody's. */
int failing_get(struct db *db, const char *address, struct failing *out,
    struct err *e);
/* A mail to it came back; gone: because there is no such mailbox. */
int failing_mark(struct db *db, const char *address, bool gone, int64_t now,
    struct err *e);
/* It works, as a mail of the player's from there shows (0: whoever's it is):
 * 1, or 0 if it was not failing or is not theirs. */
int failing_clear(struct db *db, int64_t player, const char *address,
    int64_t now, struct err *e);
/* The player writes, as is proven. Of their addresses that fail, the one that
 * the mail is from works, and the one to which that Message-ID (NULL: none)
 * went when mail had come back before, for it was read; another that was given
 * up is tried until one more comes back. 0, -1. */
int failing_heard(struct db *db, int64_t player, const char *from,
    const char *answers, int64_t now, struct err *e);
/* Clocks are held because of it, from now. */
int failing_hold(struct db *db, const char *address, int64_t now,
    struct err *e);
/* Whether the player has an address that is not failing: 1, 0. */
int failing_other(struct db *db, int64_t player, struct buf *out,
    struct err *e);
/* All that fail, the longest first; player 0: everybody's. */
int failing_each(struct db *db, int64_t player,
    int (*fn)(void *arg, const struct failing *f), void *arg, struct err *e);

#endif
