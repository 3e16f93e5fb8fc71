/* SPDX-License-Identifier: MIT */
#include "store/terms.h"

#include <stdlib.h>

#include "store/sql.h"

void
terms_release(struct terms *t)
{
	free(t->title);
	free(t->deputy_name);
	*t = (struct terms){ 0 };
}

int
terms_get(struct db *db, int64_t game, struct terms *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT title, unlisted, begins, closed, press, anonymous, "
	    "deputy, player.name FROM terms LEFT JOIN player ON player.id = "
	    "deputy "
	    "WHERE game = $1",
	    INT(game));

	if (sql_next(&q))
		sql_read(&q, TO(out->title), TO(out->unlisted), TO(out->begins),
		    TO(out->closed), TO(out->press), TO(out->names),
		    TO(out->deputy), TO(out->deputy_name));
	if (out->title != NULL && out->title[0] == '\0') {
		free(out->title);
		out->title = NULL;
	}
	return sql_end(&q);
}

int
terms_put(struct db *db, int64_t game, const struct terms *t, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO terms (game, title, unlisted, begins, closed, press, "
	    "deputy, anonymous) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON "
	    "CONFLICT (game) DO "
	    "UPDATE SET title = excluded.title, unlisted = excluded.unlisted, "
	    "begins = excluded.begins, closed = excluded.closed, press = "
	    "excluded.press, deputy = excluded.deputy, anonymous = "
	    "excluded.anonymous",
	    INT(game), TEXT(t->title != NULL ? t->title : ""), INT(t->unlisted),
	    INT(t->begins), INT(t->closed), INT(t->press), ID(t->deputy),
	    INT(t->names));
}
