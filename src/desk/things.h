/* SPDX-License-Identifier: MIT */
#ifndef DESK_THINGS_H
#define DESK_THINGS_H

/*
 * What a line says of things of the game, and whether an order above names them
 * too. Inside desk/ only.
 */

#include "desk/plain.h"

/* Whether tokens [from, to) are a thing of the game, or what a verb of it asks
 * for, "B6" of "fly B6", and no word of every day. */
bool thing_is(const struct plain *p, int from, int to);
/* How many tokens from i on are such a thing that the order does not name; 0:
 * none. */
int thing_other(const struct plain *p, int i, const struct plain *order);
/* Whether tokens [from, to) stand in the order too. */
bool thing_in(const struct plain *p, int from, int to,
    const struct plain *order);
/* The words of an order: a number with those of the move of the list. said: to
 * be released after the order. */
void thing_order(const struct job *j, const char *line, struct buf *said,
    struct plain *order);

#endif
