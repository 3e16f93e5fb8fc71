/* SPDX-License-Identifier: MIT */
#include "store/db.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "store/backup.h"
#include "store/engine_several.h"
#include "store/engine_whole.h"
#include "store/hear.h"

int
engine_exec(struct db *db, const char *text, struct err *e)
{
	return db->engine->exec(db, text, e);
}

void
engine_forget(struct db *db)
{
	for (int i = 0; i < db->n; i++)
		db->engine->finalize(db->statement[i].stmt);
	db->n = 0;
}

void
db_close(struct db *db)
{
	if (db == NULL)
		return;
	engine_forget(db);
	db->engine->close(db);
	buf_release(&db->said);
	free(db->where);
	free(db);
}

static int
begin(struct db *db, bool beside, struct err *e)
{
	db->beside = beside;
	db->depth = 0;
	db->failure.kind = ERR_NONE;
	db->changes = db->engine->written(db);
	db->begun = db->engine->begin(db, e) == 0;
	return db->begun ? 0 : -1;
}

int
db_begin(struct db *db, struct err *e)
{
	return begin(db, false, e);
}

int
db_begin_beside(struct db *db, struct err *e)
{
	return begin(db, true, e);
}

bool
db_several(const struct db *db)
{
	return db->engine->several != NULL;
}

int
db_lead(struct db *db, struct err *e)
{
	return db_several(db) ? db->engine->several->lead(db, e) : 1;
}

void
db_alive(struct db *db)
{
	if (db_several(db))
		db->engine->several->alive(db);
}

void
db_see(const struct db *db, struct several *out)
{
	*out = (struct several){ .moment = INT64_MAX };
	if (db_several(db))
		db->engine->several->see(db, out);
}

int64_t
db_ahead(const struct db *db)
{
	struct several now;

	db_see(db, &now);
	return db_several(db) ? clock_now() - now.moment : 0;
}

/* Who passed over a failure has gone on with half of what is true. */
static int
db_failure(const struct db *db, struct err *e)
{
	if (db->failure.kind == ERR_NONE)
		return 0;
	*e = db->failure;
	return -1;
}

int
engine_lost(const struct db *db, struct err *e)
{
	return db->begun && !db_in_transaction(db) ? db_failure(db, e) : 0;
}

int
db_commit(struct db *db, struct err *e)
{
	if (db_failure(db, e) != 0)
		return -1;
	if (db->engine->commit(db, e) != 0)
		return -1;
	db->begun = db->beside = false;
	log_write(&db->said);
	buf_clear(&db->said);
	if (db->engine->written(db) > db->changes)
		engine_well(db);
	return 0;
}

void
db_abort(struct db *db)
{
	struct err ignored;

	if (db_in_transaction(db))
		(void)engine_exec(db, "ROLLBACK", &ignored);
	buf_clear(&db->said);
	db->begun = db->beside = false;
	db->depth = 0;
	db->failure.kind = ERR_NONE;
}

bool
db_in_transaction(const struct db *db)
{
	return db->engine->in_transaction(db);
}

bool
db_begun(const struct db *db)
{
	return db->begun;
}

int
db_enter(struct db *db, bool *own, struct err *e)
{
	*own = !db->begun;
	return *own ? db_begin(db, e) : db_failure(db, e);
}

int
db_leave(struct db *db, bool own, int rc, struct err *e)
{
	if (own && rc >= 0 && db_commit(db, e) != 0)
		rc = -1;
	if (own && rc < 0)
		db_abort(db);
	return rc;
}

static int
db_savepoint_do(struct db *db, const char *what, int number, struct err *e)
{
	char text[64];

	(void)snprintf(text, sizeof text, "%s s%d", what, number);
	return engine_exec(db, text, e);
}

int
db_savepoint(struct db *db, struct err *e)
{
	/* Else it would begin one that is not ours. */
	if (engine_lost(db, e) != 0 ||
	    db_savepoint_do(db, "SAVEPOINT", db->depth + 1, e) != 0)
		return -1;
	if (db->depth == DB_DEPTH)
		abort();
	db->said_at[db->depth++] = db->said.len;
	return 0;
}

int
db_savepoint_keep(struct db *db, struct err *e)
{
	if (db->depth == 0)
		abort();
	if (db_failure(db, e) != 0)
		return -1;
	return db_savepoint_do(db, "RELEASE", db->depth--, e);
}

void
db_savepoint_undo(struct db *db, struct err *why)
{
	struct err ignored;

	(void)db_failure(db, why);
	if (db->depth == 0)
		return;
	/* A full disk may have rolled everything back already. */
	if (db_in_transaction(db)) {
		(void)db_savepoint_do(db, "ROLLBACK TO", db->depth, &ignored);
		(void)db_savepoint_do(db, "RELEASE", db->depth, &ignored);
	}
	buf_truncate(&db->said, db->said_at[--db->depth]);
	if (db_in_transaction(db) && db->failed_at > db->depth)
		db->failure.kind = ERR_NONE;
}

int
db_savepoint_end(struct db *db, int rc, struct err *why, struct err *e)
{
	if (rc >= 0)
		return db_savepoint_keep(db, e);
	db_savepoint_undo(db, why);
	if (!err_passes(why) && !db_damaged(db) && db_in_transaction(db))
		return 1;
	*e = *why;
	return -1;
}

void
db_log(struct db *db, enum log_level level, const char *event, ...)
{
	va_list ap;

	va_start(ap, event);
	log_add(&db->said, level, event, ap);
	va_end(ap);
	if (db_in_transaction(db))
		return;
	log_write(&db->said);
	buf_clear(&db->said);
}

int
engine_fail(struct db *db, enum db_health health, const struct err *e)
{
	if (health != DB_WELL && db->health != DB_DAMAGED) {
		db->health = health;
		memcpy(db->why, e->text, sizeof db->why);
	}
	if (db->failure.kind == ERR_NONE) {
		db->failure = *e;
		db->failed_at = db->depth;
	}
	return -1;
}

void
engine_well(struct db *db)
{
	if (db->health == DB_DAMAGED)
		return;
	db->health = DB_WELL;
	db->why[0] = '\0';
}

enum db_health
db_health(const struct db *db, const char **why)
{
	*why = db->why;
	return db->health;
}

bool
db_damaged(const struct db *db)
{
	return db->health == DB_DAMAGED;
}

int
db_hear(struct db *db, bool *heard)
{
	*heard = false;
	return db->engine->hear == NULL ? -1 : db->engine->hear(db, heard);
}

bool
db_taken(const struct db *db)
{
	return db->taken;
}

int
db_check(struct db *db, struct err *e)
{
	return db->engine->check(db, e);
}

int
db_scrub(struct db *db, struct err *e)
{
	return db->engine->scrub(db, e);
}

int
db_scrub_rest(struct db *db, struct err *e)
{
	return db->engine->scrub_rest(db, e);
}

void
db_reclaim(struct db *db, enum db_room room)
{
	db->engine->reclaim(db, room);
}

int
db_backup_name(struct db *db, struct buf *out, struct err *e)
{
	char *name = NULL;
	int rc;

	if (db->engine->whole->name == NULL) {
		buf_str(out, file_name(db->where));
		return 0;
	}
	rc = sql_done(db, e, db->engine->whole->name, TO(name));
	if (rc == 0)
		buf_str(out, name);
	free(name);
	return rc;
}

int
db_backup(struct db *db, const char *path, struct err *e)
{
	return db->engine->backup(db, path, e);
}
