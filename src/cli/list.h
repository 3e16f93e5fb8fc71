/* SPDX-License-Identifier: MIT */
#ifndef CLI_LIST_H
#define CLI_LIST_H

/*
 * What a subcommand lists: columns as wide as what is in them for people, an
 * array of objects for programs (--json). A table names the columns once, in
 * the order that people see, and where in a row's struct each one lies, or the
 * function that works it out.
 *
 * What grows with the club comes in pages, of LIST_PAGE rows for people and
 * whole for programs, if --limit does not say otherwise; --after begins behind
 * what a page has ended with. Rows that belong together, as those of a game,
 * stay on one page.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/instance.h"

enum { LIST_COLUMNS = 20, LIST_PAGE = 50 };

enum list_kind {
	LIST_TEXT, /* char *, NULL is nothing */
	LIST_INT,  /* int or int64_t */
	LIST_ID,   /* the same, 0 is nothing */
	LIST_BOOL,
	LIST_TIME /* int64_t, seconds; 0 is never */
};

struct cli_rows;

struct cli_column {
	const char *key; /* in JSON; for people in capitals */
	enum list_kind kind;
	size_t at, size; /* of the member: LIST_AT */
	/* instead: adds one cell */
	void (*put)(struct cli_rows *l, const void *row);
	enum { LIST_FOR_BOTH, LIST_FOR_PEOPLE, LIST_FOR_PROGRAMS } whom;
	/* as printf has it, negative: to the left; 0: as wide as what is in
	 * it */
	int width;
	int gap; /* to the next column; 0: two */
};
#define LIST_AT(type, member) \
	.at = offsetof(type, member), .size = sizeof((type *)0)->member

struct cli_list {
	const struct cli_column *columns; /* closed by a key of NULL */
	const char *none; /* said to people if nothing is there */
	/* Adds the rows. 0, -1 with l->e, or having said why an exit code. */
	int (*fill)(struct cli_rows *l);
	/* it has pages: the command has --after and --limit, and fill begins
	 * behind page.after and asks list_full */
	enum { LIST_WHOLE, LIST_PAGED } pages;
};

struct cli_page {
	long long after, most; /* most 0: no limit */
	int64_t last;          /* what it ends with, */
	bool more;             /* and something is behind that */
};

struct cli_rows {
	const struct cli *cli;     /* borrowed, as the next two */
	struct instance *instance; /* NULL: of a list without one */
	const struct cli_list *list;
	bool as_json;
	const struct cli_column *column[LIST_COLUMNS]; /* those wanted */
	size_t columns;
	struct cli_cell *cell; /* owned */
	size_t used;
	struct cli_page page;
	struct err e;
	bool failed; /* list_failed */
};

/* Fills and prints. 0 or an exit code. */
int list_run(const struct cli *cli, struct instance *o,
    const struct cli_list *list);

/* The parts of it, for a list that is filled otherwise; list->fill is not
 * asked. list_print frees. */
void list_open(struct cli_rows *l, const struct cli *cli,
    const struct cli_list *list, bool as_json);
void list_print(struct cli_rows *l);
void list_release(struct cli_rows *l);

/* A row: the struct of the table. */
void list_row(struct cli_rows *l, const void *row);
/* Before the rows of what has that number: whether they are for another page,
 * as is all that follows. */
bool list_full(struct cli_rows *l, int64_t id);
/* People do not see a column; before the first row. */
void list_hide(struct cli_rows *l, const char *key);
/* 0: there is a game of that number; EX_NOINPUT, having said that there is not;
 * -1. */
int list_of_game(struct cli_rows *l, int64_t id);
/* For a function that is told of rows: the list fails, by l->e. 1, which stops
 * whoever tells. */
int list_failed(struct cli_rows *l);

/* One cell. What cannot be shown in a line is a space for people. Names: a
 * line each, an array in JSON. */
void list_int(struct cli_rows *l, int64_t n);
void list_text(struct cli_rows *l, const char *s);
void list_time(struct cli_rows *l, int64_t t);
void list_names(struct cli_rows *l, const char *lines);

#endif
