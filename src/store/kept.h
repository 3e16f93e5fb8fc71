/* SPDX-License-Identifier: MIT */
#ifndef STORE_KEPT_H
#define STORE_KEPT_H

/*
 * New mails that were judged and undone, since they are not to be judged yet
 * (match/order.h): each with what it concerns, games, and as negative numbers
 * players (match/order.c), and with the mail that it waits for. That is itself
 * where the end of a turn is to be dealt with first.
 */

#include "store/db.h"

/* Of a row of the inbox: it waits for nothing, or for what is over. */
#define KEPT_NOT \
	"(inbox.behind = 0 OR (inbox.behind = inbox.id AND NOT EXISTS " \
	"(SELECT " \
	"1 FROM inbox_kept JOIN clock_seat ON clock_seat.game = " \
	"inbox_kept.what WHERE inbox_kept.inbox = inbox.id AND " \
	"clock_seat.late > 0 AND clock_seat.late < inbox.received)) OR " \
	"(inbox.behind <> inbox.id AND NOT EXISTS (SELECT 1 FROM inbox AS " \
	"first WHERE first.id = inbox.behind AND first.state = 0)))"

/* Is there any: 1, 0. */
int kept_any(struct db *db, struct err *e);
/* The last of those that concern that, and came before the one received then:
 * 1, 0 there is none. (If all waited for the first, each that is judged would
 * set all others free to be judged in vain.) */
int kept_before(struct db *db, int64_t what, int64_t received, int64_t inbox,
    int64_t *last, struct err *e);
/* It waits for that one. */
int kept_put(struct db *db, int64_t inbox, int64_t behind, const int64_t *what,
    size_t n, struct err *e);
/* It was judged, or set aside. */
int kept_drop(struct db *db, int64_t inbox, struct err *e);

#endif
