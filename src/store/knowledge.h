/* SPDX-License-Identifier: MIT */
#ifndef STORE_KNOWLEDGE_H
#define STORE_KNOWLEDGE_H

/* Who held a seat of a game before, and who was shown what is hidden. Rows
 * are only ever added: each time that somebody leaves a seat one. */

#include "store/db.h"

enum { KNOWLEDGE_ALL = 0 }; /* in place of a seat */

/* player 0: nobody held the seat, but anybody may take it over; of
 * KNOWLEDGE_ALL: some seat was taken from whom nobody here knows. */
int knowledge_add(struct db *db, int64_t game, int64_t player, int seat,
    bool barred, struct err *e);
/* Whether the player has seen more than this seat's hand. 1, 0. */
int knowledge_beyond(struct db *db, int64_t game, int64_t player, int seat,
    struct err *e);
/* Who has left is put out of the game. 0, -1. */
int knowledge_bar(struct db *db, int64_t game, int64_t player, struct err *e);
/* Whether they were put out of the game. 1, 0. */
int knowledge_barred(struct db *db, int64_t game, int64_t player,
    struct err *e);
/* Whether the seat was given up, or marked as one to take over. 1, 0. */
int knowledge_left(struct db *db, int64_t game, int seat, struct err *e);
/* Everybody who has left a seat, in that order, and what was added of player 0;
 * a name is borrowed. fn non-zero stops. */
int knowledge_leavers(struct db *db, int64_t game,
    int (*fn)(void *arg, int seat, int64_t player, const char *name), void *arg,
    struct err *e);

#endif
