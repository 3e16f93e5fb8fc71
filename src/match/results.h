/* SPDX-License-Identifier: MIT */
#ifndef MATCH_RESULTS_H
#define MATCH_RESULTS_H

/*
 * How the games of the store went (paquebot-ratings(7)). The rows are made
 * when a game ends, from its turn log alone (log/outcome.h), so whoever has
 * the logs gets the same figures.
 */

#include "log/standings.h"
#include "match/match.h"

/* The rows of a match that is closed, made anew; those of one that is not
 * are dropped. */
int results_write(struct match *m, struct err *e);
/* Whether they are what they would be made: 1, 0, -1. */
int results_same(struct match *m, struct err *e);

/* Every closed game, counted and rated. Players are called by their names; of
 * several with the same name each is "Anna (12)", by the player's number. */
int results_read(struct club *club, struct standings *out, struct err *e);

/* The name by which standings call a player. */
int results_name(struct club *club, const struct player *p, struct buf *out,
    struct err *e);

#endif
