/* SPDX-License-Identifier: MIT */
#include "store/outbox.h"

#include "base/mem.h"
#include "store/failing.h"
#include "store/outgoing.h"
#include "store/picture.h"
#include "store/several.h"
#include "store/sql.h"

#define OUTBOX_HEAD \
	"outbox.id, game, seat, player, rcpt, message_id, state, " \
	"attempts, next_try, last_error, created, sent, bounced, returned"
#define OUTBOX_WHOLE \
	"SELECT " OUTBOX_HEAD ", outbox_body.raw, outbox_picture.raw, " \
	"picture.name, made, body FROM outbox " \
	"JOIN outbox_body ON outbox_body.outbox = outbox.id " \
	"LEFT JOIN outbox_picture ON outbox_picture.outbox = outbox.id " \
	"LEFT JOIN picture ON picture.name = outbox_picture.picture "

void
outbox_row_release(struct outbox_row *r)
{
	free(r->to);
	free(r->message_id);
	free(r->raw);
	free(r->picture);
	buf_release(&r->pictured);
	buf_release(&r->drawing);
	free(r->last_error);
	*r = (struct outbox_row){ 0 };
}

static int
outbox_add_head(struct db *db, struct outbox_row *r, struct err *e)
{
	return sql_done(db, e,
	    "INSERT INTO outbox (game, seat, player, rcpt, message_id, "
	    "state, attempts, next_try, created, sent, bounced, author, "
	    "answers, known) "
	    "VALUES ($1, $2, $3, $4, $5, CASE WHEN $1 IS NOT NULL AND "
	    "EXISTS (SELECT 1 FROM address WHERE address = $4 AND "
	    "bounces >= $6) THEN 2 ELSE 0 END, 0, $7, $8, 0, 0, $9, $10, $11) "
	    "RETURNING id",
	    ID(r->game), INT(r->seat), ID(r->player), TEXT(r->to),
	    TEXT(r->message_id), INT(FAILING_STOP), INT(r->next_try),
	    INT(r->created), ID(r->author), ID(r->answers), INT(r->known),
	    TO(r->id));
}

static int
outbox_add_picture(struct db *db, const struct outbox_row *r, struct err *e)
{
	if (picture_add(db, r->picture, r->drawing.data, r->drawing.len, e))
		return -1;
	return sql_do(db, e,
	    "INSERT INTO outbox_picture (outbox, picture, raw) VALUES ($1, $2, "
	    "$3)",
	    INT(r->id), TEXT(r->picture),
	    BLOB(r->pictured.data, r->pictured.len));
}

int
outbox_add(struct db *db, struct outbox_row *r, struct err *e)
{
	bool own;
	int rc;

	if (db_enter(db, &own, e) != 0)
		return -1;
	rc = outbox_add_head(db, r, e);
	if (rc == 0)
		rc = sql_do(db, e,
		    "INSERT INTO outbox_body (outbox, raw) VALUES ($1, $2)",
		    INT(r->id), BLOB(r->raw, r->raw_len));
	if (rc >= 0 && r->picture != NULL)
		rc = outbox_add_picture(db, r, e);
	return db_leave(db, own, rc, e);
}

/* The mail with its pictures in the places of the lines that stand for them. */
static void
outbox_show(const struct buf *pictured, const struct buf *body, struct buf *raw)
{
	static const char line[] = "\r\n" PICTURE_LINE "\r\n";
	const char *next = buf_text(body), *at = buf_text(pictured), *place;

	if (strstr(at, line) == NULL)
		return;
	buf_clear(raw);
	while ((place = strstr(at, line)) != NULL) {
		const char *end = strstr(next, "\r\n\r\n");
		size_t n = end != NULL ? (size_t)(end - next) : strlen(next);

		buf_add(raw, at, (size_t)(place - at) + 2);
		buf_add(raw, next, n);
		next += n + (end != NULL ? 4 : 0);
		at = place + 2 + sizeof PICTURE_LINE - 1;
	}
	buf_str(raw, at);
}

static void
outbox_columns(struct sql *q, bool whole, struct outbox_row *r)
{
	struct buf raw = BUF_INIT, body = BUF_INIT;
	int made = 0;

	*r = (struct outbox_row){ 0 };
	sql_read(q, TO(r->id), TO(r->game), TO(r->seat), TO(r->player),
	    TO(r->to), TO(r->message_id), TO(r->state), TO(r->attempts),
	    TO(r->next_try), TO(r->last_error), TO(r->created), TO(r->sent),
	    TO(r->bounced), TO(r->returned));
	if (!whole)
		return;
	sql_read(q, TO(raw), TO(r->pictured), TO(r->picture), TO(made),
	    TO(body));
	if (made && body.len > 0)
		outbox_show(&r->pictured, &body, &raw);
	buf_release(&body);
	buf_release(&r->pictured);
	if (made) {
		free(r->picture);
		r->picture = NULL;
	}
	r->raw_len = raw.len;
	r->raw = buf_steal(&raw);
}

static int
outbox_one(struct sql q, struct outbox_row *out)
{
	if (sql_next(&q))
		outbox_columns(&q, true, out);
	return sql_end(&q);
}

/* Leases that end later are others'. Where there is one daemon: all of time. */
static int64_t
lease_moment(const struct db *db)
{
	struct several now;

	db_see(db, &now);
	return now.moment;
}

int
outbox_due_after(struct db *db, int64_t now, int64_t *when, int64_t *id,
    int limit, struct outbox_row *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    OUTBOX_WHOLE "WHERE state = 0 AND next_try <= $1 AND (next_try > "
			 "$2 OR (next_try = $2 AND outbox.id > $3)) AND leased "
			 "<= $4 ORDER BY next_try, outbox.id LIMIT $5",
	    INT(now), INT(*when), INT(*id), INT(lease_moment(db)), INT(limit));
	int n = 0;

	while (sql_next(&q))
		outbox_columns(&q, true, &out[n++]);
	if (sql_end(&q) < 0)
		while (n > 0)
			outbox_row_release(&out[--n]);
	if (n > 0) {
		*when = out[n - 1].next_try;
		*id = out[n - 1].id;
	}
	return q.rows;
}

int
outbox_due_probe(struct db *db, int64_t now, const char *but,
    struct outbox_row *out, struct err *e)
{
	return outbox_one(
	    sql_ask(db, e,
		OUTBOX_WHOLE
		"WHERE outbox.id = (SELECT id FROM outbox WHERE state = 0 AND "
		"next_try <= $1 AND leased <= $2 ORDER BY CASE WHEN rcpt = $3 "
		"THEN 1 ELSE 0 END, CASE WHEN last_error IS NULL THEN 0 ELSE 1 "
		"END, next_try, id LIMIT 1)",
		INT(now), INT(lease_moment(db)), TEXT(but)),
	    out);
}

int
outbox_due_else(struct db *db, int64_t now, const char *but, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM outbox WHERE state = 0 AND next_try <= $1 AND rcpt "
	    "<> $2 AND leased <= $3 ORDER BY next_try, id LIMIT 1",
	    INT(now), TEXT(but), INT(lease_moment(db)));
}

int
outbox_drop(struct db *db, int64_t id, struct err *e)
{
	bool own;
	int got;

	if (db_enter(db, &own, e) != 0)
		return -1;
	got = sql_do(db, e,
	    "DELETE FROM outbox_body WHERE outbox IN (SELECT id FROM outbox "
	    "WHERE id = $1 AND (state <> 1 OR bounced = 1))",
	    INT(id));
	if (got >= 0)
		got = sql_do(db, e,
		    "DELETE FROM outbox WHERE id = $1 AND (state <> 1 OR "
		    "bounced = 1) RETURNING id",
		    INT(id));
	if (got > 0 && outgoing_withdraw(db, e) != 0)
		got = -1;
	return db_leave(db, own, got, e);
}

int
outbox_bounced(struct db *db, int64_t id, const char *why, int64_t now,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET bounced = 1, last_error = $1, returned = $2 "
	    "WHERE id = $3 AND bounced = 0 RETURNING id",
	    TEXT(why), INT(now), INT(id));
}

int
outbox_returned(struct db *db, int64_t game, const char *to, int64_t since,
    int64_t but, int *out, struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM outbox WHERE game = $1 AND rcpt = $2 "
	    "AND returned > 0 AND returned >= $3 AND id <> $4",
	    INT(game), TEXT(to), INT(since), INT(but), TO(*out));
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
	free(r.picture);
	r.picture = NULL; /* as it was sent, or without */
	r.created = r.next_try = now;
	rc = outbox_add(db, &r, e);
	/* The copy answers what the first did, and is as well known. */
	if (rc == 0)
		rc = sql_do(db, e,
		    "UPDATE outbox SET (answers, known) = (SELECT o.answers, "
		    "o.known FROM outbox AS o WHERE o.id = $1) WHERE id = $2",
		    INT(id), INT(r.id));
	*copy = r.id;
	outbox_row_release(&r);
	return rc < 0 ? -1 : 1;
}

int
outbox_recall(struct db *db, int64_t game, int seat, struct err *e)
{
	int got = sql_do(db, e,
	    "DELETE FROM outbox_body WHERE outbox IN (SELECT id FROM outbox "
	    "WHERE game = $1 AND seat = $2 AND state = 0)",
	    INT(game), INT(seat));

	if (got >= 0)
		got = sql_do(db, e,
		    "DELETE FROM outbox WHERE game = $1 AND seat = $2 AND "
		    "state = 0 RETURNING id",
		    INT(game), INT(seat));
	return got > 0 ? outgoing_withdraw(db, e) : got;
}

int
outbox_get(struct db *db, int64_t id, struct outbox_row *out, struct err *e)
{
	return outbox_one(sql_ask(db, e, OUTBOX_WHOLE "WHERE outbox.id = $1",
			      INT(id)),
	    out);
}

int
outbox_has(struct db *db, const char *message_id, struct err *e)
{
	return sql_do(db, e,
	    "SELECT 1 FROM outbox WHERE message_id = $1 LIMIT 1",
	    TEXT(message_id));
}

int
outbox_by_message_id(struct db *db, const char *message_id, int64_t after,
    struct outbox_row *out, struct err *e)
{
	return outbox_one(
	    sql_ask(db, e,
		OUTBOX_WHOLE
		"WHERE message_id = $1 AND outbox.id > $2 ORDER BY outbox.id "
		"LIMIT 1",
		TEXT(message_id), INT(after)),
	    out);
}

int
outbox_each(struct db *db, int state,
    int (*fn)(void *arg, const struct outbox_row *r), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " OUTBOX_HEAD
	    " FROM outbox WHERE $1 < 0 OR state = $1 ORDER BY outbox.id",
	    INT(state));

	while (sql_next(&q)) {
		struct outbox_row r;

		outbox_columns(&q, false, &r);
		q.stop = fn(arg, &r);
		outbox_row_release(&r);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
outbox_next_due(struct db *db, int64_t *when, struct err *e)
{
	return sql_do(db, e,
	    "SELECT next_try FROM outbox WHERE state = 0 AND leased <= $1 "
	    "ORDER BY next_try LIMIT 1",
	    INT(lease_moment(db)), TO(*when));
}
