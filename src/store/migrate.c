/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <limits.h>

#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/engine_whole.h"
#include "store/setting.h"
#include "store/several.h"

/*
 * Migrations are the files NNNN-name.sql of the db directory, numbered from
 * 1 without gaps. The database says which was the last. All that are missing
 * run in one transaction, so that it is of the old version or of the new one;
 * before it, a file that is not new is looked through and copied.
 *
 * A program may work with what a newer one has made of a database that several
 * share, unless a migration that it does not know has the line "-- [breaks]":
 * something in it is a promise that others must keep. The number of the last
 * such is a row of `setting`. What only adds is done beside the others, who
 * wait for it; they do not see what is new, and columns have presets.
 */

enum { MIGRATIONS_MAX = 999, MIGRATION_SIZE = 1 << 20 };

struct migrations {
	char *dir;                      /* owned */
	char *name[MIGRATIONS_MAX + 1]; /* owned, by number */
	int last, breaks; /* the last of all, and of those that break */
	bool beside;      /* run while others work */
};

static void
migrations_release(struct migrations *m)
{
	for (int i = 0; i <= MIGRATIONS_MAX; i++)
		free(m->name[i]);
	free(m->dir);
}

/* "0001-init.sql" is 1; 0 for any other file. */
static int
migration_number(const char *name)
{
	size_t len = strlen(name);
	int n = 0;

	if (len < 10 || name[4] != '-' || strcmp(name + len - 4, ".sql") != 0)
		return 0;
	for (int i = 0; i < 4; i++) {
		if (name[i] < '0' || name[i] > '9')
			return 0;
		n = 10 * n + (name[i] - '0');
	}
	return n <= MIGRATIONS_MAX ? n : 0;
}

static int
migrations_scan(struct migrations *m, DIR *dir, struct err *e)
{
	struct dirent *d;

	while (errno = 0, (d = readdir(dir)) != NULL) {
		int n = migration_number(d->d_name);

		if (n == 0)
			continue;
		if (m->name[n] != NULL)
			return err_set(e, ERR_CORRUPT,
			    "%s: two files of number %d", m->dir, n);
		m->name[n] = mem_dup(d->d_name);
		if (n > m->last)
			m->last = n;
	}
	if (errno != 0)
		return err_system(e, "%s", m->dir);
	for (int n = 1; n <= m->last; n++)
		if (m->name[n] == NULL)
			return err_set(e, ERR_CORRUPT,
			    "%s: no file of number %d", m->dir, n);
	if (m->last == 0)
		return err_set(e, ERR_GIVEUP, "%s: no NNNN-name.sql", m->dir);
	return 0;
}

static int
migrations_find(struct migrations *m, struct err *e)
{
	struct buf path = BUF_INIT;
	DIR *dir;
	int rc;

	if (file_home("db", &path, e) != 0) {
		buf_release(&path);
		return -1;
	}
	m->dir = buf_steal(&path);
	dir = opendir(m->dir);
	if (dir == NULL)
		return err_system(e, "%s", m->dir);
	rc = migrations_scan(m, dir, e);
	(void)closedir(dir);
	return rc;
}

static int
migration_read(const struct migrations *m, int n, struct buf *text,
    struct err *e)
{
	struct buf path = BUF_INIT;
	int rc;

	buf_printf(&path, "%s/%s", m->dir, m->name[n]);
	rc = file_read(path.data, MIGRATION_SIZE, text, e);
	buf_release(&path);
	return rc;
}

/* From the newest on, till one is found. */
static int
find_breaks(struct migrations *m, struct err *e)
{
	for (int n = m->last; n > 0 && m->breaks == 0; n--) {
		struct buf text = BUF_INIT;

		if (migration_read(m, n, &text, e) != 0)
			return -1;
		if (strstr(buf_text(&text), "\n-- [breaks]\n") != NULL)
			m->breaks = n;
		buf_release(&text);
	}
	return 0;
}

/* Runs the file of a number and sets the number, inside a transaction. */
static int
migration_apply(struct db *db, const struct migrations *m, int n, struct err *e)
{
	struct buf text = BUF_INIT;
	int rc = migration_read(m, n, &text, e);

	if (rc == 0)
		rc = db->engine->apply(db, buf_text(&text), n, e);
	if (rc != 0)
		(void)err_wrap(e, "%s", m->name[n]);
	buf_release(&text);
	return rc;
}

static const char breaks_key[] = "breaks";

static int
note_breaks(struct db *db, struct migrations *m, struct err *e)
{
	char text[12];

	if (find_breaks(m, e) != 0)
		return -1;
	(void)snprintf(text, sizeof text, "%d", m->breaks);
	return db_setting_put(db, breaks_key, text, e);
}

/* The last that broke in what is there; without a row nobody knows. */
static int
breaks_of(struct db *db, int *out, struct err *e)
{
	struct buf value = BUF_INIT;
	int got = db_setting_get(db, breaks_key, &value, e);

	*out = got == 1 ? (int)strtol(buf_text(&value), NULL, 10) : INT_MAX;
	buf_release(&value);
	return got < 0 ? -1 : 0;
}

/* Whoever was first has done it: another waited for the lock. */
static int
still_of(struct db *db, int version, struct err *e)
{
	int is;

	if (db->engine->version(db, &is, e) != 0)
		return -1;
	return is == version ?
	    0 :
	    err_set(e, ERR_RETRY, "another brings it up to date");
}

static int
migrations_apply(struct db *db, struct migrations *m, int version,
    struct err *e)
{
	int rc;

	if ((m->beside ? db_begin_beside(db, e) : db_begin(db, e)) != 0)
		return -1;
	rc = still_of(db, version, e);
	for (int n = version + 1; n <= m->last && rc == 0; n++)
		rc = migration_apply(db, m, n, e);
	if (rc == 0)
		rc = db->engine->sound(db, e);
	if (rc == 0)
		rc = note_breaks(db, m, e);
	if (rc == 0)
		rc = db_commit(db, e);
	if (rc != 0)
		db_abort(db);
	return rc;
}

static void
migrations_log(int from, int to, const char *copy)
{
	char was[12], is[12];

	(void)snprintf(was, sizeof was, "%d", from);
	(void)snprintf(is, sizeof is, "%d", to);
	log_event(LOG_LEVEL_INFO, "store.migrated", "from", was, "to", is,
	    "copy", copy, NULL);
}

static int
migrations_run(struct db *db, struct migrations *m, int version, struct err *e)
{
	struct buf copy = BUF_INIT;
	int rc = db->engine->before(db, version, m->last, &copy, e);

	if (rc == 0)
		rc = migrations_apply(db, m, version, e);
	if (rc == 0)
		rc = db->engine->after(db, e);
	if (rc == 0 && version > 0)
		migrations_log(version, m->last, copy.data);
	buf_release(&copy);
	return rc;
}

/* Of a newer program: may this one work with it? */
static int
see_newer(struct db *db, const struct migrations *m, enum db_how how,
    int version, struct err *e)
{
	int breaks = INT_MAX;

	if (db_several(db) && (how == DB_USE || how == DB_WORK) &&
	    breaks_of(db, &breaks, e) != 0)
		return -1;
	return breaks <= m->last ?
	    0 :
	    err_set(e, ERR_GIVEUP,
		"the database is of version %d, newer than this program (%d)",
		version, m->last);
}

static int
migrations_see(struct db *db, struct migrations *m, enum db_how how,
    struct err *e)
{
	int version = 0;

	if (db->engine->version(db, &version, e) != 0)
		return -1;
	if (version > m->last)
		return see_newer(db, m, how, version, e);
	if (version == m->last)
		return 0;
	m->beside = how == DB_WORK;
	if (how == DB_CREATE || how == DB_MIGRATE || how == DB_WORK)
		return migrations_run(db, m, version, e);
	return err_set(e, ERR_GIVEUP,
	    "the database is of version %d, older than this program (%d): a "
	    "restart of paquebotd, or without one \"paquebot init\", brings it "
	    "up to date",
	    version, m->last);
}

int
engine_migrate(struct db *db, enum db_how how, struct err *e)
{
	struct migrations *m = mem_zero(1, sizeof *m);
	int rc = migrations_find(m, e);

	if (rc == 0)
		rc = migrations_see(db, m, how, e);
	migrations_release(m);
	free(m);
	return rc;
}

int
engine_make(struct db *db, int version, struct err *e)
{
	struct migrations *m = mem_zero(1, sizeof *m);
	int rc = migrations_find(m, e);

	m->last = version < m->last ? version : m->last;
	if (rc == 0)
		rc = migrations_run(db, m, 0, e);
	migrations_release(m);
	free(m);
	return rc;
}

int
engine_migrate_copy(struct db *db, struct err *e)
{
	struct migrations *m = mem_zero(1, sizeof *m);
	struct buf none = BUF_INIT;
	int version = 0, rc = migrations_find(m, e);

	if (rc == 0)
		rc = db->engine->version(db, &version, e);
	if (rc == 0 && version < m->last) {
		rc = db->engine->before(db, 0, m->last, &none, e);
		if (rc == 0)
			rc = migrations_apply(db, m, version, e);
		if (rc == 0)
			rc = db->engine->after(db, e);
	}
	migrations_release(m);
	free(m);
	return rc;
}

static int
see_broken(struct db *db, struct migrations *m, bool *alone, struct err *e)
{
	int version, breaks;

	if (db->engine->version(db, &version, e) != 0)
		return -1;
	*alone = version < m->last;
	if (!*alone || breaks_of(db, &breaks, e) != 0 || find_breaks(m, e) != 0)
		return *alone ? -1 : 0;
	/* Nobody who works on it would have to go. */
	*alone = breaks > version || m->breaks > version;
	return 0;
}

int
engine_breaks(struct db *db, bool *alone, struct err *e)
{
	struct migrations *m = mem_zero(1, sizeof *m);
	int rc = migrations_find(m, e);

	if (rc == 0)
		rc = see_broken(db, m, alone, e);
	migrations_release(m);
	free(m);
	return rc;
}

int
engine_version(struct db *db, int *is, int *newest, struct err *e)
{
	struct migrations *m = mem_zero(1, sizeof *m);
	int rc = migrations_find(m, e);

	*newest = m->last;
	migrations_release(m);
	free(m);
	return rc == 0 ? db->engine->version(db, is, e) : -1;
}
