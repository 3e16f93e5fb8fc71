/* SPDX-License-Identifier: MIT */
#include "store/owed.h"

#include "base/mem.h"
#include "store/sql.h"

enum { TOLD_MOST = 32 * 1024 };

void
owed_release(struct owed *o)
{
	free(o->told);
	*o = (struct owed){ 0 };
}

static int
get(struct db *db, const struct owed *key, char **told, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT told FROM owed WHERE author = $1 "
	    "AND player = $2 AND game = $3 AND seat = $4", e) != 0)
		return -1;
	sql_int(&q, key->author);
	sql_int(&q, key->player);
	sql_int(&q, key->game);
	sql_int(&q, key->seat);
	got = sql_step(&q, e);
	if (got > 0)
		*told = sql_get_text(&q);
	sql_close(&q);
	return got;
}

static int
put(struct db *db, const struct owed *o, const char *told, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO owed (author, player, game, seat, "
	    "since, due, told) VALUES ($1, $2, $3, $4, $5, $6, $7) "
	    "ON CONFLICT (author, player, game, seat) DO UPDATE SET "
	    "told = excluded.told", e) != 0)
		return -1;
	sql_int(&q, o->author);
	sql_int(&q, o->player);
	sql_int(&q, o->game);
	sql_int(&q, o->seat);
	sql_int(&q, o->since);
	sql_int(&q, o->due);
	sql_text(&q, told);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
owed_add(struct db *db, const struct owed *o, struct err *e)
{
	struct buf all = BUF_INIT;
	char *old = NULL;
	int rc = get(db, o, &old, e);

	buf_str(&all, old ? old : "");
	if (!strstr(all.data, o->told) && all.len < TOLD_MOST)
		buf_str(&all, o->told);
	if (rc >= 0)
		rc = put(db, o, all.data, e);
	free(old);
	buf_release(&all);
	return rc < 0 ? -1 : 0;
}

int
owed_all(struct db *db, int64_t author, int64_t player, struct owed *out,
	int max, struct err *e)
{
	struct sql q;
	int got = 0, n = 0;

	if (sql_open(db, &q, "SELECT game, seat, since, due, told FROM owed "
	    "WHERE author = $1 AND player = $2 ORDER BY game, seat", e) != 0)
		return -1;
	sql_int(&q, author);
	sql_int(&q, player);
	while (n < max && (got = sql_step(&q, e)) > 0) {
		out[n] = (struct owed){ .author = author, .player = player };
		out[n].game = sql_get_int(&q);
		out[n].seat = (int)sql_get_int(&q);
		out[n].since = (int)sql_get_int(&q);
		out[n].due = sql_get_int(&q);
		out[n++].told = sql_get_text(&q);
	}
	sql_close(&q);
	while (got < 0 && n > 0)
		owed_release(&out[--n]);
	return got < 0 ? -1 : n;
}

int
owed_drop(struct db *db, int64_t author, int64_t player, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM owed WHERE author = $1 "
	    "AND player = $2", e) != 0)
		return -1;
	sql_int(&q, author);
	sql_int(&q, player);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
owed_next(struct db *db, struct owed *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT author, player, game, seat, due FROM owed "
	    "ORDER BY due, author, player LIMIT 1", e) != 0)
		return -1;
	got = sql_step(&q, e);
	if (got > 0) {
		*out = (struct owed){ .author = sql_get_int(&q) };
		out->player = sql_get_int(&q);
		out->game = sql_get_int(&q);
		out->seat = (int)sql_get_int(&q);
		out->due = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}

int
owed_later(struct db *db, int64_t author, int64_t player, int64_t due,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE owed SET due = $1 WHERE author = $2 "
	    "AND player = $3", e) != 0)
		return -1;
	sql_int(&q, due);
	sql_int(&q, author);
	sql_int(&q, player);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
owed_clock_back(struct db *db, int64_t now, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE owed SET due = $1 WHERE due > $1 + 3600",
	    e) != 0)
		return -1;
	sql_int(&q, now);
	return sql_run(&q, e) < 0 ? -1 : 0;
}
