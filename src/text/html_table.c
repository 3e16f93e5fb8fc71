/* SPDX-License-Identifier: MIT */
#include <cmark-gfm-core-extensions.h>

#include "text/html.h"
#include "text/table.h"
#include "text/tree.h"

/* Letters beside each other on a telephone that is 360 pixels wide. */
enum { TELEPHONE = 36 };

static void
put_row(struct html_page *p, cmark_node *row, const uint8_t *align, bool header)
{
	cmark_node *cell = cmark_node_first_child(row);

	html_open(p, header ? "thead" : "tr");
	for (int col = 0; cell; col++, cell = cmark_node_next(cell)) {
		bool right = align != NULL && align[col] == 'r';

		/* A header without a word is none to those who listen. */
		bool head = header && cmark_node_first_child(cell);

		if (head)
			html_open(p, right ? "thr" : "th");
		else
			html_open(p, right ? "tdr" : "td");
		html_inlines(p, cell);
		/* HTML needs no end tags here, and pages have many. */
		if (!p->fragment)
			html_close(p, head ? "th" : "td");
	}
	buf_str(p->out, p->fragment ? "\n" : "</tr>\n");
}

static bool
is_empty_row(cmark_node *row)
{
	cmark_node *cell = cmark_node_first_child(row);
	struct buf text = BUF_INIT;
	bool empty;

	for (; cell; cell = cmark_node_next(cell))
		tree_text(cell, FORM_BOARD, &text);
	empty = text.len == 0;
	buf_release(&text);
	return empty;
}

static void
put_columns(struct html_page *p, cmark_node *table)
{
	cmark_node *row = cmark_node_first_child(table);
	const uint8_t *align = cmark_gfm_extensions_get_table_alignments(table);

	html_open(p, "table");
	buf_char(p->out, '\n');
	for (; row != NULL && html_room(p, 2000); row = cmark_node_next(row)) {
		if (!tree_is_header(row))
			put_row(p, row, align, false);
		else if (!is_empty_row(row))
			put_row(p, row, align, true);
	}
	buf_str(p->out, "</table>\n");
}

/* One row as table_words has it, with what is marked in its cells. */
static void
put_words(struct html_page *p, const struct text_table *t, int number,
    cmark_node *row, cmark_node *header)
{
	cmark_node *cell = cmark_node_first_child(row);
	cmark_node *head = cmark_node_first_child(header);
	int label = table_label(t, number);
	const char *between = label >= 0 ? ": " : "";

	html_open(p, "words");
	p->stacked = true;
	for (int col = 0; cell != NULL && col < t->cols;
	    col++, cell = cmark_node_next(cell), head = cmark_node_next(head)) {
		if (table_blank(t, number, col))
			continue;
		if (col == label) {
			html_open(p, "strong");
			html_inlines(p, cell);
			html_close(p, "strong");
			continue;
		}
		buf_str(p->out, between);
		between = table_separator(t, number);
		if (cmark_node_first_child(head) != NULL) {
			html_open(p, "small");
			html_inlines(p, head);
			html_close(p, "span");
			buf_char(p->out, ' ');
		}
		html_inlines(p, cell);
	}
	p->stacked = false;
	buf_str(p->out, "</p>\n");
}

static void
put_stack(struct html_page *p, const struct text_table *t, cmark_node *table)
{
	cmark_node *header = cmark_node_first_child(table);
	cmark_node *row = cmark_node_next(header);

	for (int n = 0; row != NULL && html_room(p, 2000);
	    n++, row = cmark_node_next(row))
		put_words(p, t, n, row, header);
}

/* The link that its first cell is; NULL: it is more, or another thing. */
static cmark_node *
link_of(cmark_node *row)
{
	cmark_node *cell = cmark_node_first_child(row);
	cmark_node *link = cell != NULL ? cmark_node_first_child(cell) : NULL;

	return link != NULL && cmark_node_next(link) == NULL &&
		cmark_node_get_type(link) == CMARK_NODE_LINK ?
	    link :
	    NULL;
}

/* Numbers that are links, and nothing above them. */
static bool
is_menu(cmark_node *table)
{
	cmark_node *row = cmark_node_first_child(table);

	if (!is_empty_row(row))
		return false;
	while ((row = cmark_node_next(row)) != NULL)
		if (link_of(row) != NULL)
			return true;
	return false;
}

/* The number, what it does, and below the words to write. */
static void
put_move(struct html_page *p, cmark_node *row)
{
	cmark_node *cell = cmark_node_first_child(row);
	cmark_node *link = link_of(row);
	bool tap = link != NULL && html_link(p, "tap", link);
	const char *after = "\u2002";

	if (!tap)
		html_open(p, "untap");
	if (cmark_node_first_child(cell) != NULL) {
		html_open(p, "strong");
		html_inlines(p, link != NULL ? link : cell);
		html_close(p, "strong");
	} else {
		after = "";
	}
	while ((cell = cmark_node_next(cell)) != NULL) {
		if (cmark_node_first_child(cell) == NULL)
			continue;
		buf_str(p->out, after);
		html_inlines(p, cell);
		after = "<br>";
	}
	html_close(p, tap ? "a" : "div");
	buf_char(p->out, '\n');
}

static void
put_menu(struct html_page *p, cmark_node *table)
{
	cmark_node *row = cmark_node_first_child(table);

	while ((row = cmark_node_next(row)) != NULL && html_room(p, 2000))
		put_move(p, row);
}

void
html_table(struct html_page *p, cmark_node *table)
{
	struct text_table t;

	if (p->dress != HTML_MAIL) {
		put_columns(p, table);
		return;
	}
	if (is_menu(table)) {
		put_menu(p, table);
		return;
	}
	table_init(&t, table, FORM_BOARD, NULL);
	if (table_fit(&t, TELEPHONE, 0))
		put_columns(p, table);
	else
		put_stack(p, &t, table);
	table_release(&t);
}
