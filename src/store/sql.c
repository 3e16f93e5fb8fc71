/* SPDX-License-Identifier: MIT */
#include "store/sql.h"

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

/* Values go to parameters by their place: $2 before $1 is a bug in a statement
 * that no result would tell. */
static void
sql_ordered(sqlite3_stmt *stmt)
{
	char name[16];

	for (int i = sqlite3_bind_parameter_count(stmt); i > 0; i--) {
		(void)snprintf(name, sizeof name, "$%d", i);
		if (sqlite3_bind_parameter_index(stmt, name) != i)
			abort();
	}
}

static int
sql_prepare(struct db *db, struct sql *q, const char *text, struct err *e)
{
	sqlite3_stmt *stmt;
	bool known;
	int rc;

	q->slot = sql_find(db, text, &known);
	if (q->slot >= 0) {
		db->statement[q->slot].busy = true;
		q->stmt = db->statement[q->slot].stmt;
		return 0;
	}
	rc = sqlite3_prepare_v3(db->handle, text, -1, SQLITE_PREPARE_PERSISTENT,
	    &stmt, NULL);
	if (rc != SQLITE_OK)
		return engine_error(db, rc, "database", e);
	sql_ordered(stmt);
	q->stmt = stmt;
	if (known || db->n == DB_STATEMENTS)
		return 0;
	q->slot = db->n++;
	db->statement[q->slot].text = text;
	db->statement[q->slot].stmt = stmt;
	db->statement[q->slot].busy = true;
	return 0;
}

static int
sql_bind(sqlite3_stmt *stmt, int at, const struct sql_value *v)
{
	switch (v->kind) {
	case SQL_TEXT:
		return sqlite3_bind_text(stmt, at, v->data, -1, SQLITE_STATIC);
	case SQL_BLOB:
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

struct sql
sql_ask_with(struct db *db, struct err *e, const char *text,
    const struct sql_value *values)
{
	struct sql q = { .db = db, .e = e };
	int n = 0;

	if (sql_prepare(db, &q, text, e) != 0) {
		q.rows = -1;
		return q;
	}
	/* More of them, or fewer, than the statement has are a bug too. */
	for (; values[n].kind != SQL_NONE && values[n].to == NULL; n++)
		if (sql_bind(q.stmt, n + 1, &values[n]) != SQLITE_OK)
			abort();
	if (n != sqlite3_bind_parameter_count(q.stmt))
		abort();
	return q;
}

int
sql_end(struct sql *q)
{
	if (q->stmt == NULL)
		return q->rows;
	if (q->slot < 0) {
		(void)sqlite3_finalize(q->stmt);
	} else {
		(void)sqlite3_reset(q->stmt);
		(void)sqlite3_clear_bindings(q->stmt);
		q->db->statement[q->slot].busy = false;
	}
	q->stmt = NULL;
	return q->rows;
}

bool
sql_next(struct sql *q)
{
	int rc;

	if (q->rows >= 0 && engine_lost(q->db, q->e) != 0)
		q->rows = -1;
	if (q->rows < 0 || q->stop != 0)
		return false;
	rc = sqlite3_step(q->stmt);
	q->column = 0;
	if (rc == SQLITE_ROW)
		q->rows++;
	else if (rc != SQLITE_DONE)
		q->rows = engine_error(q->db, rc, "database", q->e);
	return rc == SQLITE_ROW;
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

/* Its bytes till the next step; NULL for NULL. */
static const char *
bytes(struct sql *q, size_t *len)
{
	int column = next_column(q);
	const char *s = sqlite3_column_blob(q->stmt, column);

	*len = (size_t)sqlite3_column_bytes(q->stmt, column);
	return s;
}

char *
sql_get_text(struct sql *q)
{
	int column = next_column(q);
	const unsigned char *s = sqlite3_column_text(q->stmt, column);
	int len = sqlite3_column_bytes(q->stmt, column);

	return s == NULL ? NULL : mem_ndup((const char *)s, (size_t)len);
}

static void
sql_place(struct sql *q, const struct sql_value *v)
{
	const char *s;
	size_t len;

	switch (v->kind) {
	case SQL_TO_INT:
		*(int *)v->to = (int)sql_get_int(q);
		break;
	case SQL_TO_LONG:
		*(int64_t *)v->to = sql_get_int(q);
		break;
	case SQL_TO_BOOL:
		*(bool *)v->to = sql_get_int(q) != 0;
		break;
	case SQL_TO_TEXT:
		*(char **)v->to = sql_get_text(q);
		break;
	case SQL_TO_LENT:
		*(const char **)v->to = (const char *)
		    sqlite3_column_text(q->stmt, next_column(q));
		break;
	case SQL_TO_BUF:
		s = bytes(q, &len);
		buf_add(v->to, s == NULL ? "" : s, len);
		break;
	case SQL_TO_ARRAY:
		s = bytes(q, &len);
		(void)snprintf(v->to, (size_t)v->n, "%.*s", (int)len,
		    s == NULL ? "" : s);
		break;
	default:
		abort();
	}
}

void
sql_read_with(struct sql *q, const struct sql_value *places)
{
	for (; places->kind != SQL_NONE; places++)
		sql_place(q, places);
}

int
sql_do_with(struct db *db, struct err *e, const char *text,
    const struct sql_value *values)
{
	struct sql q = sql_ask_with(db, e, text, values);

	while (values->kind != SQL_NONE && values->to == NULL)
		values++;
	while (sql_next(&q))
		sql_read_with(&q, values);
	return sql_end(&q);
}
