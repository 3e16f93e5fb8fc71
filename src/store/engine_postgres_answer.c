/* SPDX-License-Identifier: MIT */
#include "store/engine_postgres_answer.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"

enum { LEAST_MS = 12 * 1000, PATIENCES = 4 };

static void
silent(void *arg, const PGresult *r)
{
	(void)arg;
	(void)r;
}

/* What the string or its service says goes before what stands above it here. */
PGconn *
postgres_dial(const char *where)
{
	static const char *const keys[] = { "connect_timeout",
		"tcp_user_timeout", "keepalives_idle", "keepalives_interval",
		"keepalives_count", "fallback_application_name", "dbname",
		"client_encoding", NULL };
	const char *const values[] = { "10", "30000", "10", "5", "4",
		"paquebot", where, "UTF8", NULL };
	PGconn *conn = PQconnectdbParams(keys, values, 1);

	if (conn == NULL)
		abort();
	(void)PQsetNoticeReceiver(conn, silent, NULL);
	/* What is long must not wait for a server that does not read it. */
	(void)PQsetnonblocking(conn, 1);
	return conn;
}

/* Whether the next result is there, or the connection lost; false: the time is
 * over. */
static bool
heard(PGconn *conn, int64_t until)
{
	for (;;) {
		int unsent = PQflush(conn);
		int64_t left = until - clock_monotonic_ms();
		struct pollfd p = { .fd = PQsocket(conn), .events = POLLIN };

		if (unsent < 0 || (unsent == 0 && !PQisBusy(conn)))
			return true;
		if (left <= 0)
			return false;
		if (unsent > 0)
			p.events = POLLIN | POLLOUT;
		(void)poll(&p, 1, left < 60000 ? (int)left : 60000);
		if (PQconsumeInput(conn) == 0)
			return true;
	}
}

static int64_t
limit(const struct postgres *p)
{
	int64_t ms = p->patience * 1000 * PATIENCES;

	return !p->work || p->unhurried ?
	    INT64_MAX :
	    clock_monotonic_ms() + (ms < LEAST_MS ? LEAST_MS : ms);
}

PGresult *
postgres_answer(const struct postgres *p, int sent)
{
	int64_t until = limit(p);
	PGresult *last = NULL, *next;

	if (sent == 0)
		return NULL;
	do {
		/* Nothing of it is read any more: the connection is lost. */
		if (!heard(p->conn, until))
			(void)shutdown(PQsocket(p->conn), SHUT_RDWR);
		next = PQgetResult(p->conn);
		if (next != NULL) {
			PQclear(last);
			last = next;
		}
	} while (next != NULL);
	return last;
}

PGresult *
postgres_say(const struct postgres *p, const char *text)
{
	return postgres_answer(p, PQsendQuery(p->conn, text));
}
