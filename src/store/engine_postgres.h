/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_POSTGRES_H
#define STORE_ENGINE_POSTGRES_H

/*
 * Private to engine_postgres*.c, the files that know PostgreSQL: a club is what
 * is in one schema of a database, the first of the search path, and all who
 * work on it share the server. A statement's rows come whole, since a
 * connection does one thing at a time. One transaction writes at a time
 * (an advisory lock), as the files of the aggregates expect.
 *
 * A connection that is lost takes its transaction with it, which is passing
 * trouble; the next statement outside of one makes another connection. Where
 * COMMIT itself got no answer the server is asked what became of the
 * transaction (postgres_commit).
 */

#include <libpq-fe.h>

#include "store/engine_several.h"

enum { POSTGRES_PARAMETERS = 48 };

struct postgres {
	PGconn *conn;    /* owned; NULL: none */
	unsigned serial; /* of connections: statements belong to one */
	unsigned names;  /* of statements */
	int64_t schema;  /* its number, of which locks are made */
	bool create;     /* what is not there may be made */
	char *within;    /* owned: the schema, quoted; NULL: the first there */
	struct db *club; /* to which that belongs: its lock is kept; NULL */
	bool had;        /* that lock, once */
	bool sole;       /* holds the club's lock, as long as the connection */
	bool replaces;   /* and what is written meanwhile may be lost */
	unsigned hears;  /* the serial of that which listens; 0: none */
	char xid[24];    /* of the open transaction */
	int64_t not_before; /* monotonic ms: when it may be dialled again */
	int64_t since;      /* the server's start, as the connection found it */
	int64_t begun;      /* the same, of the open transaction */
	int64_t written;    /* rows */
	/* engine_postgres_locks.h; of rows: who we are, and when ours were
	 * renewed last, monotonic ms */
	const struct postgres_locks *locks;
	int64_t me, kept;
	/* Of several daemons (engine_postgres_lead.c): */
	bool work, unhurried;    /* one of them; it does what takes long */
	int64_t term;            /* its number as who leads; 0: another does */
	int64_t asked;           /* monotonic ms: when it last asked for that */
	int64_t patience, lease; /* seconds */
	/* the server's clock as it was read last, and when that was */
	int64_t moment, moment_at;
};

/* A connection that works, a new one if there is none; never within a
 * transaction. */
int postgres_connect(struct db *db, struct err *e);
/* The result says what failed, or without one the connection. Clears it.
 * -1. */
int postgres_error(struct db *db, PGresult *r, struct err *e);
/* A query without parameters on the connection as it is: its result, which is
 * the caller's; NULL and -1's e. */
PGresult *postgres_ask(struct db *db, const char *text, struct err *e);
/* The number that a query gives; NULL and no row are 0. 0, -1. */
int postgres_number(struct db *db, const char *text, int64_t *out,
    struct err *e);
int postgres_relations(struct db *db, const char *which, int64_t *out,
    struct err *e); /* how many of the schema's tables are such */
int postgres_done(struct db *db, const char *text, struct err *e);
void postgres_hang_up(struct postgres *p);
int postgres_exec(struct db *db, const char *text, struct err *e);

int postgres_begin(struct db *db, struct err *e);
int postgres_commit(struct db *db, struct err *e);
bool postgres_in_transaction(const struct db *db);

/* Several daemons (engine_postgres_lead.c). */
int postgres_settle(struct db *db, struct err *e); /* of a new connection */
void postgres_see(const struct db *db, struct several *out);
void postgres_alive(struct db *db);

/* Statements (engine_postgres_rows.c). */
int postgres_prepare(struct db *db, const char *text,
    const struct sql_value *values, int n, void **stmt, struct err *e);
void postgres_bind(void *stmt, const struct sql_value *values, int n);
int postgres_step(struct db *db, void *stmt, struct err *e);
void postgres_reset(void *stmt);
void postgres_finalize(void *stmt);
bool postgres_null(void *stmt, int column);
int postgres_each(struct db *db, const char *text,
    int (*fn)(void *arg, void *row), void *arg, struct err *e);
int postgres_columns(void *stmt);
int64_t postgres_integer(void *stmt, int column);
const char *postgres_bytes(void *stmt, int column, size_t *len);

int postgres_open(struct db *db, enum db_how how, struct err *e);
void postgres_close(struct db *db);

/* The schema (engine_postgres_schema.c). */
int postgres_ours(struct db *db, enum db_how how, struct err *e);
int postgres_version(struct db *db, int *is, struct err *e);
int postgres_before(struct db *db, int version, int last, struct buf *copy,
    struct err *e);
int postgres_apply(struct db *db, const char *text, int number, struct err *e);
int postgres_sound(struct db *db, struct err *e);
int postgres_after(struct db *db, struct err *e);
int postgres_check(struct db *db, struct err *e);
int postgres_scrub(struct db *db, struct err *e);
int postgres_scrub_rest(struct db *db, struct err *e);
void postgres_reclaim(struct db *db, enum db_room room);
/* The whole of it (engine_postgres_restore.c). */
int postgres_backup(struct db *db, const char *path, struct err *e);
int postgres_restore(const char *from, const char *where, int64_t now,
    struct buf *kept, struct err *e);
/* A file of db/ in PostgreSQL's words, appended to out. */
void postgres_translate(const char *text, struct buf *out);

#endif
