/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_TRIAL_H
#define TESTS_TEXT_TRIAL_H

/* Random games, for what is told of their positions. Each fails the test that
 * calls it. */

#include "game/rules.h"
#include "text/texts.h"

struct trial {
	const struct game_kind *kind;
	void *pos; /* owned */
	struct rng r;
	struct moves legal;
};

/* Names of seats. */
extern const char *const trial_who[SEATS_MAX + 1];

void trial_begin(struct trial *t, const char *game, int seats);
void trial_end(struct trial *t);
/* What is due by chance, or a move, mostly a good one so that games end. */
void trial_step(struct trial *t);
/* The first of those who are to act. */
int trial_seat(seat_set set);
/* What a reader sees of the position; the caller's, for free(). */
void *trial_seen(const struct trial *t, int reader);
struct dress trial_dress(const struct trial *t, const char *lang,
    const char *const *who, int reader);

#endif
