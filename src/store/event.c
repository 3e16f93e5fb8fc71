/* SPDX-License-Identifier: MIT */
#include "store/event.h"

#include "store/sql.h"

void
event_row_release(struct event_row *r)
{
	free(r->words);
	free(r->derived);
	free(r->chat);
	free(r->mid);
	*r = (struct event_row){ 0 };
}

int
event_add(struct db *db, int64_t game, const struct event_row *r, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO event (game, seq, actor, words, "
	    "derived, chat, stamp, board, mid) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, r->seq);
	sql_int(&q, r->actor);
	sql_text(&q, r->words);
	sql_text(&q, r->derived == NULL ? "" : r->derived);
	sql_text(&q, r->chat == NULL ? "" : r->chat);
	sql_int(&q, r->stamp);
	sql_int(&q, r->board);
	sql_text(&q, r->mid);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

/* A broadcast belongs behind the event it came after, which may be long
 * written. */
int
event_chat(struct db *db, int64_t game, int seq, const char *line,
    struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE event SET chat = CASE WHEN chat = '' "
	    "THEN $1 ELSE chat || $2 || $1 END WHERE game = $3 AND seq = $4",
	    e) != 0)
		return -1;
	sql_text(&q, line);
	sql_text(&q, "\n");
	sql_int(&q, game);
	sql_int(&q, seq);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
event_mend(struct db *db, int64_t game, int seq, int board,
	const char *derived, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE event SET board = $1, derived = $2 "
	    "WHERE game = $3 AND seq = $4", e) != 0)
		return -1;
	sql_int(&q, board);
	sql_text(&q, derived);
	sql_int(&q, game);
	sql_int(&q, seq);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static void
event_columns(struct sql *q, struct event_row *r)
{
	*r = (struct event_row){ .seq = (int)sql_get_int(q) };
	r->actor = (int)sql_get_int(q);
	r->words = sql_get_text(q);
	r->derived = sql_get_text(q);
	r->chat = sql_get_text(q);
	r->stamp = sql_get_int(q);
	r->board = (int)sql_get_int(q);
	r->mid = sql_get_text(q);
}

int
event_each(struct db *db, int64_t game, int from,
	int (*fn)(void *arg, const struct event_row *r), void *arg,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT seq, actor, words, derived, chat, stamp, "
	    "board, mid FROM event WHERE game = $1 AND seq >= $2 ORDER BY seq",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, from);
	while ((got = sql_step(&q, e)) > 0) {
		struct event_row r;
		int stop;

		event_columns(&q, &r);
		stop = fn(arg, &r);
		event_row_release(&r);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
position_put(struct db *db, int64_t game, int seq, const void *data, size_t len,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO position (game, seq, data) "
	    "VALUES ($1, $2, $3) ON CONFLICT (game) DO UPDATE "
	    "SET seq = excluded.seq, data = excluded.data", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seq);
	sql_blob(&q, data, len);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
position_get(struct db *db, int64_t game, int *seq, struct buf *out,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT seq, data FROM position WHERE game = $1",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	got = sql_step(&q, e);
	if (got > 0) {
		*seq = (int)sql_get_int(&q);
		sql_get_blob(&q, out);
	}
	sql_close(&q);
	return got;
}

int
position_drop(struct db *db, int64_t game, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM position WHERE game = $1", e) != 0)
		return -1;
	sql_int(&q, game);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
