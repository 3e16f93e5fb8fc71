/* SPDX-License-Identifier: MIT */
#ifndef DESK_FLOOD_H
#define DESK_FLOOD_H

/*
 * How much one writer may have judged: a bucket for each seat, game and
 * player, that empties with time. It is a backstop against programs that
 * answer us for ever; no person comes near it. It is kept in memory alone, in
 * room that does not grow: of too many writers the quietest are forgotten.
 */

#include <stdbool.h>
#include <stdint.h>

struct flood;

struct flood *flood_new(void);
void flood_free(struct flood *f);

enum flood_kind {
	FLOOD_SEAT,
	FLOOD_GAME,
	FLOOD_PLAYER,
	FLOOD_SIGNS,
	FLOOD_AGAIN
};

/* One more mail now: false if there were more than `most` within about an
 * hour, and this one then does not count. a, b: which seat, game, player. */
bool flood_take(struct flood *f, enum flood_kind kind, int64_t a, int b,
    int most, int64_t now);

#endif
