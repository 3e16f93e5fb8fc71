/* SPDX-License-Identifier: MIT */
#ifndef STORE_SQL_H
#define STORE_SQL_H

/*
 * Private to store/: one statement in use, without a word of the engine, so
 * that the files of the aggregates stay as they are on another one.
 * Parameters are $1, $2 … in order of first appearance, and their values are
 * given in that order: INT(n), ID(n), TEXT(s), BLOB(data, len). Columns are
 * read in order too. Statements are prepared once per connection and kept,
 * keyed by the address of their text, which therefore is a string literal.
 * A failure is remembered: what follows does nothing, and sql_end tells it.
 *
 *     struct sql q = sql_ask(db, e, "SELECT … WHERE id = $1", INT(id));
 *
 *     while (sql_next(&q))
 *             n += sql_get_int(&q);
 *     return sql_end(&q);
 */

#include "store/db.h"

struct sql {
	struct db *db;
	struct err *e;
	void *stmt;                      /* of the engine */
	int slot;                        /* in the cache; -1: its own */
	int bound, column;
	int rows;                        /* read so far; -1: it failed, also by
	                                    who finds a row damaged */
};

struct sql_value {
	enum { SQL_NONE, SQL_INT, SQL_ID, SQL_TEXT, SQL_BLOB } kind;
	int64_t n;
	const void *data;                /* borrowed until sql_end */
};
#define INT(number) ((struct sql_value){ SQL_INT, (number), NULL })
/* 0 is NULL. */
#define ID(number) ((struct sql_value){ SQL_ID, (number), NULL })
/* NULL is NULL. */
#define TEXT(s) ((struct sql_value){ SQL_TEXT, 0, (s) })
/* Never NULL. */
#define BLOB(data, len) ((struct sql_value){ SQL_BLOB, (int64_t)(len), (data) })

/* Of the arguments of a call, the text and the list of the values. */
#define SQL_CALL(text, ...) (text), (const struct sql_value[]){ __VA_ARGS__ }
#define SQL_END ((struct sql_value){ SQL_NONE, 0, NULL })

/* sql_ask(db, e, text, values …), and to its end after any step: -1, or how
 * many rows were read. */
#define sql_ask(db, e, ...) \
	sql_ask_with(db, e, SQL_CALL(__VA_ARGS__, SQL_END))
struct sql sql_ask_with(struct db *db, struct err *e, const char *text,
	const struct sql_value *values);
bool sql_next(struct sql *q);
int sql_end(struct sql *q);

/* The whole of a statement whose rows are not wanted: -1, or how many. */
#define sql_do(db, e, ...) sql_do_with(db, e, SQL_CALL(__VA_ARGS__, SQL_END))
int sql_do_with(struct db *db, struct err *e, const char *text,
	const struct sql_value *values);
/* The same of one that gives a number: *out, or as it was without a row. */
#define sql_number(db, e, out, ...) \
	sql_number_with(db, e, out, SQL_CALL(__VA_ARGS__, SQL_END))
int sql_number_with(struct db *db, struct err *e, int64_t *out, const char *text,
	const struct sql_value *values);
/* The same of one that gives a text, which is appended. */
#define sql_string(db, e, out, ...) \
	sql_string_with(db, e, out, SQL_CALL(__VA_ARGS__, SQL_END))
int sql_string_with(struct db *db, struct err *e, struct buf *out,
	const char *text, const struct sql_value *values);
/* One that counts: 0, -1. */
#define sql_count(db, e, out, ...) \
	sql_count_with(db, e, out, SQL_CALL(__VA_ARGS__, SQL_END))
int sql_count_with(struct db *db, struct err *e, int *out, const char *text,
	const struct sql_value *values);

int64_t sql_get_int(struct sql *q);      /* NULL reads as 0 */
char *sql_get_text(struct sql *q);       /* owned; NULL for NULL */
void sql_get_blob(struct sql *q, struct buf *out);   /* appended */

/* The same in steps, for clocks and tests. */
int sql_open(struct db *db, struct sql *q, const char *text, struct err *e);
void sql_close(struct sql *q);
void sql_int(struct sql *q, int64_t n);
void sql_text(struct sql *q, const char *s);
int sql_step(struct sql *q, struct err *e);
int sql_run(struct sql *q, struct err *e);
int sql_run_int(struct sql *q, int64_t *out, struct err *e);

#endif
