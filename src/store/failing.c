/* SPDX-License-Identifier: MIT */
#include "store/failing.h"

#include "base/mem.h"
#include "store/sql.h"

#define FAILING_COLUMNS "SELECT player, address, failing, bounces, held"

void
failing_release(struct failing *f)
{
	free(f->address);
	free(f->why);
	*f = (struct failing){ 0 };
}

static void
failing_columns(struct sql *q, struct failing *out)
{
	*out = (struct failing){ 0 };
	sql_read(q, TO(out->player), TO(out->address), TO(out->since),
	    TO(out->bounces), TO(out->held));
}

int
failing_get(struct db *db, const char *address, struct failing *out,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    FAILING_COLUMNS " FROM address WHERE address = $1", TEXT(address));

	if (sql_next(&q))
		failing_columns(&q, out);
	return sql_end(&q);
}

int
failing_mark(struct db *db, const char *address, bool gone, int64_t now,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE address SET bounces = bounces + $1, failing = CASE WHEN "
	    "failing > 0 THEN failing ELSE $2 END WHERE address = $3",
	    INT(gone), INT(now), TEXT(address));
}

/* The last mail of each game that they still play or moderate, which holds the
 * board, goes out again if it came back or was stopped for the sake of the
 * address, no other of theirs got it, and it was not forgotten since. */
static int
failing_resume(struct db *db, const struct failing *f, int64_t now,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE outbox SET state = 0, attempts = 0, bounced = 0, returned "
	    "= 0, next_try = $1, last_error = NULL WHERE rcpt = $2 AND "
	    "(returned >= $3 OR (returned = 0 AND state = 2 AND created >= $3 "
	    "AND last_error IS NULL)) AND id IN (SELECT max(id) FROM outbox "
	    "WHERE player = $4 AND game IS NOT NULL GROUP BY game, seat) AND "
	    "EXISTS (SELECT 1 FROM outbox_body WHERE outbox = outbox.id) AND "
	    "(EXISTS (SELECT 1 FROM seat WHERE seat.game = outbox.game AND "
	    "seat.seat = outbox.seat AND seat.player = outbox.player) OR (seat "
	    "= 0 AND EXISTS (SELECT 1 FROM game WHERE game.id = outbox.game "
	    "AND game.moderator = outbox.player)))",
	    INT(now), TEXT(f->address), INT(f->since), INT(f->player));
}

int
failing_clear(struct db *db, int64_t player, const char *address, int64_t now,
    struct err *e)
{
	struct failing f;
	int rc = failing_get(db, address, &f, e);

	if (rc != 1)
		return rc;
	if (f.since == 0 || (player && f.player != player)) {
		failing_release(&f);
		return 0;
	}
	rc = failing_resume(db, &f, now, e);
	failing_release(&f);
	return rc < 0 ||
		sql_do(db, e,
		    "UPDATE address SET failing = 0, bounces = 0 WHERE address "
		    "= $1",
		    TEXT(address)) < 0 ?
	    -1 :
	    1;
}

/* Was given up, and is tried once more. */
static int
failing_try(struct db *db, const char *address, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE address SET bounces = $1 WHERE address = $2 AND bounces > "
	    "$1",
	    INT(FAILING_STOP - 1), TEXT(address));
}

int
failing_heard(struct db *db, int64_t player, const char *from,
    const char *answers, int64_t now, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT address, address = $1 OR EXISTS (SELECT 1 FROM outbox "
	    "WHERE message_id = $2 AND rcpt = address.address AND created >= "
	    "failing AND returned = 0) FROM address WHERE player = $3 AND "
	    "failing > 0 ORDER BY id",
	    TEXT(from), TEXT(answers != NULL ? answers : ""), INT(player));
	struct {
		char *address;
		bool works;
	} *at = NULL;
	size_t n = 0;
	int rc;

	while (sql_next(&q)) {
		at = mem_more(at, n, sizeof *at);
		sql_read(&q, TO(at[n].address), TO(at[n].works));
		n++;
	}
	rc = sql_end(&q) < 0 ? -1 : 0;
	for (size_t i = 0; i < n; i++) {
		if (rc >= 0)
			rc = at[i].works ?
			    failing_clear(db, player, at[i].address, now, e) :
			    failing_try(db, at[i].address, e);
		free(at[i].address);
	}
	free(at);
	return rc < 0 ? -1 : 0;
}

int
failing_hold(struct db *db, const char *address, int64_t now, struct err *e)
{
	return sql_do(db, e, "UPDATE address SET held = $1 WHERE address = $2",
	    INT(now), TEXT(address));
}

int
failing_other(struct db *db, int64_t player, struct buf *out, struct err *e)
{
	return sql_do(db, e,
	    "SELECT address FROM address WHERE player = $1 AND failing = 0 "
	    "ORDER BY id LIMIT 1",
	    INT(player), TO(*out));
}

int
failing_each(struct db *db, int64_t player,
    int (*fn)(void *arg, const struct failing *f), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    FAILING_COLUMNS
	    ", (SELECT last_error FROM outbox WHERE rcpt = address.address AND "
	    "returned > 0 ORDER BY returned DESC, id DESC LIMIT 1) FROM "
	    "address WHERE failing > 0 AND ($1 = 0 OR player = $1) ORDER BY "
	    "failing, id",
	    INT(player));

	while (sql_next(&q)) {
		struct failing f;

		failing_columns(&q, &f);
		sql_read(&q, TO(f.why));
		q.stop = fn(arg, &f);
		failing_release(&f);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
