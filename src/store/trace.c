/* SPDX-License-Identifier: MIT */
#include "store/trace.h"

#include "store/sql.h"

int
trace_judged(struct db *db, int64_t inbox, const struct judgement *j,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET verdict = $1, sender = $2, game = $3, seat = $4, "
	    "judged = $5 WHERE id = $6",
	    TEXT(j->verdict), TEXT(j->sender), ID(j->game), INT(j->seat),
	    INT(j->at), INT(inbox));
}

int
trace_attempt(struct db *db, int64_t outbox, int64_t at, const char *verdict,
    const char *reply, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO attempt (outbox, at, verdict, reply) SELECT id, $1, "
	    "$2, $3 FROM outbox WHERE id = $4",
	    INT(at), TEXT(verdict),
	    TEXT(reply != NULL && *reply != '\0' ? reply : NULL), INT(outbox));
}

/* The mails m that came and l that went, one way each of looking for them. */
#define BY_ADDRESS \
	"WITH m AS (SELECT * FROM inbox WHERE sender = $1), " \
	"l AS (SELECT * FROM outbox WHERE rcpt = $1 " \
	"OR answers IN (SELECT id FROM m)) "
#define BY_GAME \
	"WITH m AS (SELECT * FROM inbox WHERE game = CAST($1 AS BIGINT)), " \
	"l AS (SELECT * FROM outbox WHERE game = CAST($1 AS BIGINT) " \
	"OR answers IN (SELECT id FROM m)) "
#define BY_MESSAGE_ID \
	"WITH m AS (SELECT * FROM inbox WHERE message_id = $1 OR id IN " \
	"(SELECT answers FROM outbox WHERE message_id = $1)), " \
	"l AS (SELECT * FROM outbox WHERE message_id = $1 " \
	"OR answers IN (SELECT id FROM m)) "

/* at, out, id, order at one moment, what, address, Message-ID, game, seat,
 * tries, answers, reply */
#define STEPS \
	"SELECT received AS at, 0 AS way, id, 0 AS nth, 'came' AS what, " \
	"sender, message_id, game, seat, attempts, 0, NULL FROM m " \
	"UNION ALL SELECT judged, 0, id, 1, verdict, sender, message_id, " \
	"game, seat, 0, 0, NULL FROM m WHERE judged > 0 " \
	"UNION ALL SELECT created, 1, id, 2, 'written', rcpt, message_id, " \
	"game, seat, 0, answers, NULL FROM l " \
	"UNION ALL SELECT attempt.at, 1, l.id, 3, attempt.verdict, rcpt, " \
	"message_id, game, seat, 0, 0, reply FROM l " \
	"JOIN attempt ON attempt.outbox = l.id " \
	"UNION ALL SELECT returned, 1, id, 4, 'returned', rcpt, message_id, " \
	"game, seat, 0, 0, last_error FROM l WHERE bounced = 1 " \
	"ORDER BY at, nth, id"

int
trace_each(struct db *db, enum trace_by by, const char *what,
    int (*fn)(void *arg, const struct step *s), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    by == TRACE_ADDRESS  ? BY_ADDRESS STEPS :
		by == TRACE_GAME ? BY_GAME STEPS :
				   BY_MESSAGE_ID STEPS,
	    TEXT(what));

	while (sql_next(&q)) {
		struct step s;
		int nth;

		sql_read(&q, TO(s.at), TO(s.out), TO(s.id), TO(nth), TO(s.what),
		    TO(s.address), TO(s.message_id), TO(s.game), TO(s.seat),
		    TO(s.tries), TO(s.answers), TO(s.reply));
		q.stop = fn(arg, &s);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
