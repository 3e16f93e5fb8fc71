/* SPDX-License-Identifier: MIT */
#include "store/audit.h"

#include "store/sql.h"

int
audit_add(struct db *db, int64_t game, const char *who, const char *what,
    int64_t at, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO audit (game, who, what, at) VALUES ($1, $2, $3, $4)",
	    ID(game), TEXT(who), TEXT(what), INT(at));
}

int
audit_each(struct db *db, int64_t game,
    int (*fn)(void *arg, int64_t game, const char *who, const char *what,
	int64_t at),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT game, who, what, at FROM audit WHERE $1 = 0 OR game = $1 "
	    "ORDER BY id",
	    INT(game));

	while (sql_next(&q)) {
		int64_t id, at;
		const char *who, *what;

		sql_read(&q, TO(id), TO(who), TO(what), TO(at));
		q.stop = fn(arg, id, who, what, at);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
