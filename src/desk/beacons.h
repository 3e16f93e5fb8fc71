/* SPDX-License-Identifier: MIT */
#ifndef DESK_BEACONS_H
#define DESK_BEACONS_H

/* Games that wait for a value of the beacon (turnlog T33). Inside a
 * transaction; what fails in one game is logged and keeps no other waiting. */

#include "desk/desk.h"

/* Asks the people of games whose value is out and did not come. 0, -1. */
int desk_beacon_asks(struct desk *d, struct err *e);
/* Enters the round's value, 64 hex digits, in all games that wait for it: 0; 1
 * with the error, one of them did not take it; -1. */
int desk_beacon_enter(struct desk *d, int64_t round, const char *value,
    struct err *e);

#endif
