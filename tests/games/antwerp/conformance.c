/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include "games/antwerp/rules.h"

/* The conformance suite of all games, for this one alone. */
const struct game_rules *const game_registry[] = {
	&antwerp_rules, NULL
};
const char *const conformance_options[] = { "-", NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/antwerp.json";
