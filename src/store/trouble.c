/* SPDX-License-Identifier: MIT */
#include "store/trouble.h"

#include "store/sql.h"

enum { HOUR = 3600 };

/* What is of another hour counts no more: also of one that a clock which was
 * set back has yet to reach. */
static int
drop_old(struct db *db, int64_t now, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM trouble WHERE told = 1 "
	    "AND (at <= $1 OR at > $2)", e) != 0)
		return -1;
	sql_int(&q, now - HOUR);
	sql_int(&q, now);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static int
count(struct db *db, const char *words, int *out, struct err *e)
{
	struct sql q;
	int64_t n = 0;

	if (sql_open(db, &q, words, e) != 0 || sql_run_int(&q, &n, e) < 0)
		return -1;
	*out = (int)n;
	return 0;
}

int
trouble_add(struct db *db, const char *text, int64_t now, struct err *e)
{
	struct sql q;
	int told, waits, nth;

	if (drop_old(db, now, e) != 0 ||
	    count(db, "SELECT count(*) FROM trouble WHERE told = 1", &told,
	    e) != 0 ||
	    count(db, "SELECT EXISTS (SELECT 1 FROM trouble WHERE told = 0)",
	    &waits, e) != 0)
		return -1;
	nth = waits != 0 || told >= TROUBLE_HOUR ? 0 : told + 1;
	if (sql_open(db, &q, "INSERT INTO trouble (at, told, text) "
	    "VALUES ($1, $2, $3)", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_int(&q, nth > 0);
	sql_text(&q, text);
	return sql_run(&q, e) < 0 ? -1 : nth;
}

int
trouble_waiting(struct db *db, int64_t *since, int *n, struct err *e)
{
	struct sql q;

	if (count(db, "SELECT count(*) FROM trouble WHERE told = 0", n,
	    e) != 0)
		return -1;
	if (*n == 0)
		return 0;
	if (sql_open(db, &q, "SELECT at FROM trouble WHERE told = 0 "
	    "ORDER BY id LIMIT 1", e) != 0)
		return -1;
	return sql_run_int(&q, since, e);
}

int
trouble_each(struct db *db, int most,
	void (*fn)(void *arg, int64_t at, const char *text), void *arg,
	struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT at, text FROM trouble WHERE told = 0 "
	    "ORDER BY id LIMIT $1", e) != 0)
		return -1;
	sql_int(&q, most);
	while ((got = sql_step(&q, e)) > 0) {
		int64_t at = sql_get_int(&q);
		char *text = sql_get_text(&q);

		fn(arg, at, text);
		free(text);
	}
	sql_close(&q);
	return got;
}

int
trouble_told(struct db *db, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM trouble WHERE told = 0", e) != 0)
		return -1;
	return sql_run(&q, e) < 0 ? -1 : 0;
}
