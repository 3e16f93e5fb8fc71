/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_DATA_H
#define CLIPPERS_DATA_H

/*
 * The static data of Clippers: data/clippers.json as it lies in memory, with
 * the tables that make play fast. Loaded once, never changed, borrowed by
 * everything. A place is its index: islands 0..37 in the order of the file,
 * then the five ports in colour order. A colour is its index in the order
 * red, blue, white, green, black, purple.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/rules.h"

enum {
	CLIP_ISLANDS = 38,
	CLIP_PORTS = 5,
	CLIP_PLACES = CLIP_ISLANDS + CLIP_PORTS,
	CLIP_COLOURS = 6,
	CLIP_PURPLE = 5,
	CLIP_CARDS = 4,
	CLIP_NATIONS = 5,
	CLIP_ONES = 5,    /* islands of one post on a departure card */
	CLIP_LINKS = 120, /* at most */
	CLIP_PARTS = 8,   /* more than a link has */
	CLIP_SEATS = 5,
	CLIP_NONE = 255
};

/* Cards, in the order of the file; what each does is in the rules. */
enum clip_card { CLIP_2X, CLIP_3X, CLIP_5X, CLIP_PORT };

struct clip_place {
	char id[24];
	char name[32];
	uint8_t value, spaces; /* islands */
	int8_t x, y;
	uint8_t rank;      /* among all ids, byte by byte */
	uint8_t rank_from; /* the same of "id>" */
};

struct clip_link {
	uint8_t from, to;
	uint8_t parts, tracks;
	bool arrow;
};

struct clip_departure {
	char id[12];
	char name[32];
	uint8_t two, one[CLIP_ONES];
};

struct game_data {
	const struct verbs *verbs; /* stands first: game/verbs.h */
	int version;
	char name[24];
	uint8_t money, posts, clipper_price;
	uint8_t purple_start;
	struct {
		char id[8];
		uint8_t sticks, clippers;
		uint8_t rank; /* among their ids, byte by byte */
	} company[CLIP_COLOURS];
	struct {
		char id[8];
		uint8_t count, price;
	} card[CLIP_CARDS];
	struct clip_place place[CLIP_PLACES];
	struct clip_link link[CLIP_LINKS];
	int links;
	struct clip_departure departure[CLIP_NATIONS];
	uint8_t between[CLIP_PLACES]
		       [CLIP_PLACES]; /* link or CLIP_NONE, both ways */
	uint8_t by_rank[CLIP_PLACES]; /* places in the order of their ids */
	/* the links of a place, CLIP_NONE behind the last */
	uint8_t links_of[CLIP_PLACES][CLIP_PLACES];
};

static inline bool
clip_is_port(int place)
{
	return place >= CLIP_ISLANDS;
}

/* The colour whose links these are: the port's, or CLIP_NONE. */
static inline int
clip_link_port(const struct clip_link *l)
{
	return clip_is_port(l->from) ? l->from - CLIP_ISLANDS : CLIP_NONE;
}

/* The order of the texts "from>to", byte by byte, as a number. */
int clip_link_order(const struct game_data *d, int from, int to);

/* By exact id; CLIP_NONE if there is none. */
int clip_place_find(const struct game_data *d, const char *id, size_t len);
int clip_colour_find(const struct game_data *d, const char *id, size_t len);

#endif
