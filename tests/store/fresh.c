/* SPDX-License-Identifier: MIT */
#include "tests/store/fresh.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "store/engine.h"
#include "tests/run.h"
#include "tests/temporary.h"

bool
fresh_served(void)
{
	return getenv("PAQUEBOT_TEST_STORE") != NULL;
}

bool
fresh_all(void)
{
	return !fresh_served() || getenv("CHECK_LONG") != NULL;
}

bool
fresh_tries(int i, int n)
{
	return fresh_all() || i % n == 0;
}

bool
fresh_rows(void)
{
	return getenv("PAQUEBOT_TEST_LOCKS") != NULL;
}

/* All rows go, but for those that db/ makes; numbers begin anew. */
static const char empty[] =
    "SET session_replication_role = replica; "
    "DO $$DECLARE t regclass; BEGIN FOR t IN SELECT oid FROM pg_class WHERE "
    "relnamespace = current_schema()::regnamespace AND relkind = 'r' AND "
    "relname NOT IN ('paquebot_version', 'paquebot_lease') LOOP EXECUTE "
    "format('DELETE FROM %s', t); "
    "END LOOP; END$$; "
    "INSERT INTO outgoing VALUES (1, 0, 0, 0, 0, 0, ''); "
    "INSERT INTO mailbox VALUES (1, 0, 0, ''); "
    "ALTER TABLE outbox ALTER id RESTART; "
    "SET session_replication_role = DEFAULT";

void
fresh_store(const char *dir, const char *name, char where[FRESH_SIZE])
{
	static int asked;
	const char *server = getenv("PAQUEBOT_TEST_STORE");
	struct db *db;
	struct err e;

	if (server == NULL) {
		(void)snprintf(where, FRESH_SIZE, "%s/%s", dir, name);
		return;
	}
	(void)snprintf(where, FRESH_SIZE,
	    "%s&options=-csearch_path%%3Dtest%d%%20-cpaquebot.locks%%3D%s",
	    server, ++asked, fresh_rows() ? "rows" : "server");
	if (db_open(where, DB_CREATE, &db, &e) != 0 ||
	    engine_exec(db, empty, &e) != 0) {
		(void)fprintf(stderr, "%s\n", e.text);
		abort();
	}
	db_close(db);
}

enum { MADE_MAX = 8 << 20 };

static struct buf made;

/* Any further one has a key of its own. */
static int
make(const char *path, struct err *e)
{
	struct db *db;
	int rc = db_open(path, DB_CREATE, &db, e);

	if (rc != 0)
		return -1;
	rc = engine_exec(db, "DELETE FROM setting WHERE key = 'key'", e);
	db_close(db);
	return rc == 0 ? file_read(path, MADE_MAX, &made, e) : -1;
}

void
before_cases(void)
{
	char dir[64], path[80];
	struct err e;

	if (fresh_served() || made.len > 0)
		return;
	if (!temporary_dir(dir, "made"))
		abort();
	(void)snprintf(path, sizeof path, "%s/db", dir);
	if (make(path, &e) != 0) {
		(void)fprintf(stderr, "%s\n", e.text);
		abort();
	}
	(void)temporary_gone(dir);
}

int
fresh_open(const char *where, struct db **out, struct err *e)
{
	int fd = fresh_served() ?
	    -1 :
	    open(where, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0) {
		before_cases();
		if (file_write_all(fd, made.data, made.len) != 0)
			abort();
		(void)close(fd);
	}
	return db_open(where, DB_CREATE, out, e);
}
