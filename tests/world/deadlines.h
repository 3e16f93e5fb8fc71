/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_DEADLINES_H
#define TESTS_WORLD_DEADLINES_H

/* Whether clocks have done what the mails said that they would, to the minute;
 * of the n events of a game's log, at[]. What is wrong world_wrong is told. */

#include "tests/world/entries.h"
#include "tests/world/people.h"

struct match;
/* A mail has come: none tells a deadline that is months ahead, for nobody has
 * asked for one. */
void deadlines_told(const struct person *p, const struct delivered *l);
/* at[i] ends the turn of a seat: when its last mail before said so. */
void deadlines_over(int64_t game, const struct entry *at, size_t n, size_t i);
/* e ends one before that: a moderator has written so. */
void deadlines_processed(int64_t game, const struct entry *e);
/* at[i] is of that mail: what came behind the end of a turn is judged when that
 * has been dealt with, and is no move of that turn. */
void deadlines_in_time(int64_t game, const struct entry *at, size_t i,
    const struct wrote *by);
/* e says that clocks stood still: they do for an outage alone. */
void deadlines_outage(int64_t game, const struct entry *e);
/* Each deadline that somebody was told, and nothing was heard of until it had
 * passed, has ended a turn, unless the game was over first. */
void deadlines_kept(const struct match *m, const struct entry *at, size_t n,
    const struct person *p);

#endif
