/* SPDX-License-Identifier: MIT */
#ifndef STORE_SQL_H
#define STORE_SQL_H

/*
 * Private to store/: one statement in use, without a word of the engine, so
 * that the files of the aggregates stay as they are on another one.
 * Parameters are $1, $2 … in order of first appearance, and are bound in that
 * order; columns are read in order too. Statements are prepared once per
 * connection and kept, keyed by the address of their text, which therefore
 * is a string literal.
 *
 *     struct sql q;
 *     if (sql_open(db, &q, "SELECT … WHERE id = $1", e) != 0)
 *             return -1;
 *     sql_int(&q, id);
 *     while ((got = sql_step(&q, e)) > 0)
 *             n = sql_get_int(&q);
 *     sql_close(&q);
 */

#include "store/db.h"

struct sql {
	struct db *db;
	void *stmt;                      /* of the engine */
	int slot;                        /* in the cache; -1: its own */
	int bound, column;
};

int sql_open(struct db *db, struct sql *q, const char *text, struct err *e);
void sql_close(struct sql *q);           /* resets; safe after any step */

void sql_int(struct sql *q, int64_t n);
void sql_id(struct sql *q, int64_t id);  /* 0 binds NULL */
/* NULL binds NULL; borrowed until close */
void sql_text(struct sql *q, const char *s);
void sql_blob(struct sql *q, const void *data, size_t len);   /* the same */

/* 1 a row, 0 no more, -1. */
int sql_step(struct sql *q, struct err *e);
/* Steps to the end and closes: -1, or 0 without and 1 with a row (of a
 * RETURNING clause whose values are not wanted). */
int sql_run(struct sql *q, struct err *e);
/* The same for a statement that gives one number: 1 found, 0 no row. */
int sql_run_int(struct sql *q, int64_t *out, struct err *e);

int64_t sql_get_int(struct sql *q);      /* NULL reads as 0 */
char *sql_get_text(struct sql *q);       /* owned; NULL for NULL */
void sql_get_blob(struct sql *q, struct buf *out);   /* appended */

#endif
