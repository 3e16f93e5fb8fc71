/* SPDX-License-Identifier: MIT */
#include "store/observer.h"

#include "store/sql.h"

#define OBSERVER_COLUMNS "id, game, player, since, mails, told_seq, told_press"

int
observer_add(struct db *db, struct observer *o, struct err *e)
{
	return sql_done(db, e,
	    "INSERT INTO observer (game, player, since, mails, "
	    "told_seq, told_press) VALUES ($1, $2, $3, $4, $5, $6) "
	    "RETURNING id",
	    INT(o->game), INT(o->player), INT(o->since), INT(o->mails),
	    INT(o->told_seq), INT(o->told_press), TO(o->id));
}

int
observer_save(struct db *db, const struct observer *o, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE observer SET mails = $1, told_seq = $2, told_press = $3 "
	    "WHERE id = $4",
	    INT(o->mails), INT(o->told_seq), INT(o->told_press), INT(o->id));
}

static int
observer_rows(struct sql q, struct observer *out, int max)
{
	for (int n = 0; n < max && sql_next(&q); n++) {
		out[n] = (struct observer){ 0 };
		sql_read(&q, TO(out[n].id), TO(out[n].game), TO(out[n].player),
		    TO(out[n].since), TO(out[n].mails), TO(out[n].told_seq),
		    TO(out[n].told_press));
	}
	return sql_end(&q);
}

int
observer_get(struct db *db, int64_t id, struct observer *out, struct err *e)
{
	return observer_rows(sql_ask(db, e,
				 "SELECT " OBSERVER_COLUMNS
				 " FROM observer WHERE id = $1",
				 INT(id)),
	    out, 1);
}

int
observer_find(struct db *db, int64_t game, int64_t player, struct observer *out,
    struct err *e)
{
	return observer_rows(
	    sql_ask(db, e,
		"SELECT " OBSERVER_COLUMNS
		" FROM observer WHERE game = $1 AND player = $2",
		INT(game), INT(player)),
	    out, 1);
}

int
observer_all(struct db *db, int64_t game, struct observer *out, int max,
    struct err *e)
{
	return observer_rows(sql_ask(db, e,
				 "SELECT " OBSERVER_COLUMNS
				 " FROM observer WHERE game = $1 ORDER BY id",
				 INT(game)),
	    out, max);
}

int
observer_games(struct db *db, int64_t player, int64_t *out, int max,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT observer.game FROM observer JOIN game ON game.id = "
	    "observer.game WHERE player = $1 ORDER BY final > 0, game.id",
	    INT(player));
	int n = 0;

	while (n < max && sql_next(&q))
		out[n++] = sql_get_int(&q);
	return sql_end(&q);
}

int
observer_count(struct db *db, int64_t player, struct err *e)
{
	int n = 0;

	return sql_do(db, e,
		   "SELECT count(*) FROM observer JOIN game ON game.id = "
		   "observer.game WHERE player = $1 AND final = 0",
		   INT(player), TO(n)) < 0 ?
	    -1 :
	    n;
}

int
observer_drop(struct db *db, int64_t game, int64_t player, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM observer WHERE game = $1 AND player = $2 RETURNING id",
	    INT(game), INT(player));
}

int
observer_drop_all(struct db *db, int64_t game, struct err *e)
{
	return sql_do(db, e, "DELETE FROM observer WHERE game = $1", INT(game));
}

int
observers_allowed(struct db *db, int64_t game, struct err *e)
{
	int64_t yes = 0;

	return sql_do(db, e, "SELECT observers FROM game WHERE id = $1",
		   INT(game), TO(yes)) < 0 ?
	    -1 :
	    yes != 0;
}

int
observers_allow(struct db *db, int64_t game, bool yes, struct err *e)
{
	return sql_do(db, e, "UPDATE game SET observers = $1 WHERE id = $2",
	    INT(yes), INT(game));
}
