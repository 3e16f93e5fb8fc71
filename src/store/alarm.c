/* SPDX-License-Identifier: MIT */
#include "store/alarm.h"

#include <stdlib.h>

#include "store/sql.h"

int
alarm_put(struct db *db, const struct alarm_row *r, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO alarm (name, began, ended, times, "
	    "told, why) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO UPDATE "
	    "SET began = excluded.began, ended = excluded.ended, "
	    "times = excluded.times, told = excluded.told, why = excluded.why", e) != 0)
		return -1;
	sql_text(&q, r->name);
	sql_int(&q, r->began);
	sql_int(&q, r->ended);
	sql_int(&q, r->times);
	sql_int(&q, r->told);
	sql_text(&q, r->why);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
alarm_each(struct db *db, int (*fn)(void *arg, const struct alarm_row *r),
	void *arg, struct err *e)
{
	struct sql q;
	int got = 0, stop = 0;

	if (sql_open(db, &q, "SELECT name, began, ended, times, told, why "
	    "FROM alarm ORDER BY began, name", e) != 0)
		return -1;
	while (stop == 0 && (got = sql_step(&q, e)) > 0) {
		struct alarm_row r = { 0 };
		char *name = sql_get_text(&q), *why;

		r.began = sql_get_int(&q);
		r.ended = sql_get_int(&q);
		r.times = (int)sql_get_int(&q);
		r.told = sql_get_int(&q) != 0;
		why = sql_get_text(&q);
		r.name = name;
		r.why = why;
		stop = fn(arg, &r);
		free(name);
		free(why);
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}
