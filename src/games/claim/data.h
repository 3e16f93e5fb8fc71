/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_DATA_H
#define CLAIM_DATA_H

/*
 * The static data of Claim: data/claim.json as it lies in memory, with which
 * field touches which as sets of bits. Loaded once, never changed, borrowed
 * by everything. A field is its index in the order of the file: the hub, then
 * A0 ... D6; bit f of a set of fields is field f. A colour is its index in
 * the order red, orange, yellow, green, blue, purple.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/rules.h"

enum {
	CLAIM_SEGMENTS = 4,
	CLAIM_FLOWER = 7, /* fields of a segment */
	CLAIM_FIELDS = 1 + CLAIM_SEGMENTS * CLAIM_FLOWER,
	CLAIM_HUB = 0,
	CLAIM_COLOURS = 6,
	CLAIM_RED = 0, /* fuel */
	CLAIM_SEATS = 3,
	CLAIM_NONE = 255
};

/* What a seat's ships may be called; the tender is the second of two. */
enum claim_name { CLAIM_SHIP, CLAIM_MAIN, CLAIM_TENDER, CLAIM_NAMES };

struct claim_field {
	char id[8];
	uint8_t segment; /* not of the hub */
	int8_t q, r;
};

struct game_data {
	const struct verbs *verbs; /* stands first: game/verbs.h */
	int version;
	char name[24];
	uint8_t min_seats, max_seats;
	struct {
		char id[8];
		uint8_t value;
		bool cargo;
	} colour[CLAIM_COLOURS];
	uint8_t parts[CLAIM_NAMES];   /* by name */
	uint8_t compartments;         /* of a part */
	uint8_t cubes;                /* in a compartment */
	uint8_t fuel, cargo_value;    /* at the start */
	uint8_t mixed[CLAIM_COLOURS]; /* the cargo of R14a */
	uint8_t blocked;              /* fields of a segment */
	uint8_t refuel;               /* for each part */
	uint8_t discovery;            /* points */
	uint8_t rounds;
	uint8_t hub;                     /* CLAIM_HUB */
	uint8_t claims[CLAIM_SEATS + 1]; /* that end the game, by seats */
	char segment[CLAIM_SEGMENTS][4];
	struct claim_field field[CLAIM_FIELDS];
	uint32_t touch[CLAIM_FIELDS]; /* sets of fields */
	int links;
	uint8_t link[CLAIM_FIELDS * 3][2];
};

/* Every field that is a system, blocked or not. */
#define CLAIM_SYSTEMS (((uint32_t)1 << CLAIM_FIELDS) - 2)

static inline bool
claim_in(uint32_t fields, int field)
{
	return (fields >> field & 1) != 0;
}

/* Fields of a segment as a set. */
static inline uint32_t
claim_segment(int segment)
{
	return (((uint32_t)1 << CLAIM_FLOWER) - 1)
	    << (1 + segment * CLAIM_FLOWER);
}

/* By exact id; CLAIM_NONE if there is none. */
int claim_field_find(const struct game_data *d, const char *id, size_t len);
int claim_colour_find(const struct game_data *d, const char *id, size_t len);

#endif
