/* SPDX-License-Identifier: MIT */
#include "store/inbox.h"

#include "base/hash.h"
#include "store/claim.h"
#include "store/kept.h"
#include "store/sql.h"

#define INBOX_COLUMNS \
	"inbox.id, mailbox, uidvalidity, uid, message_id, " \
	"received, state, attempts, concerns, sender, wait, raw, sha256"

void
inbox_row_release(struct inbox_row *r)
{
	free(r->mailbox);
	free(r->message_id);
	free(r->sender);
	free(r->raw);
	*r = (struct inbox_row){ 0 };
}

static int
inbox_add_row(struct db *db, struct inbox_row *r, const uint8_t hash[HASH_SIZE],
    struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO inbox (sha256, mailbox, uidvalidity, uid, received, "
	    "state, attempts, concerns) VALUES ($1, $2, $3, $4, $5, 0, 0, $6) "
	    "ON CONFLICT (sha256) DO NOTHING RETURNING id",
	    BLOB(hash, HASH_SIZE), TEXT(r->mailbox), INT(r->uidvalidity),
	    INT(r->uid), INT(r->received), INT(r->concerns), TO(r->id));
}

int
inbox_take(struct db *db, struct inbox_row *r, struct err *e)
{
	bool own;
	uint8_t hash[HASH_SIZE];
	int got, rc = 0;

	hash_sha256(r->raw, r->raw_len, hash);
	hash_hex(hash, sizeof hash, r->sha256);
	if (db_enter(db, &own, e) != 0)
		return -1;
	got = inbox_add_row(db, r, hash, e);
	if (got > 0)
		rc = sql_do(db, e,
		    "INSERT INTO inbox_body (inbox, raw) VALUES ($1, $2)",
		    INT(r->id), BLOB(r->raw, r->raw_len));
	else if (got == 0)
		rc = sql_done(db, e, "SELECT id FROM inbox WHERE sha256 = $1",
		    BLOB(hash, HASH_SIZE), TO(r->id));
	return db_leave(db, own, rc < 0 ? rc : got, e);
}

int
inbox_add(struct db *db, const char *mailbox, uint32_t uidvalidity,
    uint32_t uid, int64_t received, const void *raw, size_t len, int64_t *id,
    struct err *e)
{
	struct inbox_row r = { .mailbox = (char *)(uintptr_t)mailbox,
		.uidvalidity = uidvalidity,
		.uid = uid,
		.received = received,
		.raw = (char *)(uintptr_t)raw,
		.raw_len = len };
	int rc = inbox_take(db, &r, e);

	*id = r.id;
	return rc;
}

static void
inbox_columns(struct sql *q, struct inbox_row *r)
{
	struct buf raw = BUF_INIT, hash = BUF_INIT;

	*r = (struct inbox_row){ 0 };
	sql_read(q, TO(r->id), TO(r->mailbox), TO(r->uidvalidity), TO(r->uid),
	    TO(r->message_id), TO(r->received), TO(r->state), TO(r->attempts),
	    TO(r->concerns), TO(r->sender), TO(r->wait), TO(raw), TO(hash));
	if (hash.len == HASH_SIZE)
		hash_hex(hash.data, HASH_SIZE, r->sha256);
	buf_release(&hash);
	r->raw_len = raw.len;
	r->raw = buf_steal(&raw);
}

static int
inbox_rows(struct sql *q, struct inbox_row *out)
{
	int n = 0;

	while (sql_next(q))
		inbox_columns(q, &out[n++]);
	if (sql_end(q) < 0)
		while (n > 0)
			inbox_row_release(&out[--n]);
	return q->rows;
}

int
inbox_oldest(struct db *db, int64_t *received, struct err *e)
{
	return sql_do(db, e,
	    "SELECT received FROM inbox WHERE state = 0 ORDER BY received "
	    "LIMIT 1",
	    TO(*received));
}

int
inbox_next(struct db *db, int limit, struct inbox_row *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " INBOX_COLUMNS
	    " FROM inbox JOIN inbox_body ON inbox_body.inbox = inbox.id WHERE "
	    "state = 0 AND " KEPT_NOT " ORDER BY inbox.id LIMIT $1",
	    INT(limit));

	return inbox_rows(&q, out);
}

int
inbox_claimed(struct db *db, int64_t claim, int limit, struct inbox_row *out,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " INBOX_COLUMNS
	    " FROM inbox JOIN inbox_body ON inbox_body.inbox = inbox.id WHERE "
	    "state = 0 AND claim = $1 ORDER BY inbox.id LIMIT $2",
	    INT(claim), INT(limit));

	return inbox_rows(&q, out);
}

int
inbox_attempt(struct db *db, const int64_t *ids, int n, int by, struct err *e)
{
	bool own;
	int rc = 0;

	if (db_enter(db, &own, e) != 0)
		return -1;
	for (int i = 0; i < n && rc == 0; i++)
		rc = sql_do(db, e,
		    "UPDATE inbox SET attempts = attempts + $1 WHERE id = $2",
		    INT(by), INT(ids[i]));
	return db_leave(db, own, rc, e);
}

int
inbox_finish(struct db *db, int64_t id, enum inbox_state state,
    const char *message_id, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET state = $1, message_id = coalesce($2, "
	    "message_id) WHERE id = $3",
	    INT(state), TEXT(message_id), INT(id));
}

int
inbox_put_aside(struct db *db, int64_t id, const char *message_id, int64_t now,
    struct err *e)
{
	return inbox_finish(db, id, INBOX_ASIDE, message_id, e) ||
		sql_do(db, e, "UPDATE inbox SET aside = $1 WHERE id = $2",
		    INT(now), INT(id)) ?
	    -1 :
	    0;
}

int
inbox_get(struct db *db, int64_t id, struct inbox_row *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " INBOX_COLUMNS
	    " FROM inbox JOIN inbox_body ON inbox_body.inbox = inbox.id WHERE "
	    "inbox.id = $1",
	    INT(id));

	if (sql_next(&q))
		inbox_columns(&q, out);
	return sql_end(&q);
}

int
inbox_of_hash(struct db *db, const char *sha256, struct inbox_row *out,
    struct err *e)
{
	uint8_t hash[HASH_SIZE];
	struct sql q;

	if (hash_unhex(sha256, strlen(sha256), hash, sizeof hash) != 0)
		return 0;
	q = sql_ask(db, e,
	    "SELECT " INBOX_COLUMNS
	    " FROM inbox JOIN inbox_body ON inbox_body.inbox = inbox.id WHERE "
	    "sha256 = $1",
	    BLOB(hash, sizeof hash));
	if (sql_next(&q))
		inbox_columns(&q, out);
	return sql_end(&q);
}

int
inbox_count(struct db *db, enum inbox_state state, int *out, struct err *e)
{
	/* The state is written out, so that the partial index serves. */
	int got = state == INBOX_NEW ?
	    sql_do(db, e, "SELECT count(*) FROM inbox WHERE state = 0",
		TO(*out)) :
	    sql_do(db, e, "SELECT count(*) FROM inbox WHERE state = $1",
		INT(state), TO(*out));

	return got < 0 ? -1 : 0;
}

int
inbox_apart(struct db *db, int (*fn)(void *arg, const struct inbox_row *r),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT id, mailbox, uidvalidity, uid, message_id, received, "
	    "state, attempts, 0, sender, wait, NULL, NULL FROM inbox WHERE id "
	    "IN (SELECT id FROM inbox WHERE state = 4 UNION ALL SELECT id FROM "
	    "inbox WHERE state = 5) ORDER BY id");

	while (sql_next(&q)) {
		struct inbox_row r;

		inbox_columns(&q, &r);
		q.stop = fn(arg, &r);
		inbox_row_release(&r);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
inbox_settle(struct db *db, int64_t id, bool again, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET state = $1, attempts = 1 WHERE id = $2 AND state "
	    "= 4 RETURNING id",
	    INT(again ? INBOX_NEW : INBOX_IGNORED), INT(id));
}

int
inbox_defer(struct db *db, int64_t id, const char *sender, int64_t until,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET state = 5, attempts = 0, sender = $1, wait = $2 "
	    "WHERE id = $3",
	    TEXT(sender), INT(until), INT(id));
}

int
inbox_deferred(struct db *db, const char *sender, int *out, struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM inbox WHERE state = 5 AND sender = $1",
	    TEXT(sender), TO(*out));
}

/* Asks first: an update takes the lock of who writes, also for nothing. */
int
inbox_wake(struct db *db, int64_t now, int most, struct err *e)
{
	int due = sql_do(db, e,
	    "SELECT id FROM inbox WHERE state = 5 AND wait <= $1 LIMIT 1",
	    INT(now));

	if (due <= 0)
		return due;
	return sql_do(db, e,
	    "UPDATE inbox SET state = 0, sender = NULL WHERE id IN (SELECT id "
	    "FROM inbox WHERE state = 5 AND wait <= $1 ORDER BY wait, id LIMIT "
	    "$2) RETURNING id",
	    INT(now), INT(most));
}

int
inbox_clock_back(struct db *db, int64_t now, struct err *e)
{
	return sql_done(db, e,
	    "UPDATE inbox SET wait = $1 WHERE state = 5 AND wait > $1 + 3600",
	    INT(now));
}
