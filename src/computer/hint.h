/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_HINT_H
#define COMPUTER_HINT_H

/*
 * What a normal player would do for a seat, and why: its whole turn as far as
 * that can be foreseen, and what it changes for the seat. All of it follows
 * from what the seat may know: moves are tried on a board that it imagines.
 */

#include "computer/level.h"
#include "game/reasons.h"

struct hint {
	struct moves turn;  /* owned: the move, and those that would follow */
	char *before;       /* owned: the board that each is made on */
	struct reasons why; /* owned */
};
void hint_release(struct hint *h);

/* For a seat in to_act; -1: there is no move. */
int hint_find(const struct game_kind *kind, const void *pos, int seat,
    struct hint *out);

/* What one move changes for the seat: nothing where its game does not say, or
 * the move is none on the board that is imagined. */
void hint_weigh(const struct game_kind *kind, const void *pos, int seat,
    const struct move *m, struct reasons *out);

#endif
