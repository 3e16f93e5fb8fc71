/* SPDX-License-Identifier: MIT */
#ifndef STORE_AWAITED_H
#define STORE_AWAITED_H

/* Games that wait for the value of a round of the beacon (turnlog T33). */

#include "store/game.h"

/* The first round that a game waits for that can go on (T26), of those behind
 * `after` and up to `latest`: 1, 0 none. */
int awaited_round(struct db *db, int64_t after, int64_t latest, int64_t *round,
    struct err *e);
/* The games that wait for it; and those whose people are to be asked for their
 * value by that moment. */
int awaited_games(struct db *db, int64_t round, struct game_ids *out,
    struct err *e);
int awaited_asks(struct db *db, int64_t now, struct game_ids *out,
    struct err *e);
/* They are asked then. */
int awaited_put_off(struct db *db, int64_t game, int64_t when, struct err *e);

#endif
