/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_COMMAND_H
#define TESTS_WORLD_COMMAND_H

/* The command line of world and planted; contrib/world tells its options. */

#include "tests/world/plant.h"

/* plants: those that this program has; what main returns: 1, something was
 * wrong. */
int world_command(int argc, char **argv, const struct plant *plants);

#endif
