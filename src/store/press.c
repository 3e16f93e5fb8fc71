/* SPDX-License-Identifier: MIT */
#include "store/press.h"

#include "store/sql.h"

/* Of a comment also its number, and what it is about. */
#define PRESS_COLUMNS \
	"press.id, press.game, author, name, everybody, text, at, " \
	"COALESCE(comment.number, 0), COALESCE(comment.event, 0)"
/* One that was withdrawn is told to nobody any more. */
#define WITH_COMMENTS " LEFT JOIN comment ON comment.press = press.id "
#define THAT_STAND " AND COALESCE(withdrawn, 0) = 0 "

void
press_release(struct press *p)
{
	free(p->name);
	free(p->text);
	*p = (struct press){ 0 };
}

int
press_add(struct db *db, struct press *p, const int holder[PRESS_SEATS],
    struct err *e)
{
	if (sql_do(db, e,
		"INSERT INTO press (game, author, name, everybody, text, at) "
		"VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
		INT(p->game), INT(p->author), TEXT(p->name), INT(p->everybody),
		TEXT(p->text), INT(p->at), TO(p->id)) < 0)
		return -1;
	for (int s = 0; s < PRESS_SEATS; s++)
		if (p->to & 1u << s &&
		    sql_do(db, e,
			"INSERT INTO press_to (press, game, seat, holder, "
			"told) VALUES ($1, $2, $3, $4, 0)",
			INT(p->id), INT(p->game), INT(s), INT(holder[s])) < 0)
			return -1;
	return 0;
}

/* The rows of a query that gives PRESS_COLUMNS. */
static int
press_rows(struct sql q, struct press *out, int max)
{
	int n = 0;

	while (n < max && sql_next(&q)) {
		struct press *p = &out[n++];

		*p = (struct press){ 0 };
		sql_read(&q, TO(p->id), TO(p->game), TO(p->author), TO(p->name),
		    TO(p->everybody), TO(p->text), TO(p->at), TO(p->comment),
		    TO(p->event));
	}
	if (sql_end(&q) < 0)
		while (n > 0)
			press_release(&out[--n]);
	return q.rows;
}

/* For whom each of them is. */
static int
add_to(struct db *db, struct press *at, int n, struct err *e)
{
	for (int i = 0; i < n; i++) {
		struct sql q = sql_ask(db, e,
		    "SELECT seat FROM press_to WHERE press = $1",
		    INT(at[i].id));

		while (sql_next(&q))
			at[i].to |= 1u << sql_get_int(&q);
		if (sql_end(&q) < 0)
			return -1;
	}
	return 0;
}

static int
with_recipients(struct db *db, struct press *out, int n, struct err *e)
{
	if (n <= 0 || add_to(db, out, n, e) == 0)
		return n;
	while (n > 0)
		press_release(&out[--n]);
	return -1;
}

int
press_waiting(struct db *db, int64_t game, int seat, int holder,
    struct press *out, int max, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " PRESS_COLUMNS " FROM press_to JOIN press ON press.id = "
	    "press_to.press" WITH_COMMENTS
	    "WHERE press_to.game = $1 AND press_to.seat = $2 AND told = 0 AND "
	    "holder = $3" THAT_STAND "ORDER BY press.id",
	    INT(game), INT(seat), INT(holder));

	return with_recipients(db, out, press_rows(q, out, max), e);
}

int
press_told(struct db *db, int64_t game, int seat, int64_t upto, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE press_to SET told = 1 WHERE game = $1 AND seat = $2 AND "
	    "told = 0 AND press <= $3",
	    INT(game), INT(seat), INT(upto));
}

int
press_broadcasts(struct db *db, int64_t game, int64_t after, struct press *out,
    int max, struct err *e)
{
	return press_rows(
	    sql_ask(db, e,
		"SELECT " PRESS_COLUMNS " FROM press" WITH_COMMENTS
		"WHERE press.game = $1 AND everybody = 1 AND id > $2" THAT_STAND
		"ORDER BY id",
		INT(game), INT(after)),
	    out, max);
}

int
press_count(struct db *db, int64_t game, int author, int64_t since, int *out,
    struct err *e)
{
	return sql_done(db, e,
	    "SELECT COUNT(*) FROM press WHERE game = $1 AND author = $2 "
	    "AND at >= $3",
	    INT(game), INT(author), INT(since), TO(*out));
}

int
press_last(struct db *db, int64_t game, int64_t *out, struct err *e)
{
	*out = 0;
	return sql_done(db, e,
	    "SELECT COALESCE(MAX(id), 0) FROM press WHERE game = $1", INT(game),
	    TO(*out));
}
