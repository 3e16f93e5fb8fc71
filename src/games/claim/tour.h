/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_TOUR_H
#define CLAIM_TOUR_H

/*
 * What a ship could win by itself from where it is: one call at a system after
 * the other, in hundredths of a point. Others take nothing from it, and what is
 * unknown is worth what a system is on average.
 */

#include "games/claim/play.h"

enum {
	CLAIM_POINT = 100,
	CLAIM_LEFT = 15 /* a cube of fuel that is left in the end */
};

struct claim_tour {
	const struct game_data *d;
	/* with what the ship has found and claimed by then */
	struct claim_position p;
	int seat, turns; /* turns that are left */
};
/* gain: less what the fuel is worth; 0: there is no call that pays. */
struct claim_call {
	int gain, at, cost;
};

/* What a claim of a known system scores. */
int claim_worth_of(const struct claim_tour *t, int field);
/* Whether the ship can trade in full there, and has then traded. */
bool claim_trades(const struct claim_tour *t, struct claim_ship *ship,
    int field);
/* Turns until the ship has claimed a double. */
int claim_turns_at(const struct claim_tour *t, const struct claim_ship *ship,
    int field);
/* The call that gains most at once. */
struct claim_call claim_best_call(const struct claim_tour *t,
    const struct claim_ship *ship);
/* What calls gain that are each the best one. */
int claim_tour(struct claim_tour *t, struct claim_ship ship);
/* The call that gains most with those behind it. */
struct claim_call claim_next_call(const struct claim_tour *t,
    const struct claim_ship *ship);
/* Rounds to come, as it looks. */
int claim_rounds_left(const struct game_data *d,
    const struct claim_position *p);

#endif
