/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CLAIM_EXAMPLES_H
#define TESTS_CLAIM_EXAMPLES_H

#include "table.h"

/* E1 to E8 of the game's page, in a case of their own. */
void add_examples(Suite *s);

#endif
