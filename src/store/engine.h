/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

/* Private to the files that know SQLite: db.c, migrate.c, backup.c, restore.c,
 * scrub.c, health.c and sql.c. Everybody else uses store/sql.h. */

#include <sqlite3.h>

#include "store/sql.h"

enum {
	DB_STATEMENTS = 128,
	DB_PATIENCE_MS = 10000,
	DB_DEPTH = 16,
	DB_APPLICATION = 0x70716274 /* "pqbt" */
};

struct db {
	sqlite3 *handle; /* owned */
	char *path;      /* owned */
	bool begun;      /* till db_commit or db_abort */
	int depth;       /* savepoints open */
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
		const char *text;   /* borrowed literal, the key */
		sqlite3_stmt *stmt; /* owned */
		bool busy;
	} statement[DB_STATEMENTS];
};

/* What the engine's result code means to the rest of the program. Returns
 * -1. */
int engine_error(struct db *db, int code, const char *what, struct err *e);
/* Something was written and committed: what db_health said is over. */
void engine_well(struct db *db);
/* The engine has given the open transaction up, as it does on a full disk: what
 * is done now would be committed alone. 0; -1 and the failure. */
int engine_lost(const struct db *db, struct err *e);
/* Statements without parameters or rows, as many as there are in text. */
int engine_exec(struct db *db, const char *text, struct err *e);
int engine_pragma_int(struct db *db, const char *text, int *out, struct err *e);

/* The version of the file, and that of this program. */
int engine_version(struct db *db, int *is, int *newest, struct err *e);
/* Who works as root leaves a file to whom `like` is, or if that is not there
 * (or NULL) to whom the directory is. */
int engine_own(const char *file, const char *like, struct err *e);
/* One file, or one name for a file that is not there yet. */
bool engine_same_file(const char *a, const char *b);
/* fsync of a file or, with O_DIRECTORY, of a directory. */
int engine_sync(const char *path, int flags, struct err *e);
/* Brings the file to the newest version of the project's db directory, or
 * without `change` sees that it is of that. */
int engine_migrate(struct db *db, bool change, struct err *e);

/* setting.c: the server's key, made with the file, never changes. */
int db_secret_make(struct db *db, struct err *e);

#endif
