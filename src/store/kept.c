/* SPDX-License-Identifier: MIT */
#include "store/kept.h"

#include "store/sql.h"

int
kept_any(struct db *db, struct err *e)
{
	int64_t any;

	return sql_do(db, e,
	    "SELECT inbox.id FROM inbox_kept JOIN inbox ON inbox.id = "
	    "inbox_kept.inbox WHERE state = 0 LIMIT 1",
	    TO(any));
}

int
kept_before(struct db *db, int64_t what, int64_t received, int64_t inbox,
    int64_t *last, struct err *e)
{
	return sql_do(db, e,
	    "SELECT inbox.id FROM inbox_kept JOIN inbox ON inbox.id = "
	    "inbox_kept.inbox WHERE what = $1 AND state = 0 AND (received < $2 "
	    "OR (received = $2 AND inbox.id < $3)) ORDER BY received DESC, "
	    "inbox.id DESC LIMIT 1",
	    INT(what), INT(received), INT(inbox), TO(*last));
}

int
kept_put(struct db *db, int64_t inbox, int64_t behind, const int64_t *what,
    size_t n, struct err *e)
{
	int rc = kept_drop(db, inbox, e);

	for (size_t i = 0; i < n && rc >= 0; i++)
		rc = sql_do(db, e,
		    "INSERT INTO inbox_kept (inbox, what) VALUES ($1, $2)",
		    INT(inbox), INT(what[i]));
	if (rc >= 0)
		rc = sql_do(db, e, "UPDATE inbox SET behind = $1 WHERE id = $2",
		    INT(behind), INT(inbox));
	return rc < 0 ? -1 : 0;
}

int
kept_drop(struct db *db, int64_t inbox, struct err *e)
{
	return sql_do(db, e, "DELETE FROM inbox_kept WHERE inbox = $1",
		   INT(inbox)) < 0 ?
	    -1 :
	    0;
}
