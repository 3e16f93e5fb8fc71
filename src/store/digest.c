/* SPDX-License-Identifier: MIT */
#include "store/digest.h"

#include "base/rng.h"
#include "store/sql.h"

static int
drop_before(struct db *db, int64_t player, int64_t since, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM digest_seat WHERE digest IN "
	    "(SELECT id FROM digest WHERE player = $1 AND created < $2)",
	    e) != 0)
		return -1;
	sql_int(&q, player);
	sql_int(&q, since);
	if (sql_run(&q, e) < 0)
		return -1;
	if (sql_open(db, &q, "DELETE FROM digest WHERE player = $1 "
	    "AND created < $2", e) != 0)
		return -1;
	sql_int(&q, player);
	sql_int(&q, since);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
digest_add(struct db *db, struct digest_row *d, int64_t since, struct err *e)
{
	struct sql q;

	if (drop_before(db, d->player, since, e) ||
	    sql_open(db, &q, "INSERT INTO digest (player, nonce, created) "
	    "VALUES ($1, $2, $3) RETURNING id", e) != 0)
		return -1;
	d->nonce = rng_nonce(NONCES);
	sql_int(&q, d->player);
	sql_int(&q, d->nonce);
	sql_int(&q, d->created);
	return sql_run_int(&q, &d->id, e) < 0 ? -1 : 0;
}

int
digest_show(struct db *db, int64_t digest, const struct digest_seat *s,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO digest_seat (digest, game, seat, "
	    "holder, board) VALUES ($1, $2, $3, $4, $5)", e) != 0)
		return -1;
	sql_int(&q, digest);
	sql_int(&q, s->game);
	sql_int(&q, s->seat);
	sql_int(&q, s->holder);
	sql_int(&q, s->board);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
digest_get(struct db *db, int64_t id, struct digest_row *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT player, nonce, created FROM digest "
	    "WHERE id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	got = sql_step(&q, e);
	if (got > 0) {
		*out = (struct digest_row){ .id = id };
		out->player = sql_get_int(&q);
		out->nonce = sql_get_int(&q);
		out->created = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}

int
digest_seats(struct db *db, int64_t digest, struct digest_seat *out, int max,
	struct err *e)
{
	struct sql q;
	int got = 0, n = 0;

	if (sql_open(db, &q, "SELECT game, seat, holder, board "
	    "FROM digest_seat WHERE digest = $1 ORDER BY game, seat", e) != 0)
		return -1;
	sql_int(&q, digest);
	while (n < max && (got = sql_step(&q, e)) > 0) {
		struct digest_seat *s = &out[n++];

		s->game = sql_get_int(&q);
		s->seat = (int)sql_get_int(&q);
		s->holder = sql_get_int(&q);
		s->board = (int)sql_get_int(&q);
	}
	sql_close(&q);
	return got < 0 ? -1 : n;
}

int
digest_forget(struct db *db, int64_t player, struct err *e)
{
	return drop_before(db, player, INT64_MAX, e);
}
