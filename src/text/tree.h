/* SPDX-License-Identifier: MIT */
#ifndef TEXT_TREE_H
#define TEXT_TREE_H

/*
 * The Markdown tree as the walkers see it: kinds of nodes including the
 * extensions', and the text of a node's inlines. Private to text/.
 *
 * In text for the board or list, NBSP stands for a space that should not end
 * a line (inside of code), CODE_END follows the last letter of code, and LF is
 * a hard break; flow.h writes all three.
 */

#include <cmark-gfm.h>
#include <stdbool.h>

#include "base/buf.h"

enum { NBSP = '\x01', CODE_END = '\x02' };

enum form { FORM_BOARD, FORM_LIST };

enum kind {
	KIND_OTHER,
	KIND_PARAGRAPH,
	KIND_HEADING,
	KIND_LIST,
	KIND_ITEM,
	KIND_TABLE,
	KIND_CODE,
	KIND_QUOTE,
	KIND_RULE
};

struct markdown {
	cmark_node *root; /* owned */
};

enum kind tree_kind(cmark_node *n);
bool tree_is_strike(cmark_node *n);
bool tree_is_cell(cmark_node *n);
bool tree_is_header(cmark_node *row);
/* A <br> in a cell. */
bool tree_is_break(cmark_node *n);
/* A code block that is a drawing ("map"), or a file as it is ("file"). */
bool tree_is_code(cmark_node *code, const char *what);
/* One where a picture may stand, and which: "map 2"; 0: the only one. */
bool tree_is_drawing(cmark_node *code);
int tree_drawing_number(cmark_node *code);

/* A section that is said, its heading struck, stands where nothing is drawn in
 * columns; one that is drawn, its heading emphasised, where it is. */
bool tree_is_said(cmark_node *heading);
bool tree_is_drawn(cmark_node *heading);
/* The end of such a section, which is the heading and one block. */
cmark_node *tree_section_end(cmark_node *heading);

/* A paragraph of links and nothing else: words to touch, which the text above
 * it says too. */
bool tree_is_taps(cmark_node *paragraph);

/* Whether what is in it begins with a bracket, which no comma stands before. */
bool tree_is_aside(cmark_node *parent);

/* The text of all inlines of a block or cell. */
void tree_text(cmark_node *block, enum form form, struct buf *out);
/* A heading is in two parts: the name, whatever marks it, and what is
 * emphasised behind it. */
void tree_heading(cmark_node *heading, enum form form, struct buf *name,
    struct buf *rest);

#endif
