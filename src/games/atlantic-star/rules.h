/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_RULES_H
#define ATLANTIC_STAR_RULES_H

/*
 * Atlantic Star, 2 to 6 seats: charter passenger ships from an agency, send
 * each voyage out in the class where it ranks best. R1, M1 … in this folder
 * are the numbers of the game's page; what the templates get from it is in
 * templates/en/atlantic-star/README.
 */

#include "game/rules.h"

extern const struct game_rules atlantic_star_rules;

#endif
