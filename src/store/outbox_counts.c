/* SPDX-License-Identifier: MIT */

/* How much was written to whom: what limits are compared with. */

#include "base/buf.h"
#include "store/outbox.h"
#include "store/sql.h"

int
outbox_notices(struct db *db, const char *to, int64_t since, int *out,
    struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM outbox WHERE rcpt = $1 AND created > "
	    "$2 AND game IS NULL",
	    TEXT(to), INT(since), TO(*out));
}

int
outbox_because(struct db *db, const char *to, int64_t author, int most,
    int64_t *written, struct err *e)
{
	return sql_do(db, e,
	    "SELECT created FROM outbox WHERE rcpt = $1 AND author = $2 ORDER "
	    "BY created DESC LIMIT 1 OFFSET $3",
	    TEXT(to), INT(author), INT(most - 1), TO(*written));
}

int
outbox_strangers(struct db *db, int64_t since, const char *keeper, int *out,
    struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM outbox WHERE created > $1 AND game IS "
	    "NULL AND player IS NULL AND rcpt <> $2",
	    INT(since), TEXT(keeper), TO(*out));
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
		buf_printf(&like, "%s%c",
		    strchr("%_!", *domain) != NULL ? "!" : "", *domain);
	rc = sql_done(db, e,
	    "SELECT count(*) FROM outbox WHERE created > $1 AND game IS "
	    "NULL AND player IS NULL AND rcpt LIKE $2 ESCAPE '!'",
	    INT(since), TEXT(like.data), TO(*out));
	buf_release(&like);
	return rc;
}
