/* SPDX-License-Identifier: MIT */
#include "store/contact.h"

#include "store/sql.h"

/* A digest is a mail about no game, written when its row was. */
static int
see_digest(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *c, struct err *e)
{
	struct contact d = { .written = 0 };
	int got = sql_do(db, e,
	    "SELECT o.created, o.sent, o.returned, o.state, o.bounced "
	    "FROM digest_seat AS s JOIN digest AS d ON d.id = s.digest JOIN "
	    "outbox AS o ON o.game IS NULL AND o.created = d.created AND "
	    "o.known = 1 AND o.rcpt IN (SELECT address FROM address WHERE "
	    "player = $1) WHERE s.game = $2 AND s.seat = $3 AND d.player = $1 "
	    "ORDER BY d.id DESC, o.id DESC LIMIT 1",
	    INT(player), INT(game), INT(seat), TO(d.written), TO(d.sent),
	    TO(d.returned), TO(d.state), TO(d.bounced));

	if (got == 1 && d.written > c->written)
		*c = d;
	return got < 0 ? -1 : 0;
}

int
contact_get(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *out, struct err *e)
{
	*out = (struct contact){ .written = 0 };
	return sql_do(db, e,
		   "SELECT created, sent, returned, state, bounced FROM outbox "
		   "WHERE game = $1 AND seat = $2 AND player = $3 AND known = "
		   "1 ORDER BY id DESC LIMIT 1",
		   INT(game), INT(seat), INT(player), TO(out->written),
		   TO(out->sent), TO(out->returned), TO(out->state),
		   TO(out->bounced)) < 0 ?
	    -1 :
	    see_digest(db, game, seat, player, out, e);
}
