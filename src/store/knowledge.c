/* SPDX-License-Identifier: MIT */
#include "store/knowledge.h"

#include "store/sql.h"

int
knowledge_add(struct db *db, int64_t game, int64_t player, int seat,
    bool barred, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO knowledge (game, player, seat, barred) VALUES ($1, "
	    "$2, "
	    "$3, $4)",
	    INT(game), ID(player), INT(seat), INT(barred));
}

int
knowledge_beyond(struct db *db, int64_t game, int64_t player, int seat,
    struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM knowledge WHERE game = $1 AND player = $2 AND seat "
	    "<> $3 LIMIT 1",
	    INT(game), INT(player), INT(seat));
}

int
knowledge_bar(struct db *db, int64_t game, int64_t player, struct err *e)
{
	return sql_done(db, e,
	    "UPDATE knowledge SET barred = 1 WHERE game = $1 AND player = $2",
	    INT(game), INT(player));
}

int
knowledge_barred(struct db *db, int64_t game, int64_t player, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM knowledge WHERE game = $1 AND player = $2 AND "
	    "barred "
	    "= 1 LIMIT 1",
	    INT(game), INT(player));
}

int
knowledge_left(struct db *db, int64_t game, int seat, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM knowledge WHERE game = $1 AND seat = $2 LIMIT 1",
	    INT(game), INT(seat));
}

int
knowledge_leavers(struct db *db, int64_t game,
    int (*fn)(void *arg, int seat, int64_t player, const char *name), void *arg,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT seat, coalesce(player, 0), coalesce(name, '') FROM "
	    "knowledge LEFT JOIN player ON player.id = knowledge.player "
	    "WHERE game = $1 AND (seat > 0 OR player IS NULL) ORDER BY "
	    "knowledge.id",
	    INT(game));

	while (sql_next(&q)) {
		const char *name;
		int64_t player;
		int seat;

		sql_read(&q, TO(seat), TO(player), TO(name));
		q.stop = fn(arg, seat, player, name);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
