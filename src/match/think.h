/* SPDX-License-Identifier: MIT */
#ifndef MATCH_THINK_H
#define MATCH_THINK_H

/*
 * Computer players who search (hard) do not do so in the transaction in which
 * they come to act: match_settle passes them over, as people, and notes who is
 * to think (store/thought.h). A task is all that a search needs, so another
 * process can do it; its answer is entered as the seat's move if the position
 * is the one that was asked about. The generator of the search follows from
 * game, seat and board: the same position is answered alike, however often it
 * is asked about.
 */

#include "base/rng.h"
#include "match/match.h"

struct think_task {
	const char *kind; /* static: the game's name */
	int seat;
	int positions; /* to look at; 0: as the level does */
	uint8_t key[RNG_KEY_SIZE];
	struct buf position; /* owned */
};
void think_task_release(struct think_task *q);

/* The seat that is to think; 0: none. */
int match_thinker(const struct match *m);
/* Of a seat that is to think. */
void match_question(const struct match *m, int seat, int positions,
    struct think_task *out);
/* Searches; looked: positions. 0, -1. */
int think_task_answer(const struct think_task *q, struct move *out, int *looked,
    struct err *e);
/* The move of the thinker, or (NULL) the one that normal makes, and what
 * follows, which may be that another thinks. */
int match_thought(struct match *m, int seat, const struct move *mv,
    struct err *e);

/* Inside match/: a generator of the seat's own computer player. */
void think_key(const struct match *m, int seat, uint8_t key[RNG_KEY_SIZE]);

#endif
