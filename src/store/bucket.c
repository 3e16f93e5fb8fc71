/* SPDX-License-Identifier: MIT */
#include "store/bucket.h"

#include "store/sql.h"

int
bucket_put(struct db *db, const struct bucket_row *r, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO bucket (kind, whose, part, level, at) VALUES ($1, $2, "
	    "$3, $4, $5) ON CONFLICT (kind, whose, part) DO UPDATE SET level = "
	    "excluded.level, at = excluded.at",
	    INT(r->kind), INT(r->whose), INT(r->part), INT(r->level),
	    INT(r->at));
}

int
bucket_each(struct db *db, int64_t since,
    int (*fn)(void *arg, const struct bucket_row *r), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT kind, whose, part, level, at FROM bucket WHERE at > $1 "
	    "ORDER BY kind, whose, part",
	    INT(since));

	while (sql_next(&q)) {
		struct bucket_row r;

		sql_read(&q, TO(r.kind), TO(r.whose), TO(r.part), TO(r.level),
		    TO(r.at));
		q.stop = fn(arg, &r);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
bucket_prune(struct db *db, int64_t before, struct err *e)
{
	return sql_done(db, e, "DELETE FROM bucket WHERE at <= $1",
	    INT(before));
}
