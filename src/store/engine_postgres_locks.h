/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_POSTGRES_LOCKS_H
#define STORE_ENGINE_POSTGRES_LOCKS_H

/*
 * Private to engine_postgres*.c: who writes, who leads, who has a club alone.
 * Either by the server's advisory locks, which go with a connection, or where
 * a server has none by rows of the table paquebot_lease, which are good until a
 * moment. That table stands in the club's schema or does not, so no two of a
 * club can differ; whoever opens it with DB_CREATE makes it, or drops it, as
 * the URL says (paquebot.locks: rows, or server).
 */

#include "store/engine_postgres.h"

struct postgres_locks {
	/* A query of one column, appended to what a transaction begins with:
	 * it waits until nobody else writes. */
	void (*writer)(const struct postgres *p, bool beside, struct buf *out);
	/* What it gave: does the club's lock still hold? */
	bool (*holds)(const struct postgres *p, bool beside, const char *given);
	/* Of a new connection; how long to wait, ms: ERR_RETRY, others have
	 * it. */
	int (*alone)(struct db *db, int wait_ms, struct err *e);
	int (*part)(struct db *db, int wait_ms, struct err *e);
	/* Of one of several that does not lead: 1, 0, -1. One that sleeps is
	 * given up. */
	int (*lead)(struct db *db, struct err *e);
	/* Each quarter of the patience, and before COMMIT: 0, -1. NULL. */
	int (*keep)(struct db *db, struct err *e);
	/* Of who has the club alone, in a transaction that has read nothing
	 * yet: it has it until its end, however long that takes. NULL. */
	int (*stay)(struct db *db, struct err *e);
	void (*leave)(struct db *db); /* whoever had it */
	/* A query of one number, which takes nothing: does one work on it; or
	 * (alone) does one have it alone who may lose what is written? */
	void (*locked)(const struct postgres *p, bool alone, struct buf *out);
	bool hears; /* by LISTEN */
};
extern const struct postgres_locks postgres_server_locks, postgres_row_locks;

/* Which of them this club has, made so if it is to be. */
int postgres_choose_locks(struct db *db, struct err *e);
/* What they need now and then: 0, -1. */
int postgres_keep(struct db *db, struct err *e);
/* Behind the lead: the number of its term. */
int postgres_next_term(struct db *db, struct err *e);

#endif
