/* SPDX-License-Identifier: MIT */

/*
 * The locks of a club as rows, for a server that has no advisory locks:
 *
 *     writer     locked for update by each transaction that writes
 *     lead       who leads, until when
 *     alone      who has the club alone
 *     replaces   the same, where what is written meanwhile may be lost
 *     work-N     each daemon
 *
 * Moments are the server's, in milliseconds. A row is taken only under the
 * writer's lock, by whoever finds it over; so who holds it and is late may go
 * on as long as nobody did, and each transaction begins with a look at it. One
 * that is busy in a transaction for longer renews with its COMMIT: until then
 * nobody else gets that far. What nobody gave back when it died is over by
 * itself.
 */

#include <poll.h>
#include <stdlib.h>
#include <sys/random.h>

#include "base/clock.h"
#include "store/engine_postgres_locks.h"

/* Who has the club alone has it for ALONE seconds, and as long what died may be
 * in the way of who comes next. */
enum { AGAIN_MS = 100, ALONE = 12, ALONE_KEEP_MS = 3000, LEAD_WAIT_MS = 1000 };

#define NOW "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
#define WRITER "SELECT 1 FROM paquebot_lease WHERE name = 'writer' FOR UPDATE; "

enum { WANT_ANY, WANT_ROWS, WANT_SERVER, WANT_UNKNOWN };
static const char wanted[] =
    "SELECT CASE coalesce(current_setting('paquebot.locks', true), '') WHEN "
    "'' THEN 0 WHEN 'rows' THEN 1 WHEN 'server' THEN 2 ELSE 3 END";
static const char make[] =
    "CREATE TABLE paquebot_lease (name text PRIMARY KEY, holder bigint NOT "
    "NULL, until bigint NOT NULL); INSERT INTO paquebot_lease VALUES "
    "('writer', 0, 0), ('lead', 0, 0), ('alone', 0, 0)";

/* As the URL says; the club is nobody else's meanwhile. What another program
 * has in that schema is left alone. */
static int
change(struct db *db, bool rows, struct err *e)
{
	struct postgres *p = db->handle;
	int64_t all, club;

	if (postgres_relations(db, "true", &all, e) != 0 ||
	    postgres_relations(db, "relname = 'paquebot_version'", &club, e) !=
		0)
		return -1;
	if (all > 0 && club == 0)
		return 0;
	if (all > 0 && p->locks->alone(db, AGAIN_MS, e) != 0)
		return -1;
	p->locks = rows ? &postgres_row_locks : &postgres_server_locks;
	return postgres_done(db, rows ? make : "DROP TABLE paquebot_lease", e);
}

int
postgres_choose_locks(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	int64_t rows, want;

	if (postgres_relations(db, "relname = 'paquebot_lease'", &rows, e) !=
		0 ||
	    postgres_number(db, wanted, &want, e) != 0)
		return -1;
	if (want == WANT_UNKNOWN)
		return err_set(e, ERR_GIVEUP,
		    "paquebot.locks is rows, or server");
	if (p->me == 0 && getrandom(&p->me, sizeof p->me, 0) < 0)
		abort();
	p->me &= INT64_MAX;
	p->locks = rows > 0 ? &postgres_row_locks : &postgres_server_locks;
	if (!p->create || p->within != NULL || want == WANT_ANY ||
	    (want == WANT_ROWS) == (rows > 0))
		return 0;
	return change(db, want == WANT_ROWS, e);
}

static void
name_of(const struct postgres *p, bool beside, char out[32])
{
	if (p->sole)
		(void)snprintf(out, 32, "alone");
	else if (beside)
		(void)snprintf(out, 32, "work-%lld", (long long)p->me);
	else
		(void)snprintf(out, 32, "lead");
}

static void
rows_writer(const struct postgres *p, bool beside, struct buf *out)
{
	char name[32];

	name_of(p, beside, name);
	buf_printf(out,
	    WRITER "SELECT (SELECT holder FROM paquebot_lease WHERE name = "
		   "'%s')",
	    name);
}

static bool
rows_hold(const struct postgres *p, bool beside, const char *given)
{
	(void)beside;
	return (!p->sole && !p->work) || strtoll(given, NULL, 10) == p->me;
}

/* Under the writer's lock, in the open transaction: whether nobody is in the
 * way. */
static int
room(struct db *db, int64_t *in_the_way, struct err *e)
{
	const struct postgres *p = db->handle;
	char text[640];

	(void)snprintf(text, sizeof text,
	    WRITER "DELETE FROM paquebot_lease WHERE name LIKE 'work-%%' AND "
		   "until < " NOW "; SELECT count(*) FROM paquebot_lease WHERE "
		   "%s AND holder <> %lld AND until >= " NOW,
	    p->sole ? "name <> 'writer'" : "name = 'alone'", (long long)p->me);
	return postgres_number(db, text, in_the_way, e);
}

/* Whoever comes ends what was over: a lead, or that one had the club alone. */
static int
take(struct db *db, const char *name, int64_t seconds, struct err *e)
{
	const struct postgres *p = db->handle;
	char text[640];

	(void)snprintf(text, sizeof text,
	    "INSERT INTO paquebot_lease SELECT name, %lld, " NOW " + %lld FROM "
	    "(VALUES ('%s')%s) AS ours (name) ON CONFLICT (name) DO UPDATE SET "
	    "holder = excluded.holder, until = "
	    "excluded.until; UPDATE paquebot_lease SET holder = 0 WHERE "
	    "name = '%s'; COMMIT",
	    (long long)p->me, (long long)seconds * 1000, name,
	    p->replaces ? ", ('replaces')" : "", p->sole ? "lead" : "alone");
	return postgres_done(db, text, e);
}

static void
undo(struct db *db)
{
	struct err ignored;

	if (postgres_in_transaction(db))
		(void)postgres_done(db, "ROLLBACK", &ignored);
}

/* 1: the row is ours; 0: others are there; -1. */
static int
join_once(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	int64_t n = 0;
	char name[32];
	int rc;

	name_of(p, true, name);
	rc = postgres_done(db, "BEGIN", e);
	if (rc == 0)
		rc = room(db, &n, e);
	if (rc == 0 && n == 0)
		rc = take(db, name, p->sole ? ALONE : p->patience, e);
	if (rc != 0 || n > 0)
		undo(db);
	p->kept = clock_monotonic_ms();
	return rc != 0 ? -1 : n == 0;
}

static int
join(struct db *db, int wait_ms, struct err *e)
{
	int64_t until = clock_monotonic_ms() + wait_ms;
	int got;

	while ((got = join_once(db, e)) == 0 && clock_monotonic_ms() < until)
		(void)poll(NULL, 0, AGAIN_MS);
	return got > 0 ? 0 :
	    got < 0    ? -1 :
			 err_set(e, ERR_RETRY, "another has the club");
}

/* The lead that it had, with a connection that was lost. */
static int
rows_part(struct db *db, int wait_ms, struct err *e)
{
	struct postgres *p = db->handle;
	int64_t holder;

	if (join(db, wait_ms, e) != 0)
		return -1;
	if (p->term == 0)
		return 0;
	if (postgres_number(db,
		"SELECT holder FROM paquebot_lease WHERE name = 'lead'",
		&holder, e) != 0)
		return -1;
	return holder == p->me ?
	    0 :
	    err_set(e, ERR_RETRY, "another has had the lead");
}

static int
is_over(struct db *db, int64_t *over, struct err *e)
{
	return postgres_number(db,
	    "SELECT count(*) FROM paquebot_lease WHERE name = 'lead' AND until "
	    "< " NOW,
	    over, e);
}

/* A leader that is busy writing is no dead one: who cannot get past it in a
 * moment asks again later. */
static int
rows_lead(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	char text[320];
	int64_t over = 0;
	int rc = is_over(db, &over, e);

	if (rc != 0 || over == 0)
		return rc;
	(void)snprintf(text, sizeof text,
	    "BEGIN; SET LOCAL lock_timeout = %d; " WRITER, LEAD_WAIT_MS);
	rc = postgres_done(db, text, e);
	if (rc == 0)
		rc = is_over(db, &over, e);
	(void)snprintf(text, sizeof text,
	    "UPDATE paquebot_lease SET holder = %lld, until = " NOW
	    " + %lld WHERE name = 'lead'",
	    (long long)p->me, (long long)p->patience * 1000);
	if (rc == 0 && over > 0 &&
	    (postgres_done(db, text, e) != 0 ||
		postgres_next_term(db, e) != 0 ||
		postgres_done(db, "COMMIT", e) != 0))
		rc = -1;
	if (rc != 0 || over == 0)
		undo(db);
	if (rc != 0)
		p->term = 0;
	if (rc != 0 && e->kind == ERR_RETRY) {
		db->failure.kind = ERR_NONE;
		return 0;
	}
	return rc != 0 ? -1 : over > 0;
}

/* One whose row is gone begins as with a new connection. */
static int
rows_keep(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	int64_t now = clock_monotonic_ms(), kept;
	char text[400];

	if ((!p->sole && !p->work) ||
	    now - p->kept < (p->sole ? ALONE_KEEP_MS : p->patience * 250))
		return 0;
	p->kept = now;
	(void)snprintf(text, sizeof text,
	    "WITH kept AS (UPDATE paquebot_lease SET until = " NOW
	    " + %lld WHERE holder = %lld RETURNING 1) SELECT count(*) FROM "
	    "kept",
	    (long long)(p->sole ? ALONE : p->patience) * 1000,
	    (long long)p->me);
	if (postgres_number(db, text, &kept, e) != 0)
		return -1;
	if (kept >= 1 + (p->term > 0))
		return 0;
	postgres_hang_up(p);
	return postgres_error(db, NULL, e);
}

/* Whoever takes anything must get past the writer's row first (room). */
static int
rows_stay(struct db *db, struct err *e)
{
	const struct postgres *p = db->handle;
	int64_t holder;

	if (postgres_number(db,
		WRITER "SELECT holder FROM paquebot_lease WHERE name = 'alone'",
		&holder, e) != 0)
		return -1;
	return holder == p->me ?
	    0 :
	    err_set(e, ERR_RETRY, "another has had the club");
}

static void
rows_leave(struct db *db)
{
	const struct postgres *p = db->handle;
	char text[640];
	struct err ignored;

	undo(db);
	(void)snprintf(text, sizeof text,
	    "DELETE FROM paquebot_lease WHERE name = 'work-%lld'; UPDATE "
	    "paquebot_lease SET until = 0 WHERE holder = %lld",
	    (long long)p->me, (long long)p->me);
	(void)postgres_done(db, text, &ignored);
}

static void
rows_locked(const struct postgres *p, bool alone, struct buf *out)
{
	(void)p;
	buf_printf(out,
	    "SELECT count(*) FROM paquebot_lease WHERE name IN (%s) AND until "
	    ">= " NOW,
	    alone ? "'replaces'" : "'lead', 'alone'");
}

const struct postgres_locks postgres_row_locks = {
	.writer = rows_writer,
	.holds = rows_hold,
	.alone = join,
	.part = rows_part,
	.lead = rows_lead,
	.keep = rows_keep,
	.stay = rows_stay,
	.leave = rows_leave,
	.locked = rows_locked,
};
