/* SPDX-License-Identifier: MIT */

/* What was deleted leaves the file, and its log. */

#include "store/engine_sqlite.h"
#include "store/setting.h"

enum { SCRUB_MS = 1000 }; /* who reads for longer stays */

/* 1 if a reader holds what the log has: the pages stay in it then. */
static int
scrub_log(struct db *db, int timeout_ms, struct err *e)
{
	int busy = 0, rc;

	(void)sqlite3_busy_timeout(db->handle, timeout_ms);
	rc = sqlite_int(db, "PRAGMA wal_checkpoint(TRUNCATE)", &busy, e);
	(void)sqlite3_busy_timeout(db->handle, DB_PATIENCE_MS);
	return rc != 0 ? -1 : busy != 0 ? 1 : 0;
}

static int
scrub_note(struct db *db, bool left, struct err *e)
{
	if (left)
		return db_setting_put(db, "scrub", "log", e);
	return sql_do(db, e, "DELETE FROM setting WHERE key = 'scrub'");
}

/* The copy in between is as large as the file, so it is none in memory. */
int
sqlite_scrub(struct db *db, struct err *e)
{
	int rc = engine_exec(db, "PRAGMA temp_store = FILE; VACUUM", e);
	struct err ignored;

	if (rc == 0)
		rc = scrub_log(db, SCRUB_MS, e);
	if (rc >= 0 && scrub_note(db, rc == 1, e) != 0)
		rc = -1;
	(void)engine_exec(db, "PRAGMA temp_store = MEMORY", &ignored);
	return rc;
}

int
sqlite_scrub_rest(struct db *db, struct err *e)
{
	struct buf note = BUF_INIT;
	int rc = db_setting_get(db, "scrub", &note, e);

	buf_release(&note);
	if (rc <= 0)
		return rc;
	rc = scrub_log(db, 0, e);
	if (rc == 0)
		rc = scrub_note(db, false, e);
	return rc < 0 ? -1 : rc + 1;
}
