/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>

#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "store/engine.h"

/*
 * Migrations are the files NNNN-name.sql of the db directory, numbered from
 * 1 without gaps. The database says which was the last. All that are missing
 * run in one transaction, so that it is of the old version or of the new one;
 * before it, a file that is not new is looked through and copied.
 */

enum { MIGRATIONS_MAX = 999, MIGRATION_SIZE = 1 << 20 };

struct migrations {
	char *dir;                      /* owned */
	char *name[MIGRATIONS_MAX + 1]; /* owned, by number */
	int last;
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

/* Runs the file of a number and sets the number, inside a transaction. */
static int
migration_apply(struct db *db, const struct migrations *m, int n, struct err *e)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	int rc;

	buf_printf(&path, "%s/%s", m->dir, m->name[n]);
	rc = file_read(path.data, MIGRATION_SIZE, &text, e);
	if (rc == 0)
		rc = db->engine->apply(db, buf_text(&text), n, e);
	if (rc != 0)
		(void)err_wrap(e, "%s", m->name[n]);
	buf_release(&path);
	buf_release(&text);
	return rc;
}

static int
migrations_apply(struct db *db, const struct migrations *m, int version,
    struct err *e)
{
	int rc = 0;

	if (db_begin(db, e) != 0)
		return -1;
	for (int n = version + 1; n <= m->last && rc == 0; n++)
		rc = migration_apply(db, m, n, e);
	if (rc == 0)
		rc = db->engine->sound(db, e);
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
migrations_run(struct db *db, const struct migrations *m, int version,
    struct err *e)
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

static int
migrations_see(struct db *db, const struct migrations *m, bool change,
    struct err *e)
{
	int version = 0;

	if (db->engine->version(db, &version, e) != 0)
		return -1;
	if (version > m->last)
		return err_set(e, ERR_GIVEUP,
		    "the database is of version %d, newer than this program "
		    "(%d)",
		    version, m->last);
	if (version == m->last)
		return 0;
	if (change)
		return migrations_run(db, m, version, e);
	return err_set(e, ERR_GIVEUP,
	    "the database is of version %d, older than this program (%d): a "
	    "restart of paquebotd, or without one \"paquebot init\", brings it "
	    "up to date",
	    version, m->last);
}

int
engine_migrate(struct db *db, bool change, struct err *e)
{
	struct migrations *m = mem_zero(1, sizeof *m);
	int rc = migrations_find(m, e);

	if (rc == 0)
		rc = migrations_see(db, m, change, e);
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
