/* SPDX-License-Identifier: MIT */
#ifndef STORE_THOUGHT_H
#define STORE_THOUGHT_H

/*
 * Seats to act whose computer player searches: asked for in the transaction in
 * which the seat comes to act, thought about outside of it.
 */

#include "store/db.h"

struct thinking {
	int64_t game;
	/* seq: of a move the board number of its position, which no secret of
	 * another seat changes; of an analysis the last event */
	int seat, seq;
	int failures; /* searches of that position */
	int64_t due;  /* not before then */
};

/* The seat is to think about the position of that board; what failed at another
 * is forgotten. */
int thought_put(struct db *db, int64_t game, int seat, int board, int64_t now,
    struct err *e);
/* Nobody is to think. */
int thought_drop(struct db *db, int64_t game, struct err *e);
/* The one that is due first: 1; 0: none. */
int thought_next(struct db *db, struct thinking *out, struct err *e);
/* Whether a game that goes on has a computer player of that level: 1, 0, -1. */
int thought_wanted(struct db *db, int level, struct err *e);
/* Whether that position is still to be thought about: 1, 0, -1. */
int thought_stands(struct db *db, const struct thinking *t, struct err *e);
/* It failed once more, and is taken up again then. */
int thought_failed(struct db *db, const struct thinking *t, int64_t due,
    struct err *e);
/* The clock went back to now: no search, nor an analysis, is put off for longer
 * than an hour. */
int thought_clock_back(struct db *db, int64_t now, struct err *e);
/* Thought out, or not asked for any more. */
int thought_done(struct db *db, const struct thinking *t, struct err *e);

#endif
