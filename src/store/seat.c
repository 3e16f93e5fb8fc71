/* SPDX-License-Identifier: MIT */
#include "store/seat.h"

#include "store/sql.h"

#define SEAT_COLUMNS "game, seat, player, holder, name, computer, ready, " \
	"entropy, hold, decision, moved, told, told_seq, mails, proposal, " \
	"agreed"

void
seat_release(struct seat *s)
{
	free(s->name);
	free(s->entropy);
	free(s->proposal);
	*s = (struct seat){ 0 };
}

static int
seat_write(struct sql *q, const struct seat *s, struct err *e)
{
	sql_int(q, s->game);
	sql_int(q, s->seat);
	sql_id(q, s->player);
	sql_int(q, s->holder);
	sql_text(q, s->name);
	sql_int(q, s->computer);
	sql_int(q, s->ready);
	sql_text(q, s->entropy);
	sql_int(q, s->hold);
	sql_int(q, s->decision);
	sql_int(q, s->moved);
	sql_int(q, s->told);
	sql_int(q, s->told_seq);
	sql_int(q, s->mails);
	sql_text(q, s->proposal);
	sql_int(q, s->agreed);
	return sql_run(q, e) < 0 ? -1 : 0;
}

int
seat_add(struct db *db, const struct seat *s, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO seat (" SEAT_COLUMNS ") "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
	    "$14, $15, $16)", e) != 0)
		return -1;
	return seat_write(&q, s, e);
}

int
seat_save(struct db *db, const struct seat *s, struct err *e)
{
	struct sql q;

	/* An upsert keeps the parameters in the order of the columns. */
	if (sql_open(db, &q, "INSERT INTO seat (" SEAT_COLUMNS ") "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
	    "$14, $15, $16) ON CONFLICT (game, seat) DO UPDATE SET "
	    "player = excluded.player, holder = excluded.holder, "
	    "name = excluded.name, computer = excluded.computer, "
	    "ready = excluded.ready, entropy = excluded.entropy, "
	    "hold = excluded.hold, decision = excluded.decision, "
	    "moved = excluded.moved, told = excluded.told, "
	    "told_seq = excluded.told_seq, mails = excluded.mails, "
	    "proposal = excluded.proposal, agreed = excluded.agreed", e) != 0)
		return -1;
	return seat_write(&q, s, e);
}

static void
seat_columns(struct sql *q, struct seat *s)
{
	*s = (struct seat){ .game = sql_get_int(q) };
	s->seat = (int)sql_get_int(q);
	s->player = sql_get_int(q);
	s->holder = (int)sql_get_int(q);
	s->name = sql_get_text(q);
	s->computer = sql_get_int(q) != 0;
	s->ready = sql_get_int(q) != 0;
	s->entropy = sql_get_text(q);
	s->hold = sql_get_int(q) != 0;
	s->decision = (int)sql_get_int(q);
	s->moved = (int)sql_get_int(q);
	s->told = (int)sql_get_int(q);
	s->told_seq = (int)sql_get_int(q);
	s->mails = (int)sql_get_int(q);
	s->proposal = sql_get_text(q);
	s->agreed = sql_get_int(q) != 0;
}

int
seat_get(struct db *db, int64_t game, int seat, struct seat *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " SEAT_COLUMNS " FROM seat "
	    "WHERE game = $1 AND seat = $2", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	got = sql_step(&q, e);
	if (got > 0)
		seat_columns(&q, out);
	sql_close(&q);
	return got;
}

int
seat_all(struct db *db, int64_t game, struct seat *out, struct err *e)
{
	struct sql q;
	int got, n = 0;

	if (sql_open(db, &q, "SELECT " SEAT_COLUMNS " FROM seat "
	    "WHERE game = $1 AND seat BETWEEN 1 AND 6 ORDER BY seat", e) != 0)
		return -1;
	sql_int(&q, game);
	while ((got = sql_step(&q, e)) > 0)
		seat_columns(&q, &out[++n]);
	sql_close(&q);
	if (got < 0) {
		while (n > 0)
			seat_release(&out[n--]);
		return -1;
	}
	return n;
}

int
seat_each(struct db *db, int64_t player,
	int (*fn)(void *arg, const struct seat *s), void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " SEAT_COLUMNS " FROM seat "
	    "WHERE player = $1 ORDER BY game, seat", e) != 0)
		return -1;
	sql_int(&q, player);
	while ((got = sql_step(&q, e)) > 0) {
		struct seat s;
		int stop;

		seat_columns(&q, &s);
		stop = fn(arg, &s);
		seat_release(&s);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
seat_names(struct db *db, int (*fn)(void *arg, int64_t id, const char *name),
	void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT DISTINCT name FROM seat "
	    "WHERE NOT EXISTS (SELECT 1 FROM player "
	    "WHERE player.id = seat.player AND player.name = seat.name)",
	    e) != 0)
		return -1;
	while ((got = sql_step(&q, e)) > 0) {
		char *name = sql_get_text(&q);
		int stop = fn(arg, 0, name);

		free(name);
		if (stop)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}
