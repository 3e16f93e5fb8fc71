/* SPDX-License-Identifier: MIT */
#include "store/alarm.h"
#include "store/sql.h"

int
alarm_put(struct db *db, const struct alarm_row *r, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO alarm (name, began, ended, times, told, why) VALUES "
	    "($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO UPDATE SET began = "
	    "excluded.began, ended = excluded.ended, times = excluded.times, "
	    "told = excluded.told, why = excluded.why",
	    TEXT(r->name), INT(r->began), INT(r->ended), INT(r->times),
	    INT(r->told), TEXT(r->why));
}

int
alarm_each(struct db *db, int (*fn)(void *arg, const struct alarm_row *r),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT name, began, ended, times, told, why FROM alarm ORDER BY "
	    "began, name");

	while (sql_next(&q)) {
		struct alarm_row r;

		sql_read(&q, TO(r.name), TO(r.began), TO(r.ended), TO(r.times),
		    TO(r.told), TO(r.why));
		q.stop = fn(arg, &r);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
