/* SPDX-License-Identifier: MIT */
#include "store/counts.h"

#include "store/game.h"
#include "store/inbox.h"
#include "store/sql.h"

enum { PRUNE_BATCH = 200 };
_Static_assert(HOLD_SECONDS == 1209600, "as prune_inbox asks");

static int
count_games(struct db *db, struct counts *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT state, count(*) FROM game GROUP BY state");

	while (sql_next(&q)) {
		int state, n;

		sql_read(&q, TO(state), TO(n));
		if (state >= 0 && state <= GAME_CANCELLED)
			out->games[state] = n;
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
counts_read(struct db *db, int64_t now, struct counts *out, struct err *e)
{
	*out = (struct counts){ 0 };
	if (count_games(db, out, e) != 0 ||
	    sql_do(db, e,
		"SELECT count(*), count(DISTINCT game.id) FROM game JOIN "
		"clock_seat ON clock_seat.game = game.id WHERE game.state = 1 "
		"AND due > 0 AND due < $1",
		INT(now), TO(out->late), TO(out->late_games)) < 0 ||
	    sql_do(db, e,
		"SELECT created FROM outbox WHERE state = 0 ORDER BY created "
		"LIMIT 1",
		TO(out->outbox_oldest)) < 0)
		return -1;
	/* The states are written out, so that the partial indices serve. */
	return sql_done(db, e,
	    "SELECT (SELECT count(*) FROM player), (SELECT count(*) "
	    "FROM address WHERE failing > 0), (SELECT count(*) FROM "
	    "inbox WHERE state = 0), (SELECT count(*) FROM inbox WHERE "
	    "state = 4), (SELECT count(*) FROM inbox WHERE state = 5), (SELECT "
	    "count(*) FROM hold), (SELECT count(*) FROM outbox WHERE state = "
	    "0), (SELECT count(*) FROM outbox WHERE state = 2)",
	    TO(out->players), TO(out->failing), TO(out->inbox_new),
	    TO(out->inbox_aside), TO(out->inbox_deferred), TO(out->held),
	    TO(out->outbox_waiting), TO(out->outbox_failed));
}

/* What becomes of a body; behind one that is young all are. */
enum { BODY_STAYS, BODY_GOES, BODY_YOUNG };

/* A batch of bodies behind *at that may go, their numbers into ids; *at moves
 * to the last one looked at, or to 0 behind the last that is old. */
static int
old_bodies(struct db *db, const char *words, const struct prune *p, int64_t *at,
    int64_t ids[PRUNE_BATCH], struct err *e)
{
	struct sql q = sql_ask(db, e, words, INT(p->now - p->keep), INT(p->now),
	    INT(*at));
	int64_t last = 0;
	int fate = BODY_STAYS, seen, n = 0;

	while (fate != BODY_YOUNG && sql_next(&q)) {
		last = sql_get_int(&q);
		fate = (int)sql_get_int(&q);
		if (fate == BODY_GOES)
			ids[n++] = last;
	}
	seen = sql_end(&q);
	if (seen < 0)
		return -1;
	*at = seen == PRUNE_BATCH && fate != BODY_YOUNG ? last : 0;
	return n;
}

/* Bodies, and what is kept as long as they. */
static int
drop_bodies(struct db *db, const char *const words[2], const int64_t *ids,
    int n, struct err *e)
{
	bool own;
	int rc = 0;

	if (n == 0)
		return 0;
	if (db_enter(db, &own, e) != 0)
		return -1;
	for (int i = 0; i < 2 * n && rc >= 0; i++)
		rc = sql_do(db, e, words[i % 2], INT(ids[i / 2]));
	return db_leave(db, own, rc, e) < 0 ? -1 : n;
}

/* Without its body a mail that was set aside waits for nobody any more. */
static int
settle_aside(struct db *db, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET state = 2 WHERE state = 4 AND NOT EXISTS (SELECT "
	    "1 FROM inbox_body WHERE inbox_body.inbox = inbox.id)");
}

int
prune_inbox(struct db *db, const struct prune *p, int64_t *at, struct err *e)
{
	static const char *const drop[] = {
		"DELETE FROM inbox_body WHERE inbox = $1",
		"UPDATE inbox SET sender = NULL WHERE id = $1"
	};
	int64_t ids[PRUNE_BATCH];
	/* Judged, ignored, held and long lapsed, or set aside and nobody came
	 * for it; what is new waits to be judged. */
	int n = old_bodies(db,
	    "SELECT id, CASE WHEN received BETWEEN $1 AND $2 THEN 2 WHEN "
	    "received < $1 AND (state IN (1, 2) OR (state = 3 AND NOT EXISTS "
	    "(SELECT 1 FROM hold WHERE hold.inbox = inbox.id AND hold.created "
	    ">= $1 - 1209600)) OR (state = 4 AND aside < $1)) THEN 1 ELSE 0 "
	    "END FROM inbox_body JOIN inbox ON inbox.id = inbox_body.inbox "
	    "WHERE inbox > $3 ORDER BY inbox LIMIT 200",
	    p, at, ids, e);

	if (n <= 0)
		return n;
	if (drop_bodies(db, drop, ids, n, e) < 0 || settle_aside(db, e) != 0)
		return -1;
	return n;
}

int
prune_outbox(struct db *db, const struct prune *p, int64_t *at, struct err *e)
{
	static const char *const drop[] = {
		"DELETE FROM outbox_body WHERE outbox = $1",
		"DELETE FROM attempt WHERE outbox = $1"
	};
	int64_t ids[PRUNE_BATCH];
	int n = old_bodies(db,
	    "SELECT o.id, CASE WHEN o.created BETWEEN $1 AND $2 THEN 2 WHEN "
	    "o.created < $1 AND o.state IN (1, 2) AND (o.game IS NULL OR "
	    "o.seat = 0 OR EXISTS (SELECT 1 FROM game WHERE game.id = o.game "
	    "AND game.state IN (2, 3)) OR EXISTS (SELECT 1 FROM outbox AS l "
	    "WHERE l.game = o.game AND l.seat = o.seat AND l.id > o.id)) THEN "
	    "1 ELSE 0 END FROM outbox_body JOIN outbox AS o ON o.id = "
	    "outbox_body.outbox WHERE outbox > $3 ORDER BY outbox LIMIT 200",
	    p, at, ids, e);

	return n < 0 ? -1 : drop_bodies(db, drop, ids, n, e);
}
