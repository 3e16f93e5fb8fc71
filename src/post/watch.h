/* SPDX-License-Identifier: MIT */
#ifndef POST_WATCH_H
#define POST_WATCH_H

/*
 * Who watches a game without a seat. Observers get what everybody may know
 * (facts and events as OBSERVER reads them, broadcasts) after each turn, and
 * the end. Their mails carry tokens of role o, good for looking alone.
 */

#include "post/mails.h"
#include "store/observer.h"

enum { WATCHERS_MAX = 50, WATCHED_MAX = 20 };

/* The player becomes an observer of the game. Refused: they play in it, it is
 * over or closed to others, too many watch it, or they watch too many. */
int watch_begin(struct match *m, int64_t player, struct refusal *why,
    struct err *e);
/* The moderator opens or closes the game to others; who watched a game that
 * is closed is told in its last mail. */
int watch_allow(struct match *m, bool yes, struct err *e);

/* The mails that follow from what changed; match_finish calls it. Leaves in
 * m->told.watched_seq how far back the next ones will tell. */
int watch_after(struct match *m, struct err *e);
/* The one answer to an observer's mail. */
int watch_answer(struct match *m, int64_t player, const struct reply *r,
    struct err *e);

#endif
