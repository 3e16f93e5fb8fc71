/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_RULES_H
#define CLAIM_RULES_H

/*
 * Claim (`claim/1`), 2 or 3 seats: trade one colour of cargo for another at
 * star systems, and claim each system by trading there in full. The rules'
 * page and its numbers (R1 ... R14a, M1 ... M7, E1 ... E8) are cited in the
 * sources and tests.
 */

#include "game/rules.h"

extern const struct game_rules claim_rules;

#endif
