/* SPDX-License-Identifier: MIT */
#ifndef LOG_ACTS_H
#define LOG_ACTS_H

/*
 * What is done in many games is mostly the same few thousand things. Each is
 * given a number here, from 1, by its words, by whom it is done (a seat, chance
 * or the operator) and in which game. What is never done twice (words of
 * players, long shuffles) has a number of its own and is not remembered.
 */

#include <stdint.h>

#include "base/intern.h"
#include "base/slice.h"

struct acts {
	struct intern known; /* owned: kind, by whom, words */
	int *number;         /* owned: of each of those */
	int last;            /* number given */
};

/* kind: any small number of the game. *fresh: it was not known before. */
int acts_number(struct acts *a, int kind, int actor, struct slice words,
    bool *fresh);
void acts_release(struct acts *a);

#endif
