/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_VIEW_H
#define ANTWERP_VIEW_H

/* What the files of the view share. */

#include "games/antwerp/play.h"

/* [{"product","count","many","points","more"}] under a key. */
void ant_view_products(const struct game_data *d, const uint8_t *n,
	const char *key, struct cJSON *to);
/* view_board.c: ships, places, docks, locks, decks. */
void ant_view_board(const struct game_data *d, const struct ant_position *p,
	struct cJSON *view);

#endif
