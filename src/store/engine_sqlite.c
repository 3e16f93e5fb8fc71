/* SPDX-License-Identifier: MIT */
#include "store/engine_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/backup.h"
#include "store/engine_whole.h"

enum { DB_APPLICATION = 0x70716274 /* "pqbt" */ };

static int
sqlite_exec(struct db *db, const char *text, struct err *e)
{
	int rc = sqlite3_exec(db->handle, text, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : sqlite_error(db, rc, "database", e);
}

int
sqlite_int(struct db *db, const char *text, int *out, struct err *e)
{
	sqlite3_stmt *stmt;
	int rc = sqlite3_prepare_v2(db->handle, text, -1, &stmt, NULL);

	if (rc != SQLITE_OK)
		return sqlite_error(db, rc, "database", e);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		*out = sqlite3_column_int(stmt, 0);
	(void)sqlite3_finalize(stmt);
	return rc == SQLITE_ROW ? 0 : sqlite_error(db, rc, "database", e);
}

/* The file is made here, since the engine would make it under the umask; the
 * files it makes beside it take over its mode. */
static int
file_make(const char *path, struct err *e)
{
	int fd = open(path, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0600);

	if (fd < 0)
		return errno == EEXIST ? 0 : err_system(e, "%s", path);
	(void)close(fd);
	return sqlite_own(path, NULL, e);
}

/* By name only: closing any descriptor of the file would take this process'
 * locks off it, those of another connection too (POSIX fcntl). */
static int
file_see(const char *path, bool create, struct err *e)
{
	struct stat st;

	if (create && file_make(path, e) != 0)
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
	if (access(path, R_OK | W_OK) == 0)
		return 0;
	return err_set(e, ERR_LATER,
	    errno == EROFS ? "%s: %s (copy it, with its -wal, to where it can "
			     "be written)" :
			     "%s: %s",
	    path, strerror(errno));
}

/* A file of another program must not be taken over: ours carries our mark. An
 * empty one is made ours only by whoever makes a club: to the daemon it is what
 * is left of one. */
static int
sqlite_ours(struct db *db, enum db_how how, struct err *e)
{
	int mark, objects;

	if (sqlite_int(db, "PRAGMA application_id", &mark, e) != 0)
		return -1;
	if (mark == DB_APPLICATION)
		return 0;
	if (sqlite_int(db, "SELECT count(*) FROM sqlite_schema", &objects, e) !=
	    0)
		return -1;
	if (mark == 0 && objects == 0 && how == DB_MIGRATE)
		return err_set(e, ERR_CORRUPT,
		    "it is empty: \"paquebot restore\" puts a backup in its "
		    "place, \"paquebot init\" begins anew");
	if (mark != 0 || objects != 0 || how != DB_CREATE)
		return err_set(e, ERR_CORRUPT, "not a database of paquebot");
	return sqlite_exec(db, "PRAGMA application_id = 0x70716274", e);
}

/* The checkpoint comes late, so that a backlog is not slowed by it: its two
 * fsyncs then fall on some 32 MB of log. What a savepoint would bring back is
 * kept in memory: some dozen pages for each mail that is judged. */
static int
sqlite_pragmas(struct db *db, struct err *e)
{
	(void)sqlite3_busy_timeout(db->handle, DB_PATIENCE_MS);
	(void)sqlite3_extended_result_codes(db->handle, 1);
	return sqlite_exec(db,
	    "PRAGMA trusted_schema = OFF;PRAGMA foreign_keys = ON;PRAGMA "
	    "journal_mode = WAL;PRAGMA synchronous = FULL;PRAGMA cache_size = "
	    "-4000;PRAGMA temp_store = MEMORY;PRAGMA journal_size_limit = "
	    "67108864;PRAGMA wal_autocheckpoint = 8000",
	    e);
}

static int
sqlite_open(struct db *db, enum db_how how, struct err *e)
{
	sqlite3 *handle = NULL;
	int rc;

	if (file_see(db->where, how == DB_CREATE, e) != 0)
		return -1;
	/* Nobody asks how much memory it has, and to count it takes a lock at
	 * every piece. It is too late once one database was opened. */
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	rc = sqlite3_open_v2(db->where, &handle,
	    SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	db->handle = handle;
	if (rc != SQLITE_OK)
		(void)sqlite_error(db, rc, "open", e);
	if (rc != SQLITE_OK || sqlite_pragmas(db, e) != 0 ||
	    sqlite_ours(db, how, e) != 0)
		return err_wrap(e, "%s", db->where);
	return 0;
}

/* A path in the form that takes parameters: of what stands for itself in a path
 * alone the hexadecimal. */
static void
immutable_name(const char *path, struct buf *out)
{
	buf_str(out, "file:");
	for (; *path != '\0'; path++)
		if (strchr("%?#", *path) != NULL)
			buf_printf(out, "%%%02X", (unsigned)*path);
		else
			buf_char(out, *path);
	buf_str(out, "?immutable=1");
}

int
db_copy_key(const char *path, uint8_t key[32], struct err *e)
{
	struct db *db = mem_zero(1, sizeof *db);
	struct buf name = BUF_INIT;
	sqlite3 *handle = NULL;
	struct stat st;
	int rc = SQLITE_CANTOPEN;

	db->engine = &engine_sqlite;
	db->where = mem_dup(path);
	immutable_name(path, &name);
	/* The engine would wait for a pipe. */
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		rc = sqlite3_open_v2(name.data, &handle,
		    SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX |
			SQLITE_OPEN_URI,
		    NULL);
	db->handle = handle;
	if (rc != SQLITE_OK)
		(void)sqlite_error(db, rc, "open", e);
	rc = rc != SQLITE_OK || sqlite_ours(db, DB_COPY, e) != 0 ?
	    -1 :
	    db_secret(db, key, e);
	buf_release(&name);
	db_close(db);
	return rc;
}

static void
sqlite_close(struct db *db)
{
	(void)sqlite3_close(db->handle);
}

/* Who looks whether anybody has it (sqlite_locked) has a part in it for a
 * moment, which is waited for. */
static int
lock_take(int fd, const char *path, const char *name, struct err *e)
{
	enum { TRIES = 100, PAUSE_MS = 2 };

	for (int i = 0; i < TRIES; i++) {
		if (flock(fd, LOCK_EX | LOCK_NB) == 0)
			return 0;
		if (flock(fd, LOCK_SH | LOCK_NB) == 0)
			(void)flock(fd, LOCK_UN);
		else if (errno == EWOULDBLOCK)
			break;
		else
			return err_system(e, "%s", name);
		(void)poll(NULL, 0, PAUSE_MS);
	}
	return err_set(e, ERR_RETRY,
	    "%s: another paquebot is at work on this database", path);
}

/* "<path>.lock" */
static int
sqlite_lock(const char *path, int *fd, struct err *e)
{
	struct buf name = BUF_INIT;
	int rc;

	sqlite_beside(path, ".lock", &name);
	*fd = open(name.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (*fd < 0)
		rc = err_system(e,
		    errno == ENOENT ? "%s (\"paquebot init\" makes it)" :
				      "%s.lock",
		    path);
	else
		rc = lock_take(*fd, path, name.data, e);
	if (rc == 0)
		rc = sqlite_own(name.data, path, e);
	if (rc != 0 && *fd >= 0) {
		(void)close(*fd);
		*fd = -1;
	}
	buf_release(&name);
	return rc;
}

/* The file itself is locked while another comes in its place
 * (sqlite_restore). */
static bool
sqlite_locked(const char *path, bool alone)
{
	struct buf name = BUF_INIT;
	bool held;
	int fd;

	sqlite_beside(path, alone ? "" : ".lock", &name);
	fd = open(name.data, O_RDONLY | O_CLOEXEC);
	held = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 &&
	    errno == EWOULDBLOCK;
	if (fd >= 0)
		(void)close(fd);
	buf_release(&name);
	return held;
}

static int
sqlite_begin(struct db *db, struct err *e)
{
	return sqlite_exec(db, "BEGIN IMMEDIATE", e);
}

static int
sqlite_commit(struct db *db, struct err *e)
{
	return sqlite_exec(db, "COMMIT", e);
}

static bool
sqlite_in_transaction(const struct db *db)
{
	return sqlite3_get_autocommit(db->handle) == 0;
}

static int64_t
sqlite_written(const struct db *db)
{
	return sqlite3_total_changes64(db->handle);
}

/* Values go to parameters by their place: $2 before $1 is a bug in a statement
 * that no result would tell. */
static void
sqlite_ordered(sqlite3_stmt *stmt)
{
	char name[16];

	for (int i = sqlite3_bind_parameter_count(stmt); i > 0; i--) {
		(void)snprintf(name, sizeof name, "$%d", i);
		if (sqlite3_bind_parameter_index(stmt, name) != i)
			abort();
	}
}

static int
sqlite_prepare(struct db *db, const char *text, const struct sql_value *values,
    int n, void **out, struct err *e)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v3(db->handle, text, -1,
	    SQLITE_PREPARE_PERSISTENT, &stmt, NULL);

	(void)values;
	(void)n;
	if (rc != SQLITE_OK)
		return sqlite_error(db, rc, "database", e);
	sqlite_ordered(stmt);
	*out = stmt;
	return 0;
}

static int
sqlite_bind_one(sqlite3_stmt *stmt, int at, const struct sql_value *v)
{
	switch (v->kind) {
	case SQL_TEXT:
		return sqlite3_bind_text(stmt, at, v->data, -1, SQLITE_STATIC);
	case SQL_BLOB:
		if (v->n < 0)
			return sqlite3_bind_null(stmt, at);
		/* A NULL pointer would bind NULL, also for an empty blob. */
		return sqlite3_bind_blob64(stmt, at,
		    v->data == NULL ? "" : v->data, (uint64_t)v->n,
		    SQLITE_STATIC);
	default:
		return v->kind == SQL_ID && v->n == 0 ?
		    sqlite3_bind_null(stmt, at) :
		    sqlite3_bind_int64(stmt, at, v->n);
	}
}

static void
sqlite_bind(void *stmt, const struct sql_value *values, int n)
{
	for (int i = 0; i < n; i++)
		if (sqlite_bind_one(stmt, i + 1, &values[i]) != SQLITE_OK)
			abort();
	if (n != sqlite3_bind_parameter_count(stmt))
		abort();
}

static int
sqlite_step(struct db *db, void *stmt, struct err *e)
{
	int rc = sqlite3_step(stmt);

	return rc == SQLITE_ROW ? 1 :
	    rc == SQLITE_DONE   ? 0 :
				  sqlite_error(db, rc, "database", e);
}

static void
sqlite_reset(void *stmt)
{
	(void)sqlite3_reset(stmt);
	(void)sqlite3_clear_bindings(stmt);
}

static void
sqlite_finalize(void *stmt)
{
	(void)sqlite3_finalize(stmt);
}

static int
sqlite_columns(void *stmt)
{
	return sqlite3_column_count(stmt);
}

static int64_t
sqlite_integer(void *stmt, int column)
{
	return sqlite3_column_int64(stmt, column);
}

static const char *
sqlite_bytes(void *stmt, int column, size_t *len)
{
	const char *s = sqlite3_column_blob(stmt, column);

	*len = (size_t)sqlite3_column_bytes(stmt, column);
	return s;
}

static const char *
sqlite_text(void *stmt, int column, size_t *len)
{
	const unsigned char *s = sqlite3_column_text(stmt, column);

	*len = (size_t)sqlite3_column_bytes(stmt, column);
	return (const char *)s;
}

static int
sqlite_version(struct db *db, int *is, struct err *e)
{
	return sqlite_int(db, "PRAGMA user_version", is, e);
}

/* "<path>.before-NN", of which version it will be. Damage is found before it is
 * copied over the last good copy. Foreign keys are not enforced while tables
 * are remade, so they are checked before the commit. */
static int
sqlite_before(struct db *db, int version, int last, struct buf *copy,
    struct err *e)
{
	if (version > 0) {
		sqlite_beside(db->where, ".before-", copy);
		buf_printf(copy, "%02d", last);
		if (sqlite_check(db, e) != 0 ||
		    sqlite_backup(db, copy->data, e) != 0)
			return -1;
	}
	return sqlite_exec(db, "PRAGMA foreign_keys = OFF", e);
}

static int
sqlite_apply(struct db *db, const char *text, int number, struct err *e)
{
	char mark[64];

	(void)snprintf(mark, sizeof mark, "PRAGMA user_version = %d;", number);
	return sqlite_exec(db, text, e) != 0 ? -1 : sqlite_exec(db, mark, e);
}

static int
sqlite_sound(struct db *db, struct err *e)
{
	int got = sql_do(db, e, "PRAGMA foreign_key_check");

	if (got > 0)
		return err_set(e, ERR_CORRUPT,
		    "the migration leaves rows that point nowhere");
	return got;
}

static int
sqlite_after(struct db *db, struct err *e)
{
	return sqlite_exec(db, "PRAGMA foreign_keys = ON", e);
}

const struct engine engine_sqlite = {
	.open = sqlite_open,
	.close = sqlite_close,
	.lock = sqlite_lock,
	.locked = sqlite_locked,
	.begin = sqlite_begin,
	.commit = sqlite_commit,
	.in_transaction = sqlite_in_transaction,
	.written = sqlite_written,
	.exec = sqlite_exec,
	.prepare = sqlite_prepare,
	.bind = sqlite_bind,
	.step = sqlite_step,
	.reset = sqlite_reset,
	.finalize = sqlite_finalize,
	.columns = sqlite_columns,
	.integer = sqlite_integer,
	.bytes = sqlite_bytes,
	.text = sqlite_text,
	.version = sqlite_version,
	.before = sqlite_before,
	.apply = sqlite_apply,
	.sound = sqlite_sound,
	.after = sqlite_after,
	.check = sqlite_check,
	.scrub = sqlite_scrub,
	.scrub_rest = sqlite_scrub_rest,
	.reclaim = sqlite_reclaim,
	.backup = sqlite_backup,
	.restore = sqlite_restore,
	.whole = &sqlite_whole,
};
