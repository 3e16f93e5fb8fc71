/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_VERBS_H
#define CLIPPERS_VERBS_H

/* The verbs of Clippers, and the names of what each says (game/verbs.h). */

#include "game/verbs.h"
#include "games/clippers/position.h"

/* clang-format off */
enum clip_verb { CLIP_V_BUY = 1, CLIP_V_POST, CLIP_V_TAKE, CLIP_V_PASS,
	CLIP_V_LAY, CLIP_V_OPEN, CLIP_V_MOVE, CLIP_V_DONE };
enum clip_chance_verb { CLIP_DEPARTURES = 1 };
enum clip_derived { CLIP_BOUGHT = 1, CLIP_POSTED, CLIP_TOOK, CLIP_LAID,
	CLIP_CONNECTED, CLIP_OPENED, CLIP_MOVED, CLIP_PURPLE_OPEN, CLIP_GONE,
	CLIP_RETURNED, CLIP_ROUND, CLIP_ENDED };

enum { CLIP_BUY_COLOUR, CLIP_BUY_CARD = CLIP_BUY_COLOUR,
	CLIP_BUY_PRICE, CLIP_BUY_MONEY }; /* buy, take, bought, took */
enum { CLIP_POST_ISLAND, CLIP_POST_RESERVE }; /* post, posted */
enum { CLIP_MOVE_FROM, CLIP_MOVE_TO };        /* move, moved */
enum { CLIP_GONE_COLOUR, CLIP_GONE_STICKS };  /* gone, returned */
enum { CLIP_STICK_COLOUR, CLIP_STICK_FROM, CLIP_STICK_TO,
	CLIP_STICK_TIMES,                   /* lay, open */
	CLIP_STICK_LAID = CLIP_STICK_TIMES, /* laid, connected, opened */
	CLIP_STICK_OF, CLIP_STICK_DOLLARS, CLIP_STICK_COLOURS };
/* clang-format on */

extern const struct verbs clip_verbs;
/* A move whose places exist: if it is of a stick, there is a link. */
bool clip_linked(const struct game_data *d, const struct move *m);
/* Islands and places (ports too), both called island by players. */
extern const struct verb_thing *const clip_companies,
    *const clip_islands, *const clip_places, *const clip_cards;

#endif
