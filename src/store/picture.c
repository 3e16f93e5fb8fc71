/* SPDX-License-Identifier: MIT */
#include "store/picture.h"

#include "store/sql.h"

int
picture_add(struct db *db, const char *name, const void *drawing, size_t len,
    struct err *e)
{
	return sql_done(db, e,
	    "INSERT INTO picture (name, drawing, made, body) VALUES "
	    "($1, $2, 0, $3) ON CONFLICT (name) DO NOTHING",
	    TEXT(name), BLOB(drawing, len), BLOB("", 0));
}

int
picture_due(struct db *db, const char *name, struct buf *drawing, struct err *e)
{
	return sql_do(db, e,
	    "SELECT drawing FROM picture WHERE name = $1 AND made = 0",
	    TEXT(name), TO(*drawing));
}

int
picture_made(struct db *db, const char *name, const void *body, size_t len,
    struct err *e)
{
	return sql_done(db, e,
	    "UPDATE picture SET made = 1, body = $1 WHERE name = $2 "
	    "AND made = 0",
	    BLOB(body, len), TEXT(name));
}

int
picture_omit(struct db *db, int64_t outbox, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM outbox_picture WHERE outbox = $1 RETURNING outbox",
	    INT(outbox));
}

int
picture_prune(struct db *db, int64_t before, struct err *e)
{
	if (sql_do(db, e,
		"DELETE FROM outbox_picture WHERE EXISTS (SELECT 1 FROM outbox "
		"WHERE outbox.id = outbox_picture.outbox AND state = 1 AND "
		"sent < $1)",
		INT(before)) < 0)
		return -1;
	return sql_done(db, e,
	    "DELETE FROM picture WHERE NOT EXISTS (SELECT 1 FROM "
	    "outbox_picture WHERE outbox_picture.picture = "
	    "picture.name)");
}
