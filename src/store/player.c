/* SPDX-License-Identifier: MIT */
#include "store/player.h"

#include "base/mem.h"
#include "store/sql.h"

#define PLAYER_COLUMNS \
	"player.id, player.name, player.lang, player.layout, " \
	"player.glyphs, player.width, player.tz, player.notify, " \
	"player.remind, player.digest, player.digest_due, player.ics, " \
	"player.thread, player.picture, player.board"

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
	free(p->board);
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
		.board = mem_dup("full"),
		.picture = true,
	};
}

bool
player_is_silent(const struct player *p)
{
	return strcmp(p->notify, "none") == 0;
}

int
player_offer(struct db *db, int64_t id, int64_t now, struct err *e)
{
	enum { WEEK = 7 * 86400 };
	int64_t first;
	int rc = sql_do(db, e, "SELECT offer FROM player WHERE id = $1",
	    INT(id), TO(first));

	if (rc <= 0 || first < 0 || (first && now - first < WEEK))
		return rc < 0 ? -1 : 0;
	rc = sql_done(db, e, "UPDATE player SET offer = $1 WHERE id = $2",
	    INT(first ? -1 : now), INT(id));
	return rc ? -1 : first != 0;
}

/* In the order of player_add and player_save. */
#define PLAYER_VALUES(p) \
	TEXT((p)->name), TEXT((p)->lang), TEXT((p)->layout), \
	    TEXT((p)->glyphs), INT((p)->width), TEXT((p)->tz), \
	    TEXT((p)->notify), TEXT((p)->remind), TEXT((p)->digest), \
	    INT((p)->digest_due), INT((p)->ics), TEXT((p)->thread), \
	    INT((p)->picture), TEXT((p)->board)

int
player_add(struct db *db, struct player *p, struct err *e)
{
	int64_t epoch;

	if (db_epoch(db, &epoch, e))
		return -1;
	return sql_done(db, e,
	    "INSERT INTO player (name, lang, layout, glyphs, width, tz, "
	    "notify, remind, digest, digest_due, ics, thread, picture, board, "
	    "epoch) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
	    "$14, $15) RETURNING id",
	    PLAYER_VALUES(p), INT(epoch), TO(p->id));
}

int
player_save(struct db *db, const struct player *p, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE player SET name = $1, lang = $2, layout = $3, glyphs = $4, "
	    "width = $5, tz = $6, notify = $7, remind = $8, digest = $9, "
	    "digest_due = $10, ics = $11, thread = $12, picture = $13, "
	    "board = $14 WHERE id = $15",
	    PLAYER_VALUES(p), INT(p->id));
}

static void
player_columns(struct sql *q, struct player *out)
{
	*out = (struct player){ 0 };
	sql_read(q, TO(out->id), TO(out->name), TO(out->lang), TO(out->layout),
	    TO(out->glyphs), TO(out->width), TO(out->tz), TO(out->notify),
	    TO(out->remind), TO(out->digest), TO(out->digest_due), TO(out->ics),
	    TO(out->thread), TO(out->picture), TO(out->board));
}

static int
player_read(struct sql q, struct player *out)
{
	if (sql_next(&q))
		player_columns(&q, out);
	return sql_end(&q);
}

int
player_get(struct db *db, int64_t id, struct player *out, struct err *e)
{
	return player_read(sql_ask(db, e,
			       "SELECT " PLAYER_COLUMNS
			       " FROM player WHERE id = $1",
			       INT(id)),
	    out);
}

int
player_by_address(struct db *db, const char *address, struct player *out,
    struct err *e)
{
	return player_read(sql_ask(db, e,
			       "SELECT " PLAYER_COLUMNS
			       " FROM address JOIN player ON player.id = "
			       "address.player WHERE address.address = $1",
			       TEXT(address)),
	    out);
}

int
player_each(struct db *db, int64_t after,
    int (*fn)(void *arg, const struct player *p), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " PLAYER_COLUMNS " FROM player WHERE id > $1 ORDER BY id",
	    INT(after));

	while (sql_next(&q)) {
		struct player p;

		player_columns(&q, &p);
		q.stop = fn(arg, &p);
		player_release(&p);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
player_digests(struct db *db, int64_t now, int64_t *ids, int max, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT id FROM player WHERE digest_due > 0 AND digest_due <= $1 "
	    "ORDER BY digest_due, id",
	    INT(now));
	int n = 0;

	while (n < max && sql_next(&q))
		ids[n++] = sql_get_int(&q);
	return sql_end(&q);
}

int
player_clock_back(struct db *db, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE player SET digest_due = $1 WHERE digest_due > $1 + 172800",
	    INT(now));
}

int
player_next_digest(struct db *db, int64_t *when, struct err *e)
{
	return sql_do(db, e,
	    "SELECT digest_due FROM player WHERE digest_due > 0 ORDER BY "
	    "digest_due LIMIT 1",
	    TO(*when));
}

int
address_add(struct db *db, int64_t player, const char *address, struct err *e)
{
	int got = sql_do(db, e,
	    "INSERT INTO address (player, address) VALUES ($1, $2) ON CONFLICT "
	    "(address) DO NOTHING RETURNING id",
	    INT(player), TEXT(address));

	if (got == 0)
		return err_set(e, ERR_GIVEUP, "the address %s is taken",
		    address);
	return got < 0 ? -1 : 0;
}

int
address_each(struct db *db, int64_t player,
    int (*fn)(void *arg, const char *address), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT address FROM address WHERE player = $1 ORDER BY id",
	    INT(player));

	while (sql_next(&q)) {
		const char *address;

		sql_read(&q, TO(address));
		q.stop = fn(arg, address);
	}
	return sql_end(&q) < 0 || q.stop < 0 ? -1 : 0;
}

int
address_primary(struct db *db, int64_t player, struct buf *out, struct err *e)
{
	/* By the index alone, without sorting: each mail asks this. */
	return sql_do(db, e,
	    "SELECT address FROM address WHERE id = coalesce((SELECT id FROM "
	    "address WHERE player = $1 AND failing = 0 ORDER BY id LIMIT 1), "
	    "(SELECT min(id) FROM address WHERE player = $1))",
	    INT(player), TO(*out));
}
