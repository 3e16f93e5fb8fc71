/* SPDX-License-Identifier: MIT */

/* Statements on PostgreSQL: prepared once a connection, run at the first step,
 * with values and columns in binary form. */

#include <endian.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "store/engine_postgres_answer.h"
#include "store/engine_postgres_locks.h"

/* Types, as the server numbers them for ever (pg_type.dat). */
enum {
	TYPE_BOOL = 16,
	TYPE_BYTEA = 17,
	TYPE_BIGINT = 20,
	TYPE_SMALLINT = 21,
	TYPE_INTEGER = 23,
	TYPE_TEXT = 25
};

struct statement {
	const char *text; /* borrowed literal */
	char name[16];
	unsigned serial; /* of the connection it was prepared on; 0: none */
	bool known;      /* it was run before */
	bool writes;
	int n;
	Oid type[POSTGRES_PARAMETERS];
	const char *value[POSTGRES_PARAMETERS];
	int length[POSTGRES_PARAMETERS];
	int format[POSTGRES_PARAMETERS];
	uint64_t number[POSTGRES_PARAMETERS];
	char *clean[POSTGRES_PARAMETERS]; /* owned */
	PGresult *rows;                   /* owned; NULL: it was not run */
	int row;
};

static Oid
type_of(const struct sql_value *v)
{
	return v->kind == SQL_TEXT ? TYPE_TEXT :
	    v->kind == SQL_BLOB    ? TYPE_BYTEA :
				     TYPE_BIGINT;
}

int
postgres_prepare(struct db *db, const char *text,
    const struct sql_value *values, int n, void **stmt, struct err *e)
{
	struct postgres *p = db->handle;
	struct statement *s = mem_zero(1, sizeof *s);

	(void)e;
	if (n > POSTGRES_PARAMETERS)
		abort();
	s->text = text;
	(void)snprintf(s->name, sizeof s->name, "s%u", ++p->names);
	s->writes = strncmp(text, "SELECT ", 7) != 0 &&
	    strncmp(text, "WITH ", 5) != 0;
	s->n = n;
	for (int i = 0; i < n; i++)
		s->type[i] = type_of(&values[i]);
	*stmt = s;
	return 0;
}

/* The server takes no text that is not UTF-8, and what mails bring may be that;
 * it is changed alike where it is written and where it is looked for. */
static const char *
clean_text(struct statement *s, int i, const char *text)
{
	struct buf out = BUF_INIT;
	size_t len = strlen(text);

	if (utf8_valid(text, len))
		return text;
	utf8_mend(text, len, &out);
	s->clean[i] = buf_steal(&out);
	return s->clean[i];
}

static void
bind_one(struct statement *s, int i, const struct sql_value *v)
{
	s->format[i] = v->kind != SQL_TEXT;
	switch (v->kind) {
	case SQL_TEXT:
		s->value[i] = v->data == NULL ? NULL :
						clean_text(s, i, v->data);
		break;
	case SQL_BLOB:
		s->value[i] = v->n < 0 ? NULL : v->data == NULL ? "" : v->data;
		s->length[i] = (int)v->n;
		break;
	default:
		s->number[i] = htobe64((uint64_t)v->n);
		s->value[i] = v->kind == SQL_ID && v->n == 0 ?
		    NULL :
		    (const char *)&s->number[i];
		s->length[i] = sizeof s->number[i];
		break;
	}
}

void
postgres_bind(void *stmt, const struct sql_value *values, int n)
{
	struct statement *s = stmt;

	if (n != s->n)
		abort();
	for (int i = 0; i < n; i++) {
		if (type_of(&values[i]) != s->type[i])
			abort();
		bind_one(s, i, &values[i]);
	}
}

static bool
went_well(const PGresult *r)
{
	ExecStatusType status = PQresultStatus(r);

	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* Once, on the connection as it is: 0; -1 and the result that says why. What
 * is run a second time is prepared. */
static int
run_once(struct postgres *p, struct statement *s, PGresult **r)
{
	*r = NULL;
	if (p->conn == NULL)
		return -1;
	if (s->known && s->serial != p->serial) {
		*r = postgres_answer(p,
		    PQsendPrepare(p->conn, s->name, s->text, s->n, s->type));
		if (!went_well(*r))
			return -1;
		PQclear(*r);
		s->serial = p->serial;
	}
	*r = postgres_answer(p,
	    s->known ? PQsendQueryPrepared(p->conn, s->name, s->n, s->value,
			   s->length, s->format, 1) :
		       PQsendQueryParams(p->conn, s->text, s->n, s->type,
			   s->value, s->length, s->format, 1));
	s->known = true;
	return went_well(*r) ? 0 : -1;
}

/* Outside of transactions a connection may be lost before anybody notices; what
 * only reads is asked once more on another. */
static int
run(struct db *db, struct statement *s, struct err *e)
{
	struct postgres *p = db->handle;
	bool inside = db->begun || postgres_in_transaction(db);
	PGresult *r;

	if (p->club != NULL && postgres_keep(p->club, e) != 0)
		return -1;
	if (!inside && postgres_connect(db, e) != 0)
		return -1;
	if (run_once(p, s, &r) != 0) {
		if (inside || s->writes || PQstatus(p->conn) == CONNECTION_OK)
			return postgres_error(db, r, e);
		PQclear(r);
		if (postgres_connect(db, e) != 0)
			return -1;
		if (run_once(p, s, &r) != 0)
			return postgres_error(db, r, e);
	}
	s->rows = r;
	s->row = -1;
	if (s->writes)
		p->written += strtoll(PQcmdTuples(r), NULL, 10);
	return 0;
}

/* What writes alone is a transaction of its own, behind the others. */
static int
run_alone(struct db *db, struct statement *s, struct err *e)
{
	struct err ignored;

	if (postgres_begin(db, e) != 0)
		return -1;
	if (run(db, s, e) == 0)
		return postgres_commit(db, e);
	if (postgres_in_transaction(db))
		(void)postgres_exec(db, "ROLLBACK", &ignored);
	return -1;
}

int
postgres_step(struct db *db, void *stmt, struct err *e)
{
	struct statement *s = stmt;
	bool alone = s->writes && !db->begun && !postgres_in_transaction(db);

	if (s->rows == NULL &&
	    (alone ? run_alone(db, s, e) : run(db, s, e)) != 0)
		return -1;
	return ++s->row < PQntuples(s->rows);
}

void
postgres_reset(void *stmt)
{
	struct statement *s = stmt;

	PQclear(s->rows);
	s->rows = NULL;
	for (int i = 0; i < s->n; i++) {
		free(s->clean[i]);
		s->clean[i] = NULL;
	}
}

/* Its name on the server goes with the connection. */
void
postgres_finalize(void *stmt)
{
	if (stmt != NULL)
		postgres_reset(stmt);
	free(stmt);
}

bool
postgres_null(void *stmt, int column)
{
	const struct statement *s = stmt;

	return PQgetisnull(s->rows, s->row, column) != 0;
}

int
postgres_columns(void *stmt)
{
	const struct statement *s = stmt;

	return PQnfields(s->rows);
}

int64_t
postgres_integer(void *stmt, int column)
{
	const struct statement *s = stmt;
	const char *at = PQgetvalue(s->rows, s->row, column);
	uint64_t eight;
	uint32_t four;

	if (PQgetisnull(s->rows, s->row, column))
		return 0;
	switch (PQftype(s->rows, column)) {
	case TYPE_BOOL:
		return *at != 0;
	case TYPE_INTEGER:
		memcpy(&four, at, sizeof four);
		return (int32_t)be32toh(four);
	case TYPE_BIGINT:
		memcpy(&eight, at, sizeof eight);
		return (int64_t)be64toh(eight);
	default:
		abort();
	}
}

/* The library puts a NUL behind every value. */
const char *
postgres_bytes(void *stmt, int column, size_t *len)
{
	const struct statement *s = stmt;
	Oid type = PQftype(s->rows, column);

	if (type != TYPE_TEXT && type != TYPE_BYTEA)
		abort();
	*len = (size_t)PQgetlength(s->rows, s->row, column);
	return PQgetisnull(s->rows, s->row, column) ?
	    NULL :
	    PQgetvalue(s->rows, s->row, column);
}

/* One row after the other leaves the server: 0, what fn gave, -1. The rest of
 * what is not wanted any more is thrown away. */
static int
each_row(struct db *db, int (*fn)(void *arg, void *row), void *arg,
    struct err *e)
{
	struct postgres *p = db->handle;
	struct statement s = { .row = 0 };
	int rc = 0;

	while ((s.rows = PQgetResult(p->conn)) != NULL) {
		if (!went_well(s.rows) &&
		    PQresultStatus(s.rows) != PGRES_SINGLE_TUPLE) {
			rc = postgres_error(db, s.rows, e);
			continue;
		}
		for (s.row = 0; rc == 0 && s.row < PQntuples(s.rows); s.row++)
			rc = fn(arg, &s);
		PQclear(s.rows);
	}
	return rc;
}

int
postgres_each(struct db *db, const char *text, int (*fn)(void *arg, void *row),
    void *arg, struct err *e)
{
	struct postgres *p = db->handle;

	if (!db->begun && !postgres_in_transaction(db) &&
	    postgres_connect(db, e) != 0)
		return -1;
	if (p->conn == NULL ||
	    PQsendQueryParams(p->conn, text, 0, NULL, NULL, NULL, NULL, 1) == 0)
		return postgres_error(db, NULL, e);
	(void)PQsetSingleRowMode(p->conn);
	return each_row(db, fn, arg, e);
}
