/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_WHOLE_H
#define STORE_ENGINE_WHOLE_H

/* What an engine offers to whoever takes a whole database over (store/copy.h),
 * beside store/engine.h. */

#include "store/engine.h"

struct engine_whole {
	/* Begins a transaction that sees a single moment; who has the club
	 * alone keeps it until its end. ERR_RETRY: another has had it. */
	int (*snapshot)(struct db *db, struct err *e);
	/* Give tables, columns and the words of their types, each table behind
	 * those that it refers to, its columns by name; and the tables that
	 * give no number twice, with the last that each gave. */
	const char *columns, *given;
	int (*give)(struct db *db, const char *table, int64_t last,
	    struct err *e);
	/* A statement without parameters whose rows may be more than memory
	 * holds: fn has each as the engine's functions read it, and ends it by
	 * what is not 0, which comes back. Nothing else may be asked of db
	 * meanwhile. */
	int (*each)(struct db *db, const char *text,
	    int (*fn)(void *arg, void *row), void *arg, struct err *e);
	bool (*null)(void *row, int column);
	/* Asks what a file of the club is called; NULL: as its own is. */
	const char *name;
};

extern const struct engine_whole sqlite_whole, postgres_whole;

/* db_open in two steps: as the engine opens it, and what is made of that by
 * migrations. db_close. */
int engine_open(const char *where, enum db_how how, struct db **out,
    struct err *e);
int engine_prepare(struct db *db, enum db_how how, struct err *e);
/* Instead of the second, of a new one: as that version had it, which this
 * program knows; of a newer it is the newest. */
int engine_make(struct db *db, int version, struct err *e);

/* The portable form of a club is a file of SQLite. One at that path, as
 * db_backup makes it, that fill writes under another name first. */
int file_publish(const char *path,
    int (*fill)(void *arg, const char *name, struct err *e), void *arg,
    struct err *e);
/* A copy of a backup, to be put in the place of `where`: looked through, ours,
 * not newer than we are, with an epoch above that of `where`. */
int file_ready(const char *from, const char *copy, const char *where,
    int64_t now, struct err *e);

#endif
