/* SPDX-License-Identifier: MIT */
#include "store/observer.h"

#include "store/sql.h"

#define OBSERVER_COLUMNS "id, game, player, since, mails, told_seq, told_press"

int
observer_add(struct db *db, struct observer *o, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO observer (game, player, since, mails, "
	    "told_seq, told_press) VALUES ($1, $2, $3, $4, $5, $6) "
	    "RETURNING id", e) != 0)
		return -1;
	sql_int(&q, o->game);
	sql_int(&q, o->player);
	sql_int(&q, o->since);
	sql_int(&q, o->mails);
	sql_int(&q, o->told_seq);
	sql_int(&q, o->told_press);
	return sql_run_int(&q, &o->id, e) < 0 ? -1 : 0;
}

int
observer_save(struct db *db, const struct observer *o, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE observer SET mails = $1, told_seq = $2, "
	    "told_press = $3 WHERE id = $4", e) != 0)
		return -1;
	sql_int(&q, o->mails);
	sql_int(&q, o->told_seq);
	sql_int(&q, o->told_press);
	sql_int(&q, o->id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static int
observer_rows(struct sql *q, struct observer *out, int max, struct err *e)
{
	int n = 0, got = 0;

	while (n < max && (got = sql_step(q, e)) > 0) {
		struct observer *o = &out[n++];

		*o = (struct observer){ .id = sql_get_int(q) };
		o->game = sql_get_int(q);
		o->player = sql_get_int(q);
		o->since = sql_get_int(q);
		o->mails = (int)sql_get_int(q);
		o->told_seq = (int)sql_get_int(q);
		o->told_press = sql_get_int(q);
	}
	sql_close(q);
	return got < 0 ? -1 : n;
}

int
observer_get(struct db *db, int64_t id, struct observer *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " OBSERVER_COLUMNS " FROM observer "
	    "WHERE id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	return observer_rows(&q, out, 1, e);
}

int
observer_find(struct db *db, int64_t game, int64_t player,
	struct observer *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " OBSERVER_COLUMNS " FROM observer "
	    "WHERE game = $1 AND player = $2", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, player);
	return observer_rows(&q, out, 1, e);
}

int
observer_all(struct db *db, int64_t game, struct observer *out, int max,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " OBSERVER_COLUMNS " FROM observer "
	    "WHERE game = $1 ORDER BY id", e) != 0)
		return -1;
	sql_int(&q, game);
	return observer_rows(&q, out, max, e);
}

int
observer_games(struct db *db, int64_t player, int64_t *out, int max,
	struct err *e)
{
	struct sql q;
	int n = 0, got = 0;

	if (sql_open(db, &q, "SELECT game FROM observer WHERE player = $1 "
	    "ORDER BY game", e) != 0)
		return -1;
	sql_int(&q, player);
	while (n < max && (got = sql_step(&q, e)) > 0)
		out[n++] = sql_get_int(&q);
	sql_close(&q);
	return got < 0 ? -1 : n;
}

int
observer_drop(struct db *db, int64_t game, int64_t player, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM observer WHERE game = $1 "
	    "AND player = $2 RETURNING id", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, player);
	return sql_run(&q, e);
}

int
observer_drop_all(struct db *db, int64_t game, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM observer WHERE game = $1", e) != 0)
		return -1;
	sql_int(&q, game);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
observers_allowed(struct db *db, int64_t game, struct err *e)
{
	struct sql q;
	int64_t yes = 0;

	if (sql_open(db, &q, "SELECT observers FROM game WHERE id = $1",
	    e) != 0)
		return -1;
	sql_int(&q, game);
	return sql_run_int(&q, &yes, e) < 0 ? -1 : yes != 0;
}

int
observers_allow(struct db *db, int64_t game, bool yes, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE game SET observers = $1 WHERE id = $2",
	    e) != 0)
		return -1;
	sql_int(&q, yes);
	sql_int(&q, game);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
