/* SPDX-License-Identifier: MIT */
#include "store/result.h"

#include "store/game.h"
#include "store/sql.h"

int
result_put(struct db *db, const struct result *r, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO result (game, seat, player, score, rank, moves, "
	    "answers, waited, credited, rated) VALUES ($1, $2, $3, $4, $5, $6, "
	    "$7, $8, $9, $10)",
	    INT(r->game), INT(r->seat), ID(r->player), INT(r->score),
	    INT(r->rank), INT(r->moves), INT(r->answers), INT(r->waited),
	    INT(r->credited), INT(r->rated));
}

static void
result_columns(struct sql *q, int64_t game, struct result *r)
{
	r->game = game;
	sql_read(q, TO(r->seat), TO(r->player), TO(r->score), TO(r->rank),
	    TO(r->moves), TO(r->answers), TO(r->waited), TO(r->credited),
	    TO(r->rated));
}

int
result_drop(struct db *db, int64_t game, struct err *e)
{
	return sql_do(db, e, "DELETE FROM result WHERE game = $1", INT(game));
}

int
result_all(struct db *db, int64_t game, struct result *out, int max,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT seat, player, score, rank, moves, answers, waited, "
	    "credited, rated FROM result WHERE game = $1 ORDER BY seat",
	    INT(game));
	int n = 0;

	while (n < max && sql_next(&q))
		result_columns(&q, game, &out[n++]);
	return sql_end(&q);
}

int
result_each(struct db *db, int (*fn)(void *arg, const struct result_of *r),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT result.game, result.seat, result.player, result.score, "
	    "result.rank, result.moves, result.answers, result.waited, "
	    "result.credited, result.rated, game.kind, game.seats, game.state, "
	    "game.started, "
	    "game.ended, COALESCE(player.name, ''), (SELECT COUNT(*) FROM "
	    "player AS other WHERE other.name = player.name) FROM result JOIN "
	    "game ON game.id = result.game LEFT JOIN player ON player.id = "
	    "result.player ORDER BY result.game, result.seat");

	while (sql_next(&q)) {
		struct result_of o;
		int state, called;

		result_columns(&q, sql_get_int(&q), &o.r);
		sql_read(&q, TO(o.kind), TO(o.seats), TO(state), TO(o.started),
		    TO(o.ended), TO(o.name), TO(called));
		o.finished = state == GAME_OVER;
		o.namesake = called > 1;
		q.stop = fn(arg, &o);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
