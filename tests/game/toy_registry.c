/* SPDX-License-Identifier: MIT */
#include "toy.h"

const struct game_rules *const game_registry[] = { &toy_rules, NULL };
