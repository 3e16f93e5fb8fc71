/* SPDX-License-Identifier: MIT */
#include "store/analysis.h"

#include "store/sql.h"

int
analysis_put(struct db *db, int64_t game, int seq, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO analysis (game, seq, due) VALUES ($1, $2, $3) ON "
	    "CONFLICT (game) DO UPDATE SET seq = excluded.seq, failures = 0, "
	    "due = excluded.due, made = 0, told = 0, text = '' WHERE "
	    "analysis.seq <> excluded.seq",
	    INT(game), INT(seq), INT(now));
}

int
analysis_ask(struct db *db, int64_t game, int seq, int64_t now, struct err *e)
{
	int64_t put;

	return sql_do(db, e,
	    "INSERT INTO analysis (game, seq, due, told) VALUES ($1, $2, $3, "
	    "255) ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, "
	    "failures = 0, due = excluded.due, made = 0, told = 255, text = '' "
	    "WHERE analysis.seq <> excluded.seq OR analysis.text = '' "
	    "RETURNING game",
	    INT(game), INT(seq), INT(now), TO(put));
}

int
analysis_next(struct db *db, struct thinking *out, struct err *e)
{
	out->seat = 0;
	return sql_do(db, e,
	    "SELECT game, seq, failures, due FROM analysis WHERE due > 0 ORDER "
	    "BY due, game LIMIT 1",
	    TO(out->game), TO(out->seq), TO(out->failures), TO(out->due));
}

int
analysis_stands(struct db *db, const struct thinking *t, struct err *e)
{
	int64_t game;

	return sql_do(db, e,
	    "SELECT game FROM analysis WHERE game = $1 AND seq = $2 AND due > "
	    "0",
	    INT(t->game), INT(t->seq), TO(game));
}

int
analysis_failed(struct db *db, const struct thinking *t, int64_t due,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE analysis SET failures = failures + 1, due = $1 WHERE game "
	    "= $2 AND seq = $3",
	    INT(due), INT(t->game), INT(t->seq));
}

int
analysis_made(struct db *db, const struct thinking *t, int64_t now,
    const char *text, struct err *e)
{
	int64_t game;

	return sql_do(db, e,
	    "UPDATE analysis SET due = 0, made = $1, text = $2 WHERE game = $3 "
	    "AND seq = $4 AND due > 0 RETURNING game",
	    INT(now), TEXT(text), INT(t->game), INT(t->seq), TO(game));
}

int
analysis_get(struct db *db, int64_t game, int seq, struct buf *out,
    struct err *e)
{
	return sql_do(db, e,
	    "SELECT text FROM analysis WHERE game = $1 AND seq = $2 AND made > "
	    "0",
	    INT(game), INT(seq), TO(*out));
}

/* The first of which the seat was not told: 1; 0: none. */
static int
untold(struct db *db, int64_t player, int64_t since, int64_t *game, int *seat,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT analysis.game, seat.seat, analysis.told FROM analysis JOIN "
	    "seat ON "
	    "seat.game = analysis.game WHERE seat.player = $1 AND "
	    "analysis.made >= $2 "
	    "ORDER BY analysis.game, seat.seat",
	    INT(player), INT(since));
	int told;

	while (sql_next(&q)) {
		sql_read(&q, TO(*game), TO(*seat), TO(told));
		q.stop = !(told & 1 << *seat);
	}
	return sql_end(&q) < 0 ? -1 : q.stop;
}

int
analysis_tell(struct db *db, int64_t player, int64_t since, int64_t *game,
    int *seat, struct err *e)
{
	int rc = untold(db, player, since, game, seat, e);

	if (rc != 1)
		return rc;
	return sql_do(db, e,
		   "UPDATE analysis SET told = told + $1 WHERE game = $2",
		   INT(1 << *seat), INT(*game)) < 0 ?
	    -1 :
	    1;
}
