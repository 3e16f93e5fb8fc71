/* SPDX-License-Identifier: MIT */
#ifndef STORE_ENGINE_SQLITE_H
#define STORE_ENGINE_SQLITE_H

/* Private to engine_sqlite*.c, the files that know SQLite: a database is one
 * file, with its log beside it (WAL, synchronous=FULL, STRICT tables). */

#include <sqlite3.h>

#include "store/engine.h"

/* What the engine's result code means to the rest of the program. Returns
 * -1. */
int sqlite_error(struct db *db, int code, const char *what, struct err *e);
int sqlite_int(struct db *db, const char *text, int *out, struct err *e);

/* Of the table of functions. */
int sqlite_check(struct db *db, struct err *e);
void sqlite_reclaim(struct db *db, enum db_room room);
int sqlite_scrub(struct db *db, struct err *e);
int sqlite_scrub_rest(struct db *db, struct err *e);
int sqlite_backup(struct db *db, const char *path, struct err *e);
int sqlite_restore(const char *from, const char *path, int64_t now,
    struct buf *kept, struct err *e);

/* Who works as root leaves a file to whom `like` is, or if that is not there
 * (or NULL) to whom the directory is. */
int sqlite_own(const char *file, const char *like, struct err *e);
/* The name of what belongs to a file and lies beside it, appended to out: where
 * path is a link, beside what it leads to, as SQLite does it. So a file has one
 * lock, whatever it is called by. "" is the file itself. */
void sqlite_beside(const char *path, const char *ending, struct buf *out);
/* One file, or one name for a file that is not there yet. */
bool sqlite_same_file(const char *a, const char *b);
/* fsync of a file or, with O_DIRECTORY, of a directory. */
int sqlite_sync(const char *path, int flags, struct err *e);

#endif
