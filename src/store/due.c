/* SPDX-License-Identifier: MIT */
#include "store/due.h"

#include "store/sql.h"

int
due_put(struct db *db, int64_t game, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO archive_due (game, times) "
	    "VALUES ($1, 1) "
	    "ON CONFLICT (game) DO UPDATE SET times = archive_due.times + 1",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
due_next(struct db *db, int64_t *game, int64_t *times, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT game, times FROM archive_due "
	    "ORDER BY game LIMIT 1", e) != 0)
		return -1;
	got = sql_step(&q, e);
	if (got > 0) {
		*game = sql_get_int(&q);
		*times = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}

int
due_done(struct db *db, int64_t game, int64_t times, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM archive_due "
	    "WHERE game = $1 AND times = $2", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, times);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
