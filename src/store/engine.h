/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

/*
 * The seam between the store and what it runs on. What all engines share (db.c,
 * sql.c, migrate.c) calls one through its table of functions; what is peculiar
 * to it stands in engine_<name>*.c. The aggregates use store/sql.h alone.
 *
 * A function that fails says so, and how, to engine_fail; -1. Statements are of
 * the SQL that all share; what must differ is asked of the table.
 */

#include "store/sql.h"

enum { DB_STATEMENTS = 128, DB_PATIENCE_MS = 10000, DB_DEPTH = 16 };

struct engine {
	/* Opens what db->where names, which is ours, or is made ours where
	 * `how` allows that; without migrations. */
	int (*open)(struct db *db, enum db_how how, struct err *e);
	void (*close)(struct db *db); /* also what was opened by half */
	/* The lock of db_lock; who has it? alone: db_replaced */
	int (*lock)(const char *where, int *fd, struct err *e);
	bool (*locked)(const char *where, bool alone);

	/* A transaction that may write, and no other may beside it. One whose
	 * commit failed was not done, or e says that nobody knows. */
	int (*begin)(struct db *db, struct err *e);
	int (*commit)(struct db *db, struct err *e);
	bool (*in_transaction)(const struct db *db);
	int64_t (*written)(const struct db *db); /* rows since it was opened */
	int (*hear)(struct db *db, bool *heard); /* as db_hear; NULL: -1 */
	/* Statements without parameters or rows. */
	int (*exec)(struct db *db, const char *text, struct err *e);

	/* A statement, whose text stays as long; n values tell what its
	 * parameters are, or bind aborts. A BLOB of length -1 is NULL. */
	int (*prepare)(struct db *db, const char *text,
	    const struct sql_value *values, int n, void **stmt, struct err *e);
	void (*bind)(void *stmt, const struct sql_value *values, int n);
	int (*step)(struct db *db, void *stmt, struct err *e); /* 1: a row */
	void (*reset)(void *stmt);    /* and forgets what was bound */
	void (*finalize)(void *stmt); /* NULL is none */
	int (*columns)(void *stmt);
	/* Of a column: a number (NULL is 0), bytes until the next step (NULL
	 * for NULL), the same with a NUL behind them. */
	int64_t (*integer)(void *stmt, int column);
	const char *(*bytes)(void *stmt, int column, size_t *len);
	const char *(*text)(void *stmt, int column, size_t *len);

	/* Migrations: the number of the last; what comes before their
	 * transaction (a copy, whose name is appended); one file in it; what
	 * must hold at its end; what comes after it. */
	int (*version)(struct db *db, int *is, struct err *e);
	int (*before)(struct db *db, int version, int last, struct buf *copy,
	    struct err *e);
	int (*apply)(struct db *db, const char *text, int number,
	    struct err *e);
	int (*sound)(struct db *db, struct err *e);
	int (*after)(struct db *db, struct err *e);

	/* As the functions of store/db.h and store/backup.h. */
	int (*check)(struct db *db, struct err *e);
	int (*scrub)(struct db *db, struct err *e);
	int (*scrub_rest)(struct db *db, struct err *e);
	void (*reclaim)(struct db *db, enum db_room room);
	int (*backup)(struct db *db, const char *path, struct err *e);
	int (*restore)(const char *from, const char *where, int64_t now,
	    struct buf *kept, struct err *e);
	const struct engine_whole *whole;     /* store/engine_whole.h */
	const struct engine_several *several; /* NULL: one works on it */
};

extern const struct engine engine_sqlite, engine_postgres;

struct db {
	const struct engine *engine;
	void *handle;      /* owned by it */
	char *where;       /* owned: the path of the file, or a URL */
	bool begun, taken; /* till db_commit or db_abort; as db_taken */
	bool beside;       /* what begins is anybody's, not the leader's */
	int depth;         /* savepoints open */
	/* what failed first of what is not undone, within that savepoint */
	struct err failure;
	int failed_at;
	struct buf said;          /* log lines until the commit */
	size_t said_at[DB_DEPTH]; /* its length at each savepoint */
	enum db_health health;
	char why[sizeof((struct err *)0)->text];
	int64_t changes; /* rows written before db_begin */
	int n;
	struct {
		const char *text; /* borrowed literal, the key */
		void *stmt;       /* of the engine, owned */
		bool busy;
	} statement[DB_STATEMENTS];
};

/* A statement has failed with e: notes it for the transaction, and what it says
 * of the database as a whole. Returns -1. */
int engine_fail(struct db *db, enum db_health health, const struct err *e);
void engine_well(struct db *db); /* written and committed: that is over */
/* The engine has given the open transaction up, as it does on a full disk: what
 * is done now would be committed alone. 0; -1 and the failure. */
int engine_lost(const struct db *db, struct err *e);
int engine_exec(struct db *db, const char *text, struct err *e);
/* The kept statements go. */
void engine_forget(struct db *db);

/* The version of the database, and that of this program, to which it is brought
 * (a copy is not copied before); must that be done alone? */
int engine_version(struct db *db, int *is, int *newest, struct err *e);
int engine_migrate(struct db *db, enum db_how how, struct err *e);
int engine_breaks(struct db *db, bool *alone, struct err *e);
int engine_migrate_copy(struct db *db, struct err *e);

int db_secret_make(struct db *db, struct err *e); /* setting.c: once a file */

#endif
