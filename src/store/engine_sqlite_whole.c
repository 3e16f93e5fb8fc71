/* SPDX-License-Identifier: MIT */

/* What takes a file over as a whole, row by row. */

#include "store/engine_sqlite.h"
#include "store/engine_whole.h"

static bool
sqlite_null(void *stmt, int column)
{
	return sqlite3_column_type(stmt, column) == SQLITE_NULL;
}

static int
sqlite_each(struct db *db, const char *text, int (*fn)(void *arg, void *row),
    void *arg, struct err *e)
{
	void *stmt = NULL;
	int rc = db->engine->prepare(db, text, NULL, 0, &stmt, e), more = 1;

	while (rc == 0 && more > 0) {
		more = db->engine->step(db, stmt, e);
		rc = more > 0 ? fn(arg, stmt) : more;
	}
	db->engine->finalize(stmt);
	return rc;
}

/* What replicators keep beside our tables begins with _. */
static const char sqlite_columns_of[] =
    "WITH RECURSIVE refers (a, b) AS (SELECT m.name, f.\"table\" FROM "
    "sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = "
    "'table'), depth (t, d) AS (SELECT name, 0 FROM sqlite_schema WHERE type = "
    "'table' UNION SELECT a, d + 1 FROM depth, refers WHERE b = t AND a <> t "
    "AND d < 50) SELECT l.t, c.name, c.type FROM (SELECT t, max(d) AS d FROM "
    "depth GROUP BY t) l, pragma_table_info(l.t) c WHERE substr(l.t, 1, 1) <> "
    "'_' AND substr(l.t, 1, 7) <> 'sqlite_' ORDER BY l.d, l.t, c.name";

/* Its row is there once a row was written to the table. */
static int
sqlite_give(struct db *db, const char *table, int64_t last, struct err *e)
{
	return sql_done(db, e, "DELETE FROM sqlite_sequence WHERE name = $1",
		   TEXT(table)) != 0 ?
	    -1 :
	    sql_done(db, e,
		"INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)",
		TEXT(table), INT(last));
}

static int
sqlite_snapshot(struct db *db, struct err *e)
{
	return engine_exec(db, "BEGIN", e);
}

const struct engine_whole sqlite_whole = {
	.snapshot = sqlite_snapshot,
	.columns = sqlite_columns_of,
	.given = "SELECT name, seq FROM sqlite_sequence",
	.give = sqlite_give,
	.each = sqlite_each,
	.null = sqlite_null,
};
