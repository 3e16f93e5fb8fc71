/* SPDX-License-Identifier: MIT */

/*
 * A club on PostgreSQL as a file, and a file as such a club. A restore fills a
 * schema beside the club's, SCHEMA_restore, and when all is there and was seen
 * the tables change places in one transaction: those that were there are those
 * of SCHEMA_replaced_STAMP from then on. The club's own schema stays, of which
 * locks are made, and with it who may use it.
 */

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "store/backup.h"
#include "store/copy.h"
#include "store/engine_postgres_locks.h"
#include "store/engine_whole.h"

/* Of the version that the club is of: it may be kept before it is brought up to
 * date. */
static int
fill_file(void *from, const char *name, struct err *e)
{
	struct db *to;
	int is = 0, rc = postgres_version(from, &is, e);

	if (rc == 0)
		rc = engine_open(name, DB_CREATE, &to, e);
	if (rc != 0)
		return rc;
	rc = engine_make(to, is, e);
	if (rc == 0)
		rc = db_copy(from, to, NULL, e);
	if (rc == 0)
		rc = db_check(to, e);
	if (rc == 0) /* one file, without a log beside it */
		rc = engine_exec(to, "PRAGMA journal_mode = DELETE", e);
	db_close(to);
	return rc;
}

int
postgres_backup(struct db *db, const char *path, struct err *e)
{
	return file_publish(path, fill_file, db, e);
}

/* The schema, by whatever name: one that is cast is read as SQL would be. */
#define HERE "quote_ident(current_schema())::regnamespace"

static const char columns_of[] =
    "WITH RECURSIVE mine AS (SELECT oid, relname FROM pg_class WHERE "
    "relnamespace = " HERE " AND relkind = 'r' AND "
    "relname NOT IN ('paquebot_version', 'paquebot_lease')), depth (t, d) AS "
    "(SELECT oid, 0 FROM mine "
    "UNION SELECT c.conrelid, d + 1 FROM depth JOIN pg_constraint c ON "
    "c.confrelid = t AND c.contype = 'f' AND c.conrelid <> t WHERE d < 50) "
    "SELECT m.relname::text, a.attname::text, format_type(a.atttypid, NULL) "
    "FROM mine m JOIN (SELECT t, max(d) AS d FROM depth GROUP BY t) l ON l.t = "
    "m.oid JOIN pg_attribute a ON a.attrelid = m.oid AND a.attnum > 0 AND NOT "
    "a.attisdropped ORDER BY l.d, m.relname COLLATE \"C\", a.attname COLLATE "
    "\"C\"";

static const char given[] =
    "SELECT c.relname::text, coalesce(pg_sequence_last_value("
    "pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass), 0) "
    "FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE "
    "c.relnamespace = " HERE " AND c.relkind = 'r' AND "
    "a.attidentity <> ''";

static int
give(struct db *db, const char *table, int64_t last, struct err *e)
{
	return sql_done(db, e,
	    "SELECT setval(pg_get_serial_sequence(quote_ident($1), 'id'), "
	    "greatest($2, 1), $2 > 0)",
	    TEXT(table), INT(last));
}

/* As a URL has it (RFC 3986), and so of one club alone: no '-', '.' or '/',
 * which come between names, stays in it. */
#define NAMED \
	"(SELECT string_agg(CASE WHEN c ~ '^[A-Za-z0-9_]$' THEN c ELSE " \
	"regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), " \
	"'(..)', '%\\1', 'g') END, '' ORDER BY i) FROM regexp_split_to_table("
#define NAMED_SO ", '') WITH ORDINALITY AS t(c, i))"

static int
postgres_snapshot(struct db *db, struct err *e)
{
	struct postgres *p = db->handle;
	bool stays = p->sole && p->locks->stay != NULL;
	char text[160];

	(void)snprintf(text, sizeof text,
	    "BEGIN ISOLATION LEVEL REPEATABLE READ%s; SET LOCAL "
	    "idle_in_transaction_session_timeout = 0",
	    stays ? "" : " READ ONLY");
	return engine_exec(db, text, e) != 0 ? -1 :
	    stays                            ? p->locks->stay(db, e) :
					       0;
}

const struct engine_whole postgres_whole = {
	.snapshot = postgres_snapshot,
	.columns = columns_of,
	.given = given,
	.give = give,
	.each = postgres_each,
	.null = postgres_null,
	.name = "SELECT concat_ws('-', " NAMED "current_database()" NAMED_SO
		", " NAMED "nullif(current_schema(), 'public')" NAMED_SO
		") || '.db'",
};

struct replacing {
	struct db *club, *fresh;
	struct db *file;
	char
	    *schema; /* as it is, quoted where it must be: owned, as the next */
	char *beside, *kept;
	struct err *e;
};

/* One text that a query gives, the caller's; NULL and e. */
static char *
ask_text(struct db *db, const char *text, struct err *e)
{
	PGresult *r = postgres_ask(db, text, e);
	char *out = r == NULL ? NULL : mem_dup(PQgetvalue(r, 0, 0));

	PQclear(r);
	return out;
}

/* A name is cut by the server at 63 bytes, a long one before that by us: it has
 * a hash then, and so is of one club alone. */
static char *
name_beside(struct replacing *r, const char *ending)
{
	struct buf text = BUF_INIT;
	char *out;

	buf_printf(&text,
	    "SELECT quote_ident(CASE WHEN octet_length(s) <= 30 THEN s ELSE "
	    "left(s, CASE octet_length(s) WHEN length(s) THEN 20 ELSE 5 END) "
	    "|| '_' || left(encode(sha256(convert_to(s, 'UTF8')), 'hex'), 8) "
	    "END || '_%s') FROM (SELECT current_schema()::text AS s) AS here",
	    ending);
	out = ask_text(r->club, text.data, r->e);
	buf_release(&text);
	return out;
}

static int
restore_names(struct replacing *r, int64_t now)
{
	char stamp[CLOCK_STAMP_SIZE], ending[CLOCK_STAMP_SIZE + 16];

	clock_stamp_short(now, stamp);
	for (char *p = stamp; *p != '\0'; p++)
		*p = *p == 'T' ? 't' : *p == 'Z' ? 'z' : *p;
	(void)snprintf(ending, sizeof ending, "replaced_%s", stamp);
	r->schema = ask_text(r->club, "SELECT quote_ident(current_schema())",
	    r->e);
	r->beside = r->schema == NULL ? NULL : name_beside(r, "restore");
	r->kept = r->beside == NULL ? NULL : name_beside(r, ending);
	return r->kept == NULL ? -1 : 0;
}

static int __attribute__((format(printf, 3, 4)))
do_with(struct db *db, struct err *e, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;
	int rc;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	rc = postgres_exec(db, text.data, e);
	buf_release(&text);
	return rc;
}

#define MARK "paquebot: being restored"

/* Whether nothing of that name is there but what an attempt has left: it may be
 * another club. */
static int
room_beside(struct replacing *r)
{
	struct buf text = BUF_INIT;
	int64_t others = 0;
	int rc;

	buf_printf(&text,
	    "SELECT count(*) FROM pg_namespace WHERE quote_ident(nspname) = "
	    "$q$%s$q$ AND obj_description(oid, 'pg_namespace') IS DISTINCT "
	    "FROM '" MARK "'",
	    r->beside);
	rc = postgres_number(r->club, text.data, &others, r->e);
	buf_release(&text);
	if (rc == 0 && others > 0)
		rc = err_set(r->e, ERR_GIVEUP,
		    "the schema %s is in the way: no attempt to restore has "
		    "left it",
		    r->beside);
	return rc;
}

static int
drop_beside(struct replacing *r, struct err *e)
{
	return do_with(r->club, e, "DROP SCHEMA IF EXISTS %s CASCADE",
	    r->beside);
}

/* The schema beside the club's, anew; what is left of an attempt that was cut
 * off goes. */
static int
open_beside(struct replacing *r)
{
	struct db *db = mem_zero(1, sizeof *db);
	struct postgres *p = mem_zero(1, sizeof *p);

	db->engine = &engine_postgres;
	db->where = mem_dup(r->club->where);
	db->handle = p;
	p->create = true;
	p->within = mem_dup(r->beside);
	p->club = r->club;
	r->fresh = db;
	return drop_beside(r, r->e) != 0 ||
		do_with(r->club, r->e,
		    "CREATE SCHEMA %s; COMMENT ON SCHEMA %s IS '" MARK "'",
		    r->beside, r->beside) != 0 ||
		postgres_connect(db, r->e) != 0 ||
		postgres_ours(db, DB_CREATE, r->e) != 0 ||
		engine_prepare(db, DB_CREATE, r->e) != 0 ?
	    -1 :
	    0;
}

/* Tables with what hangs on them, and functions, from one schema to
 * another. */
static int
move_all(struct replacing *r, const char *from, const char *to)
{
	return do_with(r->club, r->e,
	    "DO $$DECLARE t text; BEGIN FOR t IN SELECT format('TABLE %%s.%%I',"
	    " '%s', relname) FROM pg_class WHERE relnamespace = '%s'::"
	    "regnamespace AND relkind = 'r' AND relname <> 'paquebot_lease' "
	    "UNION ALL SELECT format("
	    "'FUNCTION %%s.%%I(%%s)', '%s', proname, "
	    "pg_get_function_identity_arguments(oid)) FROM pg_proc WHERE "
	    "pronamespace = '%s'::regnamespace AND proname IN ('instr', "
	    "'paquebot_next') LOOP EXECUTE format('ALTER %%s SET SCHEMA %s', "
	    "t); END LOOP; END$$",
	    from, from, from, from, to);
}

static int
change_places(struct replacing *r, bool there)
{
	int rc = db_begin(r->club, r->e);

	if (rc == 0 && there)
		rc = do_with(r->club, r->e, "CREATE SCHEMA %s", r->kept);
	if (rc == 0 && there)
		rc = move_all(r, r->schema, r->kept);
	else if (rc == 0)
		rc = postgres_exec(r->club, "DROP TABLE paquebot_version",
		    r->e);
	if (rc == 0)
		rc = move_all(r, r->beside, r->schema);
	if (rc == 0)
		rc = do_with(r->club, r->e, "DROP SCHEMA %s", r->beside);
	if (rc == 0)
		rc = db_commit(r->club, r->e);
	if (rc != 0)
		db_abort(r->club);
	return rc;
}

/* What failed leaves nothing there, while the server is. */
static int
fill_beside(struct replacing *r, bool there)
{
	struct err ignored;
	int rc = open_beside(r);

	if (rc == 0)
		rc = db_copy(r->file, r->fresh, NULL, r->e);
	if (rc == 0)
		rc = change_places(r, there);
	db_close(r->fresh);
	if (rc != 0)
		(void)drop_beside(r, &ignored);
	return rc;
}

/* Into a schema that is the club's own then; the old one is kept if there was
 * one. */
static int
restore_file(struct replacing *r, int64_t now, struct buf *kept)
{
	int was = 0, rc = postgres_version(r->club, &was, r->e);

	if (rc == 0)
		rc = restore_names(r, now);
	if (rc == 0)
		rc = room_beside(r);
	if (rc == 0)
		rc = fill_beside(r, was > 0);
	if (rc == 0 && was > 0)
		buf_printf(kept, "schema %s", r->kept);
	return rc;
}

/* The club, which nobody else is at work on. */
static int
restore_into(const char *where, struct db *file, int64_t now, struct buf *kept,
    struct err *e)
{
	struct replacing r = { .file = file, .e = e };
	int rc = engine_open(where, DB_CREATE, &r.club, e);

	if (rc == 0)
		rc = restore_file(&r, now, kept);
	db_close(r.club);
	free(r.schema);
	free(r.beside);
	free(r.kept);
	return rc;
}

/* A directory and the files in it. */
static void
sweep(const char *dir)
{
	DIR *all = opendir(dir);
	struct dirent *one;

	while (all != NULL && (one = readdir(all)) != NULL)
		if (strcmp(one->d_name, ".") != 0 &&
		    strcmp(one->d_name, "..") != 0)
			(void)unlinkat(dirfd(all), one->d_name, 0);
	if (all != NULL)
		(void)closedir(all);
	(void)rmdir(dir);
}

/* What is read is a copy, which may be of an older version: it is brought up to
 * date first. */
int
postgres_restore(const char *from, const char *where, int64_t now,
    struct buf *kept, struct err *e)
{
	const char *tmp = getenv("TMPDIR");
	struct buf dir = BUF_INIT, copy = BUF_INIT;
	struct db *file = NULL;
	int rc;

	buf_printf(&dir, "%s/paquebot-restore-XXXXXX",
	    tmp != NULL && *tmp != '\0' ? tmp : "/var/tmp");
	if (mkdtemp(dir.data) == NULL) {
		rc = err_system(e, "%s", dir.data);
		buf_release(&dir);
		return rc;
	}
	buf_printf(&copy, "%s/paquebot.db", dir.data);
	rc = file_ready(from, copy.data, where, now, e);
	if (rc == 0)
		rc = db_open(copy.data, DB_MIGRATE, &file, e);
	if (rc == 0)
		rc = restore_into(where, file, now, kept, e);
	db_close(file);
	sweep(dir.data);
	buf_release(&copy);
	buf_release(&dir);
	return rc;
}
