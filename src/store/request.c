/* SPDX-License-Identifier: MIT */
#include "store/request.h"

#include "base/rng.h"
#include "store/sql.h"

#define REQUEST_COLUMNS "id, kind, state, address, player, game, seat, " \
	"name, created, nonce"

void
request_release(struct request *r)
{
	free(r->address);
	free(r->name);
	*r = (struct request){ 0 };
}

bool
request_open(const struct request *r, int64_t now)
{
	return r->id && r->state == REQUEST_OPEN &&
		now - r->created <= REQUEST_SECONDS;
}

int
request_add(struct db *db, struct request *r, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO request (kind, state, address, "
	    "player, game, seat, name, created, nonce) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
	    e) != 0)
		return -1;
	r->nonce = rng_nonce(NONCES);
	sql_int(&q, r->kind);
	sql_int(&q, r->state);
	sql_text(&q, r->address);
	sql_id(&q, r->player);
	sql_id(&q, r->game);
	sql_int(&q, r->seat);
	sql_text(&q, r->name ? r->name : "");
	sql_int(&q, r->created);
	sql_int(&q, r->nonce);
	return sql_run_int(&q, &r->id, e) < 0 ? -1 : 0;
}

static void
request_columns(struct sql *q, struct request *r)
{
	*r = (struct request){ .id = sql_get_int(q) };
	r->kind = (enum request_kind)sql_get_int(q);
	r->state = (enum request_state)sql_get_int(q);
	r->address = sql_get_text(q);
	r->player = sql_get_int(q);
	r->game = sql_get_int(q);
	r->seat = (int)sql_get_int(q);
	r->name = sql_get_text(q);
	r->created = sql_get_int(q);
	r->nonce = sql_get_int(q);
}

static int
request_one(struct sql *q, struct request *out, struct err *e)
{
	int got = sql_step(q, e);

	if (got > 0)
		request_columns(q, out);
	sql_close(q);
	return got;
}

int
request_get(struct db *db, int64_t id, struct request *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " REQUEST_COLUMNS
	    " FROM request WHERE id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	return request_one(&q, out, e);
}

int
request_last(struct db *db, enum request_kind kind, const char *address,
	int64_t game, struct request *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " REQUEST_COLUMNS " FROM request "
	    "WHERE address = $1 AND kind = $2 AND ($3 = 0 OR game = $3) "
	    "ORDER BY id DESC LIMIT 1", e) != 0)
		return -1;
	sql_text(&q, address);
	sql_int(&q, kind);
	sql_int(&q, game);
	return request_one(&q, out, e);
}

int
request_of_seat(struct db *db, int64_t game, int seat, struct request *out,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " REQUEST_COLUMNS " FROM request "
	    "WHERE game = $1 AND seat = $2 ORDER BY id DESC LIMIT 1", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	return request_one(&q, out, e);
}

int
request_close(struct db *db, int64_t id, enum request_state state,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE request SET state = $1 WHERE id = $2 "
	    "AND state = 0 RETURNING id", e) != 0)
		return -1;
	sql_int(&q, state);
	sql_int(&q, id);
	return sql_run(&q, e);
}

int
request_count(struct db *db, enum request_kind kind, int64_t player,
	const char *address, int64_t since, int *out, struct err *e)
{
	struct sql q;
	int64_t n = 0;
	int got;

	/* Two statements, so that each has the index it needs. */
	if (sql_open(db, &q, address ?
	    "SELECT count(*) FROM request WHERE address = $1 "
	    "AND created >= $2 AND kind = $3 AND ($4 = 0 OR player = $4)" :
	    "SELECT count(*) FROM request WHERE player = $1 "
	    "AND created >= $2 AND kind = $3", e) != 0)
		return -1;
	if (address)
		sql_text(&q, address);
	else
		sql_int(&q, player);
	sql_int(&q, since);
	sql_int(&q, kind);
	if (address)
		sql_int(&q, player);
	got = sql_run_int(&q, &n, e);
	*out = (int)n;
	return got < 0 ? -1 : 0;
}

int
request_each(struct db *db, enum request_kind kind,
	int (*fn)(void *arg, const struct request *r), void *arg,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " REQUEST_COLUMNS " FROM request "
	    "WHERE state = 0 AND kind = $1 ORDER BY id", e) != 0)
		return -1;
	sql_int(&q, kind);
	while ((got = sql_step(&q, e)) > 0) {
		struct request r;
		int stop;

		request_columns(&q, &r);
		stop = fn(arg, &r);
		request_release(&r);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}
