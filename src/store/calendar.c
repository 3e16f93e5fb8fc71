/* SPDX-License-Identifier: MIT */
#include "store/calendar.h"

#include "store/sql.h"

int
calendar_get(struct db *db, int64_t game, int seat, struct calendar *out,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT decision, sequence, due FROM calendar "
	    "WHERE game = $1 AND seat = $2", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	got = sql_step(&q, e);
	if (got > 0) {
		*out = (struct calendar){ .game = game, .seat = seat };
		out->decision = (int)sql_get_int(&q);
		out->sequence = (int)sql_get_int(&q);
		out->due = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}

int
calendar_put(struct db *db, const struct calendar *c, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO calendar (game, seat, decision, "
	    "sequence, due) VALUES ($1, $2, $3, $4, $5) "
	    "ON CONFLICT (game, seat) DO UPDATE SET "
	    "decision = excluded.decision, sequence = excluded.sequence, "
	    "due = excluded.due", e) != 0)
		return -1;
	sql_int(&q, c->game);
	sql_int(&q, c->seat);
	sql_int(&q, c->decision);
	sql_int(&q, c->sequence);
	sql_int(&q, c->due);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
calendar_drop(struct db *db, int64_t game, int seat, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM calendar WHERE game = $1 "
	    "AND seat = $2", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
