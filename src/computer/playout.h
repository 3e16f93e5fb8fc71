/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_PLAYOUT_H
#define COMPUTER_PLAYOUT_H

/*
 * Games that are played on in thought: a board on which what the seat cannot
 * know was varied, a budget of positions, what each seat does there as usual,
 * and what it has at the end of that.
 */

#include "computer/level.h"

enum { PLAYOUT_WHOLE = 1000 }; /* the reward of one who has won */

struct playout {
	const struct game_kind *kind;
	struct computer *c;
	struct rng *own;
	int seat, seats; /* whose search it is; of how many */
	int left;        /* positions that may still be looked at */
	char *board;     /* owned: it is played on here */
	char *trial;     /* in board's memory: for one move */
	struct moves list;
};

/* For a search on pos; kind, c, own and seat are set. */
void playout_begin(struct playout *p, const void *pos);
void playout_end(struct playout *p);

/* The seat that moves next on the board; 0: the game is over, or so many turns
 * of it (struct game_wits, ahead) have passed since this one. */
int playout_to_act(const struct playout *p, int turn);
/* What a seat does on the board as usual: the turn that is thought about is
 * thought to its end, farther on a glance, the greedy move where playouts go to
 * the end, or the move after which it is worth most. false: nothing, or there
 * is no position left. */
bool playout_usual(struct playout *p, int seat, int turn, struct move *out);
/* Makes a move on the board, and draws what is due then; a position. false: it
 * is not legal there, and nothing has changed. */
bool playout_make(struct playout *p, int seat, const struct move *m);
/* What a move makes of the board for its seat, in hundredths of a point; a
 * position. INT32_MIN: it is not legal. */
int playout_worth(struct playout *p, const void *pos, int seat,
    const struct move *m);
/* What each seat has of the board, by seat, of PLAYOUT_WHOLE. */
void playout_rewards(const struct playout *p, int out[SEATS_MAX + 1]);

#endif
