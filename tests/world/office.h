/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_OFFICE_H
#define TESTS_WORLD_OFFICE_H

/* What moderators do, and what all can ask for that changes more than the
 * board: absences, messages, an undo that all agree to. */

#include "tests/world/people.h"

/* They have read this mail: some do something then. */
void office_comes(struct person *p, const struct delivered *l);
/* They cannot move in time: they ask for what stops the clock of that game. */
void office_stops(struct person *p, const struct delivered *l);

#endif
