/* SPDX-License-Identifier: MIT */
#include "tests/store/fresh.h"

#include <stdio.h>
#include <stdlib.h>

#include "store/engine.h"

bool
fresh_served(void)
{
	return getenv("PAQUEBOT_TEST_STORE") != NULL;
}

/* All rows go, but for those that db/ makes; numbers begin anew. */
static const char empty[] =
    "SET session_replication_role = replica; "
    "DO $$DECLARE t regclass; BEGIN FOR t IN SELECT oid FROM pg_class WHERE "
    "relnamespace = current_schema()::regnamespace AND relkind = 'r' AND "
    "relname <> 'paquebot_version' LOOP EXECUTE format('DELETE FROM %s', t); "
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
	(void)snprintf(where, FRESH_SIZE, "%s&options=-csearch_path%%3Dtest%d",
	    server, ++asked);
	if (db_open(where, DB_CREATE, &db, &e) != 0 ||
	    engine_exec(db, empty, &e) != 0) {
		(void)fprintf(stderr, "%s\n", e.text);
		abort();
	}
	db_close(db);
}
