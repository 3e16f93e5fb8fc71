/* SPDX-License-Identifier: MIT */
#include "store/sql.h"

#include <limits.h>

#include "base/mem.h"
#include "store/engine.h"

/* A kept statement that is free, or -1: not prepared yet, or in use further
 * up the stack (a callback that asks the same question again). */
static int
sql_find(struct db *db, const char *text, bool *known)
{
	*known = false;
	for (int i = 0; i < db->n; i++)
		if (db->statement[i].text == text) {
			*known = true;
			return db->statement[i].busy ? -1 : i;
		}
	return -1;
}

int
sql_open(struct db *db, struct sql *q, const char *text, struct err *e)
{
	sqlite3_stmt *stmt;
	bool known;
	int rc, slot = sql_find(db, text, &known);

	*q = (struct sql){ .db = db, .slot = slot };
	if (slot >= 0) {
		db->statement[slot].busy = true;
		q->stmt = db->statement[slot].stmt;
		return 0;
	}
	rc = sqlite3_prepare_v3(db->handle, text, -1,
	    SQLITE_PREPARE_PERSISTENT, &stmt, NULL);
	if (rc != SQLITE_OK)
		return engine_error(db, rc, "database", e);
	q->stmt = stmt;
	if (known || db->n == DB_STATEMENTS)
		return 0;
	q->slot = db->n++;
	db->statement[q->slot].text = text;
	db->statement[q->slot].stmt = stmt;
	db->statement[q->slot].busy = true;
	return 0;
}

void
sql_close(struct sql *q)
{
	if (q->stmt == NULL)
		return;
	if (q->slot < 0) {
		(void)sqlite3_finalize(q->stmt);
	} else {
		(void)sqlite3_reset(q->stmt);
		(void)sqlite3_clear_bindings(q->stmt);
		q->db->statement[q->slot].busy = false;
	}
	q->stmt = NULL;
}

/* A parameter that does not exist is a bug in the caller's statement. */
static void
sql_bound(int rc)
{
	if (rc != SQLITE_OK)
		abort();
}

void
sql_int(struct sql *q, int64_t n)
{
	sql_bound(sqlite3_bind_int64(q->stmt, ++q->bound, n));
}

void
sql_id(struct sql *q, int64_t id)
{
	if (id == 0)
		sql_bound(sqlite3_bind_null(q->stmt, ++q->bound));
	else
		sql_int(q, id);
}

void
sql_text(struct sql *q, const char *s)
{
	sql_bound(sqlite3_bind_text(q->stmt, ++q->bound, s, -1, SQLITE_STATIC));
}

void
sql_blob(struct sql *q, const void *data, size_t len)
{
	/* A NULL pointer would bind NULL, also for an empty blob. */
	sql_bound(sqlite3_bind_blob64(q->stmt, ++q->bound,
	    data == NULL ? "" : data, len, SQLITE_STATIC));
}

int
sql_step(struct sql *q, struct err *e)
{
	int rc = sqlite3_step(q->stmt);

	q->column = 0;
	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	return engine_error(q->db, rc, "database", e);
}

int
sql_run(struct sql *q, struct err *e)
{
	int got, rows = 0;

	while ((got = sql_step(q, e)) > 0)
		rows = 1;
	sql_close(q);
	return got < 0 ? -1 : rows;
}

int
sql_run_int(struct sql *q, int64_t *out, struct err *e)
{
	int got, rows = 0;

	while ((got = sql_step(q, e)) > 0) {
		*out = sql_get_int(q);
		rows = 1;
	}
	sql_close(q);
	return got < 0 ? -1 : rows;
}

/* One that the statement does not have would read as 0 or "". */
static int
next_column(struct sql *q)
{
	if (q->column >= sqlite3_column_count(q->stmt))
		abort();
	return q->column++;
}

int64_t
sql_get_int(struct sql *q)
{
	return sqlite3_column_int64(q->stmt, next_column(q));
}

char *
sql_get_text(struct sql *q)
{
	int column = next_column(q);
	const unsigned char *s = sqlite3_column_text(q->stmt, column);
	int len = sqlite3_column_bytes(q->stmt, column);

	return s == NULL ? NULL : mem_ndup((const char *)s, (size_t)len);
}

void
sql_get_blob(struct sql *q, struct buf *out)
{
	int column = next_column(q);
	const void *data = sqlite3_column_blob(q->stmt, column);
	int len = sqlite3_column_bytes(q->stmt, column);

	buf_add(out, data == NULL ? "" : data, (size_t)len);
}
