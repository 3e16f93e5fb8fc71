/* SPDX-License-Identifier: MIT */
#include "store/contact.h"

#include "store/sql.h"

#define BECAME "created, sent, returned, state, bounced"

/* A digest is a mail about no game, written when its row was. */
static int
see_digest(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *c, struct err *e)
{
	struct contact_mail d = { .written = 0 };
	int64_t id = 0;
	int got = sql_do(db, e,
	    "SELECT d.id, o.created, o.sent, o.returned, o.state, o.bounced "
	    "FROM digest_seat AS s JOIN digest AS d ON d.id = s.digest JOIN "
	    "outbox AS o ON o.game IS NULL AND o.created = d.created AND "
	    "o.rcpt IN (SELECT address FROM address WHERE player = $1) WHERE "
	    "s.game = $2 AND s.seat = $3 AND d.player = $1 ORDER BY d.id DESC, "
	    "o.id DESC LIMIT 1",
	    INT(player), INT(game), INT(seat), TO(id), TO(d.written),
	    TO(d.sent), TO(d.returned), TO(d.state), TO(d.bounced));

	if (got == 1 && d.written > c->mail.written) {
		c->mail = d;
		c->digest = id;
	}
	return got < 0 ? -1 : 0;
}

/* Not what came before there was any mail to them there: that was of who held
 * the seat before. */
static int
see_theirs(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *c, struct err *e)
{
	int64_t inbox = 0;
	struct contact_mail *a = &c->answer;
	int got = sql_do(db, e,
	    "SELECT id, received, proof FROM inbox WHERE game = $1 AND seat = "
	    "$2 AND verdict IN ('obeyed', 'refused', 'empty') AND proof <> '' "
	    "AND received > (SELECT min(created) FROM outbox WHERE game = $1 "
	    "AND seat = $2 AND player = $3) ORDER BY id DESC LIMIT 1",
	    INT(game), INT(seat), INT(player), TO(inbox), TO(c->came),
	    TO_ARRAY(c->proof));

	return got < 1 ?
	    got :
	    sql_done(db, e,
		"SELECT " BECAME " FROM outbox WHERE answers = $1 ORDER BY id "
		"DESC LIMIT 1",
		INT(inbox), TO(a->written), TO(a->sent), TO(a->returned),
		TO(a->state), TO(a->bounced));
}

int
contact_get(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *out, struct err *e)
{
	struct contact_mail *m = &out->mail;

	*out = (struct contact){ .came = 0 };
	if (sql_do(db, e,
		"SELECT " BECAME ", message_id FROM outbox WHERE game = $1 AND "
		"seat = $2 AND player = $3 AND answers IS NULL ORDER BY id "
		"DESC LIMIT 1",
		INT(game), INT(seat), INT(player), TO(m->written), TO(m->sent),
		TO(m->returned), TO(m->state), TO(m->bounced),
		TO_ARRAY(out->message_id)) < 0 ||
	    see_digest(db, game, seat, player, out, e))
		return -1;
	return see_theirs(db, game, seat, player, out, e);
}
