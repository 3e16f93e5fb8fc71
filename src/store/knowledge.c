/* SPDX-License-Identifier: MIT */
#include "store/knowledge.h"

#include "store/sql.h"

int
knowledge_add(struct db *db, int64_t game, int64_t player, int seat,
	bool barred, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO insight (game, player, seat, barred) "
	    "VALUES ($1, $2, $3, $4)", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_id(&q, player);
	sql_int(&q, seat);
	sql_int(&q, barred);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

/* 1 if there is a row, 0. */
static int
knowledge_any(struct sql *q, struct err *e)
{
	int got = sql_step(q, e);

	sql_close(q);
	return got;
}

int
knowledge_beyond(struct db *db, int64_t game, int64_t player, int seat,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT id FROM insight WHERE game = $1 "
	    "AND player = $2 AND seat <> $3 LIMIT 1", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, player);
	sql_int(&q, seat);
	return knowledge_any(&q, e);
}

int
knowledge_barred(struct db *db, int64_t game, int64_t player, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT id FROM insight WHERE game = $1 "
	    "AND player = $2 AND barred = 1 LIMIT 1", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, player);
	return knowledge_any(&q, e);
}

int
knowledge_left(struct db *db, int64_t game, int seat, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT id FROM insight WHERE game = $1 "
	    "AND seat = $2 LIMIT 1", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	return knowledge_any(&q, e);
}
