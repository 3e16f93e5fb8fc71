/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_DATA_H
#define ANTWERP_DATA_H

/*
 * The static data of Antwerp: data/antwerp.json as it lies in memory, with
 * the tables that make play fast. Loaded once, never changed, borrowed by
 * everything. A place is its index in the file; a node is a place or, from
 * ANT_PLACES on, an end (dock or transit port). A product is its index over
 * all goods: good 0 has products 0 and 1, good 1 has 2 and 3.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/rules.h"
#include "games/antwerp/cards.h"

enum {
	ANT_SEATS = 4,
	ANT_STARTS = 4,
	ANT_PLACES = 28, /* at most */
	ANT_ENDS = 5,
	ANT_NODES = ANT_PLACES + ANT_ENDS,
	ANT_COLOURS = 5,
	ANT_GOODS = 4,
	ANT_PRODUCTS = 2 * ANT_GOODS,
	ANT_EACH = 7, /* cards of a product */
	ANT_STACK = 2 * ANT_EACH,
	ANT_LOCKS = 3,
	ANT_CHANNELS = 80, /* at most */
	ANT_ORDERS = 28,
	ANT_CARDS = 14, /* of a sort: ship cards, lock cards */
	ANT_KINDS = 9,  /* of cards of a sort, at most */
	ANT_HAND = 3,
	ANT_SHIPS = 12, /* of all seats */
	ANT_NONE = 255
};

struct ant_place {
	char id[16];
	char name[32];
	char key[16], word[32]; /* id and name, folded, one word each */
	bool start, anchor;
	uint8_t rank;
	int8_t x, y;
	/* Of a colour: the channels that leave, in the order of the file. */
	uint8_t out[ANT_COLOURS][2], outs[ANT_COLOURS];
	uint8_t good;  /* of a dock, else ANT_NONE */
	uint8_t reach; /* bit g: dock of good g lies beyond */
};

struct ant_channel {
	char id[8];
	uint8_t from, to; /* nodes */
	uint8_t colours;  /* bits */
	uint8_t lock;     /* ANT_NONE */
};

struct game_data {
	const struct verbs *verbs; /* stands first: game/verbs.h */
	int version, max_rounds;   /* 0: no limit */
	char name[16];
	uint8_t ships[ANT_SEATS + 1]; /* by number of seats */
	struct {
		char id[8];
	} colour[ANT_COLOURS];
	struct {
		char id[12];
		uint8_t cubes, dock;
	} good[ANT_GOODS];
	struct {
		char id[16];
		uint8_t points, count;
	} product[ANT_PRODUCTS];
	struct {
		char id[8], name[24], key[8], word[24];
	} lock[ANT_LOCKS];
	int places, channels, orders;
	struct ant_place node[ANT_NODES];
	struct ant_channel channel[ANT_CHANNELS];
	struct ant_order order[ANT_ORDERS];
	int kinds[ANT_SORTS]; /* of ANT_SHIP and ANT_LOCK */
	struct ant_card card[ANT_SORTS][ANT_KINDS];
	uint8_t ship_card[ANT_SHIP_KINDS]; /* the kind that does it */
	uint8_t by_id[ANT_PLACES]; /* places in the order of their ids */
	uint8_t between[ANT_NODES][ANT_NODES]; /* channel or ANT_NONE */
	/* What is left of a good's worth, in thousandths, when its ship stands
	 * at a node, by seats and open locks: some sails are by the colour that
	 * its owner wants, the others by any (worth.c). */
	int16_t prospect[ANT_SEATS + 1][1 << ANT_LOCKS][ANT_GOODS][ANT_NODES];
};

static inline bool
ant_is_end(int node)
{
	return node >= ANT_PLACES;
}

/* Whether there is such a node: places stop short of ANT_PLACES. */
static inline bool
ant_is_node(const struct game_data *d, int node)
{
	return node >= 0 && node < ANT_NODES &&
	    (node < d->places || ant_is_end(node));
}

#endif
