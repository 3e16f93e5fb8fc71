/* SPDX-License-Identifier: MIT */
#ifndef STORE_AHEAD_H
#define STORE_AHEAD_H

/* Moves sent before their turn. Each change of a seat's queue is a row of its
 * own, named by the event after which it stood so; the queue before event N
 * is the row with the greatest seq below N. An empty queue is a row too. */

#include "store/db.h"

struct ahead {
	int64_t game;
	int seat;
	int seq;             /* it stood so after this event */
	int holder;          /* of the seat, who sent it */
	char *moves, *stops; /* owned: one a line, "" none */
	/* owned: for each of the moves what names its mail, a line each */
	char *mails;
};
void ahead_release(struct ahead *a);

/* A second change after the same event takes the place of the first. */
int ahead_put(struct db *db, const struct ahead *a, struct err *e);
/* The seat's queue as it stood before event `before`: 1, or 0 none ever. */
int ahead_get(struct db *db, int64_t game, int seat, int before,
    struct ahead *out, struct err *e);

#endif
