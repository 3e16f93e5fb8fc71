/* SPDX-License-Identifier: MIT */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

/*
 * A table that a subcommand prints: columns as wide as what is in them for
 * people, an array of objects for programs (--json). The columns are named
 * once; each row gives its cells in that order. In JSON the names are the
 * keys, so they are given in rising order of the alphabet there: `order` says
 * which column comes where for people.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum { ROWS_COLUMNS = 12 };

struct rows {
	const char *const *names;        /* borrowed: rising, NULL at the end */
	const char *shown;               /* "id name state": columns for people */
	bool as_json;
	size_t columns, n;
	struct row_cell *cell;           /* owned */
	size_t used, room;
};

void rows_open(struct rows *r, const char *const *names, const char *shown,
	bool as_json);
/* One cell, in the order of names. rows_time: a moment, 0 is never. rows_str:
 * NULL is nothing; for people what cannot be shown in a line is a space. */
void rows_int(struct rows *r, int64_t n);
void rows_str(struct rows *r, const char *s);
void rows_bool(struct rows *r, bool b);
void rows_time(struct rows *r, int64_t t);
/* Prints to standard output, or says `none` on standard error where there is
 * nothing for people to see; frees. */
void rows_print(struct rows *r, const char *none);
void rows_release(struct rows *r);

#endif
