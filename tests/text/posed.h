/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_POSED_H
#define TESTS_TEXT_POSED_H

/*
 * Positions that are made and not played, so that all that a drawing could
 * show stands somewhere in one of them: every seat's piece on every place, in
 * every number, every track of every colour, begun and whole. Each is a row of
 * a game's own; none is left to chance, and few could be reached by play.
 */

#include "base/drawing.h"

struct game_data;

struct posed {
	const char *game;
	int seats;
	int count; /* of positions */
	/* Makes one, from 0 on, of a position after the setup; returns how
	 * many pieces a drawing of it must have. */
	int (*make)(const struct game_data *d, void *pos, int number);
};

extern const struct posed posed_antwerp, posed_claim, posed_clippers,
    posed_star;

#endif
