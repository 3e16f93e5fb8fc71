/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_SHELF_OWN_H
#define ARCHIVE_SHELF_OWN_H

/* What the files that make the shelf share. */

#include "archive/shelf.h"

#define SHELF_STATE "list/state"

/* What list/state has. */
void shelf_state(const struct site *site, int games, struct buf *out);
/* shelf_write.c: the games of the last page of the list as data, waiting for
 * their name. */
int shelf_data(const struct shelf *s, struct err *e);

#endif
