/* SPDX-License-Identifier: MIT */
#ifndef MATCH_REMATCH_H
#define MATCH_REMATCH_H

/*
 * A game that is over, played again by the same people: the same options and
 * clocks, the seats turned by one, so that who came second begins. Each is
 * asked by an invitation to their new seat, and is ready with their yes; the
 * game begins with the last. Whoever asks first founds and moderates it; of a
 * game there is one rematch.
 */

#include "match/match.h"

/* Its number; 0: nobody has asked for one. 0, -1. */
int rematch_find(const struct match *over, int64_t *game, struct err *e);
/* Founds it for a player who sat in the game, with an invitation for each
 * person; the caller mails those, and finishes it. 0, or -1 refused or
 * failed. */
int rematch_open(struct match *over, int64_t founder, struct match **out,
    struct refusal *why, struct err *e);

#endif
