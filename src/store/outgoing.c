/* SPDX-License-Identifier: MIT */
#include "store/outgoing.h"

#include "store/setting.h"
#include "store/sql.h"

static const char shut_key[] = "shut";

const char *
outgoing_name(enum outgoing_state s)
{
	static const char *const names[] = { "running", "stopped", "paused" };

	return names[s];
}

int
outgoing_read(struct db *db, struct outgoing *out, struct err *e)
{
	char withdrawn[24] = "";
	int got;

	*out = (struct outgoing){ .state = OUTGOING_RUNNING };
	got = sql_do(db, e,
	    "SELECT paused, stopped, refused, failures, probe, reason, works, "
	    "sole, (SELECT value FROM setting WHERE key = 'withdrawn') FROM "
	    "outgoing",
	    TO(out->paused), TO(out->stopped), TO(out->refused),
	    TO(out->failures), TO(out->probe), TO_ARRAY(out->reason),
	    TO(out->works), TO_ARRAY(out->sole), TO_ARRAY(withdrawn));
	out->withdrawn = strtoll(withdrawn, NULL, 10);
	out->state = out->paused > 0 ? OUTGOING_PAUSED :
	    out->stopped > 0         ? OUTGOING_STOPPED :
				       OUTGOING_RUNNING;
	out->since = out->paused > 0 ? out->paused :
	    out->stopped > 0         ? out->stopped :
				       out->works;
	return got < 0 ? -1 : 0;
}

int
outgoing_stop(struct db *db, bool refused, int64_t letter, const char *reason,
    int64_t now, int64_t probe, struct err *e)
{
	if (sql_do(db, e,
		"UPDATE outgoing SET sole = COALESCE((SELECT rcpt FROM outbox "
		"WHERE id = $1 AND (outgoing.stopped = 0 OR outgoing.sole = "
		"rcpt)), '')",
		INT(letter)) < 0)
		return -1;
	return sql_do(db, e,
	    "UPDATE outgoing SET stopped = CASE WHEN stopped > 0 THEN stopped "
	    "ELSE $1 END, refused = $2, failures = failures + 1, probe = $3, "
	    "reason = $4, works = 0",
	    INT(now), INT(refused), INT(probe), TEXT(reason));
}

int
outgoing_shut(struct db *db, int64_t now, struct err *e)
{
	return db_setting_put_moment(db, shut_key, now, e);
}

/* What another daemon has taken waits as well. */
static int
oldest_waiting(struct db *db, bool untried, int64_t *since, struct err *e)
{
	return sql_do(db, e,
	    "SELECT min(created) AS since FROM outbox WHERE state = 0 GROUP BY "
	    "rcpt HAVING $1 = 0 OR count(last_error) = 0 ORDER BY since LIMIT "
	    "1",
	    INT(untried), TO(*since));
}

int
outgoing_unheard(struct db *db, int64_t *since, struct err *e)
{
	struct outgoing o;
	int64_t shut;
	int got;

	if (outgoing_read(db, &o, e) != 0)
		return -1;
	if (o.state == OUTGOING_RUNNING)
		return 0;
	if (db_setting_moment(db, shut_key, &shut, e) != 0)
		return -1;
	got = oldest_waiting(db, o.state == OUTGOING_STOPPED && shut == 0,
	    since, e);
	if (got == 1 && *since < o.since)
		*since = o.since;
	return got;
}

int
outgoing_run(struct db *db, int64_t now, struct err *e)
{
	struct outgoing before;

	if (outgoing_read(db, &before, e) != 0)
		return -1;
	if (before.works > 0)
		return 0;
	if (db_setting_put_moment(db, shut_key, 0, e) != 0)
		return -1;
	return sql_do(db, e,
		   "UPDATE outgoing SET stopped = 0, refused = 0, failures = "
		   "0, probe = 0, reason = '', sole = '', works = $1",
		   INT(now)) < 0 ?
	    -1 :
	    before.stopped > 0;
}

int
outgoing_try(struct db *db, int64_t at, struct err *e)
{
	return sql_do(db, e, "UPDATE outgoing SET probe = $1 WHERE stopped > 0",
	    INT(at));
}

int
outgoing_withdraw(struct db *db, struct err *e)
{
	return db_setting_raise(db, "withdrawn", e);
}

int
outgoing_pause(struct db *db, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outgoing SET paused = $1 WHERE paused = 0 RETURNING paused",
	    INT(now));
}

int
outgoing_resume(struct db *db, int64_t now, struct err *e)
{
	return outgoing_try(db, now, e) != 0 ?
	    -1 :
	    sql_do(db, e,
		"UPDATE outgoing SET paused = 0 WHERE paused > 0 RETURNING "
		"paused");
}
