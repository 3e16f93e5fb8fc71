/* SPDX-License-Identifier: MIT */

/* Which engine a database is of, and what is asked of one that is not open. */

#include "base/mem.h"
#include "store/backup.h"
#include "store/engine_whole.h"

/* What a database is named by says which engine it is of. */
static const struct engine *
engine_of(const char *where)
{
#ifdef WITH_POSTGRESQL
	if (strncmp(where, "postgresql://", 13) == 0 ||
	    strncmp(where, "postgres://", 11) == 0)
		return &engine_postgres;
#else
	(void)where; /* refused before (check_url, instance_where) */
#endif
	return &engine_sqlite;
}

int
engine_open(const char *where, enum db_how how, struct db **out, struct err *e)
{
	struct db *db = mem_zero(1, sizeof *db);
	int rc;

	db->engine = engine_of(where);
	db->where = mem_dup(where);
	rc = db->engine->open(db, how, e);
	if (rc != 0)
		db_close(db);
	else
		*out = db;
	return rc;
}

int
engine_prepare(struct db *db, enum db_how how, struct err *e)
{
	bool change = how == DB_CREATE || how == DB_MIGRATE;

	if (how != DB_COPY && engine_migrate(db, how, e) != 0)
		return err_wrap(e, "%s", db->where);
	return change && db_secret_make(db, e) != 0 ?
	    err_wrap(e, "%s", db->where) :
	    0;
}

/* Who is to be one of several brings an old database up to date alone, if what
 * is done to it breaks what others do with it, and is one of them then. */
static int
open_new(const char *where, enum db_how how, struct db **out, struct err *e)
{
	struct db *db;
	bool alone = false;
	int rc;

	if (how != DB_WORK)
		return engine_open(where, how, out, e);
	if (engine_of(where)->several == NULL)
		return engine_open(where, DB_MIGRATE, out, e);
	if (engine_open(where, how, out, e) != 0)
		return -1;
	rc = engine_breaks(*out, &alone, e);
	if (rc == 0 && !alone)
		return 0;
	db_close(*out);
	if (rc != 0 || db_open(where, DB_MIGRATE, &db, e) != 0)
		return -1;
	db_close(db);
	return engine_open(where, how, out, e);
}

int
db_open(const char *where, enum db_how how, struct db **out, struct err *e)
{
	struct db *db;
	int rc = open_new(where, how, &db, e);

	if (rc != 0)
		return -1;
	if (how == DB_WORK && engine_of(where)->several == NULL)
		how = DB_MIGRATE;
	rc = engine_prepare(db, how, e);
	if (rc != 0)
		db_close(db);
	else
		*out = db;
	return rc;
}

int
db_lock(const char *where, int *fd, struct err *e)
{
	return engine_of(where)->lock(where, fd, e);
}

bool
db_locked(const char *where)
{
	return engine_of(where)->locked(where, false);
}

bool
db_replaced(const char *where)
{
	return engine_of(where)->locked(where, true);
}

int
db_restore(const char *from, const char *where, int64_t now, struct buf *kept,
    struct err *e)
{
	return engine_of(where)->restore(from, where, now, kept, e);
}
