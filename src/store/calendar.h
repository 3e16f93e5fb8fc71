/* SPDX-License-Identifier: MIT */
#ifndef STORE_CALENDAR_H
#define STORE_CALENDAR_H

/* The last deadline that each seat was sent for its calendar. */

#include "store/db.h"

struct calendar {
	int64_t game;
	int seat;
	int decision; /* the board at which it opened */
	int sequence; /* the last one sent */
	int64_t due;  /* as it was sent; 0: withdrawn */
};

/* 1, 0 */
int calendar_get(struct db *db, int64_t game, int seat, struct calendar *out,
    struct err *e);
int calendar_put(struct db *db, const struct calendar *c, struct err *e);
/* A seat that changes hands: the newcomer was sent none. */
int calendar_drop(struct db *db, int64_t game, int seat, struct err *e);

#endif
