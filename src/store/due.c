/* SPDX-License-Identifier: MIT */
#include "store/due.h"

#include "base/mem.h"
#include "store/several.h"
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
due_put_open(struct db *db, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO archive_due (game, times) SELECT id, 1 FROM game "
	    "WHERE state NOT IN (2, 3) OR (state = 3 AND final = 0) ON "
	    "CONFLICT (game) DO UPDATE SET times = archive_due.times + 1");
}

int
due_look(struct db *db, struct due_state *out, struct err *e)
{
	int64_t n, leased;
	struct several now;

	*out = (struct due_state){ .why = NULL };
	if (sql_do(db, e,
		"SELECT (SELECT count(*) FROM (SELECT 1 FROM archive_due LIMIT "
		"1) AS a), (SELECT max(leased) FROM archive_due WHERE leased "
		"> 0), (SELECT min(why) FROM archive_due WHERE why <> '')",
		TO(n), TO(leased), TO(out->why)) < 0)
		return -1;
	db_see(db, &now);
	out->waits = n > 0 && leased < now.moment;
	return 0;
}

int
due_take(struct db *db, int64_t seconds, struct due *out, struct err *e)
{
	struct several now;
	int64_t leased;
	int rc = sql_do(db, e,
	    "SELECT game, times, (SELECT max(leased) FROM archive_due WHERE "
	    "leased > 0) FROM archive_due ORDER BY failed, game LIMIT 1",
	    TO(out->game), TO(out->times), TO(leased));

	db_see(db, &now);
	out->claim = seconds > 0 ? now.number : 0;
	if (rc <= 0 || seconds == 0)
		return rc;
	if (leased >= now.moment)
		return 0;
	return sql_do(db, e,
	    "UPDATE archive_due SET claim = $1, leased = $2 WHERE game = $3 "
	    "RETURNING game",
	    INT(now.number), INT(now.moment + 1 + seconds), INT(out->game));
}

int
due_renew(struct db *db, const struct due *due, int64_t seconds, struct err *e)
{
	struct several now;

	db_see(db, &now);
	return sql_do(db, e,
	    "UPDATE archive_due SET leased = $1 WHERE game = $2 AND claim = $3 "
	    "RETURNING game",
	    INT(now.moment + 1 + seconds), INT(due->game), INT(due->claim));
}

int
due_leave(struct db *db, const struct due *due, const char *why, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE archive_due SET leased = 0, why = coalesce($1, why), "
	    "failed = CASE WHEN $1 IS NULL THEN failed WHEN $1 = '' THEN 0 "
	    "ELSE failed + 1 END WHERE game = $2 AND claim = $3",
	    TEXT(why), INT(due->game), INT(due->claim));
}

int
due_done(struct db *db, const struct due *due, struct err *e)
{
	int64_t game;
	int rc = sql_do(db, e,
	    "DELETE FROM archive_due WHERE game = $1 AND times = $2 AND "
	    "($3 = 0 OR claim = $3) RETURNING game",
	    INT(due->game), INT(due->times), INT(due->claim), TO(game));

	if (rc == 0 && due_put(db, due->game, e) < 0)
		return -1;
	if (rc == 0)
		rc = due_leave(db, due, "", e);
	return rc < 0 ? -1 : 0;
}

int
due_all(struct db *db, struct due **out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT game, times FROM archive_due ORDER BY game");
	int n = 0;

	*out = NULL;
	while (sql_next(&q)) {
		*out = mem_more(*out, (size_t)n, sizeof **out);
		(*out)[n] = (struct due){ .claim = 0 };
		sql_read(&q, TO((*out)[n].game), TO((*out)[n].times));
		n++;
	}
	if (sql_end(&q) >= 0)
		return n;
	free(*out);
	*out = NULL;
	return -1;
}
