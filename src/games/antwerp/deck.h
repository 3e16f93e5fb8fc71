/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_DECK_H
#define ANTWERP_DECK_H

#include <stdint.h>

/* What is drawn from decks. */
enum ant_sort { ANT_ORDER, ANT_SHIP, ANT_LOCK, ANT_SORTS };

/* Ship cards, as the rules know them; the file says how many and in which
 * order. */
enum ant_ship_card {
	ANT_SAIL_ALONE,
	ANT_EXTRA_COLOUR,
	ANT_EXTRA_SHIP,
	ANT_STEP_BACK,
	ANT_DOUBLE_YIELD,
	ANT_DROP_ANCHOR,
	ANT_SWAP_CARGO,
	ANT_SHIP_KINDS
};
enum ant_lock_act { ANT_OPEN, ANT_CLOSE, ANT_SWITCH };

struct ant_card {
	char id[16];
	uint8_t count;
	uint8_t does;  /* enum ant_ship_card, ant_lock_act */
	uint8_t locks; /* of a lock card */
};

struct ant_order {
	char id[16]; /* like a card's, for one search */
	uint8_t n, product[3], points;
};

#endif
