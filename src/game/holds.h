/* SPDX-License-Identifier: MIT */
#ifndef GAME_HOLDS_H
#define GAME_HOLDS_H

/* What holds in every position of a game, one by one, for its audit(): where
 * one does not, the function returns -1 with a sentence in `e`. */

#include "base/err.h"

#define HOLDS(holds, ...) \
	do { \
		if (!(holds)) \
			return err_set(e, ERR_CORRUPT, __VA_ARGS__); \
	} while (0)

#endif
