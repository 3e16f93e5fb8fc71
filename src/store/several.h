/* SPDX-License-Identifier: MIT */
#ifndef STORE_SEVERAL_H
#define STORE_SEVERAL_H

/*
 * Several daemons, one club: each opens it with DB_WORK. One of them leads: it
 * alone has the mailbox and the clocks. All judge (store/claim.h) and send
 * letters (store/lease.h). One of the others leads when the first is gone, or
 * has not been heard of for a while (its patience): then its connection is
 * ended. Whoever led and lost that is of no use any more (db_taken). While
 * daemons have a club, nobody opens it who must have it alone, and the other
 * way round.
 *
 * Where the database is a file there is one daemon, which leads.
 */

#include "store/db.h"

struct several {
	int64_t moment;   /* seconds, by the server's clock */
	int64_t number;   /* of the open transaction: never given twice */
	int64_t patience; /* seconds; so long a silence ends a lead */
	int64_t lease;    /* seconds that a letter is whose who took it */
};

/* Does its engine let several work on it? */
bool db_several(const struct db *db);
/* Asked outside of transactions, often: a leader that does not ask for as long
 * as its patience is taken for dead. 1 leads, 0 another does, -1. */
int db_lead(struct db *db, struct err *e);
/* Who leads is not asleep: for what takes seconds without a statement, within a
 * transaction or outside. Nothing where one daemon works. */
void db_alive(struct db *db);
/* As db_begin, for what is done by who does not lead, too: db_begin is refused
 * to them (ERR_RETRY). */
int db_begin_beside(struct db *db, struct err *e);
/* Of one daemon: a moment that never comes, and 0. */
void db_see(const struct db *db, struct several *out);
/* By so many seconds this host's clock is ahead of the server's, as far as is
 * known without asking: to a second, and what a statement took. 0 of one. */
int64_t db_ahead(const struct db *db);

#endif
