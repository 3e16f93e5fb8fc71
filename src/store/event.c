/* SPDX-License-Identifier: MIT */
#include "store/event.h"

#include "store/sql.h"

int
event_add(struct db *db, int64_t game, const struct event_row *r, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO event (game, seq, actor, words, derived, chat, stamp, "
	    "board, mid, mail, chain) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
	    "$9, $10, $11)",
	    INT(game), INT(r->seq), INT(r->actor), TEXT(r->words),
	    TEXT(r->derived == NULL ? "" : r->derived),
	    TEXT(r->chat == NULL ? "" : r->chat), INT(r->stamp), INT(r->board),
	    TEXT(r->mid), TEXT(r->mail), TEXT(r->chain));
}

int
event_link(struct db *db, int64_t game, int seq, const char *chain,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE event SET chain = $1 WHERE game = $2 AND seq = $3",
	    TEXT(chain), INT(game), INT(seq));
}

/* A broadcast belongs behind the event it came after, which may be long
 * written. */
int
event_chat(struct db *db, int64_t game, int seq, const char *line,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE event SET chat = CASE WHEN chat = '' THEN $1 ELSE chat || "
	    "$2 || $1 END WHERE game = $3 AND seq = $4",
	    TEXT(line), TEXT("\n"), INT(game), INT(seq));
}

int
event_mend(struct db *db, int64_t game, int seq, int board, const char *derived,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE event SET board = $1, derived = $2 WHERE game = $3 AND seq "
	    "= $4",
	    INT(board), TEXT(derived), INT(game), INT(seq));
}

int
event_each(struct db *db, int64_t game, int from,
    int (*fn)(void *arg, const struct event_row *r), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT seq, actor, words, derived, chat, stamp, board, mid, "
	    "chain FROM event WHERE game = $1 AND seq >= $2 ORDER BY seq",
	    INT(game), INT(from));

	while (sql_next(&q)) {
		struct event_row r = { 0 };

		sql_read(&q, TO(r.seq), TO(r.actor), TO(r.words), TO(r.derived),
		    TO(r.chat), TO(r.stamp), TO(r.board), TO(r.mid),
		    TO(r.chain));
		q.stop = fn(arg, &r);
	}
	return sql_end(&q) < 0 || q.stop < 0 ? -1 : 0;
}

int
event_mail(struct db *db, int64_t game, int seq, struct event_mail *out,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT actor, words, mid, mail FROM event WHERE game = $1 AND seq "
	    "= $2",
	    INT(game), INT(seq));

	*out = (struct event_mail){ 0 };
	if (sql_next(&q))
		sql_read(&q, TO(out->actor), TO(out->words), TO(out->mid),
		    TO(out->sha256));
	return sql_end(&q);
}

void
event_mail_release(struct event_mail *m)
{
	free(m->words);
	free(m->mid);
	free(m->sha256);
}

int
event_last_of(struct db *db, int64_t game, int actor, bool other, int *seq,
    struct err *e)
{
	return sql_done(db, e,
	    "SELECT seq FROM event AS e WHERE game = $1 AND (actor = $2) = ($3 "
	    "= 0) AND NOT EXISTS (SELECT 1 FROM event AS o WHERE o.game = $1 "
	    "AND o.seq = e.seq - 1 AND o.board = e.board) ORDER BY seq DESC "
	    "LIMIT 1",
	    INT(game), INT(actor), INT(other), TO(*seq));
}

int
event_of_board(struct db *db, int64_t game, int board, int *seq, struct err *e)
{
	return sql_done(db, e,
	    "SELECT seq FROM event WHERE game = $1 AND seq >= $2 AND board "
	    "= $2 ORDER BY seq LIMIT 1",
	    INT(game), INT(board), TO(*seq));
}

int
event_board(struct db *db, int64_t game, int seq, int *board, struct err *e)
{
	return sql_done(db, e,
	    "SELECT board FROM event WHERE game = $1 AND seq = $2", INT(game),
	    INT(seq), TO(*board));
}

int
event_head(struct db *db, int64_t game, int board, struct buf *out,
    struct err *e)
{
	const char *chain = NULL;
	struct sql q = sql_ask(db, e,
	    "SELECT chain FROM event WHERE game = $1 AND seq >= $2 AND board "
	    "= $2 AND chain IS NOT NULL ORDER BY seq LIMIT 1",
	    INT(game), INT(board));

	while (sql_next(&q)) {
		sql_read(&q, TO(chain));
		buf_str(out, chain);
	}
	return sql_end(&q);
}

int
position_put(struct db *db, int64_t game, int seq, const void *data, size_t len,
    struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO position (game, seq, data) VALUES ($1, $2, $3) ON "
	    "CONFLICT (game) DO UPDATE SET seq = excluded.seq, data = "
	    "excluded.data",
	    INT(game), INT(seq), BLOB(data, len));
}

int
position_get(struct db *db, int64_t game, int *seq, struct buf *out,
    struct err *e)
{
	return sql_do(db, e, "SELECT seq, data FROM position WHERE game = $1",
	    INT(game), TO(*seq), TO(*out));
}

int
position_drop(struct db *db, int64_t game, struct err *e)
{
	return sql_do(db, e, "DELETE FROM position WHERE game = $1", INT(game));
}
