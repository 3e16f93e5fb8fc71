/* SPDX-License-Identifier: MIT */
#ifndef STORE_DUE_H
#define STORE_DUE_H

/*
 * Games whose pages in the archive are to be made: asked for in the
 * transaction that ends or changes a game that is over, done outside of it.
 *
 * Of several daemons (store/several.h) one at a time makes pages, for a
 * directory is filled by one: it has the game for a while, by the server's
 * clock, and says so again while it goes on. Who cannot make them leaves them
 * to the others and says why.
 */

#include "store/db.h"

struct due {
	int64_t game, times; /* how often it was asked for */
	int64_t claim;       /* under which number it was taken; 0: of one */
};

struct due_state {
	bool waits; /* there is one that may be taken */
	char *why;  /* owned: what kept one from being made; NULL: nothing */
};

int due_put(struct db *db, int64_t game, struct err *e);
/* All that go on, or may be revived: of what an archive shows of them nobody
 * knows whether it still holds, as after a restore. */
int due_put_open(struct db *db, struct err *e);
/* Outside of a transaction: to take one is to write. */
int due_look(struct db *db, struct due_state *out, struct err *e);
/* The first of those that failed least often, unless somebody is at one: 1, 0.
 * For so many seconds, in the open transaction; 0: nobody else is there, and
 * nothing is written. */
int due_take(struct db *db, int64_t seconds, struct due *out, struct err *e);
/* So many seconds from now: 1; 0: another has it, or it is due no more. */
int due_renew(struct db *db, const struct due *due, int64_t seconds,
    struct err *e);
/* It is anybody's again, and failed for that reason; NULL: for none that
 * matters; "": it has not failed. */
int due_leave(struct db *db, const struct due *due, const char *why,
    struct err *e);
/* Its pages are made, in the open transaction. It is still due if it was asked
 * for again since, and due again if another has said this meanwhile: whose
 * pages are there, nobody knows. */
int due_done(struct db *db, const struct due *due, struct err *e);
/* All, taken by nobody; *out is the caller's: how many, -1. */
int due_all(struct db *db, struct due **out, struct err *e);

#endif
