/* SPDX-License-Identifier: MIT */
#include "store/digest.h"

#include "base/rng.h"
#include "store/sql.h"

static int
drop_before(struct db *db, int64_t player, int64_t since, struct err *e)
{
	if (sql_do(db, e,
		"DELETE FROM digest_seat WHERE digest IN (SELECT id FROM "
		"digest WHERE player = $1 AND created < $2)",
		INT(player), INT(since)) < 0)
		return -1;
	return sql_do(db, e,
	    "DELETE FROM digest WHERE player = $1 AND created < $2",
	    INT(player), INT(since));
}

int
digest_add(struct db *db, struct digest_row *d, int64_t since, struct err *e)
{
	if (drop_before(db, d->player, since, e))
		return -1;
	d->nonce = rng_nonce(NONCES);
	return sql_done(db, e,
	    "INSERT INTO digest (player, nonce, created) VALUES ($1, "
	    "$2, $3) RETURNING id",
	    INT(d->player), INT(d->nonce), INT(d->created), TO(d->id));
}

int
digest_show(struct db *db, int64_t digest, const struct digest_seat *s,
    struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO digest_seat (digest, game, seat, holder, board, mail, "
	    "waits) VALUES ($1, $2, $3, $4, $5, $6, $7)",
	    INT(digest), INT(s->game), INT(s->seat), INT(s->holder),
	    INT(s->board), INT(s->mail), INT(s->waits));
}

int
digest_get(struct db *db, int64_t id, struct digest_row *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT player, nonce, created FROM digest WHERE id = $1", INT(id));

	if (sql_next(&q)) {
		*out = (struct digest_row){ .id = id };
		sql_read(&q, TO(out->player), TO(out->nonce), TO(out->created));
	}
	return sql_end(&q);
}

int
digest_seats(struct db *db, int64_t digest, struct digest_seat *out, int max,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT game, seat, holder, board, mail, waits FROM digest_seat "
	    "WHERE digest = $1 ORDER BY game, seat",
	    INT(digest));
	int n = 0;

	while (n < max && sql_next(&q)) {
		struct digest_seat *s = &out[n++];

		sql_read(&q, TO(s->game), TO(s->seat), TO(s->holder),
		    TO(s->board), TO(s->mail), TO(s->waits));
	}
	return sql_end(&q);
}

int
digest_places(struct db *db, int64_t player,
    int (*fn)(void *arg, int64_t game, int seat), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT place.game, place.seat FROM (SELECT game, seat, holder, "
	    "told_seq, 0 AS told_press FROM seat WHERE player = $1 UNION ALL "
	    "SELECT id, 0, moderator_holder, seq, 0 FROM game WHERE moderator "
	    "= $1 UNION ALL SELECT game, -1, 0, told_seq, told_press FROM "
	    "observer WHERE player = $1) AS place JOIN game ON game.id = "
	    "place.game WHERE (place.seat <> 0 AND (game.ended = 0 OR "
	    "place.told_seq < game.seq)) OR EXISTS (SELECT 1 FROM press_to "
	    "WHERE press_to.game = place.game AND press_to.seat = place.seat "
	    "AND press_to.holder = place.holder AND told = 0) OR (place.seat < "
	    "0 AND EXISTS (SELECT 1 FROM press WHERE press.game = place.game "
	    "AND everybody = 1 AND press.id > place.told_press)) ORDER BY "
	    "CASE WHEN place.seat < 0 THEN 1 ELSE 0 END, place.game DESC",
	    INT(player));

	while (sql_next(&q)) {
		int64_t game, seat;

		sql_read(&q, TO(game), TO(seat));
		q.stop = fn(arg, game, (int)seat);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
digest_forget(struct db *db, int64_t player, struct err *e)
{
	return drop_before(db, player, INT64_MAX, e);
}
