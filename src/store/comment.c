/* SPDX-License-Identifier: MIT */
#include "store/comment.h"

#include "store/sql.h"

#define COMMENT_ROWS \
	"SELECT comment.game, number, press, COALESCE(player, 0), event, " \
	"withdrawn, author, name, text, at FROM comment JOIN press ON " \
	"press.id = comment.press WHERE comment.game = $1 "

void
comment_release(struct comment *c)
{
	free(c->name);
	free(c->text);
	*c = (struct comment){ 0 };
}

int
comment_add(struct db *db, struct comment *c, struct err *e)
{
	return sql_done(db, e,
	    "INSERT INTO comment (game, number, press, player, event) "
	    "VALUES ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM "
	    "comment WHERE game = $1), $2, $3, $4) RETURNING number",
	    INT(c->game), INT(c->press), ID(c->player), INT(c->event),
	    TO(c->number));
}

static void
read_row(struct sql *q, struct comment *c)
{
	*c = (struct comment){ 0 };
	sql_read(q, TO(c->game), TO(c->number), TO(c->press), TO(c->player),
	    TO(c->event), TO(c->withdrawn), TO(c->seat), TO(c->name),
	    TO(c->text), TO(c->at));
}

int
comment_get(struct db *db, int64_t game, int number, struct comment *out,
    struct err *e)
{
	struct sql q = sql_ask(db, e, COMMENT_ROWS "AND number = $2", INT(game),
	    INT(number));

	*out = (struct comment){ 0 };
	if (sql_next(&q))
		read_row(&q, out);
	if (sql_end(&q) < 0)
		comment_release(out);
	return q.rows;
}

int
comment_each(struct db *db, int64_t game,
    int (*fn)(void *arg, const struct comment *c), void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    COMMENT_ROWS "AND withdrawn = 0 ORDER BY number", INT(game));

	while (sql_next(&q)) {
		struct comment c;

		read_row(&q, &c);
		q.stop = fn(arg, &c);
		comment_release(&c);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
comment_withdraw(struct db *db, int64_t game, int number, struct err *e)
{
	return sql_do(db, e,
		   "UPDATE press SET text = '' WHERE id = (SELECT press FROM "
		   "comment WHERE game = $1 AND number = $2)",
		   INT(game), INT(number)) < 0 ||
		sql_do(db, e,
		    "UPDATE comment SET withdrawn = 1 WHERE game = $1 AND "
		    "number = $2",
		    INT(game), INT(number)) < 0 ?
	    -1 :
	    0;
}

int
comment_count(struct db *db, int64_t game, int64_t player,
    struct comments_so_far *out, struct err *e)
{
	return sql_done(db, e,
	    "SELECT COUNT(*), COALESCE(SUM(LENGTH(text)), 0), "
	    "COALESCE(SUM(CASE WHEN COALESCE(player, 0) = $1 THEN 1 ELSE 0 "
	    "END), 0), COALESCE(SUM(CASE WHEN COALESCE(player, 0) = $1 THEN "
	    "LENGTH(text) ELSE 0 END), 0) FROM comment JOIN press ON press.id "
	    "= comment.press WHERE comment.game = $2",
	    INT(player), INT(game), TO(out->all), TO(out->letters),
	    TO(out->own), TO(out->own_letters));
}
