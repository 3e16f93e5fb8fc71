/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_SHRINK_H
#define TESTS_WORLD_SHRINK_H

/* Finds what of a history that fails is needed for that: as few days as do, and
 * of all that somebody did and all that went wrong as little. What remains
 * fails in the same way: the same thing is wrong, of whomever. */

#include "tests/world/world.h"

/* Changes h, which then has the deeds that are the caller's to free. How many
 * histories that took; 0: it does not fail, and nothing is changed. */
int shrink(struct history *h, struct deed **deeds);

#endif
