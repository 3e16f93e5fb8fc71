/* SPDX-License-Identifier: MIT */
#include "game/rules.h"

extern const struct game_rules atlantic_star_rules, clippers_rules, claim_rules,
    antwerp_rules;

/* The games of the programs, in the order they are shown to people. */
const struct game_rules *const game_registry[] = {
	&atlantic_star_rules,
	&clippers_rules,
	&claim_rules,
	&antwerp_rules,
	NULL,
};
