/* SPDX-License-Identifier: MIT */
#include "store/result.h"

#include "store/game.h"
#include "store/sql.h"

int
result_put(struct db *db, const struct result *r, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO result (game, seat, player, score, "
	    "rank, moves, answers, waited, credited) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)", e) != 0)
		return -1;
	sql_int(&q, r->game);
	sql_int(&q, r->seat);
	sql_id(&q, r->player);
	sql_int(&q, r->score);
	sql_int(&q, r->rank);
	sql_int(&q, r->moves);
	sql_int(&q, r->answers);
	sql_int(&q, r->waited);
	sql_int(&q, r->credited);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static void
result_columns(struct sql *q, int64_t game, struct result *r)
{
	r->game = game;
	r->seat = (int)sql_get_int(q);
	r->player = sql_get_int(q);
	r->score = (int)sql_get_int(q);
	r->rank = (int)sql_get_int(q);
	r->moves = (int)sql_get_int(q);
	r->answers = (int)sql_get_int(q);
	r->waited = sql_get_int(q);
	r->credited = sql_get_int(q) != 0;
}

int
result_drop(struct db *db, int64_t game, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM result WHERE game = $1", e) != 0)
		return -1;
	sql_int(&q, game);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
result_all(struct db *db, int64_t game, struct result *out, int max,
	struct err *e)
{
	struct sql q;
	int got = 0, n = 0;

	if (sql_open(db, &q, "SELECT seat, player, score, rank, moves, "
	    "answers, waited, credited FROM result WHERE game = $1 "
	    "ORDER BY seat", e) != 0)
		return -1;
	sql_int(&q, game);
	while (n < max && (got = sql_step(&q, e)) > 0)
		result_columns(&q, game, &out[n++]);
	sql_close(&q);
	return got < 0 ? -1 : n;
}

static int
result_row(struct sql *q, int (*fn)(void *arg, const struct result_of *r),
	void *arg)
{
	struct result_of o;
	int64_t game = sql_get_int(q);
	char *kind, *name;
	int stop;

	result_columns(q, game, &o.r);
	o.kind = kind = sql_get_text(q);
	o.seats = (int)sql_get_int(q);
	o.finished = sql_get_int(q) == GAME_OVER;
	o.started = sql_get_int(q);
	o.ended = sql_get_int(q);
	o.name = name = sql_get_text(q);
	o.namesake = sql_get_int(q) > 1;
	stop = fn(arg, &o);
	free(kind);
	free(name);
	return stop;
}

int
result_each(struct db *db, int (*fn)(void *arg, const struct result_of *r),
	void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT result.game, result.seat, result.player, "
	    "result.score, result.rank, result.moves, result.answers, "
	    "result.waited, result.credited, game.kind, game.seats, "
	    "game.state, game.started, game.ended, COALESCE(player.name, ''), "
	    "(SELECT COUNT(*) FROM player AS other "
	    "WHERE other.name = player.name) "
	    "FROM result JOIN game ON game.id = result.game "
	    "LEFT JOIN player ON player.id = result.player "
	    "ORDER BY result.game, result.seat", e) != 0)
		return -1;
	while ((got = sql_step(&q, e)) > 0)
		if (result_row(&q, fn, arg) != 0)
			break;
	sql_close(&q);
	return got < 0 ? -1 : 0;
}
