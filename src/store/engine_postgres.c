/* SPDX-License-Identifier: MIT */
#include "store/engine_postgres.h"

#include <poll.h>

#include "base/clock.h"
#include "base/mem.h"
#include "store/engine_postgres_answer.h"
#include "store/engine_postgres_locks.h"
#include "store/engine_whole.h"

/* REST_MS: nobody dials again so soon after a server that did not answer, or
 * all the statements of a step would wait for it one after the other. ASK_MS:
 * how often one that waits asks for the lead. */
enum {
	PAUSE_MS = 100,
	FIRST_MS = 2000,
	AGAIN_MS = 5000,
	REST_MS = 500,
	ASK_MS = 1000
};

/* Who sleeps in a transaction, as a process does that is stopped, keeps all
 * others from theirs: the server ends it, sooner where others work
 * (postgres_settle). And it is to find out within ten seconds that the host of
 * one is gone, whose locks others wait for. All we ask often has its index; a
 * plan that is made while a queue is empty would read it from end to end for as
 * long as the connection lasts, however long it has become. What has none seems
 * so dear then that the server would compile it each time (jit). And how long
 * something may take is for us to say (postgres_answer). */
static const char settings[] =
    "SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; "
    "SET tcp_keepalives_count = 2; SET tcp_user_timeout = 8000; "
    "SET client_min_messages = error; SET lock_timeout = 10000; "
    "SET idle_in_transaction_session_timeout = 60000; "
    "SET default_transaction_isolation = 'read committed'; "
    "SET quote_all_identifiers = off; SET enable_seqscan = off; "
    "SET jit = off; SET statement_timeout = 0";

static int
another_has_it(struct err *e)
{
	return err_set(e, ERR_RETRY, "another paquebot is at work on it");
}

/* The club's lock, where it is wanted, goes with the connection, or is looked
 * at again. The server may need a moment to see that whoever had it is gone:
 * ourselves, perhaps. */
static int
take_sole(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	int wait = p->had ? AGAIN_MS : FIRST_MS;

	if ((p->work ? p->locks->part(db, wait, e) :
		       p->locks->alone(db, wait, e)) == 0) {
		p->had = true;
		return postgres_done(db, "SET lock_timeout = 10000", e);
	}
	if (e->kind != ERR_RETRY)
		return -1;
	db->taken = p->had;
	return another_has_it(e);
}

static int
choose_schema(struct db *db, struct err *e)
{
	const struct postgres *p = db->handle;
	struct buf text = BUF_INIT;
	int rc;

	if (p->within == NULL)
		return 0;
	buf_printf(&text, "SET search_path = %s", p->within);
	rc = postgres_done(db, text.data, e);
	buf_release(&text);
	return rc;
}

/* The first schema of the search path, if it is not there and may be made. */
static int
make_schema(struct db *db, struct err *e)
{
	return postgres_done(db,
	    "DO $$DECLARE first text := trim(split_part(current_setting("
	    "'search_path'), ',', 1), ' \"'); BEGIN IF current_schema() IS "
	    "NULL THEN EXECUTE format('CREATE SCHEMA %I', CASE first WHEN "
	    "'$user' THEN current_user ELSE first END); END IF; END$$",
	    e);
}

/* The server's start, and when it forgot its counters, as it does when it
 * recovers from the crash of one of its processes: the sum is another after
 * either. */
static const char started[] =
    "SELECT ((extract(epoch FROM pg_postmaster_start_time()) + "
    "coalesce(extract(epoch FROM (SELECT stats_reset FROM pg_stat_bgwriter)), "
    "0)) * 1000000)::bigint";

/* A standby, which may be the primary soon. */
static int
check_writes(struct db *db, struct err *e)
{
	int64_t standby;

	if (postgres_number(db, "SELECT pg_is_in_recovery()::int", &standby,
		e) != 0)
		return -1;
	return !standby ? 0 :
			  err_set(e, ERR_LATER,
			      "it is a standby, which takes nothing: "
			      "\"target_session_attrs=primary\" in the URL "
			      "finds the other");
}

static int
greet(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	const char *encoding = PQparameterStatus(p->conn, "server_encoding");

	if (encoding == NULL || strcmp(encoding, "UTF8") != 0)
		return err_set(e, ERR_GIVEUP,
		    "its encoding is %s: it must be UTF8",
		    encoding == NULL ? "unknown" : encoding);
	if (postgres_done(db, settings, e) != 0 || choose_schema(db, e) != 0 ||
	    (p->create && make_schema(db, e) != 0) ||
	    postgres_number(db,
		"SELECT oid::bigint FROM pg_namespace WHERE nspname = "
		"current_schema()",
		&p->schema, e) != 0 ||
	    postgres_number(db, started, &p->since, e) != 0)
		return -1;
	if ((p->sole || p->work) && check_writes(db, e) != 0)
		return -1;
	if (p->schema == 0)
		return err_set(e, ERR_GIVEUP,
		    "its search path names no schema that is there "
		    "(\"paquebot init\" makes it)");
	if (postgres_choose_locks(db, e) != 0 ||
	    (!p->sole && postgres_settle(db, e) != 0))
		return -1;
	return p->sole || p->work ? take_sole(db, e) : 0;
}

int
postgres_connect(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;

	if (p->conn != NULL && PQstatus(p->conn) == CONNECTION_OK)
		return 0;
	if (db->taken)
		return another_has_it(e);
	if (clock_monotonic_ms() < p->not_before)
		return postgres_error(db, NULL, e);
	PQfinish(p->conn);
	p->conn = postgres_dial(db->where);
	p->serial++;
	if (PQstatus(p->conn) != CONNECTION_OK) {
		p->not_before = clock_monotonic_ms() + REST_MS;
		return postgres_error(db, NULL, e);
	}
	if (greet(db, e) == 0)
		return 0;
	postgres_hang_up(p);
	return -1;
}

int
postgres_exec(struct db *db, const char *text, struct err *e)
{
	return !db->begun && postgres_connect(db, e) != 0 ?
	    -1 :
	    postgres_done(db, text, e);
}

/* What comes first: nobody else writes in a schema that is being made. */
static void
ask_begin(const struct postgres *p, bool beside, struct buf *out)
{
	buf_str(out, "BEGIN; ");
	if (p->within == NULL)
		p->locks->writer(p, beside, out);
	else
		buf_str(out, "SELECT 0");
	buf_str(out,
	    ", pg_current_xact_id()::text, "
	    "floor(extract(epoch FROM clock_timestamp()))::bigint");
	/* Who has the club hears of the others, when they commit. */
	if (!p->sole && p->locks->hears)
		buf_printf(out, ", pg_notify('paquebot_%lld', '')",
		    (long long)p->schema);
}

/* It has begun, with a lock that is not ours any more: another leads, or what
 * is one of several begins anew with another connection. */
static int
begun_too_late(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;

	PQclear(postgres_say(p, "ROLLBACK"));
	db->taken = !db->beside;
	if (db->beside)
		postgres_hang_up(p);
	return another_has_it(e);
}

/* Begins on the connection as it is. */
static int
begin(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	struct buf text = BUF_INIT;
	bool holds;
	PGresult *r;

	if (p->work && p->term == 0 && !db->beside)
		return another_has_it(e);
	ask_begin(p, db->beside, &text);
	r = postgres_ask(db, text.data, e);
	buf_release(&text);
	if (r != NULL) {
		(void)snprintf(p->xid, sizeof p->xid, "%s",
		    PQgetvalue(r, 0, 1));
		p->moment = strtoll(PQgetvalue(r, 0, 2), NULL, 10);
		p->moment_at = clock_boot_ms();
		p->begun = p->since;
		holds = p->locks->holds(p, db->beside, PQgetvalue(r, 0, 0));
		PQclear(r);
		return holds ? 0 : begun_too_late(db, e);
	}
	if (p->conn != NULL)
		PQclear(postgres_say(p, "ROLLBACK"));
	return -1;
}

/* A connection that was lost while nobody spoke is found out here: once more on
 * another one, since nothing was done yet. */
int
postgres_begin(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;

	if (postgres_connect(db, e) != 0)
		return -1;
	if (begin(db, e) == 0)
		return 0;
	if (p->conn != NULL && PQstatus(p->conn) == CONNECTION_OK)
		return -1;
	db->failure.kind = ERR_NONE;
	return postgres_connect(db, e) != 0 ? -1 : begin(db, e);
}

/* What became of the transaction that no answer came about: 1 it was committed,
 * 0 it was not, -1 nobody says; 2: nobody will, for a server that began anew,
 * or another, may have given its number to a stranger. The lock is free when
 * its end is decided. */
static int
outcome(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	struct buf lock = BUF_INIT;
	char text[160];
	PGresult *r = NULL;
	int is = -1, rc;

	if (postgres_connect(db, e) != 0)
		return -1;
	if (p->since != p->begun)
		return 2;
	p->locks->writer(p, true, &lock);
	rc = postgres_done(db, lock.data, e);
	buf_release(&lock);
	if (rc != 0)
		return -1;
	(void)snprintf(text, sizeof text, "SELECT pg_xact_status('%s')",
	    p->xid);
	r = postgres_ask(db, text, e);
	if (r == NULL)
		return -1;
	if (!PQgetisnull(r, 0, 0))
		is = strcmp(PQgetvalue(r, 0, 0), "committed") == 0;
	PQclear(r);
	return is;
}

static int
resolve(struct db *db, struct err *e)
{
	int64_t until = clock_monotonic_ms() + DB_PATIENCE_MS;
	struct err why;
	int is;

	while ((is = outcome(db, &why)) < 0 && clock_monotonic_ms() < until)
		(void)poll(NULL, 0, PAUSE_MS);
	if (is == 1) {
		db->failure.kind = ERR_NONE;
		return 0;
	}
	return is == 0 ? -1 :
			 err_set(e, ERR_LATER,
			     "database: the connection was lost while it "
			     "committed, and whether that was done is not "
			     "known");
}

int
postgres_commit(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	PGresult *r;
	bool good;

	if (postgres_keep(db, e) != 0)
		return -1;
	r = postgres_ask(db, "COMMIT", e);
	if (r == NULL)
		return p->conn == NULL || PQstatus(p->conn) != CONNECTION_OK ?
		    resolve(db, e) :
		    -1;
	/* After a failure COMMIT is another word for ROLLBACK. */
	good = strcmp(PQcmdStatus(r), "COMMIT") == 0;
	PQclear(r);
	if (good)
		return 0;
	(void)err_set(e, ERR_CORRUPT, "database: it was rolled back");
	return engine_fail(db, DB_WELL, e);
}

/* Takes what was told: whether it was of anybody else. */
static bool
told(PGconn *conn)
{
	PGnotify *n;
	bool any = false;

	while ((n = PQnotifies(conn)) != NULL) {
		any |= n->be_pid != PQbackendPID(conn);
		PQfreemem(n);
	}
	return any;
}

static int
postgres_hear(struct db *db, bool *heard)
{
	struct postgres *p = db->handle;
	char text[64];
	struct err ignored;

	if (p->conn == NULL || !p->locks->hears ||
	    PQconsumeInput(p->conn) == 0 || PQstatus(p->conn) != CONNECTION_OK)
		return -1;
	*heard = told(p->conn);
	if (p->hears == p->serial)
		return PQsocket(p->conn);
	(void)snprintf(text, sizeof text, "LISTEN paquebot_%lld",
	    (long long)p->schema);
	if (postgres_done(db, text, &ignored) != 0)
		return -1;
	/* What came between the last look and this is not told. */
	p->hears = p->serial;
	*heard = true;
	return PQsocket(p->conn);
}

static int64_t
postgres_written(const struct db *db)
{
	const struct postgres *p = db->handle;

	return p->written;
}

/* A word or a value that libpq does not know, a service of which no file tells,
 * which no server can mend: none is asked, but for one that is not there. */
static bool
means_nothing(const char *url)
{
	static const char *const keys[] = { "dbname", "host", "hostaddr",
		"port", NULL };
	const char *const values[] = { url, "localhost", "127.0.0.1", "1",
		NULL };

	return PQpingParams(keys, values, 1) == PQPING_NO_ATTEMPT;
}

/* Who may change the form of the database, and so the daemon, has the club's
 * lock. */
int
postgres_open(struct db *db, enum db_how how, struct err *e)
{
	struct postgres *p = mem_zero(1, sizeof *p);

	db->handle = p;
	p->work = how == DB_WORK;
	p->sole = how != DB_USE && how != DB_COPY && how != DB_WORK;
	p->create = how == DB_CREATE;
	p->replaces = how == DB_CREATE || how == DB_HOLD;
	if (postgres_connect(db, e) == 0 && postgres_ours(db, how, e) == 0)
		return 0;
	if (PQstatus(p->conn) != CONNECTION_OK && means_nothing(db->where))
		e->kind = ERR_GIVEUP;
	return err_wrap(e, "%s", db->where);
}

/* By another connection, if rows must be: the others would wait for the end.
 * The server's own locks go with the connection, but a moment behind it; and
 * who finds that one had the club alone leaves what is new to that one, which
 * looks when it has given the club back. */
static void
give_back(struct db *db)
{
	struct postgres *p = db->handle;
	struct err ignored;

	p->sole = p->work = p->create = p->replaces = db->taken = false;
	if (postgres_connect(db, &ignored) == 0)
		p->locks->leave(db);
}

void
postgres_close(struct db *db)
{
	struct postgres *p = db->handle;

	if (p != NULL) {
		if (p->had &&
		    (!p->locks->hears ||
			(p->sole && PQstatus(p->conn) == CONNECTION_OK)))
			give_back(db);
		PQfinish(p->conn);
		free(p->within);
	}
	free(p);
}

/* It comes with DB_CREATE, DB_MIGRATE and DB_HOLD. */
static int
postgres_lock(const char *where, int *fd, struct err *e)
{
	(void)where;
	(void)e;
	*fd = -1;
	return 0;
}

static bool
postgres_locked(const char *where, bool alone)
{
	struct buf text = BUF_INIT;
	struct db *db;
	struct postgres *p;
	struct err e;
	int64_t locked = 0;

	if (db_open(where, DB_COPY, &db, &e) != 0)
		return false;
	p = db->handle;
	p->locks->locked(p, alone, &text);
	if (postgres_number(db, text.data, &locked, &e) != 0)
		locked = 0;
	buf_release(&text);
	db_close(db);
	return locked != 0;
}

/* Whether it is there the server is asked, and shown that we are; what was lost
 * while nobody spoke is no failure. */
static int
greet_anew(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;

	PQclear(postgres_say(p, "SELECT 1"));
	if (postgres_connect(db, e) != 0)
		return -1;
	/* What it had may be over; then it is found out with a new one. */
	return postgres_keep(db, e) != 0 ? postgres_connect(db, e) : 0;
}

static int
postgres_lead(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	int64_t now = clock_monotonic_ms(), every;

	if (!p->work)
		return 1;
	if (postgres_connect(db, e) != 0)
		return -1;
	every = p->term > 0 ? p->patience * 1000 / 4 : ASK_MS;
	if (p->asked != 0 && now - p->asked < every)
		return p->term > 0;
	p->asked = now;
	if (greet_anew(db, e) != 0)
		return -1;
	return p->term == 0 ? p->locks->lead(db, e) : 1;
}

static const struct engine_several several = {
	.lead = postgres_lead,
	.see = postgres_see,
	.alive = postgres_alive,
};

const struct engine engine_postgres = {
	.open = postgres_open,
	.close = postgres_close,
	.lock = postgres_lock,
	.locked = postgres_locked,
	.begin = postgres_begin,
	.commit = postgres_commit,
	.in_transaction = postgres_in_transaction,
	.written = postgres_written,
	.hear = postgres_hear,
	.exec = postgres_exec,
	.prepare = postgres_prepare,
	.bind = postgres_bind,
	.step = postgres_step,
	.reset = postgres_reset,
	.finalize = postgres_finalize,
	.columns = postgres_columns,
	.integer = postgres_integer,
	.bytes = postgres_bytes,
	.text = postgres_bytes,
	.version = postgres_version,
	.before = postgres_before,
	.apply = postgres_apply,
	.sound = postgres_sound,
	.after = postgres_after,
	.check = postgres_check,
	.scrub = postgres_scrub,
	.scrub_rest = postgres_scrub_rest,
	.reclaim = postgres_reclaim,
	.backup = postgres_backup,
	.restore = postgres_restore,
	.whole = &postgres_whole,
	.several = &several,
};
