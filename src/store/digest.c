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
	    "INSERT INTO digest_seat (digest, game, seat, holder, board) "
	    "VALUES ($1, $2, $3, $4, $5)",
	    INT(digest), INT(s->game), INT(s->seat), INT(s->holder),
	    INT(s->board));
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
	    "SELECT game, seat, holder, board FROM digest_seat WHERE digest = "
	    "$1 ORDER BY game, seat",
	    INT(digest));
	int n = 0;

	while (n < max && sql_next(&q)) {
		struct digest_seat *s = &out[n++];

		sql_read(&q, TO(s->game), TO(s->seat), TO(s->holder),
		    TO(s->board));
	}
	return sql_end(&q);
}

int
digest_forget(struct db *db, int64_t player, struct err *e)
{
	return drop_before(db, player, INT64_MAX, e);
}
