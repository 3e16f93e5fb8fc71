/* SPDX-License-Identifier: MIT */
#ifndef STORE_ANALYSIS_H
#define STORE_ANALYSIS_H

/* What the moves of games that were played out were worth: asked for in the
 * transaction that ends one, made outside of it, and kept. */

#include "base/buf.h"
#include "store/thought.h"

/* It is to be made of the game up to that event, unless it was. */
int analysis_put(struct db *db, int64_t game, int seq, int64_t now,
    struct err *e);
/* The same, also if it was given up; no digest will tell of it. 1; 0: it was
 * made before. */
int analysis_ask(struct db *db, int64_t game, int seq, int64_t now,
    struct err *e);
/* The one that is due first, of no seat: 1; 0: none. */
int analysis_next(struct db *db, struct thinking *out, struct err *e);
/* Whether that is still to be made: 1, 0, -1. */
int analysis_stands(struct db *db, const struct thinking *t, struct err *e);
/* It failed once more, and is taken up again then; 0: never. */
int analysis_failed(struct db *db, const struct thinking *t, int64_t due,
    struct err *e);
/* It is there. 1; 0: nobody asks for it any more. */
int analysis_made(struct db *db, const struct thinking *t, int64_t now,
    const char *text, struct err *e);
/* Of the game up to that event, appended: 1; 0: there is none. */
int analysis_get(struct db *db, int64_t game, int seq, struct buf *out,
    struct err *e);

/* A seat of a player of whose game there is one since then that it was not
 * told of, and is from now on: 1; 0: none. */
int analysis_tell(struct db *db, int64_t player, int64_t since, int64_t *game,
    int *seat, struct err *e);

#endif
