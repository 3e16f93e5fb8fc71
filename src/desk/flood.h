/* SPDX-License-Identifier: MIT */
#ifndef DESK_FLOOD_H
#define DESK_FLOOD_H

/*
 * How much one writer may have judged: a bucket for each seat, game and
 * player, that empties with time. It is a backstop against programs that
 * answer us for ever; no person comes near it. It is kept in memory, in room
 * that does not grow: of too many writers the quietest are forgotten. Who
 * judges next goes on from rows (store/bucket.h), which are an eighth of what
 * is allowed behind at most; so a mail of who writes little costs none.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct db;
struct flood;

struct flood *flood_new(struct db *db); /* borrowed */
void flood_free(struct flood *f);
/* What was written was undone, or another has judged meanwhile. */
void flood_forget(struct flood *f);

/* Others judge beside us: what they have written counts with the next. */
void flood_look(struct flood *f);

enum flood_kind { /* as rows have it */
	FLOOD_SEAT,
	FLOOD_GAME,
	FLOOD_PLAYER,
	FLOOD_SIGNS,
	FLOOD_AGAIN
};

/* One more mail now, in the open transaction: 1; 0 if there were more than
 * `most` within about an hour, and this one then does not count; -1. a, b:
 * which seat, game, player. */
int flood_take(struct flood *f, enum flood_kind kind, int64_t a, int b,
    int most, int64_t now, struct err *e);

#endif
