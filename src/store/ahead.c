/* SPDX-License-Identifier: MIT */
#include "store/ahead.h"

#include "store/sql.h"

void
ahead_release(struct ahead *a)
{
	free(a->moves);
	free(a->stops);
	*a = (struct ahead){ 0 };
}

int
ahead_put(struct db *db, const struct ahead *a, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO ahead (game, seat, seq, holder, "
	    "moves, stops) VALUES ($1, $2, $3, $4, $5, $6) "
	    "ON CONFLICT (game, seat, seq) DO UPDATE SET "
	    "holder = excluded.holder, moves = excluded.moves, "
	    "stops = excluded.stops", e) != 0)
		return -1;
	sql_int(&q, a->game);
	sql_int(&q, a->seat);
	sql_int(&q, a->seq);
	sql_int(&q, a->holder);
	sql_text(&q, a->moves);
	sql_text(&q, a->stops);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
ahead_get(struct db *db, int64_t game, int seat, int before,
	struct ahead *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT seq, holder, moves, stops FROM ahead "
	    "WHERE game = $1 AND seat = $2 AND seq < $3 "
	    "ORDER BY seq DESC LIMIT 1", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	sql_int(&q, before);
	got = sql_step(&q, e);
	if (got > 0) {
		*out = (struct ahead){ .game = game, .seat = seat };
		out->seq = (int)sql_get_int(&q);
		out->holder = (int)sql_get_int(&q);
		out->moves = sql_get_text(&q);
		out->stops = sql_get_text(&q);
	}
	sql_close(&q);
	return got;
}
