/* SPDX-License-Identifier: MIT */
#ifndef POST_HINT_H
#define POST_HINT_H

/*
 * Advice to a seat (computer/hint.h) in words: the move that the normal
 * computer player would make, and why; and what a move would change for the
 * seat. All of it from what the seat may know. Whether a table has hints its
 * option `hints` says, which all are told.
 */

#include "post/mails.h"

struct move;

/* Whether the seat may ask for one: HINTS_FIRST, it may not, as its player has
 * played such a game before; -1. */
int hint_allowed(struct match *m, int seat, enum hints *offered, struct err *e);
/* The hint for a seat that is to act: "text" and "n", "then" (list of "text"),
 * "reasons" as below, those that gain alone, "nothing" if none does. 1, 0 there
 * is no move, -1. */
int hint_tell(struct match *m, const struct reader *r, struct cJSON *ctx,
    struct err *e);
/* What a move on a position changes: "gains" and "costs" (lists of "line", and
 * "points", which is not there if it is less than one). */
int hint_reasons(struct match *m, const struct reader *r, const void *pos,
    const struct move *mv, struct cJSON *ctx, struct err *e);

#endif
