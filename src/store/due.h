/* SPDX-License-Identifier: MIT */
#ifndef STORE_DUE_H
#define STORE_DUE_H

/* Games whose pages in the archive are to be made: asked for in the
 * transaction that ends or changes a game that is over, done outside of it. */

#include "store/db.h"

int due_put(struct db *db, int64_t game, struct err *e);
/* The next one: 1 with *times, to be given back to due_done; 0: none. */
int due_next(struct db *db, int64_t *game, int64_t *times, struct err *e);
/* Done, unless it was asked for again since. */
int due_done(struct db *db, int64_t game, int64_t times, struct err *e);

#endif
