/* SPDX-License-Identifier: MIT */
#include "store/seat.h"

#include "store/sql.h"

#define SEAT_COLUMNS \
	"game, seat, player, holder, name, computer, ready, " \
	"entropy, hold, decision, moved, told, told_seq, mails, proposal, " \
	"agreed, shown, charted, entropy_mail, proposed, asked"

void
seat_release(struct seat *s)
{
	free(s->name);
	free(s->entropy);
	free(s->entropy_mail);
	free(s->proposal);
	*s = (struct seat){ 0 };
}

#define SEAT_INSERT \
	"INSERT INTO seat (" SEAT_COLUMNS ") VALUES ($1, $2, " \
	"$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, " \
	"$18, $19, $20, $21)"
#define SEAT_VALUES(s) \
	INT((s)->game), INT((s)->seat), ID((s)->player), INT((s)->holder), \
	    TEXT((s)->name), INT((s)->computer), INT((s)->ready), \
	    TEXT((s)->entropy), INT((s)->hold), INT((s)->decision), \
	    INT((s)->moved), INT((s)->told), INT((s)->told_seq), \
	    INT((s)->mails), TEXT((s)->proposal), INT((s)->agreed), \
	    INT((s)->shown), INT((s)->charted), TEXT((s)->entropy_mail), \
	    INT((s)->proposed), INT((s)->asked)

int
seat_add(struct db *db, const struct seat *s, struct err *e)
{
	return sql_do(db, e, SEAT_INSERT, SEAT_VALUES(s));
}

int
seat_save(struct db *db, const struct seat *s, struct err *e)
{
	/* An upsert keeps the parameters in the order of the columns. */
	return sql_do(db, e,
	    SEAT_INSERT
	    " ON CONFLICT (game, seat) DO UPDATE SET player = excluded.player, "
	    "holder = excluded.holder, name = excluded.name, computer = "
	    "excluded.computer, ready = excluded.ready, entropy = "
	    "excluded.entropy, hold = excluded.hold, decision = "
	    "excluded.decision, moved = excluded.moved, told = excluded.told, "
	    "told_seq = excluded.told_seq, mails = excluded.mails, proposal = "
	    "excluded.proposal, agreed = excluded.agreed, shown = "
	    "excluded.shown, charted = excluded.charted, entropy_mail = "
	    "excluded.entropy_mail, proposed = excluded.proposed, asked = "
	    "excluded.asked",
	    SEAT_VALUES(s));
}

static void
seat_columns(struct sql *q, struct seat *s)
{
	*s = (struct seat){ 0 };
	sql_read(q, TO(s->game), TO(s->seat), TO(s->player), TO(s->holder),
	    TO(s->name), TO(s->computer), TO(s->ready), TO(s->entropy),
	    TO(s->hold), TO(s->decision), TO(s->moved), TO(s->told),
	    TO(s->told_seq), TO(s->mails), TO(s->proposal), TO(s->agreed),
	    TO(s->shown), TO(s->charted), TO(s->entropy_mail), TO(s->proposed),
	    TO(s->asked));
}

int
seat_get(struct db *db, int64_t game, int seat, struct seat *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " SEAT_COLUMNS " FROM seat WHERE game = $1 AND seat = $2",
	    INT(game), INT(seat));

	if (sql_next(&q))
		seat_columns(&q, out);
	return sql_end(&q);
}

int
seat_all(struct db *db, int64_t game, struct seat *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " SEAT_COLUMNS
	    " FROM seat WHERE game = $1 AND seat BETWEEN 1 AND 6 ORDER BY seat",
	    INT(game));
	int n = 0;

	while (sql_next(&q))
		seat_columns(&q, &out[++n]);
	if (sql_end(&q) < 0)
		while (n > 0)
			seat_release(&out[n--]);
	return q.rows;
}

int
seat_each(struct db *db, int64_t player,
    int (*fn)(void *arg, const struct seat *s), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " SEAT_COLUMNS
	    " FROM seat WHERE player = $1 ORDER BY game, seat",
	    INT(player));

	while (sql_next(&q)) {
		struct seat s;

		seat_columns(&q, &s);
		q.stop = fn(arg, &s);
		seat_release(&s);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
seat_has_played(struct db *db, int64_t player, const char *kind, int64_t game,
    struct err *e)
{
	return sql_do(db, e,
	    "SELECT 1 WHERE EXISTS (SELECT 1 FROM seat JOIN game ON game.id = "
	    "seat.game WHERE seat.player = $1 AND seat.game <> $2 AND charted "
	    "= seat.holder AND kind = $3) OR EXISTS (SELECT 1 FROM result JOIN "
	    "game ON game.id = result.game WHERE result.player = $1 AND "
	    "result.game <> $2 AND kind = $3) OR EXISTS (SELECT 1 FROM "
	    "knowledge JOIN game ON game.id = knowledge.game WHERE "
	    "knowledge.player = $1 AND seat > 0 AND kind = $3)",
	    INT(player), INT(game), TEXT(kind));
}

int
seat_names(struct db *db, int (*fn)(void *arg, int64_t id, const char *name),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT name, player FROM seat WHERE NOT EXISTS (SELECT 1 FROM "
	    "player WHERE player.id = seat.player AND player.name = seat.name) "
	    "UNION SELECT rtrim(substr(derived, 9), $1), seat.player FROM "
	    "knowledge JOIN game ON game.id = knowledge.game JOIN seat ON "
	    "seat.game = game.id AND seat.seat = knowledge.seat JOIN event ON "
	    "event.game = game.id AND actor = -1 AND words = 'rename p' || "
	    "seat.seat AND derived LIKE 'held by %' WHERE knowledge.player IS "
	    "NULL AND game.state < 2",
	    TEXT("\n"));

	while (sql_next(&q)) {
		const char *name;
		int64_t player;

		sql_read(&q, TO(name), TO(player));
		q.stop = fn(arg, player, name);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
