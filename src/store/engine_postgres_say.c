/* SPDX-License-Identifier: MIT */

/* A word with the server, on the connection as it is, and what it says of what
 * went wrong. */

#include <stdlib.h>

#include "store/engine_postgres_answer.h"

/* What the first letters of an SQLSTATE mean to the rest of the program; the
 * first row that fits counts. */
static const struct sqlstate {
	const char *state;
	enum err_kind kind;
	enum db_health health;
} sqlstates[] = {
	/* clang-format off */
	{ "40001", ERR_RETRY, DB_WELL },    /* serialization failure */
	{ "40P01", ERR_RETRY, DB_WELL },    /* deadlock */
	{ "55P03", ERR_RETRY, DB_WELL },    /* lock not available in time */
	{ "08", ERR_LATER, DB_FAILING },    /* connection */
	{ "57P", ERR_LATER, DB_FAILING },   /* the server ends or begins */
	{ "57", ERR_LATER, DB_WELL },       /* somebody cancelled it */
	{ "25006", ERR_LATER, DB_FAILING }, /* a standby: nobody writes there */
	{ "25P0", ERR_LATER, DB_WELL },     /* idle for too long */
	{ "53100", ERR_LATER, DB_FULL },    /* disk full */
	{ "53", ERR_LATER, DB_FAILING },    /* connections, memory */
	{ "58", ERR_LATER, DB_FAILING },    /* the server's input and output */
	{ "42501", ERR_GIVEUP, DB_WELL },   /* a privilege is missing */
	{ "XX001", ERR_CORRUPT, DB_DAMAGED },
	{ "XX002", ERR_CORRUPT, DB_DAMAGED },
	{ "", ERR_CORRUPT, DB_WELL },
	/* clang-format on */
};

static const struct sqlstate *
sqlstate_of(const char *state)
{
	const struct sqlstate *m = sqlstates;

	while (strncmp(state, m->state, strlen(m->state)) != 0)
		m++;
	return m;
}

/* One line without its heading. */
static int
words_of(const char *said, struct err *e, enum err_kind kind)
{
	return err_set(e, kind, "database: %.*s", (int)strcspn(said, "\n"),
	    said);
}

/* The connection is of no use any more. */
void
postgres_hang_up(struct postgres *p)
{
	PQfinish(p->conn);
	p->conn = NULL;
}

int
postgres_error(struct db *db, PGresult *r, struct err *e)
{
	struct postgres *p = db->handle;
	const char *state = r == NULL ? NULL :
					PQresultErrorField(r, PG_DIAG_SQLSTATE);
	const char *said = r == NULL ?
	    NULL :
	    PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	const struct sqlstate *m;

	if (p->conn == NULL || PQstatus(p->conn) != CONNECTION_OK)
		state = "08006";
	m = sqlstate_of(state == NULL ? "" : state);
	(void)words_of(said != NULL ? said :
		p->conn == NULL     ? "there is no connection" :
				      PQerrorMessage(p->conn),
	    e, m->kind);
	PQclear(r);
	/* Another server may be the one that writes. */
	if (p->conn != NULL && strcmp(m->state, "25006") == 0 &&
	    !postgres_in_transaction(db))
		postgres_hang_up(p);
	return engine_fail(db, m->health, e);
}

PGresult *
postgres_ask(struct db *db, const char *text, struct err *e)
{
	struct postgres *p = db->handle;
	PGresult *r = p->conn == NULL ? NULL : postgres_say(p, text);
	ExecStatusType status = r == NULL ? PGRES_FATAL_ERROR :
					    PQresultStatus(r);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
		return r;
	(void)postgres_error(db, r, e);
	return NULL;
}

int
postgres_relations(struct db *db, const char *which, int64_t *out,
    struct err *e)
{
	const struct postgres *p = db->handle;
	char text[160];

	(void)snprintf(text, sizeof text,
	    "SELECT count(*) FROM pg_class WHERE relnamespace = %lld AND "
	    "relkind IN ('r', 'p', 'f', 'v', 'm', 'S') AND %s",
	    (long long)p->schema, which);
	return postgres_number(db, text, out, e);
}

int
postgres_done(struct db *db, const char *text, struct err *e)
{
	PGresult *r = postgres_ask(db, text, e);

	PQclear(r);
	return r == NULL ? -1 : 0;
}

int
postgres_number(struct db *db, const char *text, int64_t *out, struct err *e)
{
	PGresult *r = postgres_ask(db, text, e);

	if (r == NULL)
		return -1;
	*out = PQntuples(r) == 0 || PQgetisnull(r, 0, 0) ?
	    0 :
	    strtoll(PQgetvalue(r, 0, 0), NULL, 10);
	PQclear(r);
	return 0;
}

bool
postgres_in_transaction(const struct db *db)
{
	const struct postgres *p = db->handle;
	PGTransactionStatusType is = p->conn == NULL ?
	    PQTRANS_UNKNOWN :
	    PQtransactionStatus(p->conn);

	return is == PQTRANS_INTRANS || is == PQTRANS_INERROR;
}
