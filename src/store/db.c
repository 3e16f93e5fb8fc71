/* SPDX-License-Identifier: MIT */
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/engine.h"

int
engine_exec(struct db *db, const char *text, struct err *e)
{
	int rc = sqlite3_exec(db->handle, text, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : engine_error(db, rc, "database", e);
}

int
engine_pragma_int(struct db *db, const char *text, int *out, struct err *e)
{
	sqlite3_stmt *stmt;
	int rc = sqlite3_prepare_v2(db->handle, text, -1, &stmt, NULL);

	if (rc != SQLITE_OK)
		return engine_error(db, rc, "database", e);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		*out = sqlite3_column_int(stmt, 0);
	(void)sqlite3_finalize(stmt);
	return rc == SQLITE_ROW ? 0 : engine_error(db, rc, "database", e);
}

/* The file is made here, since the engine would make it under the umask; the
 * files it makes beside it take over its mode. */
static int
db_file_make(const char *path, struct err *e)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0600);

	if (fd < 0)
		return errno == EEXIST ? 0 : err_system(e, "%s", path);
	(void)close(fd);
	return engine_own(path, NULL, e);
}

/* By name only: closing any descriptor of the file would take this process'
 * locks off it, those of another connection too (POSIX fcntl). */
static int
db_file(const char *path, bool create, struct err *e)
{
	struct stat st;

	if (create && db_file_make(path, e) != 0)
		return -1;
	if (stat(path, &st) != 0)
		return err_system(e,
		    errno == ENOENT ? "%s (\"paquebot init\" makes it)" : "%s",
		    path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_GIVEUP, "%s: not a file", path);
	if ((st.st_mode & 077) != 0 && chmod(path, 0600) != 0)
		return err_system(e,
		    "%s: holds secrets, and others may read it", path);
	/* The engine would not say why; another user may try again. */
	if (access(path, R_OK | W_OK) != 0)
		return err_set(e, ERR_LATER, "%s: %s", path, strerror(errno));
	return 0;
}

/* A file of another program must not be taken over: ours carries our mark. An
 * empty one is made ours only by whoever makes a club: to the daemon it is what
 * is left of one. */
static int
db_ours(struct db *db, enum db_how how, struct err *e)
{
	int mark, objects;

	if (engine_pragma_int(db, "PRAGMA application_id", &mark, e) != 0)
		return -1;
	if (mark == DB_APPLICATION)
		return 0;
	if (engine_pragma_int(db, "SELECT count(*) FROM sqlite_schema",
		&objects, e) != 0)
		return -1;
	if (mark == 0 && objects == 0 && how == DB_MIGRATE)
		return err_set(e, ERR_CORRUPT,
		    "it is empty: \"paquebot restore\" puts a backup in its "
		    "place, \"paquebot init\" begins anew");
	if (mark != 0 || objects != 0 || how != DB_CREATE)
		return err_set(e, ERR_CORRUPT, "not a database of paquebot");
	return engine_exec(db, "PRAGMA application_id = 0x70716274", e);
}

/* The checkpoint comes late, so that a backlog is not slowed by it: its two
 * fsyncs then fall on some 32 MB of log. What a savepoint would bring back is
 * kept in memory: some dozen pages for each mail that is judged. */
static int
db_pragmas(struct db *db, struct err *e)
{
	(void)sqlite3_busy_timeout(db->handle, DB_PATIENCE_MS);
	(void)sqlite3_extended_result_codes(db->handle, 1);
	return engine_exec(db,
	    "PRAGMA trusted_schema = OFF;PRAGMA foreign_keys = ON;PRAGMA "
	    "journal_mode = WAL;PRAGMA synchronous = FULL;PRAGMA cache_size = "
	    "-4000;PRAGMA temp_store = MEMORY;PRAGMA journal_size_limit = "
	    "67108864;PRAGMA wal_autocheckpoint = 8000",
	    e);
}

static int
db_prepare(struct db *db, enum db_how how, struct err *e)
{
	bool change = how == DB_CREATE || how == DB_MIGRATE;
	int rc;

	/* Nobody asks how much memory it has, and to count it takes a lock at
	 * every piece. It is too late once one database was opened. */
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	rc = sqlite3_open_v2(db->path, &db->handle,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

	if (rc != SQLITE_OK)
		return engine_error(db, rc, "open", e);
	if (db_pragmas(db, e) != 0 || db_ours(db, how, e) != 0 ||
	    (how != DB_COPY && engine_migrate(db, change, e) != 0))
		return -1;
	return change ? db_secret_make(db, e) : 0;
}

int
db_open(const char *path, enum db_how how, struct db **out, struct err *e)
{
	struct db *db;

	if (db_file(path, how == DB_CREATE, e) != 0)
		return -1;
	db = mem_zero(1, sizeof *db);
	db->path = mem_dup(path);
	if (db_prepare(db, how, e) != 0) {
		db_close(db);
		return err_wrap(e, "%s", path);
	}
	*out = db;
	return 0;
}

static int
lock_take(int fd, const char *name, struct err *e)
{
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	if (errno == EWOULDBLOCK)
		return err_set(e, ERR_RETRY,
		    "%s: another paquebot is at work on this database", name);
	return err_system(e, "%s", name);
}

int
db_lock(const char *path, int *fd, struct err *e)
{
	struct buf name = BUF_INIT;
	int rc;

	buf_printf(&name, "%s.lock", path);
	*fd = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (*fd < 0)
		rc = err_system(e,
		    errno == ENOENT ? "%s (\"paquebot init\" makes it)" :
				      "%s.lock",
		    path);
	else
		rc = lock_take(*fd, name.data, e);
	if (rc == 0)
		rc = engine_own(name.data, path, e);
	if (rc != 0 && *fd >= 0) {
		(void)close(*fd);
		*fd = -1;
	}
	buf_release(&name);
	return rc;
}

void
db_close(struct db *db)
{
	if (db == NULL)
		return;
	for (int i = 0; i < db->n; i++)
		(void)sqlite3_finalize(db->statement[i].stmt);
	(void)sqlite3_close(db->handle);
	buf_release(&db->said);
	free(db->path);
	free(db);
}

int
db_begin(struct db *db, struct err *e)
{
	db->depth = 0;
	db->failure.kind = ERR_NONE;
	db->changes = sqlite3_total_changes64(db->handle);
	db->begun = engine_exec(db, "BEGIN IMMEDIATE", e) == 0;
	return db->begun ? 0 : -1;
}

/* Who passed over a failure has gone on with half of what is true. */
static int
db_failure(const struct db *db, struct err *e)
{
	if (db->failure.kind == ERR_NONE)
		return 0;
	*e = db->failure;
	return -1;
}

int
engine_lost(const struct db *db, struct err *e)
{
	return db->begun && !db_in_transaction(db) ? db_failure(db, e) : 0;
}

int
db_commit(struct db *db, struct err *e)
{
	if (db_failure(db, e) != 0)
		return -1;
	if (engine_exec(db, "COMMIT", e) != 0)
		return -1;
	db->begun = false;
	log_write(&db->said);
	buf_clear(&db->said);
	if (sqlite3_total_changes64(db->handle) > db->changes)
		engine_well(db);
	return 0;
}

void
db_abort(struct db *db)
{
	struct err ignored;

	if (db_in_transaction(db))
		(void)engine_exec(db, "ROLLBACK", &ignored);
	buf_clear(&db->said);
	db->begun = false;
	db->depth = 0;
	db->failure.kind = ERR_NONE;
}

bool
db_in_transaction(const struct db *db)
{
	return sqlite3_get_autocommit(db->handle) == 0;
}

int
db_enter(struct db *db, bool *own, struct err *e)
{
	*own = !db->begun;
	return *own ? db_begin(db, e) : db_failure(db, e);
}

int
db_leave(struct db *db, bool own, int rc, struct err *e)
{
	if (own && rc >= 0 && db_commit(db, e) != 0)
		rc = -1;
	if (own && rc < 0)
		db_abort(db);
	return rc;
}

static int
db_savepoint_do(struct db *db, const char *what, int number, struct err *e)
{
	char text[64];

	(void)snprintf(text, sizeof text, "%s s%d", what, number);
	return engine_exec(db, text, e);
}

int
db_savepoint(struct db *db, struct err *e)
{
	if (db_savepoint_do(db, "SAVEPOINT", db->depth + 1, e) != 0)
		return -1;
	if (db->depth == DB_DEPTH)
		abort();
	db->said_at[db->depth++] = db->said.len;
	return 0;
}

int
db_savepoint_keep(struct db *db, struct err *e)
{
	if (db->depth == 0)
		abort();
	if (db_failure(db, e) != 0)
		return -1;
	return db_savepoint_do(db, "RELEASE", db->depth--, e);
}

void
db_savepoint_undo(struct db *db, struct err *why)
{
	struct err ignored;

	(void)db_failure(db, why);
	if (db->depth == 0)
		return;
	/* A full disk may have rolled everything back already. */
	if (db_in_transaction(db)) {
		(void)db_savepoint_do(db, "ROLLBACK TO", db->depth, &ignored);
		(void)db_savepoint_do(db, "RELEASE", db->depth, &ignored);
	}
	buf_truncate(&db->said, db->said_at[--db->depth]);
	if (db_in_transaction(db) && db->failed_at > db->depth)
		db->failure.kind = ERR_NONE;
}

int
db_savepoint_end(struct db *db, int rc, struct err *why, struct err *e)
{
	if (rc >= 0)
		return db_savepoint_keep(db, e);
	db_savepoint_undo(db, why);
	if (!err_passes(why) && !db_damaged(db) && db_in_transaction(db))
		return 1;
	*e = *why;
	return -1;
}

void
db_log(struct db *db, enum log_level level, const char *event, ...)
{
	va_list ap;

	va_start(ap, event);
	log_add(&db->said, level, event, ap);
	va_end(ap);
	if (db_in_transaction(db))
		return;
	log_write(&db->said);
	buf_clear(&db->said);
}
