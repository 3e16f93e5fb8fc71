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

/* Such a search after the fact: what it would have done, and what that and the
 * move that was made have brought, of SEARCH_WHOLE; half of it is what a seat
 * has that stands as the others do. For each of the two a quarter of the
 * positions are looked at once more. */
enum { SEARCH_WHOLE = 1000 };
struct compared {
	struct move best;
	int best_worth, made_worth;
	int choices; /* moves that were thought of */
};
/* -1: no move is legal. */
int search_compare(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, const struct move *made, int positions,
    struct rng *own, struct compared *out);

#endif
