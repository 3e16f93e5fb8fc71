/* SPDX-License-Identifier: MIT */
#ifndef STORE_HEAR_H
#define STORE_HEAR_H

/*
 * What others have committed, as a server tells it; it also tells that the
 * connection is lost. Of a file whoever waits hears by its directory
 * (daemon/wake.c).
 */

#include "store/db.h"

/* Asked before each wait, outside of a transaction: the descriptor that is
 * readable when there is something new; -1: none. *heard: there is already.
 * What the connection itself commits is not told. */
int db_hear(struct db *db, bool *heard);

#endif
