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

static int
sql_prepare(struct sql *q, const char *text, const struct sql_value *values,
    int n)
{
	struct db *db = q->db;
	bool known;

	q->slot = sql_find(db, text, &known);
	if (q->slot >= 0) {
		db->statement[q->slot].busy = true;
		q->stmt = db->statement[q->slot].stmt;
		return 0;
	}
	if (db->engine->prepare(db, text, values, n, &q->stmt, q->e) != 0)
		return -1;
	if (known || db->n == DB_STATEMENTS)
		return 0;
	q->slot = db->n++;
	db->statement[q->slot].text = text;
	db->statement[q->slot].stmt = q->stmt;
	db->statement[q->slot].busy = true;
	return 0;
}

struct sql
sql_ask_with(struct db *db, struct err *e, const char *text,
    const struct sql_value *values)
{
	struct sql q = { .db = db, .e = e };
	int n = 0;

	while (values[n].kind != SQL_NONE && values[n].to == NULL)
		n++;
	if (sql_prepare(&q, text, values, n) != 0)
		q.rows = -1;
	else
		db->engine->bind(q.stmt, values, n);
	return q;
}

int
sql_end(struct sql *q)
{
	if (q->stmt == NULL)
		return q->rows;
	if (q->slot < 0) {
		q->db->engine->finalize(q->stmt);
	} else {
		q->db->engine->reset(q->stmt);
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
	rc = q->db->engine->step(q->db, q->stmt, q->e);
	q->column = 0;
	if (rc > 0 && q->rows++ == 0)
		q->columns = q->db->engine->columns(q->stmt);
	else if (rc < 0)
		q->rows = -1;
	return rc > 0;
}

/* One that the statement does not have would read as 0 or "". */
static int
next_column(struct sql *q)
{
	if (q->column >= q->columns)
		abort();
	return q->column++;
}

int64_t
sql_get_int(struct sql *q)
{
	return q->db->engine->integer(q->stmt, next_column(q));
}

/* Its bytes till the next step; NULL for NULL. */
static const char *
bytes(struct sql *q, size_t *len)
{
	return q->db->engine->bytes(q->stmt, next_column(q), len);
}

/* The same with a NUL behind them. */
static const char *
words(struct sql *q, size_t *len)
{
	return q->db->engine->text(q->stmt, next_column(q), len);
}

char *
sql_get_text(struct sql *q)
{
	size_t len;
	const char *s = words(q, &len);

	return s == NULL ? NULL : mem_ndup(s, len);
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
		*(const char **)v->to = words(q, &len);
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
