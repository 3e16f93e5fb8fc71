/* SPDX-License-Identifier: MIT */
#include "game/rules.h"

#include "games/antwerp/rules.h"
#include "games/atlantic-star/rules.h"
#include "games/claim/rules.h"
#include "games/clippers/rules.h"

/* The games of the programs, in the order they are shown to people. */
const struct game_rules *const game_registry[] = {
	&atlantic_star_rules,
	&clippers_rules,
	&claim_rules,
	&antwerp_rules,
	NULL
};
