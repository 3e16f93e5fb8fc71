/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_TURN_H
#define COMPUTER_TURN_H

/*
 * One's own turn, thought to its end: every move, after the best of these every
 * next one, until the turn has passed or chance is due, and then what the
 * position is worth there. Moves are tried on a board that the seat imagines
 * (imagine), so nothing hidden is looked at.
 */

#include "computer/level.h"

/* The first move of the best turn that was found, by looking at so many
 * positions at most; -1: none is legal. c->value has what the best turn that
 * begins with each move of c->legal is worth, INT32_MIN where none was found.
 */
int turn_think(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, int positions, struct rng *own,
    struct move *out);

#endif
