/* SPDX-License-Identifier: MIT */

/* What a club is on PostgreSQL: its tables, made by the files of db/ in
 * PostgreSQL's words, and what keepers do with the whole of it. */

#include <ctype.h>
#include <poll.h>

#include "base/clock.h"
#include "store/engine_postgres.h"

enum { PAUSE_MS = 100, READERS_MS = 12000 };

/* A schema of another program is not taken over: ours has our table. */
int
postgres_ours(struct db *db, enum db_how how, struct err *e)
{
	int64_t ours, all;

	if (postgres_relations(db, "relname = 'paquebot_version'", &ours, e) !=
		0 ||
	    postgres_relations(db, "relname <> 'paquebot_lease'", &all, e) != 0)
		return -1;
	if (ours == 1)
		return 0;
	if (all != 0)
		return err_set(e, ERR_CORRUPT, "not a database of paquebot");
	if (how == DB_CREATE)
		return postgres_exec(db,
		    "CREATE TABLE paquebot_version (version bigint NOT NULL); "
		    "INSERT INTO paquebot_version VALUES (0)",
		    e);
	return err_set(e, ERR_GIVEUP,
	    "there is no club in it (\"paquebot init\" makes it)");
}

int
postgres_version(struct db *db, int *is, struct err *e)
{
	int64_t version = 0;
	int rc = postgres_number(db, "SELECT version FROM paquebot_version",
	    &version, e);

	*is = (int)version;
	return rc;
}

/* All of a migration is one transaction here; copies are the server's. */
int
postgres_before(struct db *db, int version, int last, struct buf *copy,
    struct err *e)
{
	(void)db;
	(void)version;
	(void)last;
	(void)copy;
	(void)e;
	return 0;
}

int
postgres_after(struct db *db, struct err *e)
{
	(void)db;
	(void)e;
	return 0;
}

/*
 * Functions that the store's SQL has of SQLite, and the number of a new row:
 * one more than the greatest, as SQLite gives it, which with one writer at a
 * time is nobody else's. So a number leaves no gap where a transaction was
 * undone, and all that is made of it, tokens above all, is as on SQLite.
 */
static const char functions[] =
    "CREATE FUNCTION instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE "
    "AS 'SELECT strpos($1, $2)::bigint'; "
    "CREATE FUNCTION paquebot_next(regclass) RETURNS bigint LANGUAGE plpgsql "
    "AS 'DECLARE n bigint; BEGIN EXECUTE format(''SELECT coalesce(max(id), 0) "
    "+ 1 FROM %s'', $1) INTO n; RETURN n; END'";

int
postgres_apply(struct db *db, const char *text, int number, struct err *e)
{
	struct postgres *p = db->handle;
	struct buf words = BUF_INIT;
	int rc;

	if (number == 1)
		buf_printf(&words, "%s;\n", functions);
	postgres_translate(text, &words);
	buf_printf(&words, "UPDATE paquebot_version SET version = %d", number);
	p->unhurried = true;
	rc = postgres_exec(db, words.data, e);
	p->unhurried = false;
	buf_release(&words);
	return rc;
}

/* Tables that are new give their rows numbers. */
int
postgres_sound(struct db *db, struct err *e)
{
	return postgres_exec(db,
	    "DO $$DECLARE t regclass; BEGIN FOR t IN SELECT c.oid FROM "
	    "pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace JOIN "
	    "pg_attribute a ON a.attrelid = c.oid WHERE s.nspname = "
	    "current_schema() AND c.relkind = 'r' AND a.attname = 'id' AND NOT "
	    "a.atthasdef AND a.attidentity = '' LOOP EXECUTE format('ALTER "
	    "TABLE %s ALTER id SET DEFAULT paquebot_next(%L::regclass)', t, "
	    "t); END LOOP; END$$",
	    e);
}

/* Reads every row of every table; the server checks pages by their sums, if it
 * was told to make them. */
int
postgres_check(struct db *db, struct err *e)
{
	return postgres_exec(db,
	    "DO $$DECLARE t regclass; n bigint; BEGIN FOR t IN SELECT c.oid "
	    "FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace "
	    "WHERE s.nspname = current_schema() AND c.relkind = 'r' LOOP "
	    "EXECUTE format('SELECT count(*) FROM %s', t) INTO n; END LOOP; "
	    "END$$",
	    e);
}

/* Whoever began before what we committed last sees what was there before that:
 * it would be written anew as well. A standby says after ten seconds what is
 * seen there, by its slot if it has one; and nobody is connected for what is
 * prepared to be committed in two phases. */
static int
wait_for_readers(struct db *db, struct err *e)
{
	const struct postgres *p = db->handle;
	int64_t until = clock_monotonic_ms() + READERS_MS, n;
	char text[640];

	(void)snprintf(text, sizeof text,
	    "SELECT count(*) FROM (SELECT backend_xmin AS seen FROM "
	    "pg_stat_activity WHERE pid <> pg_backend_pid() AND (datname = "
	    "current_database() OR backend_type = 'walsender') UNION ALL "
	    "SELECT xmin FROM pg_replication_slots UNION ALL SELECT "
	    "transaction FROM pg_prepared_xacts WHERE database = "
	    "current_database()) AS a WHERE age(seen) >= "
	    "age('%s'::xid8::xid)",
	    p->xid);
	while (*p->xid != '\0' && postgres_number(db, text, &n, e) == 0) {
		if (n == 0)
			return 0;
		if (clock_monotonic_ms() > until)
			return err_set(e, ERR_RETRY,
			    "somebody who began before it still sees what was "
			    "deleted, as a backup does: it stays on the "
			    "server's disk till it is said again");
		(void)poll(NULL, 0, PAUSE_MS);
	}
	return *p->xid == '\0' ? 0 : -1;
}

/* Who may not write a table anew hears a warning and no error: those that are
 * in the files they were in. */
static int
see_rewritten(struct db *db, const char *files, struct err *e)
{
	struct buf text = BUF_INIT;
	int64_t same = 0;
	int rc;

	buf_printf(&text,
	    "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relfilenode "
	    "IN (%s)",
	    files);
	rc = postgres_number(db, text.data, &same, e);
	buf_release(&text);
	if (rc != 0 || same == 0)
		return rc;
	return err_set(e, ERR_GIVEUP,
	    "%lld tables are another role's, who alone may write them anew: "
	    "what was deleted stays on the server's disk till it is said again "
	    "as that role",
	    (long long)same);
}

/* The server's log and its standbys have the old rows until they are used
 * anew. */
int
postgres_scrub(struct db *db, struct err *e)
{
	PGresult *r = wait_for_readers(db, e) != 0 ?
	    NULL :
	    postgres_ask(db,
		"SELECT 'VACUUM FULL ' || string_agg(c.oid::regclass::text, ', "
		"'), string_agg(relfilenode::text, ', ') "
		"FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace "
		"WHERE s.nspname = current_schema() AND c.relkind = 'r'",
		e);
	int rc = -1;

	if (r != NULL)
		rc = postgres_exec(db, PQgetvalue(r, 0, 0), e);
	if (rc == 0)
		rc = see_rewritten(db, PQgetvalue(r, 0, 1), e);
	PQclear(r);
	return rc;
}

int
postgres_scrub_rest(struct db *db, struct err *e)
{
	(void)db;
	(void)e;
	return 0;
}

void
postgres_reclaim(struct db *db, enum db_room room)
{
	(void)db;
	(void)room;
}

/* What a word of SQLite's is here. */
static const struct {
	const char *theirs, *ours;
} words[] = {
	{ "INTEGER", "bigint" },
	{ "TEXT", "text COLLATE \"C\"" },
	{ "BLOB", "bytea" },
};

static const char *
translate_word(const char *at, struct buf *out)
{
	size_t len = 0;

	while (isalnum((unsigned char)at[len]) || at[len] == '_')
		len++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].theirs) == len &&
		    strncmp(at, words[i].theirs, len) == 0) {
			buf_str(out, words[i].ours);
			return at + len;
		}
	/* STRICT, WITHOUT ROWID: tables are always the first. */
	if (len == 6 && strncmp(at, "STRICT", 6) == 0)
		return at + strcspn(at, ";");
	buf_add(out, at, len);
	return at + len;
}

/* Up to a line's end or comment; what is between quotes stays. */
static const char *
translate_line(const char *at, struct buf *out)
{
	while (*at != '\0' && *at != '\n' && strncmp(at, "--", 2) != 0) {
		size_t len = 1;

		if (isalpha((unsigned char)*at)) {
			at = translate_word(at, out);
			continue;
		}
		if ((*at == '\'' || *at == '"') && strchr(at + 1, *at) != NULL)
			len = (size_t)(strchr(at + 1, *at) - at) + 1;
		buf_add(out, at, len);
		at += len;
	}
	buf_char(out, '\n');
	return at;
}

/*
 * Types are translated, what SQLite alone says of tables is left out, and so is
 * what stands between the lines "-- [sqlite]" and "-- [all]"; comments behind a
 * line "-- [postgresql]" are statements, until "-- [all]".
 */
void
postgres_translate(const char *text, struct buf *out)
{
	enum { ALL, SQLITE, POSTGRESQL } part = ALL;

	for (const char *at = text; *at != '\0';) {
		size_t len = strcspn(at, "\n");

		if (strncmp(at, "-- [sqlite]\n", 12) == 0)
			part = SQLITE;
		else if (strncmp(at, "-- [postgresql]\n", 16) == 0)
			part = POSTGRESQL;
		else if (strncmp(at, "-- [all]\n", 9) == 0)
			part = ALL;
		else if (part == POSTGRESQL && len > 3)
			buf_printf(out, "%.*s\n", (int)len - 3, at + 3);
		else if (part == ALL)
			(void)translate_line(at, out);
		at += len + (at[len] == '\n');
	}
}
