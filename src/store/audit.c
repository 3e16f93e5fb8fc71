/* SPDX-License-Identifier: MIT */
#include "store/audit.h"

#include "store/sql.h"

int
audit_add(struct db *db, int64_t game, const char *who, const char *what,
	int64_t at, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO audit (game, who, what, at) "
	    "VALUES ($1, $2, $3, $4)", e) != 0)
		return -1;
	sql_id(&q, game);
	sql_text(&q, who);
	sql_text(&q, what);
	sql_int(&q, at);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
audit_each(struct db *db, int64_t game,
	int (*fn)(void *arg, int64_t game, const char *who, const char *what,
	    int64_t at),
	void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT game, who, what, at FROM audit "
	    "WHERE $1 = 0 OR game = $1 ORDER BY id", e) != 0)
		return -1;
	sql_int(&q, game);
	while ((got = sql_step(&q, e)) > 0) {
		int64_t id = sql_get_int(&q);
		char *who = sql_get_text(&q), *what = sql_get_text(&q);
		int stop = fn(arg, id, who, what, sql_get_int(&q));

		free(who);
		free(what);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}
