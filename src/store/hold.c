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
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO hold (inbox, player, game, seat, "
	    "turn, board, created, address, rest, owner, nonce, "
	    "seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "
	    "ON CONFLICT (inbox) DO UPDATE SET player = excluded.player, "
	    "game = excluded.game, seat = excluded.seat, "
	    "turn = excluded.turn, board = excluded.board, "
	    "created = excluded.created, address = excluded.address, "
	    "rest = excluded.rest, owner = excluded.owner, "
	    "nonce = excluded.nonce, seen = excluded.seen", e) != 0)
		return -1;
	sql_int(&q, h->inbox);
	sql_id(&q, h->player);
	sql_id(&q, h->game);
	sql_int(&q, h->seat);
	sql_int(&q, h->turn);
	sql_int(&q, h->board);
	sql_int(&q, h->created);
	sql_text(&q, h->address);
	sql_text(&q, h->rest);
	sql_int(&q, h->owner);
	sql_int(&q, h->nonce);
	sql_int(&q, h->seen);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
hold_take(struct db *db, int64_t inbox, struct hold *out, struct err *e)
{
	struct hold h = { .inbox = inbox };
	struct sql q;
	int got, more = 0;

	if (sql_open(db, &q, "DELETE FROM hold WHERE inbox = $1 "
	    "RETURNING player, game, seat, turn, board, created, rest, "
	    "owner, nonce, seen", e) != 0)
		return -1;
	sql_int(&q, inbox);
	got = sql_step(&q, e);
	if (got > 0) {
		h.player = sql_get_int(&q);
		h.game = sql_get_int(&q);
		h.seat = (int)sql_get_int(&q);
		h.turn = (int)sql_get_int(&q);
		h.board = (int)sql_get_int(&q);
		h.created = sql_get_int(&q);
		h.rest = sql_get_text(&q);
		h.owner = sql_get_int(&q) != 0;
		h.nonce = sql_get_int(&q);
		h.seen = (int)sql_get_int(&q);
		more = sql_step(&q, e);
	}
	sql_close(&q);
	if (got < 0 || more < 0) {
		hold_release(&h);
		return -1;
	}
	if (got > 0)
		*out = h;
	return got;
}

static int
count(struct sql *q, int64_t since, int *out, struct err *e)
{
	int64_t n = 0;
	int got;

	sql_int(q, since);
	got = sql_run_int(q, &n, e);
	*out = (int)n;
	return got < 0 ? -1 : 0;
}

int
hold_count(struct db *db, const char *address, int64_t since, int *out,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT count(*) FROM hold WHERE address = $1 "
	    "AND created >= $2", e) != 0)
		return -1;
	sql_text(&q, address);
	return count(&q, since, out, e);
}

int
hold_open(struct db *db, int64_t player, int64_t since, int *out,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT count(*) FROM hold WHERE player = $1 "
	    "AND created >= $2", e) != 0)
		return -1;
	sql_int(&q, player);
	return count(&q, since, out, e);
}

/* The mails stay in the inbox as held; nobody can confirm them any more. */
int
hold_lapse(struct db *db, int64_t game, int turn, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM hold WHERE game = $1 AND turn < $2",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, turn);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
hold_drop(struct db *db, int64_t game, int seat, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM hold WHERE game = $1 AND seat = $2",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
