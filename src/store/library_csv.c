/* SPDX-License-Identifier: MIT */
#include "store/library_own.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* The tables of a library as files of comma-separated values (RFC 4180): a head
 * line, CR LF, NULL as nothing. */

static void
put_field(FILE *out, const char *s)
{
	if (strpbrk(s, ",\"\r\n") == NULL) {
		(void)fputs(s, out);
		return;
	}
	(void)fputc('"', out);
	for (; *s != '\0'; s++) {
		if (*s == '"')
			(void)fputc('"', out);
		(void)fputc(*s, out);
	}
	(void)fputc('"', out);
}

static void
put_row(FILE *out, sqlite3_stmt *stmt, bool head)
{
	int n = sqlite3_column_count(stmt);

	for (int i = 0; i < n; i++) {
		const unsigned char *s = head ? NULL :
						sqlite3_column_text(stmt, i);

		if (i > 0)
			(void)fputc(',', out);
		if (head)
			put_field(out, sqlite3_column_name(stmt, i));
		else if (s != NULL)
			put_field(out, (const char *)s);
	}
	(void)fputs("\r\n", out);
}

static int
put_rows(const struct library *l, sqlite3_stmt *stmt, FILE *out, struct err *e)
{
	int rc;

	put_row(out, stmt, true);
	while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
		put_row(out, stmt, false);
	return rc == SQLITE_DONE ? 0 : library_fail(l, "library", e);
}

static int
put_table(const struct library *l, const char *table, const char *folder,
    struct err *e)
{
	struct buf text = BUF_INIT;
	sqlite3_stmt *stmt = NULL;
	FILE *out;
	int rc;

	buf_printf(&text, "SELECT * FROM \"%s\"", table);
	rc = sqlite3_prepare_v2(l->db, buf_text(&text), -1, &stmt, NULL) ==
		SQLITE_OK ?
	    0 :
	    library_fail(l, table, e);
	buf_clear(&text);
	buf_printf(&text, "%s/%s.csv", folder, table);
	out = rc == 0 ? fopen(buf_text(&text), "wex") : NULL;
	if (rc == 0 && out == NULL)
		rc = err_system(e, "cannot write %s", buf_text(&text));
	if (rc == 0)
		rc = put_rows(l, stmt, out, e);
	if (out != NULL &&
	    (ferror(out) != 0) + (fflush(out) != 0) +
		    (fsync(fileno(out)) != 0) + (fclose(out) != 0) !=
		0 &&
	    rc == 0)
		rc = err_system(e, "cannot write %s", buf_text(&text));
	(void)sqlite3_finalize(stmt);
	buf_release(&text);
	return rc;
}

static int
put_tables(struct library *l, const char *folder, struct err *e)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(l->db,
	    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT "
	    "LIKE 'sqlite_%' ORDER BY name",
	    -1, &stmt, NULL);

	rc = rc == SQLITE_OK ? 0 : library_fail(l, "library", e);
	while (rc == 0 && sqlite3_step(stmt) == SQLITE_ROW)
		rc = put_table(l, (const char *)sqlite3_column_text(stmt, 0),
		    folder, e);
	(void)sqlite3_finalize(stmt);
	return rc;
}

/* A folder that was made here, with the files of tables in it. */
static void
throw_away(struct library *l, const char *folder)
{
	sqlite3_stmt *stmt = NULL;
	struct buf name = BUF_INIT;

	(void)sqlite3_prepare_v2(l->db,
	    "SELECT name FROM sqlite_schema WHERE type = 'table'", -1, &stmt,
	    NULL);
	while (sqlite3_step(stmt) == SQLITE_ROW) {
		buf_clear(&name);
		buf_printf(&name, "%s/%s.csv", folder,
		    sqlite3_column_text(stmt, 0));
		(void)unlink(buf_text(&name));
	}
	(void)sqlite3_finalize(stmt);
	(void)rmdir(folder);
	buf_release(&name);
}

static int
is_there(const char *folder, struct err *e)
{
	return err_set(e, ERR_GIVEUP, "%s is there, and not an empty folder",
	    folder);
}

int
library_may_csv(const char *folder, struct err *e)
{
	char *above = file_directory(folder);
	int rc = access(above, W_OK | X_OK) == 0 ?
	    0 :
	    err_system(e, "cannot make %s", folder);
	struct dirent **entry;
	int n;

	free(above);
	if (rc != 0)
		return rc;
	n = scandir(folder, &entry, NULL, NULL);
	if (n < 0)
		return errno == ENOENT ? 0 : is_there(folder, e);
	for (int i = 0; i < n; i++)
		free(entry[i]);
	free(entry);
	return n == 2 ? 0 : is_there(folder, e);
}

int
library_csv(struct library *l, const char *folder, struct err *e)
{
	struct buf made = BUF_INIT;
	int rc;

	buf_printf(&made, "%s.XXXXXX", folder);
	if (mkdtemp(made.data) == NULL) {
		rc = err_system(e, "cannot make %s", folder);
		buf_release(&made);
		return rc;
	}
	rc = put_tables(l, buf_text(&made), e);
	if (rc == 0 && rename(buf_text(&made), folder) != 0)
		rc = errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR ?
		    is_there(folder, e) :
		    err_system(e, "cannot make %s", folder);
	if (rc == 0 && file_sync_name(folder) != 0)
		rc = err_system(e, "cannot make %s", folder);
	if (rc != 0)
		throw_away(l, buf_text(&made));
	buf_release(&made);
	return rc;
}
