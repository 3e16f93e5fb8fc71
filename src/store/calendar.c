/* SPDX-License-Identifier: MIT */
#include "store/calendar.h"

#include "store/sql.h"

int
calendar_get(struct db *db, int64_t game, int seat, struct calendar *out,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT decision, sequence, due FROM calendar WHERE game = $1 AND "
	    "seat = $2",
	    INT(game), INT(seat));

	if (sql_next(&q)) {
		*out = (struct calendar){ .game = game, .seat = seat };
		sql_read(&q, TO(out->decision), TO(out->sequence),
		    TO(out->due));
	}
	return sql_end(&q);
}

int
calendar_put(struct db *db, const struct calendar *c, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO calendar (game, seat, decision, sequence, due) VALUES "
	    "($1, $2, $3, $4, $5) ON CONFLICT (game, seat) DO UPDATE SET "
	    "decision = excluded.decision, sequence = excluded.sequence, due = "
	    "excluded.due",
	    INT(c->game), INT(c->seat), INT(c->decision), INT(c->sequence),
	    INT(c->due));
}

int
calendar_drop(struct db *db, int64_t game, int seat, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM calendar WHERE game = $1 AND seat = $2", INT(game),
	    INT(seat));
}
