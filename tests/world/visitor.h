/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_VISITOR_H
#define TESTS_WORLD_VISITOR_H

/*
 * People who have no seat: they write to the club, become players of it, watch
 * games and ask about them, and go again.
 */

#include "tests/world/people.h"

void visitors_open(void);
/* A visitor reads a mail. */
void visitor_reads(struct person *p, const struct delivered *l);

#endif
