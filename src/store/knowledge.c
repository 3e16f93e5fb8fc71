/* SPDX-License-Identifier: MIT */
#include "store/knowledge.h"

#include "store/sql.h"

int
knowledge_add(struct db *db, int64_t game, int64_t player, int seat,
    bool barred, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO insight (game, player, seat, barred) VALUES ($1, $2, "
	    "$3, $4)",
	    INT(game), ID(player), INT(seat), INT(barred));
}

int
knowledge_beyond(struct db *db, int64_t game, int64_t player, int seat,
    struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM insight WHERE game = $1 AND player = $2 AND seat "
	    "<> $3 LIMIT 1",
	    INT(game), INT(player), INT(seat));
}

int
knowledge_barred(struct db *db, int64_t game, int64_t player, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM insight WHERE game = $1 AND player = $2 AND barred "
	    "= 1 LIMIT 1",
	    INT(game), INT(player));
}

int
knowledge_left(struct db *db, int64_t game, int seat, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM insight WHERE game = $1 AND seat = $2 LIMIT 1",
	    INT(game), INT(seat));
}
