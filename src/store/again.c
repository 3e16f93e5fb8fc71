/* SPDX-License-Identifier: MIT */
#include "store/again.h"

#include "store/sql.h"

int
again_find(struct db *db, int64_t id, const struct same *s, int64_t since,
    int64_t *first, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM inbox WHERE same = $1 AND id <> $2 AND state IN "
	    "(1, 3) AND received >= $3 AND ($4 = '' OR proof = $4) ORDER BY id "
	    "LIMIT 1",
	    BLOB(s->key, sizeof s->key), INT(id), INT(since), TEXT(s->proof),
	    TO(*first));
}

int
again_note(struct db *db, int64_t id, const struct same *s, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET same = $1, proof = $2 WHERE id = $3",
	    BLOB(s->key, sizeof s->key), TEXT(s->proof), INT(id));
}

int
again_supersede(struct db *db, int64_t id, const struct same *s, struct err *e)
{
	static const char *const words[] = {
		"DELETE FROM hold WHERE inbox IN (SELECT id FROM inbox WHERE "
		"same = $1 AND id <> $2 AND state = 3 AND proof = '')",
		"UPDATE inbox SET state = 2 WHERE same = $1 AND id <> $2 AND "
		"state = 3 AND proof = ''"
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (sql_do(db, e, words[i], BLOB(s->key, sizeof s->key),
			INT(id)) < 0)
			return -1;
	return 0;
}

int
again_lost(struct db *db, int64_t inbox, int64_t *outbox, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM outbox WHERE answers = $1 AND NOT EXISTS (SELECT 1 "
	    "FROM outbox AS other WHERE other.answers = $1 AND other.state <> "
	    "2 AND other.bounced = 0) ORDER BY id DESC LIMIT 1",
	    INT(inbox), TO(*outbox));
}

int
again_newest(struct db *db, int64_t game, int seat, int64_t since,
    int64_t *inbox, struct err *e)
{
	return sql_do(db, e,
	    "SELECT inbox.id FROM outbox JOIN inbox ON inbox.id = "
	    "outbox.answers WHERE outbox.id = (SELECT MAX(id) FROM outbox "
	    "WHERE game = $1 AND seat = $2) AND inbox.verdict = 'obeyed' AND "
	    "inbox.received >= $3",
	    INT(game), INT(seat), INT(since), TO(*inbox));
}

int
again_obeyed(struct db *db, const char *message_id, const char *proof,
    int64_t game, int seat, int64_t since, int64_t *inbox, struct err *e)
{
	return sql_do(db, e,
	    "SELECT id FROM inbox WHERE id IN (SELECT answers FROM outbox "
	    "WHERE game = $1 AND seat = $2 AND answers IS NOT NULL ORDER BY id "
	    "DESC LIMIT 50) AND message_id = $3 AND proof = $4 AND verdict = "
	    "'obeyed' AND received >= $5 ORDER BY id DESC LIMIT 1",
	    INT(game), INT(seat), TEXT(message_id), TEXT(proof), INT(since),
	    TO(*inbox));
}

int
again_asked(struct db *db, const char *message_id, int64_t game, int seat,
    int64_t *inbox, int64_t *obeyed, struct err *e)
{
	return sql_do(db, e,
	    "SELECT inbox.id, CASE WHEN inbox.verdict = 'obeyed' THEN 1 ELSE 0 "
	    "END FROM outbox JOIN inbox ON inbox.id = outbox.answers WHERE "
	    "outbox.message_id = $1 AND outbox.game = $2 AND outbox.seat = $3 "
	    "ORDER BY outbox.id DESC LIMIT 1",
	    TEXT(message_id), INT(game), INT(seat), TO(*inbox), TO(*obeyed));
}

int
again_open(struct db *db, const char *message_id, int64_t game, int seat,
    struct err *e)
{
	int64_t id;

	return sql_do(db, e,
	    "SELECT inbox.id FROM outbox JOIN inbox ON inbox.id = answers "
	    "WHERE outbox.message_id = $1 AND outbox.game = $2 "
	    "AND outbox.seat = $3 AND verdict IN ('refused', 'empty') LIMIT 1",
	    TEXT(message_id), INT(game), INT(seat), TO(id));
}
