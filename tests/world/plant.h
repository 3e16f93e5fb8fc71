/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_PLANT_H
#define TESTS_WORLD_PLANT_H

/*
 * Planted faults: what proves that the model sees anything. Each is a fault of
 * the daemon as it could have been written; tests/world/planted is the world
 * with all of them in it, and has at most one of them in a history. It is made
 * of the same objects: plants.c stands between the rooms of the daemon where
 * the linker puts it (ld --wrap), so there is no trace of this in src/.
 */

#include "tests/world/twin.h"

struct plant {
	const char *name;   /* NULL ends the table */
	const char *spoils; /* what it does, in a sentence */
	/* one of so many histories of so many days fails, from seed 1 on */
	int days, within;
	enum pair pair; /* each of them is played twice, in that way */
};

#endif
