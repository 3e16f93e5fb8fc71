/* SPDX-License-Identifier: MIT */
#ifndef STORE_BACKUP_H
#define STORE_BACKUP_H

/*
 * Copies of the database, and one of them put in its place. A copy is one file,
 * 0600, never half there, and was looked through before it gets its name.
 */

#include "store/db.h"

/* A consistent copy while the database is in use (online backup), a file of
 * SQLite on every engine. ERR_GIVEUP if path is a file that is neither empty
 * nor of SQLite, or is the database itself or a file that belongs to it,
 * however it is named; ERR_CORRUPT if the copy is damaged: an older file of
 * that name stays. */
int db_backup(struct db *db, const char *path, struct err *e);

/* The key of the club that the copy is of, by which clubs are told apart; reads
 * only, and writes nothing beside it. ERR_CORRUPT: none of ours. */
int db_copy_key(const char *path, uint8_t key[32], struct err *e);

/* What a backup of the club is called: as its file is, or DATABASE-SCHEMA.db on
 * a server (without the schema public), which no other club there has. */
int db_backup_name(struct db *db, struct buf *out, struct err *e);
/* The moment of the last good backup, as whoever makes one notes it. */
int db_backup_note(struct db *db, int64_t now, struct err *e);
int db_backup_last(struct db *db, int64_t *when, struct err *e); /* 0: never */

/*
 * Puts a copy of the file `from` in the place of the database `where`, which
 * need not be there; its lock is held by the caller. The copy is read whole
 * first, must be ours and of no newer version, and gets a new epoch of tokens;
 * mail that is paused in `where`, if that can be read, is paused in it. The
 * file that was there stays beside it as "<where>.replaced-<now>", or a second
 * later if there is such a one, whose name is written to kept. At no moment is
 * there none, or half of one.
 * ERR_RETRY: somebody else has the old file open. ERR_CORRUPT: `from` is
 * damaged or none of ours; nothing was changed then. On PostgreSQL the old
 * tables stay in another schema, and `from` is a file there too.
 */
int db_restore(const char *from, const char *where, int64_t now,
    struct buf *kept, struct err *e);
/* Is that under way? What is committed meanwhile, without the lock, is lost to
 * the club, and so is what was committed to a file that had the name before:
 * whoever took something over looks, and then whether it is there. On
 * PostgreSQL also while a club is copied or made (DB_HOLD, DB_CREATE). */
bool db_replaced(const char *where);

#endif
