/* SPDX-License-Identifier: MIT */

/* What became of mails in the outbox, and that they are tried again. */

#include "store/outbox.h"

#include "store/sql.h"

int
outbox_sent(struct db *db, const int64_t *ids, int n, int64_t now,
    struct err *e)
{
	bool own;
	int rc = 0;

	if (db_enter(db, &own, e) != 0)
		return -1;
	for (int i = 0; i < n && rc == 0; i++)
		rc = sql_do(db, e,
		    "UPDATE outbox SET state = 1, sent = $1 WHERE id = $2",
		    INT(now), INT(ids[i]));
	return db_leave(db, own, rc, e);
}

int
outbox_later(struct db *db, int64_t id, int64_t next_try, const char *why,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET attempts = attempts + 1, next_try = $1, "
	    "last_error = $2 WHERE id = $3 AND state = 0",
	    INT(next_try), TEXT(why), INT(id));
}

int
outbox_wait(struct db *db, int64_t id, int64_t next_try, const char *why,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET last_error = $1, next_try = CASE WHEN $2 > 0 "
	    "THEN $2 ELSE next_try END WHERE id = $3 AND state = 0",
	    TEXT(why), INT(next_try), INT(id));
}

int
outbox_clock_back(struct db *db, int64_t now, int64_t most, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET next_try = $1 WHERE state = 0 AND next_try > $1 "
	    "+ $2",
	    INT(now), INT(most));
}

int
outbox_failed(struct db *db, int64_t id, const char *why, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET state = 2, attempts = attempts + 1, last_error "
	    "= $1 WHERE id = $2",
	    TEXT(why), INT(id));
}

/* What was sent may be sent again too, under the Message-ID it has; not what
 * has no text any more. */
int
outbox_retry(struct db *db, int64_t id, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET state = 0, attempts = 0, bounced = 0, returned "
	    "= 0, next_try = $1 WHERE id = $2 AND EXISTS (SELECT 1 FROM "
	    "outbox_body WHERE outbox = $2) RETURNING id",
	    INT(now), INT(id));
}

int
outbox_retry_all(struct db *db, const char *to, int64_t game, int64_t now,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET state = 0, attempts = 0, bounced = 0, returned "
	    "= 0, next_try = $1 WHERE (state = 0 OR (state = 2 AND last_error "
	    "IS NOT NULL)) AND ($2 = '' OR rcpt = $2) AND ($3 = 0 OR game = "
	    "$3) AND EXISTS (SELECT 1 FROM outbox_body WHERE outbox = "
	    "outbox.id) RETURNING id",
	    INT(now), TEXT(to), INT(game));
}
