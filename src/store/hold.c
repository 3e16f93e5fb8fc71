/* SPDX-License-Identifier: MIT */
#include "store/inbox.h"
#include "store/sql.h"

void
hold_release(struct hold *h)
{
	free(h->rest);
	h->rest = NULL;
}

int
hold_add(struct db *db, const struct hold *h, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO hold (inbox, player, game, seat, turn, board, "
	    "created, address, rest, owner, nonce, seen) VALUES ($1, $2, $3, "
	    "$4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (inbox) DO "
	    "UPDATE SET player = excluded.player, game = excluded.game, seat = "
	    "excluded.seat, turn = excluded.turn, board = excluded.board, "
	    "created = excluded.created, address = excluded.address, rest = "
	    "excluded.rest, owner = excluded.owner, nonce = excluded.nonce, "
	    "seen = excluded.seen",
	    INT(h->inbox), ID(h->player), ID(h->game), INT(h->seat),
	    INT(h->turn), INT(h->board), INT(h->created), TEXT(h->address),
	    TEXT(h->rest), INT(h->owner), INT(h->nonce), INT(h->seen));
}

int
hold_take(struct db *db, int64_t inbox, struct hold *out, struct err *e)
{
	struct hold h = { .inbox = inbox };
	struct sql q = sql_ask(db, e,
	    "DELETE FROM hold WHERE inbox = $1 RETURNING player, game, seat, "
	    "turn, board, created, rest, owner, nonce, seen",
	    INT(inbox));

	while (sql_next(&q)) {
		sql_read(&q, TO(h.player), TO(h.game), TO(h.seat), TO(h.turn),
		    TO(h.board), TO(h.created), TO(h.rest), TO(h.owner),
		    TO(h.nonce), TO(h.seen));
	}
	if (sql_end(&q) > 0)
		*out = h;
	else
		hold_release(&h);
	return q.rows;
}

int
hold_count(struct db *db, const char *address, int64_t since, int *out,
    struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM hold WHERE address = $1 AND created "
	    ">= $2",
	    TEXT(address), INT(since), TO(*out));
}

int
hold_open(struct db *db, int64_t player, int64_t since, int *out, struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM hold WHERE player = $1 AND created >= "
	    "$2",
	    INT(player), INT(since), TO(*out));
}

/* The mails stay in the inbox as held; nobody can confirm them any more. */
int
hold_lapse(struct db *db, int64_t game, int turn, struct err *e)
{
	return sql_do(db, e, "DELETE FROM hold WHERE game = $1 AND turn < $2",
	    INT(game), INT(turn));
}

int
hold_drop(struct db *db, int64_t game, int seat, struct err *e)
{
	return sql_do(db, e, "DELETE FROM hold WHERE game = $1 AND seat = $2",
	    INT(game), INT(seat));
}
