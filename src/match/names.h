/* SPDX-License-Identifier: MIT */
#ifndef MATCH_NAMES_H
#define MATCH_NAMES_H

/*
 * What seats are called: as their holders, or, where the table is not to know
 * who is who before the end (terms.h), as nobody of the club. All that is told
 * of a game has its names from its seats, so nothing else has to be kept from
 * anybody; what happened before a seat got another name is told with the one
 * that it had then (tenure.h).
 */

#include "match/match.h"

/* The seat is that of somebody called so from now on, and is called so, or, at
 * a table of hidden names, as before or as nobody. 0, -1. */
int names_take(struct match *m, int seat, const char *name, struct err *e);
/* The same of a computer player that the seat was given to. */
int names_computer(struct match *m, int seat, struct err *e);

/* As whom a player has an office: as the seat that they hold is called, else by
 * their own name; "": as nobody, where names are hidden: their own would tell
 * who plays, and that of a seat who sits there if they were named before.
 * NULL, of the keeper, stays NULL. Borrowed. */
const char *names_office(const struct match *m, int64_t player,
    const char *own);

/* The seat is called so at a table of hidden names, which this is from now on,
 * as it was where it came from. */
void names_hidden(struct match *m, int seat, const char *name);

/* From now on nobody is called as they are; before the game begins. 0, -1. */
int names_hide(struct match *m, struct err *e);
/* All are called as they are again, also those who have left a seat to a
 * computer player: events of the log, which all are told. 0, -1. */
int names_show(struct match *m, struct err *e);

#endif
