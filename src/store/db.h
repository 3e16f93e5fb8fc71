/* SPDX-License-Identifier: MIT */
#ifndef STORE_DB_H
#define STORE_DB_H

/*
 * The database: opening, migrations, transactions. store/ is the only room
 * with SQL; everything peculiar to an engine is behind store/engine.h.
 * Other rooms see aggregates (player, game, seat, event ...), one file each.
 * One connection, one thread. All work on a game happens in one transaction
 * that has locked that game's row first (game_lock). Rows come out as plain
 * structs whose strings the caller releases with the aggregate's *_release.
 * Failed statements are ERR_RETRY (busy), ERR_LATER (disk, I/O), ERR_CORRUPT.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/log.h"

struct db;

/* A database is the path of a file, or "postgresql://…": what the aggregates do
 * is the same on both (doc/daemon.md). It is brought to the newest
 * db/NNNN-*.sql of the project by whoever has the lock, the daemon or `paquebot
 * init`, and a file is copied to "<path>.before-NN" first. For all others one
 * that is older than the program, for everybody one that is newer, is
 * ERR_GIVEUP. */
enum db_how {
	DB_USE,     /* as it is */
	DB_CREATE,  /* made, a file 0600, or brought up */
	DB_MIGRATE, /* brought up; it must be there */
	DB_HOLD,    /* as it is, and nobody else is at work on it */
	DB_WORK,    /* DB_MIGRATE, or one of several (store/several.h) */
	DB_COPY     /* of any version: to copy or tell it */
};
int db_open(const char *where, enum db_how how, struct db **out, struct err *e);
void db_close(struct db *db);

/* The lock of a database, "<file>.lock": of the daemon, and of what must not
 * be done beside it. Held till *fd is closed. ERR_RETRY: another has it. On
 * PostgreSQL *fd is -1, and whoever opens with DB_CREATE, DB_MIGRATE or DB_HOLD
 * has the lock until they close it. */
int db_lock(const char *where, int *fd, struct err *e);
bool db_locked(const char *where); /* has anybody got it? */

/* One that writes; there is one at a time. */
int db_begin(struct db *db, struct err *e);
/* A transaction in which any statement failed is not committed, nor kept, also
 * if the failure was passed over: that failure is what comes back. */
int db_commit(struct db *db, struct err *e);
void db_abort(struct db *db); /* ROLLBACK; no-op outside */
bool db_in_transaction(const struct db *db);
bool db_begun(const struct db *db); /* also if it was rolled back since */
/* Work that is a transaction of its own unless one is open: *own tells which.
 * db_leave ends it as rc says (negative: undone); rc, or -1 if the commit
 * failed. */
int db_enter(struct db *db, bool *own, struct err *e);
int db_leave(struct db *db, bool own, int rc, struct err *e);
/* Nested, named by number: a mail of a batch that fails alone. */
int db_savepoint(struct db *db, struct err *e);
int db_savepoint_keep(struct db *db, struct err *e);
/* *why becomes the failure of the database that it comes from, if there was
 * one, whatever was made of it since. */
void db_savepoint_undo(struct db *db, struct err *why);
/* Either, by what came out: kept (rc not below 0) 0; undone, and what is in
 * memory is to be forgotten: 1 if the trouble (why) is its own, -1 with e if it
 * is the world's. */
int db_savepoint_end(struct db *db, int rc, struct err *why, struct err *e);

/* Of a full disk: a small row finds room again. Of memory: what only makes the
 * next question faster. Outside a transaction; may do nothing. */
enum db_room { DB_DISK, DB_MEMORY };
void db_reclaim(struct db *db, enum db_room room);
/* As log_event, of what the open transaction has done: written when it is
 * committed, forgotten with what is undone. Outside of one at once. */
void db_log(struct db *db, enum log_level level, const char *event, ...)
    __attribute__((sentinel));

/* Writes the file anew, so that nothing is left in it of what was deleted; what
 * its write-ahead log still has goes with that. Outside a transaction. 1: the
 * log could not be emptied, for somebody reads it; db_scrub_rest, called now
 * and then, does so when nobody does any more. */
int db_scrub(struct db *db, struct err *e);
/* 0 nothing was left to do, 1 it was done, 2 it is left. Never waits. */
int db_scrub_rest(struct db *db, struct err *e);

/* What is wrong with the file as a whole: the last failure of a statement, till
 * a transaction that wrote something was committed. A damaged file stays so.
 * *why: its words, borrowed till the next call; "" if it is well. */
enum db_health { DB_WELL, DB_FULL, DB_FAILING, DB_DAMAGED };
enum db_health db_health(const struct db *db, const char **why);
bool db_damaged(const struct db *db); /* or none at all */
/* Another has the lock, which went with a lost connection: useless now. */
bool db_taken(const struct db *db);
/* Reads the whole file; ERR_CORRUPT and the first damage that is found. */
int db_check(struct db *db, struct err *e);

/* Server values: "key" (32 bytes, made at creation), "name" ... */
int db_secret(struct db *db, uint8_t key[32], struct err *e);
/* The epoch of tokens, 1 and up: a part of what one-use tokens are made of, so
 * that none of before a restore proves anything after it. A restored copy gives
 * numbers anew that were given before. */
int db_epoch(struct db *db, int64_t *out, struct err *e);
/* Numbers at random in what is mailed lie below this. */
enum { NONCES = 1000000000 };
/* A new server key: no token of before is good any more. */
int db_rekey(struct db *db, const uint8_t key[32], struct err *e);
/* The next epoch: `now` (seconds since 1970), or one more than it was. So a
 * copy that is restored twice has two epochs. */
int db_epoch_raise(struct db *db, int64_t now, struct err *e);

#endif
