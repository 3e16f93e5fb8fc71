/* SPDX-License-Identifier: MIT */
#include "store/thought.h"

#include "store/game.h"
#include "store/sql.h"

int
thought_put(struct db *db, int64_t game, int seat, int board, int64_t now,
    struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO thought (game, seat, seq, due) VALUES ($1, $2, $3, "
	    "$4) ON CONFLICT (game) DO UPDATE SET failures = CASE WHEN "
	    "thought.seat = excluded.seat AND thought.seq = excluded.seq THEN "
	    "thought.failures ELSE 0 END, due = CASE WHEN thought.seat = "
	    "excluded.seat AND thought.seq = excluded.seq THEN thought.due "
	    "ELSE excluded.due END, seat = excluded.seat, seq = excluded.seq",
	    INT(game), INT(seat), INT(board), INT(now));
}

int
thought_drop(struct db *db, int64_t game, struct err *e)
{
	return sql_do(db, e, "DELETE FROM thought WHERE game = $1", INT(game));
}

int
thought_next(struct db *db, struct thinking *out, struct err *e)
{
	return sql_do(db, e,
	    "SELECT game, seat, seq, failures, due FROM thought ORDER BY due, "
	    "game LIMIT 1",
	    TO(out->game), TO(out->seat), TO(out->seq), TO(out->failures),
	    TO(out->due));
}

int
thought_wanted(struct db *db, int level, struct err *e)
{
	int64_t game;

	return sql_do(db, e,
	    "SELECT game.id FROM game JOIN seat ON seat.game = game.id WHERE "
	    "game.state = $1 AND seat.computer = $2 LIMIT 1",
	    INT(GAME_RUNNING), INT(level), TO(game));
}

int
thought_stands(struct db *db, const struct thinking *t, struct err *e)
{
	int64_t game;

	return sql_do(db, e,
	    "SELECT game FROM thought WHERE game = $1 AND seat = $2 AND seq = "
	    "$3",
	    INT(t->game), INT(t->seat), INT(t->seq), TO(game));
}

int
thought_failed(struct db *db, const struct thinking *t, int64_t due,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE thought SET failures = failures + 1, due = $1 WHERE game = "
	    "$2 AND seat = $3 AND seq = $4",
	    INT(due), INT(t->game), INT(t->seat), INT(t->seq));
}

int
thought_done(struct db *db, const struct thinking *t, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM thought WHERE game = $1 AND seat = $2 AND seq = $3",
	    INT(t->game), INT(t->seat), INT(t->seq));
}

int
thought_clock_back(struct db *db, int64_t now, struct err *e)
{
	return sql_do(db, e,
		   "UPDATE thought SET due = $1 WHERE due > $1 + 3600",
		   INT(now)) < 0 ?
	    -1 :
	    sql_done(db, e,
		"UPDATE analysis SET due = $1 WHERE due > $1 + 3600", INT(now));
}
