/* SPDX-License-Identifier: MIT */
#include "store/player.h"

#include "base/mem.h"
#include "store/sql.h"

#define PLAYER_COLUMNS "player.id, player.name, player.lang, player.layout, " \
	"player.glyphs, player.width, player.tz, player.notify, " \
	"player.remind, player.digest, player.digest_due, player.ics, " \
	"player.thread"

void
player_release(struct player *p)
{
	free(p->name);
	free(p->lang);
	free(p->layout);
	free(p->glyphs);
	free(p->tz);
	free(p->notify);
	free(p->remind);
	free(p->digest);
	free(p->thread);
	*p = (struct player){ 0 };
}

void
player_defaults(struct player *p)
{
	*p = (struct player){
		.name = mem_dup(""),
		.lang = mem_dup("en"),
		.layout = mem_dup("board"),
		.glyphs = mem_dup("ascii"),
		.width = 72,
		.tz = mem_dup("UTC"),
		.notify = mem_dup("all"),
		.remind = mem_dup(""),
		.digest = mem_dup("18:00"),
		.thread = mem_dup("turn"),
	};
}

static void
player_bind(struct sql *q, const struct player *p)
{
	sql_text(q, p->name);
	sql_text(q, p->lang);
	sql_text(q, p->layout);
	sql_text(q, p->glyphs);
	sql_int(q, p->width);
	sql_text(q, p->tz);
	sql_text(q, p->notify);
	sql_text(q, p->remind);
	sql_text(q, p->digest);
	sql_int(q, p->digest_due);
	sql_int(q, p->ics);
	sql_text(q, p->thread);
}

int
player_add(struct db *db, struct player *p, struct err *e)
{
	struct sql q;
	int64_t epoch;

	if (db_epoch(db, &epoch, e))
		return -1;
	if (sql_open(db, &q, "INSERT INTO player "
	    "(name, lang, layout, glyphs, width, tz, notify, remind, "
	    "digest, digest_due, ics, thread, epoch) VALUES ($1, $2, $3, $4, "
	    "$5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id", e) != 0)
		return -1;
	player_bind(&q, p);
	sql_int(&q, epoch);
	return sql_run_int(&q, &p->id, e) < 0 ? -1 : 0;
}

int
player_save(struct db *db, const struct player *p, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE player SET name = $1, lang = $2, "
	    "layout = $3, glyphs = $4, width = $5, tz = $6, notify = $7, "
	    "remind = $8, digest = $9, digest_due = $10, ics = $11, "
	    "thread = $12 WHERE id = $13", e) != 0)
		return -1;
	player_bind(&q, p);
	sql_int(&q, p->id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static void
player_columns(struct sql *q, struct player *out)
{
	*out = (struct player){ .id = sql_get_int(q) };
	out->name = sql_get_text(q);
	out->lang = sql_get_text(q);
	out->layout = sql_get_text(q);
	out->glyphs = sql_get_text(q);
	out->width = (int)sql_get_int(q);
	out->tz = sql_get_text(q);
	out->notify = sql_get_text(q);
	out->remind = sql_get_text(q);
	out->digest = sql_get_text(q);
	out->digest_due = sql_get_int(q);
	out->ics = sql_get_int(q) != 0;
	out->thread = sql_get_text(q);
}

static int
player_read(struct sql *q, struct player *out, struct err *e)
{
	int got = sql_step(q, e);

	if (got > 0)
		player_columns(q, out);
	sql_close(q);
	return got;
}

int
player_get(struct db *db, int64_t id, struct player *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " PLAYER_COLUMNS
	    " FROM player WHERE id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	return player_read(&q, out, e);
}

int
player_by_address(struct db *db, const char *address, struct player *out,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " PLAYER_COLUMNS " FROM address "
	    "JOIN player ON player.id = address.player "
	    "WHERE address.address = $1", e) != 0)
		return -1;
	sql_text(&q, address);
	return player_read(&q, out, e);
}

int
player_each(struct db *db, int (*fn)(void *arg, const struct player *p),
	void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " PLAYER_COLUMNS
	    " FROM player ORDER BY id", e) != 0)
		return -1;
	while ((got = sql_step(&q, e)) > 0) {
		struct player p;
		int stop;

		player_columns(&q, &p);
		stop = fn(arg, &p);
		player_release(&p);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
player_digests(struct db *db, int64_t now, int64_t *ids, int max,
	struct err *e)
{
	struct sql q;
	int n = 0, got = 0;

	if (sql_open(db, &q, "SELECT id FROM player WHERE digest_due > 0 "
	    "AND digest_due <= $1 ORDER BY digest_due, id", e) != 0)
		return -1;
	sql_int(&q, now);
	while (n < max && (got = sql_step(&q, e)) > 0)
		ids[n++] = sql_get_int(&q);
	sql_close(&q);
	return got < 0 ? -1 : n;
}

int
player_clock_back(struct db *db, int64_t now, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE player SET digest_due = $1 "
	    "WHERE digest_due > $1 + 172800", e) != 0)
		return -1;
	sql_int(&q, now);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
player_next_digest(struct db *db, int64_t *when, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT digest_due FROM player "
	    "WHERE digest_due > 0 ORDER BY digest_due LIMIT 1", e) != 0)
		return -1;
	return sql_run_int(&q, when, e);
}

int
address_add(struct db *db, int64_t player, const char *address, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "INSERT INTO address (player, address) "
	    "VALUES ($1, $2) ON CONFLICT (address) DO NOTHING RETURNING id",
	    e) != 0)
		return -1;
	sql_int(&q, player);
	sql_text(&q, address);
	got = sql_run(&q, e);
	if (got == 0)
		return err_set(e, ERR_GIVEUP, "the address %s is taken",
		    address);
	return got < 0 ? -1 : 0;
}

int
address_each(struct db *db, int64_t player,
	int (*fn)(void *arg, const char *address), void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT address FROM address "
	    "WHERE player = $1 ORDER BY id", e) != 0)
		return -1;
	sql_int(&q, player);
	while ((got = sql_step(&q, e)) > 0) {
		char *address = sql_get_text(&q);
		int stop = fn(arg, address);

		free(address);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}

int
address_primary(struct db *db, int64_t player, struct buf *out, struct err *e)
{
	struct sql q;
	int got;

	/* By the index alone, without sorting: each mail asks this. */
	if (sql_open(db, &q, "SELECT address FROM address WHERE id = coalesce("
	    "(SELECT id FROM address WHERE player = $1 AND failing = 0 "
	    "ORDER BY id LIMIT 1), "
	    "(SELECT min(id) FROM address WHERE player = $1))", e) != 0)
		return -1;
	sql_int(&q, player);
	got = sql_step(&q, e);
	if (got > 0)
		sql_get_blob(&q, out);
	sql_close(&q);
	return got;
}
