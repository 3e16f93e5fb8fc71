/* SPDX-License-Identifier: MIT */
#include "store/awaited.h"

#include "base/mem.h"
#include "store/sql.h"

int
awaited_round(struct db *db, int64_t after, int64_t latest, int64_t *round,
    struct err *e)
{
	return sql_do(db, e,
	    "SELECT beacon FROM game WHERE beacon <> 0 AND unbound = 0 AND "
	    "beacon > $1 AND beacon <= $2 ORDER BY beacon LIMIT 1",
	    INT(after), INT(latest), TO(*round));
}

static int
read_ids(struct sql q, struct game_ids *out)
{
	*out = (struct game_ids){ NULL, 0 };
	while (sql_next(&q)) {
		out->at = mem_more(out->at, out->n, sizeof *out->at);
		sql_read(&q, TO(out->at[out->n]));
		out->n++;
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
awaited_games(struct db *db, int64_t round, struct game_ids *out, struct err *e)
{
	return read_ids(sql_ask(db, e,
			    "SELECT id FROM game WHERE beacon <> 0 AND beacon "
			    "= $1 ORDER BY id",
			    INT(round)),
	    out);
}

int
awaited_asks(struct db *db, int64_t now, struct game_ids *out, struct err *e)
{
	return read_ids(sql_ask(db, e,
			    "SELECT id FROM game WHERE beacon <> 0 AND "
			    "beacon_ask <> 0 AND beacon_ask <= $1 ORDER BY id",
			    INT(now)),
	    out);
}

int
awaited_put_off(struct db *db, int64_t game, int64_t when, struct err *e)
{
	return sql_done(db, e, "UPDATE game SET beacon_ask = $1 WHERE id = $2",
	    INT(when), INT(game));
}
