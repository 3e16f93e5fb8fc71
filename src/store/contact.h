/* SPDX-License-Identifier: MIT */
#ifndef STORE_CONTACT_H
#define STORE_CONTACT_H

/*
 * What became of the last mail to the holder of a seat about the game that all
 * at the table may expect (outbox_row.known), a digest that showed it included.
 * That a server took a mail does not say that somebody read it. What they
 * wrote, and that they did, is theirs, and so is what others wrote to them
 * alone: who asks something, or plots, in secret is noticed by nobody.
 */

#include "store/outbox.h"

struct contact {
	int64_t written; /* 0: there is none */
	int64_t sent;    /* 0: not yet */
	int64_t returned;
	enum outbox_state state;
	bool bounced;
};
int contact_get(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *out, struct err *e);

#endif
