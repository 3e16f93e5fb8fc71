/* SPDX-License-Identifier: MIT */
#ifndef STORE_LEASE_H
#define STORE_LEASE_H

/*
 * Letters that one of several daemons has taken to send (store/several.h). Its
 * lease ends by the server's clock; then another takes the letter, under
 * another number, and what the first says of it counts no more, but that it is
 * sent, which is true whoever says so. What asks for letters that are due
 * (store/outbox.h) does not see those that are leased.
 *
 * Where there is one daemon nothing is leased, and none of this is called.
 */

#include "store/outbox.h"

/* Takes those rows for so many seconds, in the open transaction, which has read
 * them; each says under which number. */
int lease_take(struct db *db, struct outbox_row *rows, int n, int64_t seconds,
    struct err *e);
/* So many seconds from now, unless another has it: 1, 0. */
int lease_renew(struct db *db, int64_t id, int64_t claim, int64_t seconds,
    struct err *e);
/* It is anybody's again: 1; 0: another has it, or it waits no more. */
int lease_end(struct db *db, int64_t id, int64_t claim, struct err *e);

#endif
