/* SPDX-License-Identifier: MIT */
#ifndef STORE_SQL_H
#define STORE_SQL_H

/*
 * Private to store/: one statement in use, without a word of the engine, so
 * that the files of the aggregates stay as they are on another one.
 * Parameters are $1, $2 … in order of first appearance, and their values are
 * given in that order; columns are read in order too. Statements are prepared
 * once per connection and kept, keyed by the address of their text, which
 * therefore is a string literal. A failure is remembered: what follows does
 * nothing, and sql_end tells it.
 *
 *     struct sql q = sql_ask(db, e, "SELECT … WHERE game = $1", INT(game));
 *
 *     while (sql_next(&q)) {
 *             sql_read(&q, TO(seat), TO(name));
 *             …
 *     }
 *     return sql_end(&q);
 */

#include "store/db.h"

struct sql {
	struct db *db;
	struct err *e;
	void *stmt;          /* of the engine */
	int slot;            /* in the cache; -1: its own */
	int column, columns; /* the next, and how many a row has */
	/* read so far; -1: it failed, also by who finds a row damaged */
	int rows;
	int stop; /* set to what a callback says: not 0, no row follows */
};

/* What a parameter is, borrowed until sql_end, or where a column goes. */
struct sql_value {
	enum sql_kind {
		SQL_NONE,
		SQL_INT,
		SQL_ID,
		SQL_TEXT,
		SQL_BLOB,
		SQL_TO_INT,
		SQL_TO_LONG,
		SQL_TO_BOOL,
		SQL_TO_TEXT,
		SQL_TO_LENT,
		SQL_TO_BUF,
		SQL_TO_ARRAY
	} kind;
	int64_t n;
	const void *data;
	void *to;
};
#define INT(number) ((struct sql_value){ SQL_INT, (number), NULL, NULL })
/* 0 is NULL. */
#define ID(number) ((struct sql_value){ SQL_ID, (number), NULL, NULL })
/* NULL is NULL. */
#define TEXT(s) ((struct sql_value){ SQL_TEXT, 0, (s), NULL })
/* Never NULL. */
#define BLOB(data, len) \
	((struct sql_value){ SQL_BLOB, (int64_t)(len), (data), NULL })
/* A number (NULL is 0), a text that is owned then, or with const lent until the
 * next row (NULL for NULL), or a buffer to append to. */
#define TO(x) \
	((struct sql_value){ _Generic(&(x), \
		int *: SQL_TO_INT, \
		unsigned *: SQL_TO_INT, \
		int64_t *: SQL_TO_LONG, \
		bool *: SQL_TO_BOOL, \
		char **: SQL_TO_TEXT, \
		const char **: SQL_TO_LENT, \
		struct buf *: SQL_TO_BUF), \
	    0, NULL, &(x) })
/* A text cut to the size of an array; NULL is "". */
#define TO_ARRAY(x) ((struct sql_value){ SQL_TO_ARRAY, sizeof(x), NULL, (x) })

/* Of the arguments of a call, the first and the list of the others. */
#define SQL_LIST(first, ...) \
	(first), (const struct sql_value[]) \
	{ \
		__VA_ARGS__ \
	}
#define SQL_END ((struct sql_value){ SQL_NONE, 0, NULL, NULL })

/* sql_ask(db, e, text, values …); sql_end after any step: -1, or how many rows
 * were read. */
#define sql_ask(db, e, ...) sql_ask_with(db, e, SQL_LIST(__VA_ARGS__, SQL_END))
struct sql sql_ask_with(struct db *db, struct err *e, const char *text,
    const struct sql_value *values);
bool sql_next(struct sql *q);
int sql_end(struct sql *q);

/* sql_read(q, places …): the next columns of the row. */
#define sql_read(...) sql_read_with(SQL_LIST(__VA_ARGS__, SQL_END))
void sql_read_with(struct sql *q, const struct sql_value *places);
int64_t sql_get_int(struct sql *q);
char *sql_get_text(struct sql *q);

/* sql_do(db, e, text, values …, places …): the whole of a statement that gives
 * one row, or some that are not wanted: -1, or how many. */
#define sql_do(db, e, ...) sql_do_with(db, e, SQL_LIST(__VA_ARGS__, SQL_END))
int sql_do_with(struct db *db, struct err *e, const char *text,
    const struct sql_value *values);
/* The same for who does not ask how many: 0, -1. */
#define sql_done(db, e, ...) (sql_do(db, e, __VA_ARGS__) < 0 ? -1 : 0)

#endif
