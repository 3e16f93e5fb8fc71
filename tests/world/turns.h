/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_TURNS_H
#define TESTS_WORLD_TURNS_H

/* How people write what they move: numbers or words, of the mail they answer or
 * of another, one move or several, now or ahead. */

#include "tests/world/people.h"

void turn_move(struct person *p, const struct delivered *l);
/* Whether a later mail of the same seat is here already. */
bool turn_is_past(const struct person *p, const struct delivered *l);

#endif
