/* SPDX-License-Identifier: MIT */
#ifndef COMPUTER_LEVEL_H
#define COMPUTER_LEVEL_H

/*
 * Computer players, by how well they play. All of them work over the contract
 * of a game (game/rules.h): what a level is stands in one table, and what a
 * game's positions are worth in the game. A choice depends on what the seat
 * may know, on its level and on `own` alone: never on time or place, so that
 * a game can be played again.
 */

#include "game/rules.h"

/* A seat's row has the number (store/seat.h): those that there are stay. */
enum skill {
	LEVEL_NONE,
	LEVEL_GREEDY, /* all there was before there were levels */
	LEVEL_EASY,
	LEVEL_NORMAL,
	LEVEL_HARD,
	LEVEL_RANDOM, /* for trials alone */
	LEVELS
};
/* What a seat gets where nothing is said. */
enum { LEVEL_USUAL = LEVEL_NORMAL };

/* "easy"; "-" for none. */
const char *level_name(enum skill level);
/* By its name; LEVEL_NONE if none is called so. */
enum skill level_find(const char *word, size_t len);

/* What a player weighs with, kept from decision to decision. */
struct computer {
	enum skill level;
	int positions; /* it looks at so many; 0: as its level does */
	int looked;    /* positions of the last decision */
	struct moves legal;
	int *value;  /* owned: of each of legal (turn_think) */
	void *board; /* owned: boards of thought */
	size_t size;
};
void computer_release(struct computer *c);

/* The move of a seat in to_act; -1: there is none. */
int computer_choose(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, struct rng *own, struct move *out);
/* The same, once. */
int level_choose(enum skill level, const struct game_kind *kind,
    const void *pos, int seat, struct rng *own, struct move *out);

#endif
