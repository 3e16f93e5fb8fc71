/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include "games/claim/rules.h"

/* The conformance suite of all games, for this one alone. */
const struct game_rules *const game_registry[] = { &claim_rules, NULL };
const char *const conformance_options[] = { "-", NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/claim.json";
