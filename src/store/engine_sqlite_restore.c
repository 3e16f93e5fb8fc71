/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "store/backup.h"
#include "store/due.h"
#include "store/engine_sqlite.h"
#include "store/engine_whole.h"
#include "store/game.h"
#include "store/outgoing.h"

struct restore {
	const char *from, *path; /* borrowed */
	int64_t now;
	const char *fresh; /* the copy that comes in place */
	struct buf *kept;  /* where the old file stays */
	struct err *e;
};

/* What is left of an attempt that was cut off, its log above all. */
static void
restore_wipe(const char *fresh)
{
	static const char *const endings[] = { "", "-wal", "-shm", "-journal" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		struct buf name = BUF_INIT;

		buf_printf(&name, "%s%s", fresh, endings[i]);
		(void)unlink(name.data);
		buf_release(&name);
	}
}

/* As the engine reads it, with a log that may lie beside it; the file itself is
 * not written. */
static int
restore_copy(struct restore *r)
{
	struct db from = { .engine = &engine_sqlite };
	sqlite3 *handle = NULL;
	int rc = sqlite3_open_v2(r->from, &handle, SQLITE_OPEN_READONLY, NULL);

	from.handle = handle;
	from.where = mem_dup(r->from);
	if (rc == SQLITE_OK)
		rc = db_backup(&from, r->fresh, r->e);
	else
		rc = sqlite_error(&from, rc, "open", r->e);
	(void)sqlite3_close(from.handle);
	free(from.where);
	return rc;
}

/* What the old database hands on, if it can be had: the new epoch lies above
 * its own, and mail that the keeper has paused stays so. *paused: since when,
 * or 0. */
static void
see_before(const char *path, int64_t *now, int64_t *paused)
{
	struct outgoing o;
	struct err ignored;
	struct db *db;
	int64_t epoch;

	*paused = 0;
	if (db_open(path, DB_COPY, &db, &ignored) != 0)
		return;
	if (db_epoch(db, &epoch, &ignored) == 0 && *now <= epoch)
		*now = epoch + 1;
	if (outgoing_read(db, &o, &ignored) == 0)
		*paused = o.paused;
	db_close(db);
}

/* Whole, indexes and references too. */
static int
restore_sound(struct db *db, struct err *e)
{
	struct buf said = BUF_INIT;
	int rc = sql_do(db, e, "PRAGMA integrity_check(1)", TO(said));

	if (rc > 0)
		rc = strcmp(buf_text(&said), "ok") == 0 ?
		    0 :
		    err_set(e, ERR_CORRUPT, "it is damaged: %.120s",
			buf_text(&said));
	buf_release(&said);
	return rc;
}

static int
restore_check(struct restore *r)
{
	int64_t now = r->now, paused = 0;
	int is = 0, newest = 0, rc;
	struct db *db;

	if (db_open(r->fresh, DB_COPY, &db, r->e) != 0)
		return -1;
	rc = restore_sound(db, r->e);
	if (rc == 0)
		rc = engine_version(db, &is, &newest, r->e);
	if (rc == 0 && is > newest)
		rc = err_set(r->e, ERR_GIVEUP,
		    "it is of version %d, newer than this program (%d)", is,
		    newest);
	if (rc == 0)
		see_before(r->path, &now, &paused);
	/* An older file has no room for what follows. */
	if (rc == 0)
		rc = engine_migrate_copy(db, r->e);
	if (rc == 0)
		rc = db_epoch_raise(db, now, r->e);
	if (rc == 0 && paused > 0 && outgoing_pause(db, paused, r->e) < 0)
		rc = -1;
	if (rc == 0)
		rc = game_fork_all(db, r->e);
	if (rc == 0)
		rc = game_fork_chains(db, r->e);
	/* One that had ended by then may be shown with all its secrets. */
	if (rc == 0)
		rc = due_put_open(db, r->e);
	if (rc == 0)
		rc = engine_exec(db, "PRAGMA journal_mode = DELETE", r->e);
	db_close(db);
	return rc;
}

/* Takes the old file's log into it. A damaged one keeps it: 0 too. */
static int
restore_settle(struct restore *r)
{
	struct err why;
	struct db *db;
	int rc = db_open(r->path, DB_COPY, &db, &why);

	if (rc == 0) {
		rc = engine_exec(db,
		    "PRAGMA busy_timeout = 0;PRAGMA journal_mode = DELETE",
		    &why);
		db_close(db);
	}
	if (rc == 0 || why.kind == ERR_CORRUPT)
		return 0;
	*r->e = why;
	if (why.kind == ERR_RETRY)
		(void)err_set(r->e, ERR_RETRY,
		    "somebody has %s open: stop what uses it, such as "
		    "Litestream",
		    r->path);
	return -1;
}

/* Beside another file the old logs would be read as the logs of that: they go
 * with the old one, also where it is gone and they alone are left. */
static int
restore_log(struct restore *r)
{
	static const char *const endings[] = { "-wal", "-journal" };
	struct buf from = BUF_INIT, to = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		buf_clear(&from);
		buf_clear(&to);
		buf_printf(&from, "%s%s", r->path, endings[i]);
		buf_printf(&to, "%s%s", r->kept->data, endings[i]);
		if (rc == 0 && rename(from.data, to.data) != 0 &&
		    errno != ENOENT)
			rc = err_system(r->e, "%s", from.data);
	}
	buf_clear(&from);
	buf_printf(&from, "%s-shm", r->path);
	if (rc == 0 && unlink(from.data) != 0 && errno != ENOENT)
		rc = err_system(r->e, "%s", from.data);
	buf_release(&from);
	buf_release(&to);
	return rc;
}

/* The old file gets a second name, so that its first is never without one. If
 * one that was replaced in the same second has it, that of the next. */
static int
restore_keep(struct restore *r)
{
	char stamp[CLOCK_STAMP_SIZE];
	bool there = access(r->path, F_OK) == 0;
	int64_t at = r->now;

	do {
		clock_stamp_short(at++, stamp);
		buf_clear(r->kept);
		buf_printf(r->kept, "%s.replaced-%s", r->path, stamp);
	} while (access(r->kept->data, F_OK) == 0);
	if ((there && restore_settle(r) != 0) || restore_log(r) != 0)
		return -1;
	if (there && link(r->path, r->kept->data) != 0)
		return err_system(r->e, "%s", r->kept->data);
	if (!there)
		buf_clear(r->kept);
	return 0;
}

static int
restore_place(struct restore *r)
{
	char *dir = file_directory(r->path);
	int rc = sqlite_own(r->fresh, r->path, r->e);

	if (rc == 0)
		rc = sqlite_sync(r->fresh, O_RDONLY, r->e);
	if (rc == 0)
		rc = restore_keep(r);
	if (rc == 0 && rename(r->fresh, r->path) != 0)
		rc = err_system(r->e, "%s", r->path);
	if (rc == 0)
		rc = sqlite_sync(dir, O_RDONLY | O_DIRECTORY, r->e);
	free(dir);
	return rc;
}

int
file_ready(const char *from, const char *copy, const char *where, int64_t now,
    struct err *e)
{
	struct restore r = { .from = from,
		.path = where,
		.now = now,
		.fresh = copy,
		.e = e };
	struct stat st;

	if (stat(from, &st) != 0 || access(from, R_OK) != 0)
		return err_system(e, "%s", from);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_GIVEUP, "%s is not a file", from);
	if (restore_copy(&r) != 0 || restore_check(&r) != 0)
		return err_wrap(e, "%s", from);
	return 0;
}

/* For those who look (sqlite_locked) it is being replaced until *fd is closed,
 * which takes this process' locks off it, so last. */
static int
restore_mark(const char *path, int *fd, struct err *e)
{
	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (*fd < 0 && errno == ENOENT)
		return 0;
	return *fd < 0 || flock(*fd, LOCK_EX) != 0 ? err_system(e, "%s", path) :
						     0;
}

int
sqlite_restore(const char *from, const char *path, int64_t now,
    struct buf *kept, struct err *e)
{
	struct restore r = { .from = from, .now = now, .kept = kept, .e = e };
	struct buf fresh = BUF_INIT, real = BUF_INIT;
	int rc, fd;

	if (sqlite_same_file(from, path))
		return err_set(e, ERR_GIVEUP,
		    "%s is the database that is in use", from);
	sqlite_beside(path, "", &real);
	sqlite_beside(path, ".restore", &fresh);
	r.path = real.data;
	r.fresh = fresh.data;
	restore_wipe(r.fresh);
	rc = restore_mark(r.path, &fd, e);
	if (rc == 0)
		rc = file_ready(from, r.fresh, r.path, now, e);
	if (rc == 0)
		rc = restore_place(&r);
	if (rc != 0)
		restore_wipe(r.fresh);
	if (fd >= 0)
		(void)close(fd);
	buf_release(&fresh);
	buf_release(&real);
	return rc;
}
