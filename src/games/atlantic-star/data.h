/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_DATA_H
#define ATLANTIC_STAR_DATA_H

/*
 * The static data of Atlantic Star: data/atlantic-star.json as it lies in
 * memory, with the tables that make play fast. Loaded once, never changed,
 * borrowed by everything. A ship is its index in the file: ships are sorted
 * by id byte by byte, so comparing indices compares ids. Seas are 0..3 in the
 * order of the file, legs 0..5, a class is its number of stars, 1..5.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "game/rules.h"

enum {
	STAR_SHIPS = 132,
	STAR_MAILS = 12,
	STAR_SEAS = 4,
	STAR_LEGS = 6, /* of the longest sea */
	STAR_CLASSES = 5,
	STAR_PLACES = 6,   /* of a class */
	STAR_FIELDS = 4,   /* of the agency */
	STAR_ROLES = 3,    /* of a ship, at most */
	STAR_NEUTRALS = 2, /* of a sea, at most */
	STAR_SPARE = 2,    /* R9, R10 */
	STAR_HAND = STAR_LEGS + STAR_SPARE,
	STAR_SETS = 28,  /* ways to leave 2 of 8 cards */
	STAR_NONE = 255, /* no ship, no sea */
	STAR_HASH = 1024
};

struct star_role {
	uint8_t sea, leg, value;
};

struct star_ship {
	char id[32];
	char name[48];
	int year; /* 0: null */
	bool mail;
	uint8_t n_roles;
	struct star_role role[STAR_ROLES];
};

struct star_leg {
	char id[4];
	char from[32], to[32];
};

struct star_sea {
	char id[16];
	char name[32];
	uint8_t bonus, legs;
	struct star_leg leg[STAR_LEGS];
};

struct game_data {
	const struct verbs *verbs; /* stands first: game/verbs.h */
	int version, min_seats, max_seats;
	char name[24];
	int32_t money[SEATS_MAX + 1];   /* R1, by number of seats */
	uint8_t voyages[SEATS_MAX + 1]; /* R2 */
	int32_t price[STAR_FIELDS];     /* 3000 first */
	int32_t replace_price;
	int32_t loan_unit, loan_max;
	int spare, mail_value;
	struct star_sea sea[STAR_SEAS];
	uint8_t neutrals[SEATS_MAX + 1][STAR_SEAS]; /* how many */
	uint8_t neutral[SEATS_MAX + 1][STAR_SEAS][STAR_NEUTRALS];
	uint8_t points[STAR_CLASSES + 1][STAR_PLACES];
	struct star_ship ship[STAR_SHIPS];

	/* What a ship scores on a leg: 0 is a stopgap (R10). */
	uint8_t value[STAR_SHIPS][STAR_SEAS][8];
	/* The sets of `legs` cards in a hand with `spare` more, as bit masks,
	 * in the order of the legal-move list: the hand's first card is the
	 * highest bit, so the masks fall. */
	uint8_t sets[STAR_LEGS + 1][STAR_SPARE + 1]; /* how many */
	uint8_t set[STAR_LEGS + 1][STAR_SPARE + 1][STAR_SETS];
	uint32_t hash_seed;      /* perfect over the ids */
	uint8_t hash[STAR_HASH]; /* ship, or STAR_NONE */
};

/* The ship or sea of exactly this id, or STAR_NONE. */
int star_ship_find(const struct game_data *d, const char *id, size_t len);
int star_sea_find(const struct game_data *d, const char *id, size_t len);

#endif
