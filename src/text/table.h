/* SPDX-License-Identifier: MIT */
#ifndef TEXT_TABLE_H
#define TEXT_TABLE_H

/*
 * A table of the Markdown tree as text: aligned in columns if that fits the
 * width, else (and always in list) one line of words a row: "Label: header
 * value, header value." Private to text/.
 */

#include <cmark-gfm.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "text/tree.h"

enum { TABLE_COLS_MAX = 24 };

struct cell {
	size_t at, len; /* bytes of table.text */
	int width;      /* of its widest line */
	int lines;
};

struct text_table {
	struct buf text;           /* owned: of all cells */
	struct cell *cell;         /* owned: rows * cols, header first */
	int rows, cols;            /* rows: without the header */
	int width[TABLE_COLS_MAX]; /* columns of text; 0: not shown */
	int least[TABLE_COLS_MAX]; /* narrower would cut a word */
	bool right[TABLE_COLS_MAX];
	bool titled; /* the first header is a heading */
	bool ruled;  /* a rule below the headers */
};

/* title NULL, or what stands in the (empty) first header. */
void table_init(struct text_table *t, cmark_node *node, enum form form,
    const char *title);
void table_release(struct text_table *t);

/* The first header cell is empty, others are not: the heading fits there. */
bool table_wants_title(cmark_node *node);

/* Narrows the columns until the table fits; false: it cannot. */
bool table_fit(struct text_table *t, int width, int indent);
/* After table_fit. */
void table_columns(struct text_table *t, int indent, struct buf *out);
/* One line of words a row; the prefixes are those of flow(). */
void table_words(struct text_table *t, int width, const char *first,
    const char *rest, struct buf *out);

/* Of a row's words: whether a cell says nothing; which one the row is about,
 * the first that says something if nothing stands above it (-1: none); what
 * stands between the others, a semicolon where one of them holds commas. */
bool table_blank(const struct text_table *t, int row, int col);
int table_label(const struct text_table *t, int row);
const char *table_separator(const struct text_table *t, int row);

#endif
