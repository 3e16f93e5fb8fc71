/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_POSITION_H
#define CLAIM_POSITION_H

/*
 * A position of Claim: one flat struct; what is unused is zero, so that equal
 * positions are equal bytes. A seat's first ship is the whole one or `main`,
 * the second `tender` (no parts: there is none). A series of loads or unloads
 * (R9) is always at the field where the ship stands.
 */

#include "games/claim/data.h"

enum claim_stage { CLAIM_BLOCKS, CLAIM_STOW, CLAIM_PLAY, CLAIM_ROLL };
/* waiting for blocks; round 0; in play; waiting for a discovery */

enum claim_series { CLAIM_NO_SERIES, CLAIM_LOADS, CLAIM_UNLOADS };

struct claim_ship {
	uint8_t parts; /* 0: there is no such ship */
	uint8_t at;
	uint8_t hold[CLAIM_COLOURS]; /* cubes */
	uint8_t moved, acted;
	uint8_t series, turns; /* enum claim_series; how many */
};

struct claim_seat {
	struct claim_ship ship[2];
	uint32_t claims; /* set of fields */
	uint8_t found;   /* discoveries */
	uint8_t chosen;  /* its first cargo */
	uint8_t pad[2];
};

struct claim_position {
	POSITION_HEAD;                /* enum claim_stage */
	uint32_t blocked, known;      /* sets of fields */
	uint32_t served;              /* systems used this turn (R6) */
	uint8_t bottom[CLAIM_FIELDS]; /* colours of known systems */
	uint8_t top[CLAIM_FIELDS];
	struct claim_seat seat[CLAIM_SEATS + 1];
};

static inline bool
claim_split(const struct claim_seat *s)
{
	return s->ship[1].parts != 0;
}

/* There is such a ship, and it has not acted in this turn (R4). */
static inline bool
claim_ready(const struct claim_ship *ship)
{
	return ship->parts != 0 && !ship->acted;
}

/* What the i-th ship of a seat is called now. */
static inline int
claim_name(const struct claim_seat *s, int i)
{
	return !claim_split(s) ? CLAIM_SHIP :
	    i == 0             ? CLAIM_MAIN :
				 CLAIM_TENDER;
}

/* space.c */
/* R5: fields entered on a shortest way from a field to each other over open
 * ones; CLAIM_NONE where there is none. */
void claim_costs(const struct game_data *d, uint32_t blocked, int from,
    uint8_t cost[CLAIM_FIELDS]);
int claim_cost(const struct game_data *d, uint32_t blocked, int from, int to);
/* Whether k parts hold this (⌈fuel/6⌉ + ⌈cargo/6⌉ ≤ 3k). */
bool claim_fits(const struct game_data *d, int parts, const uint8_t *hold);
/* How many cubes more of a colour a ship has room for. */
int claim_room(const struct game_data *d, const struct claim_ship *s,
    int colour);
/* Value of all cubes aboard, of one ship. */
int claim_value(const struct game_data *d, const uint8_t *hold);
/* R6: the full trade at a known system of two colours, and what n cost. */
int claim_full(const struct game_data *d, const struct claim_position *p,
    int field);
int claim_pay(const struct game_data *d, const struct claim_position *p,
    int field, int n);
/* R12: the field of p->at to be discovered next; CLAIM_NONE. */
int claim_due(const struct claim_position *p);
/* R12: the last unknown system of its segment, not to be rolled. */
bool claim_last(const struct claim_position *p, int field);
/* R12: its colours. */
void claim_found(const struct claim_position *p, int field, int *bottom,
    int *top);
/* R14. */
int claim_score(const struct game_data *d, const struct claim_position *p,
    int seat);
int claim_aboard(const struct game_data *d, const struct claim_position *p,
    int seat);
/* The seats that must act. */
seat_set claim_turn_of(const struct claim_position *p);

#endif
