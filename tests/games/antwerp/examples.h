/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ANTWERP_EXAMPLES_H
#define TESTS_ANTWERP_EXAMPLES_H

#include "table.h"

/* E1 to E6 of the game's page, and R12 to R19 about cards, in cases of their
 * own. */
void add_examples(Suite *s);
void add_cards(Suite *s);

#endif
