/* SPDX-License-Identifier: MIT */
#include "store/ahead.h"

#include "store/sql.h"

void
ahead_release(struct ahead *a)
{
	free(a->moves);
	free(a->stops);
	free(a->mails);
	*a = (struct ahead){ 0 };
}

int
ahead_put(struct db *db, const struct ahead *a, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO ahead (game, seat, seq, holder, moves, stops, mails) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, seat, seq) "
	    "DO UPDATE SET holder = excluded.holder, moves = excluded.moves, "
	    "stops = excluded.stops, mails = excluded.mails",
	    INT(a->game), INT(a->seat), INT(a->seq), INT(a->holder),
	    TEXT(a->moves), TEXT(a->stops),
	    TEXT(a->mails == NULL ? "" : a->mails));
}

int
ahead_get(struct db *db, int64_t game, int seat, int before, struct ahead *out,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT seq, holder, moves, stops, mails FROM ahead WHERE game = "
	    "$1 AND "
	    "seat = $2 AND seq < $3 ORDER BY seq DESC LIMIT 1",
	    INT(game), INT(seat), INT(before));

	if (sql_next(&q)) {
		*out = (struct ahead){ .game = game, .seat = seat };
		sql_read(&q, TO(out->seq), TO(out->holder), TO(out->moves),
		    TO(out->stops), TO(out->mails));
	}
	return sql_end(&q);
}
