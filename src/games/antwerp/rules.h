/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_RULES_H
#define ANTWERP_RULES_H

/*
 * Antwerp (`antwerp/1`), 2 to 4 seats: raw goods up the Scheldt to the docks,
 * products into orders. The rules' page and its numbers (R1 ... R22, M1 ... M9,
 * E1 ... E6) are cited in the sources and tests.
 */

#include "game/rules.h"

extern const struct game_rules antwerp_rules;

#endif
