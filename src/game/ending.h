/* SPDX-License-Identifier: MIT */
#ifndef GAME_ENDING_H
#define GAME_ENDING_H

/*
 * Who has done best: the higher score, and of equal ones the higher tie; who
 * is equal in both shares a rank.
 */

#include "game/rules.h"

struct ending {
	int seats;
	int score[SEATS_MAX + 1], tie[SEATS_MAX + 1];    /* by seat */
	int unit;                        /* of ties, as they are told; 0: 1 */
};

int ending_rank(const struct ending *e, int seat);       /* from 1 */
/* The derived event of the end: seat, score, tie and rank of each, the best
 * first; equal ones in `order`, NULL: that of seats. out may be NULL. */
void ending_tell(const struct ending *e, const uint8_t *order, int verb,
	struct events *out);

#endif
