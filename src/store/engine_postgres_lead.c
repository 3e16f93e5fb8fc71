/* SPDX-License-Identifier: MIT */

/*
 * Several daemons of a club. By the server's locks each holds POSTGRES_WORK
 * shared, which those who must be alone take for themselves, and the one that
 * leads holds POSTGRES_SOLE. Both go with the connection. Terms are counted:
 * who finds that its own is over after its connection was lost does not go on,
 * for another may have done what it still has in memory.
 */

#include <poll.h>
#include <stdlib.h>

#include "base/clock.h"
#include "store/engine_postgres_answer.h"
#include "store/engine_postgres_locks.h"

/* Seconds. After so long a silence a leader is taken for dead: with the second
 * until the others ask again another leads within ten of its last word. A
 * lease is longer, since a letter that goes twice is worse than one that
 * waits. */
enum { PATIENCE = 7, LEASE = 120, LEAST = 4, ENDING_MS = 1000, PAUSE_MS = 20 };

/* What the locks are for. */
enum {
	POSTGRES_WRITER = 1,
	POSTGRES_SOLE = 2,
	POSTGRES_WORK = 3,
	POSTGRES_REPLACES = 4
};

static const char term[] =
    "SELECT convert_from(value, 'UTF8')::bigint FROM setting WHERE key = "
    "'term'";
static const char next_term[] =
    "INSERT INTO setting (key, value) VALUES ('term', '1') ON CONFLICT (key) "
    "DO UPDATE SET value = (convert_from(setting.value, 'UTF8')::bigint + 1)"
    "::text::bytea RETURNING convert_from(value, 'UTF8')::bigint";

/* As the keeper's URL says them ("options=-cpaquebot.patience%3D20"), and the
 * server's clock. */
static const char told[] =
    "SELECT nullif(current_setting('paquebot.patience', true), '')::bigint, "
    "nullif(current_setting('paquebot.lease', true), '')::bigint, "
    "floor(extract(epoch FROM clock_timestamp()))::bigint";

static int64_t
lock_key(const struct postgres *p, int what)
{
	return ((int64_t)what << 32) + p->schema;
}

/* Who holds a lock of a schema's, by their numbers. */
#define THE_LOCK \
	"l.locktype = 'advisory' AND l.database = (SELECT oid FROM " \
	"pg_database WHERE datname = current_database()) AND l.classid = %d " \
	"AND l.objid = %lld AND l.granted"

/* Behind the lock that a leader had, with its connection; the server may need a
 * moment to see that it was ours. */
static int
lead_on(struct db *db, int wait_ms, struct err *e)
{
	struct postgres *p = db->handle;
	char text[120];
	int64_t is;

	(void)snprintf(text, sizeof text,
	    "SET lock_timeout = %d; SELECT pg_advisory_lock(%lld)", wait_ms,
	    (long long)lock_key(p, POSTGRES_SOLE));
	if (postgres_done(db, text, e) != 0 ||
	    postgres_number(db, term, &is, e) != 0)
		return -1;
	return is == p->term ?
	    0 :
	    err_set(e, ERR_RETRY, "another has had the lead");
}

static int64_t
seconds(const PGresult *r, int column, int64_t preset)
{
	int64_t is = PQgetisnull(r, 0, column) ?
	    preset :
	    strtoll(PQgetvalue(r, 0, column), NULL, 10);

	return is < LEAST ? LEAST : is;
}

/* A setting of the URL is no number, or too great a one. */
static int
unset(struct err *e)
{
	if (e->kind == ERR_CORRUPT)
		e->kind = ERR_GIVEUP;
	return -1;
}

/* Who sleeps in a transaction keeps all others from theirs as long, who wait
 * for longer than that. */
int
postgres_settle(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	PGresult *r = postgres_ask(db, told, e);
	char text[120];

	if (r == NULL)
		return unset(e);
	p->patience = seconds(r, 0, PATIENCE);
	p->lease = seconds(r, 1, LEASE);
	p->moment = strtoll(PQgetvalue(r, 0, 2), NULL, 10);
	p->moment_at = clock_boot_ms();
	PQclear(r);
	(void)snprintf(text, sizeof text,
	    "SET idle_in_transaction_session_timeout = %lld",
	    (long long)p->patience * 1000);
	return postgres_done(db, text, e) != 0 ? unset(e) : 0;
}

static int
server_part(struct db *db, int wait_ms, struct err *e)
{
	struct postgres *p = db->handle;
	char text[120];

	(void)snprintf(text, sizeof text,
	    "SET lock_timeout = %d; SELECT pg_advisory_lock_shared(%lld)",
	    wait_ms, (long long)lock_key(p, POSTGRES_WORK));
	return postgres_done(db, text, e) != 0 ||
		(p->term > 0 && lead_on(db, wait_ms, e) != 0) ?
	    -1 :
	    0;
}

int
postgres_keep(struct db *db, struct err *e)
{
	const struct postgres *p = db->handle;

	return p->locks->keep == NULL ? 0 : p->locks->keep(db, e);
}

void
postgres_alive(struct db *db)
{
	struct postgres *p = db->handle;
	int64_t now = clock_monotonic_ms();
	struct err ignored;

	if (p->term == 0 || p->conn == NULL ||
	    now - p->asked < p->patience * 1000 / 4)
		return;
	p->asked = now;
	PQclear(postgres_say(p, "SELECT 1"));
	if (!postgres_in_transaction(db))
		(void)postgres_keep(db, &ignored);
}

/* Who holds that lock and sleeps with its connection open has said nothing for
 * long, or not taken what it had asked for, as a daemon that is well does each
 * second: how many were ended, -1. Those of another role are none that it
 * sees. */
static int
wake_sleeper(struct db *db, int lock, struct err *e)
{
	const struct postgres *p = db->handle;
	char text[640];
	int64_t ended, patience = p->patience;
	PGresult *r = patience == 0 ? postgres_ask(db, told, e) : NULL;

	if (patience == 0 && r == NULL)
		return unset(e);
	if (r != NULL)
		patience = seconds(r, 0, PATIENCE);
	PQclear(r);

	(void)snprintf(text, sizeof text,
	    "SELECT count(pg_terminate_backend(l.pid)) FROM pg_locks l JOIN "
	    "pg_stat_activity a USING (pid) WHERE " THE_LOCK
	    " AND (a.state LIKE 'idle%%' OR a.wait_event = "
	    "'ClientWrite') AND a.state_change < clock_timestamp() - "
	    "make_interval(secs => %lld)",
	    lock, (long long)p->schema, (long long)patience);
	return postgres_number(db, text, &ended, e) != 0 ? -1 : (int)ended;
}

static int
try_lock(struct db *db, int lock, struct err *e)
{
	char text[80];
	int64_t got;

	(void)snprintf(text, sizeof text,
	    "SELECT pg_try_advisory_lock(%lld)::int",
	    (long long)lock_key(db->handle, lock));
	return postgres_number(db, text, &got, e) != 0 ? -1 : (int)got;
}

int
postgres_next_term(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;

	return postgres_number(db, next_term, &p->term, e);
}

static int
server_lead(struct db *db, struct err *e)
{
	int64_t until = clock_monotonic_ms() + ENDING_MS;
	int got = try_lock(db, POSTGRES_SOLE, e), ended;

	if (got == 0) {
		ended = wake_sleeper(db, POSTGRES_SOLE, e);
		while (ended > 0 && got == 0 && clock_monotonic_ms() < until) {
			(void)poll(NULL, 0, PAUSE_MS);
			got = try_lock(db, POSTGRES_SOLE, e);
		}
		got = ended < 0 ? -1 : got;
	}
	return got > 0 && postgres_next_term(db, e) != 0 ? -1 : got;
}

static void
server_leave(struct db *db)
{
	struct err ignored;

	(void)postgres_done(db, "SELECT pg_advisory_unlock_all()", &ignored);
}

/* All of them, or none: 1, 0, -1. First the one that all hold. */
static int
try_all(struct db *db, struct err *e)
{
	const struct postgres *p = db->handle;
	int got = try_lock(db, POSTGRES_WORK, e);

	if (got > 0)
		got = try_lock(db, POSTGRES_SOLE, e);
	if (got > 0 && p->replaces)
		got = try_lock(db, POSTGRES_REPLACES, e);
	if (got == 0)
		server_leave(db);
	return got;
}

/* Whoever stands in the queue for a lock keeps others from theirs: it is tried
 * for. */
static int
take_all(struct db *db, int wait_ms, struct err *e)
{
	int64_t until = clock_monotonic_ms() + wait_ms;
	int got;

	while ((got = try_all(db, e)) == 0 && clock_monotonic_ms() < until)
		(void)poll(NULL, 0, PAUSE_MS);
	return got > 0 ? 0 :
	    got < 0    ? -1 :
			 err_set(e, ERR_RETRY, "another has the club");
}

static int
server_alone(struct db *db, int wait_ms, struct err *e)
{
	struct err ignored;
	int rc = take_all(db, wait_ms, e);

	if (rc != 0 && e->kind == ERR_RETRY &&
	    wake_sleeper(db, POSTGRES_WORK, &ignored) > 0)
		rc = take_all(db, wait_ms, e);
	return rc;
}

static void
server_writer(const struct postgres *p, bool beside, struct buf *out)
{
	(void)beside;
	buf_printf(out, "SELECT pg_advisory_xact_lock(%lld)",
	    (long long)lock_key(p, POSTGRES_WRITER));
}

/* They are gone only with the connection. */
static bool
server_holds(const struct postgres *p, bool beside, const char *given)
{
	(void)p;
	(void)beside;
	(void)given;
	return true;
}

/* Of pg_locks: who tried would have it for a moment, and be in the way. */
static void
server_locked(const struct postgres *p, bool alone, struct buf *out)
{
	buf_printf(out, "SELECT count(*) FROM pg_locks l WHERE " THE_LOCK,
	    alone ? POSTGRES_REPLACES : POSTGRES_SOLE, (long long)p->schema);
}

const struct postgres_locks postgres_server_locks = {
	.writer = server_writer,
	.holds = server_holds,
	.alone = server_alone,
	.part = server_part,
	.lead = server_lead,
	.leave = server_leave,
	.locked = server_locked,
	.hears = true,
};

void
postgres_see(const struct db *db, struct several *out)
{
	const struct postgres *p = db->handle;
	int64_t since = clock_boot_ms() - p->moment_at;

	out->moment = p->moment_at == 0 ? clock_now() :
					  p->moment + since / 1000;
	out->number = strtoll(p->xid, NULL, 10);
	out->patience = p->patience == 0 ? PATIENCE : p->patience;
	out->lease = p->lease == 0 ? LEASE : p->lease;
}
