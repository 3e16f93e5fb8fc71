/* SPDX-License-Identifier: MIT */
#include "store/trouble.h"

#include "store/sql.h"

enum { HOUR = 3600 };

/* What is of another hour counts no more: also of one that a clock which was
 * set back has yet to reach. */
static int
drop_old(struct db *db, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "DELETE FROM trouble WHERE told = 1 AND (at <= $1 OR at > $2)",
	    INT(now - HOUR), INT(now));
}

int
trouble_add(struct db *db, const char *text, int64_t now, struct err *e)
{
	int told, waits, nth;

	if (drop_old(db, now, e) != 0 ||
	    sql_do(db, e,
		"SELECT count(*), EXISTS (SELECT 1 FROM trouble WHERE told = "
		"0) FROM trouble WHERE told = 1",
		TO(told), TO(waits)) < 0)
		return -1;
	nth = waits != 0 || told >= TROUBLE_HOUR ? 0 : told + 1;
	return sql_do(db, e,
		   "INSERT INTO trouble (at, told, text) VALUES ($1, $2, $3)",
		   INT(now), INT(nth > 0), TEXT(text)) < 0 ?
	    -1 :
	    nth;
}

int
trouble_waiting(struct db *db, int64_t *since, int *n, struct err *e)
{
	if (sql_do(db, e, "SELECT count(*) FROM trouble WHERE told = 0",
		TO(*n)) < 0)
		return -1;
	if (*n == 0)
		return 0;
	return sql_do(db, e,
	    "SELECT at FROM trouble WHERE told = 0 ORDER BY id LIMIT 1",
	    TO(*since));
}

int
trouble_each(struct db *db, int most,
    void (*fn)(void *arg, int64_t at, const char *text), void *arg,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT at, text FROM trouble WHERE told = 0 ORDER BY id LIMIT $1",
	    INT(most));

	while (sql_next(&q)) {
		int64_t at;
		const char *text;

		sql_read(&q, TO(at), TO(text));
		fn(arg, at, text);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
trouble_told(struct db *db, struct err *e)
{
	return sql_do(db, e, "DELETE FROM trouble WHERE told = 0");
}
