/* SPDX-License-Identifier: MIT */
#include "store/inbox.h"

#include "base/hash.h"
#include "store/sql.h"

#define INBOX_COLUMNS "inbox.id, mailbox, uidvalidity, uid, message_id, " \
	"received, state, attempts, raw"

void
inbox_row_release(struct inbox_row *r)
{
	free(r->mailbox);
	free(r->message_id);
	free(r->raw);
	*r = (struct inbox_row){ 0 };
}

static int
inbox_add_row(struct db *db, const char *mailbox, uint32_t uidvalidity,
	uint32_t uid, int64_t received, const uint8_t hash[HASH_SIZE],
	int64_t *id, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO inbox (sha256, mailbox, "
	    "uidvalidity, uid, received, state, attempts) "
	    "VALUES ($1, $2, $3, $4, $5, 0, 0) "
	    "ON CONFLICT (sha256) DO NOTHING RETURNING id", e) != 0)
		return -1;
	sql_blob(&q, hash, HASH_SIZE);
	sql_text(&q, mailbox);
	sql_int(&q, uidvalidity);
	sql_int(&q, uid);
	sql_int(&q, received);
	return sql_run_int(&q, id, e);
}

static int
inbox_add_body(struct db *db, int64_t id, const void *raw, size_t len,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO inbox_body (inbox, raw) "
	    "VALUES ($1, $2)", e) != 0)
		return -1;
	sql_int(&q, id);
	sql_blob(&q, raw, len);
	return sql_run(&q, e) < 0 ? -1 : 1;
}

static int
inbox_find(struct db *db, const uint8_t hash[HASH_SIZE], int64_t *id,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT id FROM inbox WHERE sha256 = $1", e) != 0)
		return -1;
	sql_blob(&q, hash, HASH_SIZE);
	return sql_run_int(&q, id, e) < 0 ? -1 : 0;
}

int
inbox_add(struct db *db, const char *mailbox, uint32_t uidvalidity,
	uint32_t uid, int64_t received, const void *raw, size_t len,
	int64_t *id, struct err *e)
{
	bool own;
	uint8_t hash[HASH_SIZE];
	int got;

	hash_sha256(raw, len, hash);
	if (db_enter(db, &own, e) != 0)
		return -1;
	got = inbox_add_row(db, mailbox, uidvalidity, uid, received, hash, id,
	    e);
	if (got > 0)
		got = inbox_add_body(db, *id, raw, len, e);
	else if (got == 0)
		got = inbox_find(db, hash, id, e);
	return db_leave(db, own, got, e);
}

static void
inbox_columns(struct sql *q, struct inbox_row *r)
{
	struct buf raw = BUF_INIT;

	*r = (struct inbox_row){ .id = sql_get_int(q) };
	r->mailbox = sql_get_text(q);
	r->uidvalidity = (uint32_t)sql_get_int(q);
	r->uid = (uint32_t)sql_get_int(q);
	r->message_id = sql_get_text(q);
	r->received = sql_get_int(q);
	r->state = (enum inbox_state)sql_get_int(q);
	r->attempts = (int)sql_get_int(q);
	sql_get_blob(q, &raw);
	r->raw_len = raw.len;
	r->raw = buf_steal(&raw);
}

int
inbox_oldest(struct db *db, int64_t *received, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT received FROM inbox WHERE state = 0 "
	    "ORDER BY received LIMIT 1", e) != 0)
		return -1;
	return sql_run_int(&q, received, e);
}

int
inbox_next_until(struct db *db, int64_t received, int limit,
	struct inbox_row *out, struct err *e)
{
	struct sql q;
	int got, n = 0;

	if (sql_open(db, &q, "SELECT " INBOX_COLUMNS " FROM inbox "
	    "JOIN inbox_body ON inbox_body.inbox = inbox.id "
	    "WHERE state = 0 AND received <= $1 "
	    "ORDER BY inbox.id LIMIT $2", e) != 0)
		return -1;
	sql_int(&q, received);
	sql_int(&q, limit);
	while ((got = sql_step(&q, e)) > 0)
		inbox_columns(&q, &out[n++]);
	sql_close(&q);
	if (got < 0) {
		while (n > 0)
			inbox_row_release(&out[--n]);
		return -1;
	}
	return n;
}

static int
inbox_count_one(struct db *db, int64_t id, int by, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE inbox SET attempts = attempts + $1 "
	    "WHERE id = $2", e) != 0)
		return -1;
	sql_int(&q, by);
	sql_int(&q, id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static int
inbox_count_attempts(struct db *db, const int64_t *ids, int n, int by,
	struct err *e)
{
	bool own;
	int rc = 0;

	if (db_enter(db, &own, e) != 0)
		return -1;
	for (int i = 0; i < n && rc == 0; i++)
		rc = inbox_count_one(db, ids[i], by, e);
	return db_leave(db, own, rc, e);
}

int
inbox_attempt(struct db *db, const int64_t *ids, int n, struct err *e)
{
	return inbox_count_attempts(db, ids, n, 1, e);
}

int
inbox_unattempt(struct db *db, const int64_t *ids, int n, struct err *e)
{
	return inbox_count_attempts(db, ids, n, -1, e);
}

int
inbox_finish(struct db *db, int64_t id, enum inbox_state state,
	const char *message_id, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE inbox SET state = $1, "
	    "message_id = coalesce($2, message_id) WHERE id = $3", e) != 0)
		return -1;
	sql_int(&q, state);
	sql_text(&q, message_id);
	sql_int(&q, id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
inbox_put_aside(struct db *db, int64_t id, const char *message_id, int64_t now,
	struct err *e)
{
	struct sql q;

	if (inbox_finish(db, id, INBOX_ASIDE, message_id, e) != 0 ||
	    sql_open(db, &q, "UPDATE inbox SET aside = $1 WHERE id = $2",
	    e) != 0)
		return -1;
	sql_int(&q, now);
	sql_int(&q, id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
inbox_get(struct db *db, int64_t id, struct inbox_row *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " INBOX_COLUMNS " FROM inbox "
	    "JOIN inbox_body ON inbox_body.inbox = inbox.id "
	    "WHERE inbox.id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	got = sql_step(&q, e);
	if (got > 0)
		inbox_columns(&q, out);
	sql_close(&q);
	return got;
}

int
inbox_count(struct db *db, enum inbox_state state, int *out, struct err *e)
{
	struct sql q;
	int64_t n = 0;

	if (sql_open(db, &q, state == INBOX_NEW ?
	    "SELECT count(*) FROM inbox WHERE state = 0" :
	    "SELECT count(*) FROM inbox WHERE state = $1", e) != 0)
		return -1;
	if (state != INBOX_NEW)
		sql_int(&q, state);
	if (sql_run_int(&q, &n, e) < 0)
		return -1;
	*out = (int)n;
	return 0;
}

int
inbox_aside(struct db *db, int (*fn)(void *arg, const struct inbox_row *r),
	void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT id, mailbox, uidvalidity, uid, "
	    "message_id, received, state, attempts, NULL FROM inbox "
	    "WHERE state = 4 ORDER BY id", e) != 0)
		return -1;
	while ((got = sql_step(&q, e)) > 0) {
		struct inbox_row r;
		int stop;

		inbox_columns(&q, &r);
		stop = fn(arg, &r);
		inbox_row_release(&r);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
inbox_settle(struct db *db, int64_t id, bool again, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE inbox SET state = $1, attempts = 1 "
	    "WHERE id = $2 AND state = 4 RETURNING id", e) != 0)
		return -1;
	sql_int(&q, again ? INBOX_NEW : INBOX_IGNORED);
	sql_int(&q, id);
	return sql_run(&q, e);
}

int
inbox_defer(struct db *db, int64_t id, const char *sender, int64_t until,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE inbox SET state = 5, attempts = 0, "
	    "sender = $1, wait = $2 WHERE id = $3", e) != 0)
		return -1;
	sql_text(&q, sender);
	sql_int(&q, until);
	sql_int(&q, id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
inbox_deferred(struct db *db, const char *sender, int *out, struct err *e)
{
	struct sql q;
	int64_t n = 0;
	int got;

	if (sql_open(db, &q, "SELECT count(*) FROM inbox WHERE state = 5 AND "
	    "sender = $1", e) != 0)
		return -1;
	sql_text(&q, sender);
	got = sql_run_int(&q, &n, e);
	*out = (int)n;
	return got < 0 ? -1 : 0;
}

int
inbox_wake(struct db *db, int64_t now, int most, struct err *e)
{
	struct sql q;
	int got, n = 0;

	if (sql_open(db, &q, "UPDATE inbox SET state = 0, sender = NULL "
	    "WHERE id IN (SELECT id FROM inbox WHERE state = 5 AND wait <= $1 "
	    "ORDER BY wait, id LIMIT $2) RETURNING id", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_int(&q, most);
	while ((got = sql_step(&q, e)) > 0)
		n++;
	sql_close(&q);
	return got < 0 ? -1 : n;
}
