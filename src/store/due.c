/* SPDX-License-Identifier: MIT */
#include "store/due.h"

#include "store/sql.h"

int
due_put(struct db *db, int64_t game, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO archive_due (game, times) VALUES ($1, 1) ON CONFLICT "
	    "(game) DO UPDATE SET times = archive_due.times + 1",
	    INT(game));
}

int
due_next(struct db *db, int64_t *game, int64_t *times, struct err *e)
{
	return sql_do(db, e,
	    "SELECT game, times FROM archive_due ORDER BY game LIMIT 1",
	    TO(*game), TO(*times));
}

int
due_done(struct db *db, int64_t game, int64_t times, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM archive_due WHERE game = $1 AND times = $2", INT(game),
	    INT(times));
}
