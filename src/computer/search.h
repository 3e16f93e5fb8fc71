/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_SEARCH_H
#define COMPUTER_SEARCH_H

/*
 * Search in a tree of moves, over what the seat cannot know as well: each time
 * down from the root what is hidden is varied anew, chance is drawn, and every
 * seat makes the move that has done best for it so far or looked best at first
 * sight; where the tree ends, what the position is worth goes back up to all
 * whose moves led there. The budget is a number of positions, so the same is
 * chosen on any machine; whole numbers alone are reckoned with.
 */

#include "computer/level.h"

/* The move tried most often; -1: none is legal. */
int search_think(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, int positions, struct rng *own,
    struct move *out);

#endif
