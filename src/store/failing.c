/* SPDX-License-Identifier: MIT */
#include "store/failing.h"

#include "store/sql.h"

#define FAILING_COLUMNS "SELECT player, address, failing, bounces, held " \
	"FROM address "

void
failing_release(struct failing *f)
{
	free(f->address);
	*f = (struct failing){ 0 };
}

static void
failing_columns(struct sql *q, struct failing *out)
{
	*out = (struct failing){ .player = sql_get_int(q) };
	out->address = sql_get_text(q);
	out->since = sql_get_int(q);
	out->bounces = (int)sql_get_int(q);
	out->held = sql_get_int(q);
}

int
failing_get(struct db *db, const char *address, struct failing *out,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, FAILING_COLUMNS "WHERE address = $1", e) != 0)
		return -1;
	sql_text(&q, address);
	got = sql_step(&q, e);
	if (got > 0)
		failing_columns(&q, out);
	sql_close(&q);
	return got;
}

int
failing_mark(struct db *db, const char *address, bool gone, int64_t now,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE address SET bounces = bounces + $1, "
	    "failing = CASE WHEN failing > 0 THEN failing ELSE $2 END "
	    "WHERE address = $3", e) != 0)
		return -1;
	sql_int(&q, gone);
	sql_int(&q, now);
	sql_text(&q, address);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

/* What was stopped for the sake of the address goes out after all: of each
 * game the last mail, which holds the board. */
static int
failing_resume(struct db *db, const char *address, int64_t since, int64_t now,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE outbox SET state = 0, attempts = 0, "
	    "next_try = $1, last_error = NULL WHERE id IN "
	    "(SELECT max(outbox.id) FROM outbox "
	    "JOIN address ON address.player = outbox.player "
	    "WHERE address.address = $2 AND outbox.rcpt = $2 AND state = 2 "
	    "AND created >= $3 AND returned = 0 AND last_error IS NULL "
	    "GROUP BY game, seat)", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_text(&q, address);
	sql_int(&q, since);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
failing_clear(struct db *db, const char *address, int64_t now, struct err *e)
{
	struct failing f;
	struct sql q;
	int rc = failing_get(db, address, &f, e);

	if (rc != 1)
		return rc;
	if (f.since == 0) {
		failing_release(&f);
		return 0;
	}
	if (f.bounces >= FAILING_STOP)
		rc = failing_resume(db, address, f.since, now, e);
	failing_release(&f);
	if (rc < 0 || sql_open(db, &q, "UPDATE address SET failing = 0, "
	    "bounces = 0 WHERE address = $1", e) != 0)
		return -1;
	sql_text(&q, address);
	return sql_run(&q, e) < 0 ? -1 : 1;
}

int
failing_hold(struct db *db, const char *address, int64_t now, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE address SET held = $1 "
	    "WHERE address = $2", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_text(&q, address);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
failing_other(struct db *db, int64_t player, struct buf *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT address FROM address WHERE player = $1 "
	    "AND failing = 0 ORDER BY id LIMIT 1", e) != 0)
		return -1;
	sql_int(&q, player);
	got = sql_step(&q, e);
	if (got > 0)
		sql_get_blob(&q, out);
	sql_close(&q);
	return got;
}

int
failing_each(struct db *db, int64_t player,
	int (*fn)(void *arg, const struct failing *f), void *arg,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, FAILING_COLUMNS "WHERE failing > 0 "
	    "AND ($1 = 0 OR player = $1) ORDER BY failing, id", e) != 0)
		return -1;
	sql_int(&q, player);
	while ((got = sql_step(&q, e)) > 0) {
		struct failing f;
		int stop;

		failing_columns(&q, &f);
		stop = fn(arg, &f);
		failing_release(&f);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
failing_count(struct db *db, int *out, struct err *e)
{
	struct sql q;
	int64_t n = 0;

	if (sql_open(db, &q, "SELECT count(*) FROM address WHERE failing > 0",
	    e) != 0 || sql_run_int(&q, &n, e) < 0)
		return -1;
	*out = (int)n;
	return 0;
}
