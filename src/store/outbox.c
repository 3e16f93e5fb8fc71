/* SPDX-License-Identifier: MIT */
#include "store/outbox.h"

#include "base/mem.h"
#include "store/failing.h"
#include "store/sql.h"

#define OUTBOX_HEAD "outbox.id, game, seat, player, rcpt, message_id, state, " \
	"attempts, next_try, last_error, created, sent, bounced, returned"
#define OUTBOX_WHOLE "SELECT " OUTBOX_HEAD ", raw FROM outbox " \
	"JOIN outbox_body ON outbox_body.outbox = outbox.id "

void
outbox_row_release(struct outbox_row *r)
{
	free(r->to);
	free(r->message_id);
	free(r->raw);
	free(r->last_error);
	*r = (struct outbox_row){ 0 };
}

static int
outbox_add_head(struct db *db, struct outbox_row *r, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO outbox (game, seat, player, rcpt, "
	    "message_id, state, attempts, next_try, created, sent, bounced, "
	    "author) VALUES ($1, $2, $3, $4, $5, CASE WHEN $1 IS NOT NULL AND "
	    "EXISTS (SELECT 1 FROM address WHERE address = $4 "
	    "AND bounces >= $6) THEN 2 ELSE 0 END, 0, $7, $8, 0, 0, $9) "
	    "RETURNING id", e) != 0)
		return -1;
	sql_id(&q, r->game);
	sql_int(&q, r->seat);
	sql_id(&q, r->player);
	sql_text(&q, r->to);
	sql_text(&q, r->message_id);
	sql_int(&q, FAILING_STOP);
	sql_int(&q, r->next_try);
	sql_int(&q, r->created);
	sql_id(&q, r->author);
	return sql_run_int(&q, &r->id, e) < 0 ? -1 : 0;
}

int
outbox_add(struct db *db, struct outbox_row *r, struct err *e)
{
	bool own;
	struct sql q;
	int rc;

	if (db_enter(db, &own, e) != 0)
		return -1;
	rc = outbox_add_head(db, r, e);
	if (rc == 0)
		rc = sql_open(db, &q, "INSERT INTO outbox_body (outbox, raw) "
		    "VALUES ($1, $2)", e);
	if (rc == 0) {
		sql_int(&q, r->id);
		sql_blob(&q, r->raw, r->raw_len);
		rc = sql_run(&q, e) < 0 ? -1 : 0;
	}
	return db_leave(db, own, rc, e);
}

static void
outbox_columns(struct sql *q, bool whole, struct outbox_row *r)
{
	struct buf raw = BUF_INIT;

	*r = (struct outbox_row){ .id = sql_get_int(q) };
	r->game = sql_get_int(q);
	r->seat = (int)sql_get_int(q);
	r->player = sql_get_int(q);
	r->to = sql_get_text(q);
	r->message_id = sql_get_text(q);
	r->state = (enum outbox_state)sql_get_int(q);
	r->attempts = (int)sql_get_int(q);
	r->next_try = sql_get_int(q);
	r->last_error = sql_get_text(q);
	r->created = sql_get_int(q);
	r->sent = sql_get_int(q);
	r->bounced = sql_get_int(q) != 0;
	r->returned = sql_get_int(q);
	if (!whole)
		return;
	sql_get_blob(q, &raw);
	r->raw_len = raw.len;
	r->raw = buf_steal(&raw);
}

static int
outbox_one(struct sql *q, struct outbox_row *out, struct err *e)
{
	int got = sql_step(q, e);

	if (got > 0)
		outbox_columns(q, true, out);
	sql_close(q);
	return got;
}

int
outbox_due_after(struct db *db, int64_t now, int64_t *when, int64_t *id,
	int limit, struct outbox_row *out, struct err *e)
{
	struct sql q;
	int got, n = 0;

	if (sql_open(db, &q, OUTBOX_WHOLE "WHERE state = 0 AND next_try <= $1 "
	    "AND (next_try > $2 OR (next_try = $2 AND outbox.id > $3)) "
	    "ORDER BY next_try, outbox.id LIMIT $4", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_int(&q, *when);
	sql_int(&q, *id);
	sql_int(&q, limit);
	while ((got = sql_step(&q, e)) > 0)
		outbox_columns(&q, true, &out[n++]);
	sql_close(&q);
	if (got < 0) {
		while (n > 0)
			outbox_row_release(&out[--n]);
		return -1;
	}
	if (n > 0) {
		*when = out[n - 1].next_try;
		*id = out[n - 1].id;
	}
	return n;
}

int
outbox_due_probe(struct db *db, int64_t now, const char *but,
	struct outbox_row *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, OUTBOX_WHOLE "WHERE outbox.id = (SELECT id FROM "
	    "outbox WHERE state = 0 AND next_try <= $1 ORDER BY "
	    "CASE WHEN rcpt = $2 THEN 1 ELSE 0 END, "
	    "CASE WHEN last_error IS NULL THEN 0 ELSE 1 END, next_try, id "
	    "LIMIT 1)", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_text(&q, but);
	got = sql_step(&q, e);
	if (got > 0)
		outbox_columns(&q, true, out);
	sql_close(&q);
	return got;
}

int
outbox_due_else(struct db *db, int64_t now, const char *but, struct err *e)
{
	struct sql q;
	int64_t id;

	if (sql_open(db, &q, "SELECT id FROM outbox WHERE state = 0 AND "
	    "next_try <= $1 AND rcpt <> $2 ORDER BY next_try, id LIMIT 1",
	    e) != 0)
		return -1;
	sql_int(&q, now);
	sql_text(&q, but);
	return sql_run_int(&q, &id, e);
}

int
outbox_drop(struct db *db, int64_t id, struct err *e)
{
	bool own;
	struct sql q;
	int got = -1;

	if (db_enter(db, &own, e) != 0)
		return -1;
	if (sql_open(db, &q, "DELETE FROM outbox_body WHERE outbox = $1",
	    e) == 0) {
		sql_int(&q, id);
		got = sql_run(&q, e);
	}
	if (got >= 0)
		got = sql_open(db, &q,
		    "DELETE FROM outbox WHERE id = $1 RETURNING id", e);
	if (got >= 0) {
		sql_int(&q, id);
		got = sql_run(&q, e);
	}
	return db_leave(db, own, got, e);
}

int
outbox_bounced(struct db *db, int64_t id, const char *why, int64_t now,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE outbox SET bounced = 1, last_error = $1, "
	    "returned = $2 WHERE id = $3 AND bounced = 0 RETURNING id",
	    e) != 0)
		return -1;
	sql_text(&q, why);
	sql_int(&q, now);
	sql_int(&q, id);
	return sql_run(&q, e);
}

/* A statement that counts; closes it. */
static int
outbox_number(struct sql *q, int *out, struct err *e)
{
	int64_t n = 0;
	int got = sql_run_int(q, &n, e);

	*out = (int)n;
	return got < 0 ? -1 : 0;
}

int
outbox_returned(struct db *db, int64_t game, const char *to, int64_t since,
	int64_t but, int *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT count(*) FROM outbox WHERE game = $1 "
	    "AND rcpt = $2 AND returned > 0 AND returned >= $3 AND id <> $4",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	sql_text(&q, to);
	sql_int(&q, since);
	sql_int(&q, but);
	return outbox_number(&q, out, e);
}

/* The copy answers what the first did. */
static int
outbox_answers_too(struct db *db, int64_t id, int64_t copy, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE outbox SET answers = (SELECT o.answers "
	    "FROM outbox AS o WHERE o.id = $1) WHERE id = $2", e) != 0)
		return -1;
	sql_int(&q, id);
	sql_int(&q, copy);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
outbox_redirect(struct db *db, int64_t id, const char *to, int64_t now,
	int64_t *copy, struct err *e)
{
	struct outbox_row r;
	int rc = outbox_get(db, id, &r, e);

	if (rc != 1)
		return rc;
	free(r.to);
	r.to = mem_dup(to);
	r.created = r.next_try = now;
	rc = outbox_add(db, &r, e) < 0 || outbox_answers_too(db, id, r.id, e) ?
	    -1 : 1;
	*copy = r.id;
	outbox_row_release(&r);
	return rc;
}

int
outbox_recall(struct db *db, int64_t game, int seat, struct err *e)
{
	static const char *const parts[] = {
		"DELETE FROM outbox_body WHERE outbox IN (SELECT id "
		"FROM outbox WHERE game = $1 AND seat = $2 AND state = 0)",
		"DELETE FROM outbox WHERE game = $1 AND seat = $2 "
		"AND state = 0" };
	struct sql q;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (sql_open(db, &q, parts[i], e) != 0)
			return -1;
		sql_int(&q, game);
		sql_int(&q, seat);
		if (sql_run(&q, e) < 0)
			return -1;
	}
	return 0;
}

int
outbox_get(struct db *db, int64_t id, struct outbox_row *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, OUTBOX_WHOLE "WHERE outbox.id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	return outbox_one(&q, out, e);
}

int
outbox_by_message_id(struct db *db, const char *message_id,
	struct outbox_row *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, OUTBOX_WHOLE "WHERE message_id = $1 "
	    "ORDER BY outbox.id DESC LIMIT 1", e) != 0)
		return -1;
	sql_text(&q, message_id);
	return outbox_one(&q, out, e);
}

int
outbox_each(struct db *db, int state,
	int (*fn)(void *arg, const struct outbox_row *r), void *arg,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " OUTBOX_HEAD " FROM outbox "
	    "WHERE $1 < 0 OR state = $1 ORDER BY outbox.id", e) != 0)
		return -1;
	sql_int(&q, state);
	while ((got = sql_step(&q, e)) > 0) {
		struct outbox_row r;
		int stop;

		outbox_columns(&q, false, &r);
		stop = fn(arg, &r);
		outbox_row_release(&r);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
outbox_next_due(struct db *db, int64_t *when, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT next_try FROM outbox WHERE state = 0 "
	    "ORDER BY next_try LIMIT 1", e) != 0)
		return -1;
	return sql_run_int(&q, when, e);
}
