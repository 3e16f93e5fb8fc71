/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include "games/clippers/rules.h"

/* The conformance suite of all games, for this one alone. */
const struct game_rules *const game_registry[] = {
	&clippers_rules, NULL
};
const char *const conformance_options[] = { "-", "lay=2", NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/clippers.json";
