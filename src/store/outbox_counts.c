/* SPDX-License-Identifier: MIT */

/* How much was written to whom: what limits are compared with. */

#include "base/buf.h"
#include "store/outbox.h"
#include "store/sql.h"

static int
number(struct sql *q, int *out, struct err *e)
{
	int64_t n = 0;
	int got = sql_run_int(q, &n, e);

	*out = (int)n;
	return got < 0 ? -1 : 0;
}

int
outbox_notices(struct db *db, const char *to, int64_t since, int *out,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT count(*) FROM outbox WHERE rcpt = $1 AND "
	    "created > $2 AND game IS NULL", e) != 0)
		return -1;
	sql_text(&q, to);
	sql_int(&q, since);
	return number(&q, out, e);
}

int
outbox_because(struct db *db, const char *to, int64_t author, int most,
	int64_t *written, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT created FROM outbox WHERE rcpt = $1 AND "
	    "author = $2 ORDER BY created DESC LIMIT 1 OFFSET $3", e) != 0)
		return -1;
	sql_text(&q, to);
	sql_int(&q, author);
	sql_int(&q, most - 1);
	return sql_run_int(&q, written, e);
}

int
outbox_strangers(struct db *db, int64_t since, const char *keeper, int *out,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT count(*) FROM outbox WHERE created > $1 "
	    "AND game IS NULL AND player IS NULL AND rcpt <> $2", e) != 0)
		return -1;
	sql_int(&q, since);
	sql_text(&q, keeper);
	return number(&q, out, e);
}

/* Canonical addresses have small letters: LIKE is the same everywhere. */
int
outbox_strangers_of(struct db *db, int64_t since, const char *domain, int *out,
	struct err *e)
{
	struct buf like = BUF_INIT;
	struct sql q;
	int rc = sql_open(db, &q, "SELECT count(*) FROM outbox WHERE "
	    "created > $1 AND game IS NULL AND player IS NULL AND rcpt LIKE $2 "
	    "ESCAPE '!'", e);

	buf_str(&like, "%@");
	for (; *domain; domain++)
		buf_printf(&like, "%s%c", strchr("%_!", *domain) ? "!" : "",
			*domain);
	if (rc == 0) {
		sql_int(&q, since);
		sql_text(&q, like.data);
		rc = number(&q, out, e);
	}
	buf_release(&like);
	return rc;
}
