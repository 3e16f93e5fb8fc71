/* SPDX-License-Identifier: MIT */
#include "store/library_own.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "store/sqlite_mark.h"

int
library_fail(const struct library *l, const char *what, struct err *e)
{
	int code = sqlite3_errcode(l->db);

	if ((code & 0xff) == SQLITE_NOMEM)
		abort();
	return err_set(e,
	    code == SQLITE_CORRUPT || code == SQLITE_NOTADB ||
		    code == SQLITE_ERROR ?
		ERR_CORRUPT :
		ERR_LATER,
	    "%s: %s", what, sqlite3_errmsg(l->db));
}

int
library_exec(struct library *l, const char *sql, struct err *e)
{
	return sqlite3_exec(l->db, sql, NULL, NULL, NULL) == SQLITE_OK ?
	    0 :
	    library_fail(l, l->path != NULL ? l->path : "library", e);
}

int
library_open_file(struct library *l, const char *path, int flags, struct err *e)
{
	/* As for a club's: nobody asks how much memory it has. */
	(void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	if (sqlite3_open_v2(path, &l->db, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		return library_fail(l, path, e);
	return 0;
}

/* Nothing, an empty file or a library: one with anything else in it, as a
 * club's database, was named by mistake. */
static int
may_replace(const char *path, struct err *e)
{
	struct sqlite_mark mark;

	if (file_may_replace(path, e) != 0)
		return -1;
	if (sqlite_mark_read(path, 0, &mark) != 0)
		return errno == ENOENT ? 0 : err_system(e, "%s", path);
	if (mark.empty || (mark.is && mark.application == LIBRARY_APPLICATION))
		return 0;
	return err_set(e, ERR_GIVEUP,
	    "%s is there, and no library: name another file", path);
}

/* Of a link the file that it leads to: that one is replaced. */
static char *
real_path(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISLNK(st.st_mode) ?
	    realpath(path, NULL) :
	    mem_dup(path);
}

/* An empty file of a name that nobody has, which others may not read: the logs
 * of running games are secret. */
static int
make_file(struct library *l, const char *path, struct err *e)
{
	struct buf name = BUF_INIT;
	int fd;

	l->path = real_path(path);
	if (l->path == NULL)
		return err_system(e, "%s", path);
	if (may_replace(l->path, e) != 0)
		return -1;
	buf_printf(&name, "%s.XXXXXX", l->path);
	fd = mkstemp(name.data);
	if (fd < 0) {
		buf_release(&name);
		return err_system(e, "cannot write %s", path);
	}
	(void)close(fd);
	l->made = buf_steal(&name);
	return 0;
}

/* No journal, no flush: what breaks off is thrown away. */
static int
begin(struct library *l, struct err *e)
{
	struct buf sql = BUF_INIT;
	int rc;

	buf_printf(&sql,
	    "PRAGMA page_size = 8192;PRAGMA journal_mode = OFF;PRAGMA "
	    "synchronous = OFF;PRAGMA locking_mode = EXCLUSIVE;PRAGMA "
	    "cache_size = -65536;PRAGMA foreign_keys = OFF;PRAGMA "
	    "application_id = %d;PRAGMA user_version = %d;BEGIN;%s",
	    LIBRARY_APPLICATION, LIBRARY_VERSION, library_schema);
	rc = library_exec(l, buf_text(&sql), e);
	buf_release(&sql);
	return rc;
}

int
library_create(const char *path, struct library **out, struct err *e)
{
	struct library *l = mem_zero(1, sizeof *l);

	l->cards = library_cards_new();
	if ((path == NULL || make_file(l, path, e) == 0) &&
	    library_open_file(l, path == NULL ? ":memory:" : l->made,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, e) == 0 &&
	    begin(l, e) == 0) {
		*out = l;
		return 0;
	}
	library_close(l);
	return -1;
}

const char *
library_unfinished(const struct library *l)
{
	return l->made;
}

void
library_close(struct library *l)
{
	for (int i = 0; i < INTO_TABLES; i++)
		(void)sqlite3_finalize(l->into[i]);
	for (int i = 0; i < l->kinds; i++)
		(void)sqlite3_finalize(l->figures[i].into);
	(void)sqlite3_close(l->db);
	library_cards_free(l->cards);
	if (l->made != NULL)
		(void)unlink(l->made);
	free(l->made);
	free(l->path);
	free(l);
}

/* On the disk before it has its name. */
static int
put_in_place(struct library *l, struct err *e)
{
	int fd = open(l->made, O_RDONLY | O_CLOEXEC);
	bool done = fd >= 0 && fsync(fd) == 0;

	if (fd >= 0)
		(void)close(fd);
	if (!done || rename(l->made, l->path) != 0 ||
	    file_sync_name(l->path) != 0)
		return err_system(e, "cannot write %s", l->path);
	free(l->made);
	l->made = NULL;
	return 0;
}

int
library_finish(struct library *l, struct err *e)
{
	/* The great index is sorted by other threads as well, in pieces of the
	 * size of the cache: what fits into that of a core is sorted in half
	 * the time. */
	if (library_put_cards(l, e) != 0 ||
	    library_exec(l, "PRAGMA threads = 3;PRAGMA cache_size = -2048",
		e) != 0 ||
	    library_exec(l, library_indexes, e) != 0 ||
	    library_exec(l, "COMMIT;ANALYZE games;ANALYZE acts", e) != 0)
		return -1;
	return l->made == NULL ? 0 : put_in_place(l, e);
}
