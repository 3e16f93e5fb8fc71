/* SPDX-License-Identifier: MIT */

/* Addresses that come and go, and the tokens of a player's own. */

#include "base/rng.h"
#include "store/player.h"
#include "store/request.h"
#include "store/sql.h"

/* Whoever reads that mailbox now has no say over a seat, an office or the
 * addresses of the player. */
static int
close_questions(struct db *db, const char *address, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE request SET state = $1 WHERE address = $2 AND state = $3 "
	    "AND kind IN ($4, $5, $6)",
	    INT(REQUEST_DECLINED), TEXT(address), INT(REQUEST_OPEN),
	    INT(REQUEST_INVITATION), INT(REQUEST_UNDO), INT(REQUEST_OFFICE));
}

int
address_drop(struct db *db, int64_t player, const char *address, struct err *e)
{
	/* A player without an address could neither be told nor heard. */
	int rc = sql_do(db, e,
	    "DELETE FROM address WHERE player = $1 AND address = $2 AND EXISTS "
	    "(SELECT 1 FROM address AS other WHERE other.player = $1 AND "
	    "other.address <> $2) RETURNING id",
	    INT(player), TEXT(address));

	return rc == 1 && close_questions(db, address, e) < 0 ? -1 : rc;
}

/* A number that is given anew after a restore has another epoch. */
int
player_holder(struct db *db, int64_t id, int64_t *out, struct err *e)
{
	*out = 0;
	return sql_do(db, e,
	    "SELECT holder + (epoch - 1) * 1024 FROM player WHERE id = $1",
	    INT(id), TO(*out));
}

int
player_seat_holder(struct db *db, int64_t id, int64_t holder, int64_t *out,
    struct err *e)
{
	enum { APART = 1 << 16 }; /* no seat changes hands so often */
	int64_t own = 1;
	int rc = id ? player_holder(db, id, &own, e) : 0;

	*out = holder + (own - 1) * APART;
	return rc < 0 ? -1 : 0;
}

/* Their invitations stand, and are taken with another mail's proof. */
int
player_renew(struct db *db, int64_t id, struct err *e)
{
	return sql_done(db, e,
		   "UPDATE player SET holder = holder + 1 WHERE id = $1",
		   INT(id)) ||
		sql_done(db, e, "DELETE FROM hold WHERE player = $1",
		    INT(id)) ||
		sql_done(db, e,
		    "UPDATE request SET nonce = $1 WHERE state = $2 AND "
		    "((kind = $3 AND player = $4) OR (kind IN ($5, $6) AND "
		    "address IN (SELECT address FROM address WHERE player = "
		    "$4)))",
		    INT(rng_nonce(NONCES)), INT(REQUEST_OPEN),
		    INT(REQUEST_ADDRESS), INT(id), INT(REQUEST_INVITATION),
		    INT(REQUEST_OFFICE)) ?
	    -1 :
	    0;
}

int
player_names(struct db *db, int (*fn)(void *arg, int64_t id, const char *name),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT id, name FROM player ORDER BY id");

	while (sql_next(&q)) {
		int64_t id;
		const char *name;

		sql_read(&q, TO(id), TO(name));
		q.stop = fn(arg, id, name);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
address_added(struct db *db, const char *address, int64_t now, struct err *e)
{
	return sql_do(db, e, "UPDATE address SET added = $1 WHERE address = $2",
	    INT(now), TEXT(address));
}

int
address_stays(struct db *db, const char *address, int64_t now, int64_t *until,
    struct err *e)
{
	int got;

	*until = 0;
	got = sql_do(db, e,
	    "SELECT coalesce(max(newer.added), 0) FROM address JOIN address "
	    "newer ON newer.player = address.player AND newer.id > address.id "
	    "WHERE address.address = $1",
	    TEXT(address), TO(*until));
	*until += ADDRESS_STAYS;
	return got < 0 ? -1 : got && *until > now;
}
