/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_QUESTIONS_H
#define TESTS_WORLD_QUESTIONS_H

/* What people ask beside their moves, set for themselves, and order in secret:
 * each is a mail of theirs that is answered, and of which nobody else may
 * notice anything (twin.h). What they write and when follows from a stream of
 * its own, so that all else they do is the same without it. */

#include "tests/world/people.h"

/* They have read this mail: some ask something then. */
void questions_come(struct person *p, const struct delivered *l);

#endif
