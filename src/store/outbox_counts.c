/* SPDX-License-Identifier: MIT */

/* How much was written to whom: what limits are compared with. */

#include "base/buf.h"
#include "store/outbox.h"
#include "store/sql.h"

int
outbox_notices(struct db *db, const char *to, int64_t since, int *out,
	struct err *e)
{
	return sql_count(db, e, out, "SELECT count(*) FROM outbox "
	    "WHERE rcpt = $1 AND created > $2 AND game IS NULL", TEXT(to),
	    INT(since));
}

int
outbox_because(struct db *db, const char *to, int64_t author, int most,
	int64_t *written, struct err *e)
{
	return sql_number(db, e, written, "SELECT created FROM outbox "
	    "WHERE rcpt = $1 AND author = $2 ORDER BY created DESC "
	    "LIMIT 1 OFFSET $3", TEXT(to), INT(author), INT(most - 1));
}

int
outbox_strangers(struct db *db, int64_t since, const char *keeper, int *out,
	struct err *e)
{
	return sql_count(db, e, out, "SELECT count(*) FROM outbox "
	    "WHERE created > $1 AND game IS NULL AND player IS NULL "
	    "AND rcpt <> $2", INT(since), TEXT(keeper));
}

/* Canonical addresses have small letters: LIKE is the same everywhere. */
int
outbox_strangers_of(struct db *db, int64_t since, const char *domain, int *out,
	struct err *e)
{
	struct buf like = BUF_INIT;
	int rc;

	buf_str(&like, "%@");
	for (; *domain; domain++)
		buf_printf(&like, "%s%c", strchr("%_!", *domain) ? "!" : "",
			*domain);
	rc = sql_count(db, e, out, "SELECT count(*) FROM outbox "
	    "WHERE created > $1 AND game IS NULL AND player IS NULL "
	    "AND rcpt LIKE $2 ESCAPE '!'", INT(since), TEXT(like.data));
	buf_release(&like);
	return rc;
}
