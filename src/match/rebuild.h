/* SPDX-License-Identifier: MIT */
#ifndef MATCH_REBUILD_H
#define MATCH_REBUILD_H

/*
 * Everything in the store that follows from the events of a game, made anew
 * from them and compared: the board numbers and the derived lines of the
 * events, the game's own row (last event, board, turn, state, end), the
 * snapshot, and the rows of its result. The events themselves are the truth
 * and are never changed.
 */

#include "match/club.h"

struct rebuilt {
	int events;
	/* places that were not as they should be */
	int differ;
	struct buf said; /* owned; one sentence a line each */
};

/*
 * Inside the caller's transaction. write: what differs is put right, and the
 * snapshot written anew; else nothing is. 1 done, 0 no such game; -1 with e,
 * which names the game: the events cannot be replayed, or the world failed.
 */
int match_rebuild(struct club *club, int64_t id, bool write,
    struct rebuilt *out, struct err *e);

#endif
