/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "store/library_ask.h"
#include "store/library_own.h"
#include "store/sqlite_mark.h"

static int
pragma(struct library *l, const char *sql)
{
	sqlite3_stmt *stmt = NULL;
	int n = -1;

	if (sqlite3_prepare_v2(l->db, sql, -1, &stmt, NULL) == SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_ROW)
		n = sqlite3_column_int(stmt, 0);
	(void)sqlite3_finalize(stmt);
	return n;
}

/* One that a stranger made may have views and triggers that do what they will:
 * they call no function that does harm. All is read in one transaction: a lock
 * for each of thousands of statements costs more than what they read. */
static int
see_file(struct library *l, const char *path, struct err *e)
{
	if (library_open_file(l, path, SQLITE_OPEN_READONLY, e) != 0)
		return -1;
	if (library_exec(l,
		"PRAGMA trusted_schema = OFF;PRAGMA query_only = ON;PRAGMA "
		"cell_size_check = ON;PRAGMA cache_size = -65536;PRAGMA "
		"temp_store = MEMORY;BEGIN",
		e) != 0)
		return err_wrap(e, "%s", path);
	if (pragma(l, "PRAGMA application_id") != LIBRARY_APPLICATION)
		return err_set(e, ERR_CORRUPT,
		    "%s: not made by \"paquebot log db\"", path);
	if (pragma(l, "PRAGMA user_version") != LIBRARY_VERSION)
		return err_set(e, ERR_CORRUPT,
		    "%s: of another version of paquebot; make it anew", path);
	return 0;
}

int
library_open(const char *path, struct library **out, struct err *e)
{
	struct library *l = mem_zero(1, sizeof *l);

	if (see_file(l, path, e) != 0) {
		library_close(l);
		return -1;
	}
	*out = l;
	return 0;
}

bool
library_is(const char *path)
{
	struct sqlite_mark mark;

	return sqlite_mark_read(path, 0, &mark) == 0 && mark.is;
}

int
library_games(struct library *l, int64_t *n, struct err *e)
{
	sqlite3_stmt *stmt = NULL;
	int rc = -1;

	if (sqlite3_prepare_v2(l->db, "SELECT count(*) FROM games", -1, &stmt,
		NULL) == SQLITE_OK &&
	    sqlite3_step(stmt) == SQLITE_ROW) {
		*n = sqlite3_column_int64(stmt, 0);
		rc = 0;
	} else {
		(void)library_fail(l, "library", e);
	}
	(void)sqlite3_finalize(stmt);
	return rc;
}
