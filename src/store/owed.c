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
	return sql_do(db, e,
	    "SELECT told FROM owed WHERE author = $1 AND player = $2 AND game "
	    "= $3 AND seat = $4",
	    INT(key->author), INT(key->player), INT(key->game), INT(key->seat),
	    TO(*told));
}

static int
put(struct db *db, const struct owed *o, const char *told, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO owed (author, player, game, seat, since, due, told) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (author, player, "
	    "game, seat) DO UPDATE SET told = excluded.told",
	    INT(o->author), INT(o->player), INT(o->game), INT(o->seat),
	    INT(o->since), INT(o->due), TEXT(told));
}

int
owed_add(struct db *db, const struct owed *o, struct err *e)
{
	struct buf all = BUF_INIT;
	char *old = NULL;
	int rc = get(db, o, &old, e);

	buf_str(&all, old != NULL ? old : "");
	if (strstr(all.data, o->told) == NULL && all.len < TOLD_MOST)
		buf_str(&all, o->told);
	if (rc >= 0)
		rc = put(db, o, all.data, e);
	free(old);
	buf_release(&all);
	return rc < 0 ? -1 : 0;
}

int
owed_all(struct db *db, int64_t author, int64_t player, struct owed **out,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT game, seat, since, due, told FROM owed WHERE author = $1 "
	    "AND player = $2 ORDER BY game, seat",
	    INT(author), INT(player));
	struct owed *o = NULL;
	int n = 0;

	while (sql_next(&q)) {
		o = mem_more(o, (size_t)n, sizeof *o);
		o[n] = (struct owed){ .author = author, .player = player };
		sql_read(&q, TO(o[n].game), TO(o[n].seat), TO(o[n].since),
		    TO(o[n].due), TO(o[n].told));
		n++;
	}
	if (sql_end(&q) < 0) {
		while (n > 0)
			owed_release(&o[--n]);
		free(o);
		o = NULL;
	}
	*out = o;
	return q.rows;
}

int
owed_drop(struct db *db, int64_t author, int64_t player, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM owed WHERE author = $1 AND player = $2", INT(author),
	    INT(player));
}

int
owed_next(struct db *db, struct owed *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT author, player, game, seat, due FROM owed ORDER BY due, "
	    "author, player LIMIT 1");

	if (sql_next(&q)) {
		*out = (struct owed){ 0 };
		sql_read(&q, TO(out->author), TO(out->player), TO(out->game),
		    TO(out->seat), TO(out->due));
	}
	return sql_end(&q);
}

int
owed_later(struct db *db, int64_t author, int64_t player, int64_t due,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE owed SET due = $1 WHERE author = $2 AND player = $3",
	    INT(due), INT(author), INT(player));
}

int
owed_clock_back(struct db *db, int64_t now, struct err *e)
{
	return sql_do(db, e, "UPDATE owed SET due = $1 WHERE due > $1 + 3600",
	    INT(now));
}
