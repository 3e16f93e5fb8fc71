/* SPDX-License-Identifier: MIT */

/* What the engine's failures mean, each alone and for the file as a whole. */

#include <errno.h>

#include "store/engine_sqlite.h"

/* What the system said of the last read or write of a file that failed. */
static int
last_error(struct db *db, sqlite3_file *file)
{
	int error = 0;

	if (file != NULL && file->pMethods != NULL)
		(void)file->pMethods->xFileControl(file,
		    SQLITE_FCNTL_LAST_ERRNO, &error);
	else if (file == NULL)
		(void)sqlite3_file_control(db->handle, "main",
		    SQLITE_FCNTL_LAST_ERRNO, &error);
	return error;
}

/* Whether that was the error, of the database or of its log. */
static bool
last_was(struct db *db, int error)
{
	sqlite3_file *log = NULL;

	(void)sqlite3_file_control(db->handle, "main",
	    SQLITE_FCNTL_JOURNAL_POINTER, &log);
	return last_error(db, NULL) == error ||
	    (log != NULL && last_error(db, log) == error);
}

/* What the disk would not give the engine calls damage, as it does what it
 * cannot understand; the first may pass. */
static int
code_of(struct db *db, int code)
{
	if ((code & 0xff) != SQLITE_CORRUPT || db->handle == NULL)
		return code;
	return last_was(db, EIO) ? SQLITE_IOERR_READ : code;
}

/* Whether what could not be written had no room. That a file may not become as
 * large is no longer the system's last word when the engine gives up. */
static bool
lacks_room(struct db *db)
{
	int error = db->handle != NULL ? sqlite3_system_errno(db->handle) : 0;

	return error == ENOSPC || error == EDQUOT || error == EFBIG ||
	    (db->handle != NULL && last_was(db, EFBIG));
}

/* A full disk is told from other failures of reading and writing. */
static enum db_health
health_of(struct db *db, int code)
{
	switch (code & 0xff) {
	case SQLITE_FULL:
		return DB_FULL;
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
		return lacks_room(db) ? DB_FULL : DB_FAILING;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return DB_FAILING;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return DB_DAMAGED;
	default:
		return DB_WELL;
	}
}

/* Of what the engine found, the line behind its heading. */
static int
damage(struct db *db, const char *said, struct err *e)
{
	const char *line = strchr(said, '\n');

	if (strncmp(said, "***", 3) == 0 && line != NULL)
		said = line + 1;
	(void)err_set(e, ERR_CORRUPT, "the database is damaged: %s", said);
	return engine_fail(db, DB_DAMAGED, e);
}

int
sqlite_check(struct db *db, struct err *e)
{
	struct buf said = BUF_INIT;
	int got = sql_do(db, e, "PRAGMA quick_check(1)", TO(said));

	if (got > 0 && strcmp(buf_text(&said), "ok") != 0)
		got = damage(db, buf_text(&said), e);
	buf_release(&said);
	return got < 0 ? -1 : 0;
}

/* What a minute without mail reads again and again is kept. */
static void
release_pages(struct db *db)
{
	enum { KEPT = 256 * 1024 };
	int used, highest;

	if (sqlite3_db_status(db->handle, SQLITE_DBSTATUS_CACHE_USED, &used,
		&highest, 0) != SQLITE_OK ||
	    used > KEPT)
		(void)sqlite3_db_release_memory(db->handle);
}

void
sqlite_reclaim(struct db *db, enum db_room room)
{
	struct err ignored;
	int busy;

	if (room == DB_MEMORY)
		release_pages(db);
	else
		(void)sqlite_int(db, "PRAGMA wal_checkpoint(RESTART)", &busy,
		    &ignored);
}

int
sqlite_error(struct db *db, int code, const char *what, struct err *e)
{
	enum err_kind kind = ERR_CORRUPT;
	enum db_health health;
	int given = code;

	code = code_of(db, code);
	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_PROTOCOL:
		kind = ERR_RETRY;
		break;
	case SQLITE_NOMEM:
		abort();
	case SQLITE_FULL:
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_INTERRUPT:
		kind = ERR_LATER;
		break;
	default:
		break;
	}
	health = health_of(db, code);
	(void)err_set(e, kind, "%s: %s", what,
	    health == DB_FULL ? sqlite3_errstr(SQLITE_FULL) :
		db->handle != NULL && code == given ?
				sqlite3_errmsg(db->handle) :
				sqlite3_errstr(code));
	return engine_fail(db, health, e);
}
