/* SPDX-License-Identifier: MIT */
#ifndef DESK_THOUGHTS_H
#define DESK_THOUGHTS_H

/* Computer players who search (match/think.h), or look through a game that is
 * over (post/analyse.h): what is asked of them, and what they answer. */

#include "desk/desk.h"
#include "match/think.h"
#include "store/thought.h"

/* What there is to think about, outside of a transaction: 1; 0: nothing any
 * more, -1. */
int desk_question(struct desk *d, const struct thinking *t, int positions,
    struct think_task *out, struct err *e);
/* Inside of one: the seat makes that move (NULL: as normal plays), if that is
 * still the position, and what was asked is done. 1: made; 0: not, -1. */
int desk_thought(struct desk *d, const struct thinking *t,
    const struct move *mv, struct err *e);

/*
 * What there is to analyse (of no seat), outside of a transaction: the game's
 * log, and the name of its rules; 1; 0: it is not to be analysed after all, -1.
 */
int desk_analysis(struct desk *d, const struct thinking *t, struct buf *log,
    const char **kind, struct err *e);
/* Whether a page can be made of what came of it. */
bool desk_is_analysis(const char *text);
/* Inside of one: that is what came of it, and pages are made anew. 0, -1. */
int desk_analysed(struct desk *d, const struct thinking *t, const char *text,
    struct err *e);

#endif
