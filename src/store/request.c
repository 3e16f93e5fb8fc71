/* SPDX-License-Identifier: MIT */
#include "store/request.h"

#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "store/sql.h"

#define REQUEST_COLUMNS \
	"id, kind, state, address, player, game, seat, " \
	"name, created, nonce"

void
request_release(struct request *r)
{
	free(r->address);
	free(r->name);
	free(r->lang);
	*r = (struct request){ 0 };
}

int64_t
request_named(const struct request *r)
{
	bool names = r->kind == REQUEST_INVITATION ||
	    r->kind == REQUEST_REMATCH;

	return names && r->name != NULL ? strtoll(r->name, NULL, 10) : 0;
}

bool
request_of_deputy(const struct request *r)
{
	return r->kind == REQUEST_OFFICE && r->name != NULL &&
	    strcmp(r->name, REQUEST_DEPUTY) == 0;
}

bool
request_open(const struct request *r, int64_t now)
{
	return r->id && r->state == REQUEST_OPEN &&
	    now - r->created <= REQUEST_SECONDS;
}

/* A stranger's language stands behind their name, on a line of its own, which
 * no name has. */
int
request_add(struct db *db, struct request *r, struct err *e)
{
	struct buf name = BUF_INIT;
	int rc;

	buf_str(&name, r->name != NULL ? r->name : "");
	if (r->lang != NULL)
		buf_printf(&name, "\n%s", r->lang);
	r->nonce = rng_nonce(NONCES);
	rc = sql_done(db, e,
	    "INSERT INTO request (kind, state, address, player, game, "
	    "seat, name, created, nonce) VALUES ($1, $2, $3, $4, $5, "
	    "$6, $7, $8, $9) RETURNING id",
	    INT(r->kind), INT(r->state), TEXT(r->address), ID(r->player),
	    ID(r->game), INT(r->seat), TEXT(buf_text(&name)), INT(r->created),
	    INT(r->nonce), TO(r->id));
	buf_release(&name);
	return rc;
}

static void
request_columns(struct sql *q, struct request *r)
{
	char *at;

	*r = (struct request){ 0 };
	sql_read(q, TO(r->id), TO(r->kind), TO(r->state), TO(r->address),
	    TO(r->player), TO(r->game), TO(r->seat), TO(r->name),
	    TO(r->created), TO(r->nonce));
	at = r->name != NULL ? strchr(r->name, '\n') : NULL;
	if (at != NULL) {
		*at = '\0';
		r->lang = mem_dup(at + 1);
	}
}

static int
request_one(struct sql q, struct request *out)
{
	if (sql_next(&q))
		request_columns(&q, out);
	return sql_end(&q);
}

int
request_get(struct db *db, int64_t id, struct request *out, struct err *e)
{
	return request_one(sql_ask(db, e,
			       "SELECT " REQUEST_COLUMNS
			       " FROM request WHERE id = $1",
			       INT(id)),
	    out);
}

int
request_last(struct db *db, enum request_kind kind, const char *address,
    int64_t game, struct request *out, struct err *e)
{
	return request_one(
	    sql_ask(db, e,
		"SELECT " REQUEST_COLUMNS
		" FROM request WHERE address = $1 AND kind = $2 AND ($3 = 0 OR "
		"game = $3) ORDER BY id DESC LIMIT 1",
		TEXT(address), INT(kind), INT(game)),
	    out);
}

int
request_of_seat(struct db *db, int64_t game, int seat, struct request *out,
    struct err *e)
{
	return request_one(sql_ask(db, e,
			       "SELECT " REQUEST_COLUMNS
			       " FROM request WHERE game = $1 AND seat = $2 "
			       "ORDER BY id DESC LIMIT 1",
			       INT(game), INT(seat)),
	    out);
}

int
request_close(struct db *db, int64_t id, enum request_state state,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE request SET state = $1 WHERE id = $2 AND state = 0 "
	    "RETURNING id",
	    INT(state), INT(id));
}

int
request_count(struct db *db, enum request_kind kind, int64_t player,
    const char *address, int64_t since, int *out, struct err *e)
{
	/* Two statements, so that each has the index it needs. */
	int got = address != NULL ?
	    sql_do(db, e,
		"SELECT count(*) FROM request WHERE address = $1 AND created "
		">= $2 AND kind = $3 AND ($4 = 0 OR player = $4)",
		TEXT(address), INT(since), INT(kind), INT(player), TO(*out)) :
	    sql_do(db, e,
		"SELECT count(*) FROM request WHERE player = $1 AND created >= "
		"$2 AND kind = $3",
		INT(player), INT(since), INT(kind), TO(*out));

	return got < 0 ? -1 : 0;
}

int
request_each(struct db *db, enum request_kind kind,
    int (*fn)(void *arg, const struct request *r), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " REQUEST_COLUMNS
	    " FROM request WHERE state = 0 AND kind = $1 ORDER BY id",
	    INT(kind));

	while (sql_next(&q)) {
		struct request r;

		request_columns(&q, &r);
		q.stop = fn(arg, &r);
		request_release(&r);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
