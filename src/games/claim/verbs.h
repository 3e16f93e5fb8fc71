/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_VERBS_H
#define CLAIM_VERBS_H

/* The verbs of Claim, and the names of what each says (game/verbs.h). */

#include "game/verbs.h"
#include "games/claim/position.h"

/* clang-format off */
enum claim_verb { CLAIM_V_STOW = 1, CLAIM_V_FLY, CLAIM_V_TRADE, CLAIM_V_LOAD,
	CLAIM_V_UNLOAD, CLAIM_V_REFUEL, CLAIM_V_SPLIT, CLAIM_V_MERGE,
	CLAIM_V_TOW, CLAIM_V_END };
enum claim_chance_verb { CLAIM_C_BLOCKS = 1, CLAIM_C_ROLL, CLAIM_C_FOUND };
enum claim_derived { CLAIM_STOWED = 1, CLAIM_FLEW, CLAIM_TRADED, CLAIM_LOADED,
	CLAIM_UNLOADED, CLAIM_REFUELLED, CLAIM_SPLIT, CLAIM_MERGED, CLAIM_TOWED,
	CLAIM_CLAIMED, CLAIM_DISCOVERED, CLAIM_ROUND, CLAIM_ENDED };

enum { CLAIM_ACT_SHIP, CLAIM_ACT_FIELD, CLAIM_ACT_MORE,
	CLAIM_ACT_N = CLAIM_ACT_FIELD }; /* of a ship; N: trade, refuel(led) */
enum { CLAIM_FLY_COST = CLAIM_ACT_MORE, CLAIM_FLY_FUEL }; /* fly, flew */
enum { CLAIM_REFUEL_FUEL = CLAIM_ACT_MORE };
enum { CLAIM_TOW_LOST = CLAIM_ACT_MORE };
enum { CLAIM_TRADE_PAYS = CLAIM_ACT_MORE, CLAIM_TRADE_PAID, /* colour, n */
	CLAIM_TRADE_TAKES, CLAIM_TRADE_TOOK, CLAIM_TRADE_LOST };
enum { CLAIM_LOAD_COLOUR = CLAIM_ACT_MORE, CLAIM_LOAD_HAVE, CLAIM_LOAD_SERIES,
	CLAIM_LOAD_OF };                           /* loaded, unloaded */
enum { CLAIM_SPLIT_FIELD, CLAIM_SPLIT_CUBES };     /* split, merged */
enum { CLAIM_CLAIM_FIELD, CLAIM_CLAIM_VALUE, CLAIM_CLAIM_N, CLAIM_CLAIM_OF };
enum { CLAIM_ROLL_FIELD, CLAIM_ROLL_RED, CLAIM_ROLL_GREEN };
enum { CLAIM_FOUND_FIELD, CLAIM_FOUND_BOTTOM, CLAIM_FOUND_TOP,
	CLAIM_FOUND_ROLLED, CLAIM_FOUND_POINTS }; /* found, discovered */
/* clang-format on */

enum { CLAIM_UNSAID = CLAIM_NAMES }; /* a ship's name left out when split */

extern const struct verbs claim_verbs;
extern const struct verb_thing *const claim_colours, *const claim_ships;
/* Members of the object that is open: "ship", and "split" where it is not the
 * whole one; key: {"colour":"red","count":3}. */
void claim_tell_ship(int name, struct cJSON *out);
void claim_tell_count(const struct game_data *d, const char *key, int colour,
    int count, struct cJSON *out);

#endif
