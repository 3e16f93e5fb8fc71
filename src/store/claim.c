/* SPDX-License-Identifier: MIT */
#include "store/claim.h"

#include "store/kept.h"
#include "store/several.h"
#include "store/sql.h"

/* SEEN: so far back it is looked for one that may be taken. */
enum { SEEN = 400 };

/* What is known of those before. */
struct claiming {
	int64_t id[SEEN]; /* which are taken */
	int64_t busy[SEEN];
	int n, n_busy, most;
	bool tried, over;
};

struct claimable {
	int64_t id, concerns, leased;
	int attempts;
};

static bool
is_busy(const struct claiming *c, int64_t game)
{
	for (int i = 0; i < c->n_busy; i++)
		if (c->busy[i] == game || game == 0)
			return true;
	return false;
}

/* One that was tried before is judged alone. */
static bool
may_take(const struct claiming *c, const struct claimable *m, int64_t now)
{
	return m->leased < now && !is_busy(c, m->concerns) &&
	    (m->attempts == 0 || c->n == 0);
}

/* Behind one that waits and concerns all nobody goes. */
static void
choose(struct claiming *c, const struct claimable *m, int64_t now)
{
	if (may_take(c, m, now)) {
		c->id[c->n++] = m->id;
		c->tried = m->attempts > 0;
	} else {
		c->busy[c->n_busy++] = m->concerns;
		c->over = m->concerns == 0;
	}
	c->over = c->over || c->tried || c->n == c->most;
}

static int
find(struct db *db, int most, struct claiming *c, struct err *e)
{
	struct several now;
	struct sql q = sql_ask(db, e,
	    "SELECT id, concerns, leased, attempts FROM inbox WHERE state = 0 "
	    "AND " KEPT_NOT " ORDER BY id LIMIT $1",
	    INT(SEEN));

	db_see(db, &now);
	c->most = most;
	while (sql_next(&q)) {
		struct claimable m;

		sql_read(&q, TO(m.id), TO(m.concerns), TO(m.leased),
		    TO(m.attempts));
		choose(c, &m, now.moment);
		q.stop = c->over;
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
claim_waits(struct db *db, struct err *e)
{
	struct claiming c = { .n = 0 };

	return find(db, 1, &c, e) != 0 ? -1 : c.n > 0;
}

int
claim_take(struct db *db, int most, int64_t seconds, struct inbox_row *out,
    bool *tried, int64_t *claim, struct err *e)
{
	struct claiming c = { .n = 0 };
	struct several now;
	int rc = find(db, most, &c, e);

	db_see(db, &now);
	for (int i = 0; i < c.n && rc >= 0; i++)
		rc = sql_do(db, e,
		    "UPDATE inbox SET claim = $1, leased = $2, attempts = "
		    "attempts + $3 WHERE id = $4",
		    INT(now.number), INT(now.moment + 1 + seconds),
		    INT(c.tried ? 0 : 1), INT(c.id[i]));
	*tried = c.tried;
	*claim = now.number;
	return rc < 0 || c.n == 0 ? rc :
				    inbox_claimed(db, now.number, most, out, e);
}

int
claim_held(struct db *db, int64_t claim, int *out, struct err *e)
{
	return sql_done(db, e,
	    "SELECT count(*) FROM inbox WHERE state = 0 AND claim = $1",
	    INT(claim), TO(*out));
}

int
claim_renew(struct db *db, int64_t claim, int64_t seconds, struct err *e)
{
	struct several now;

	db_see(db, &now);
	return sql_do(db, e,
	    "UPDATE inbox SET leased = $1 WHERE state = 0 AND claim = $2",
	    INT(now.moment + 1 + seconds), INT(claim));
}

int
claim_end(struct db *db, int64_t claim, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE inbox SET leased = 0 WHERE state = 0 AND claim = $1",
	    INT(claim));
}

int
claim_behind(struct db *db, int64_t id, struct err *e)
{
	int64_t before;

	return sql_do(db, e,
	    "SELECT id FROM inbox WHERE state = 0 AND id < $1 AND " KEPT_NOT
	    " LIMIT 1",
	    INT(id), TO(before));
}

int
claim_widen(struct db *db, int64_t id, struct err *e)
{
	return sql_do(db, e, "UPDATE inbox SET concerns = 0 WHERE id = $1",
	    INT(id));
}
