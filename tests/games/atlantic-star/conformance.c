/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include "games/atlantic-star/rules.h"

/* The conformance suite of all games, for this one alone. */
const struct game_rules *const game_registry[] = {
	&atlantic_star_rules, NULL
};
const char *const conformance_options[] = {
	"-", "open=yes", "order=given", NULL
};
const char *const conformance_data =
    PAQUEBOT_SRCDIR "/data/atlantic-star.json";
