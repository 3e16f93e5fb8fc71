/* SPDX-License-Identifier: MIT */
#ifndef CLI_SELFPLAY_H
#define CLI_SELFPLAY_H

/* One game that plays itself; selfplay.c is the subcommand around it. A game
 * is a function of kind, options, seed and number alone. */

#include "computer/level.h"
#include "game/table.h"

struct selfplay {
	const struct game_kind *kind; /* borrowed */
	int seats;
	struct options options;
	uint64_t seed;
	enum skill level[SEATS_MAX + 1];
	int positions;   /* of a move of hard; 0: as it does */
	bool audit;      /* after every event */
	int check_every; /* a check line; 0: at the end alone */
	int undo_every;  /* about; 0: never */

	/* Kept from game to game. */
	struct computer computer;
	struct events events;
};

struct selfplay_game {
	int moves;
	int score[SEATS_MAX + 1], rank[SEATS_MAX + 1];
	struct buf log; /* owned; empty unless asked for */
};

/* -1: a defect of the rules; e says which, and log ends where it showed. */
int selfplay_game(struct selfplay *s, int number, bool with_log,
    struct selfplay_game *out, struct err *e);
void selfplay_release(struct selfplay *s);

#endif
