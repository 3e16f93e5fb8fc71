/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_SEARCH_H
#define COMPUTER_SEARCH_H

/*
 * Search over what the seat cannot know as well: round after round what is
 * hidden is varied anew, each move that is compared is made on that board, the
 * same draws of chance come behind it, all seats play on, along a tree that
 * grows behind each of these moves (tree.h), and what the seat has at the end
 * of that is the move's. What does worst goes early, so that others are looked
 * at more. The move that normal would make stays, and is made unless another
 * has done better by more than chance would have it. The budget is a number of
 * positions, so the same is chosen on any machine; whole numbers alone are
 * reckoned with.
 */

#include "computer/playout.h"

/* The move that did best; -1: none is legal. */
int search_think(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, int positions, struct rng *own,
    struct move *out);

/* Such a search after the fact: what it would have done, and what that and the
 * move that was made bring, of SEARCH_WHOLE; half of it is what a seat has that
 * stands as the others do. For the two of them half as many positions again are
 * looked at. */
enum { SEARCH_WHOLE = PLAYOUT_WHOLE };
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
