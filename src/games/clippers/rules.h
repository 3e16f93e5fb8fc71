/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_RULES_H
#define CLIPPERS_RULES_H

/*
 * Clippers (`clippers/1`), 2 to 5 seats: shipping lines of six companies
 * across the South Pacific. The rules' page and its numbers (R1 ... R19, M1 ...
 * M8, E1 ... E7) are cited in the sources and tests.
 */

#include "game/rules.h"

extern const struct game_rules clippers_rules;

#endif
