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

/* A row of which list has nothing: the rest of what the one above is about. */
static bool
goes_on(cmark_node *row)
{
	bool any = false;

	for (cmark_node *cell = cmark_node_first_child(row); cell != NULL;
	    cell = cmark_node_next(cell))
		for (cmark_node *n = cmark_node_first_child(cell); n != NULL;
		    n = cmark_node_next(n), any = true)
			if (cmark_node_get_type(n) != CMARK_NODE_EMPH)
				return false;
	return any;
}

/* A row while its words are written: what stands before the next. */
struct in_words {
	const struct text_table *t;
	const char *between, *separator;
	cmark_node *header;
};

static void
put_label(struct html_page *p, cmark_node *cell, cmark_node *more)
{
	html_open(p, "strong");
	html_inlines(p, cell);
	if (more != NULL) {
		buf_str(p->out, ", ");
		html_inlines(p, more);
	}
	html_close(p, "strong");
}

/* What the words of a column are, small; the first of them stays with it, but
 * a command, which is not broken either. */
static void
put_head(struct html_page *p, cmark_node *head, cmark_node *cell)
{
	cmark_node *n = cmark_node_first_child(cell);
	bool code = n != NULL && cmark_node_get_type(n) == CMARK_NODE_CODE;

	if (cmark_node_first_child(head) == NULL)
		return;
	html_open(p, "small");
	html_inlines(p, head);
	html_close(p, "span");
	buf_str(p->out, code ? " " : "\u00a0");
}

/* The cells of a row from a column on. */
static void
put_cells(struct html_page *p, struct in_words *w, int number, cmark_node *row,
    int from)
{
	cmark_node *cell = cmark_node_first_child(row);
	cmark_node *head = cmark_node_first_child(w->header);

	for (int col = 0; cell != NULL && col < w->t->cols;
	    col++, cell = cmark_node_next(cell), head = cmark_node_next(head)) {
		if (col < from || table_blank(w->t, number, col))
			continue;
		buf_str(p->out, tree_is_aside(cell) ? " " : w->between);
		w->between = w->separator;
		put_head(p, head, cell);
		html_inlines(p, cell);
	}
}

static cmark_node *
cell_of(cmark_node *row, int col)
{
	cmark_node *cell = cmark_node_first_child(row);

	while (cell != NULL && col-- > 0)
		cell = cmark_node_next(cell);
	return cell;
}

/* One row as table_words has it, with what is marked in its cells; below: the
 * row that it goes on in, or NULL. */
static void
put_words(struct html_page *p, const struct text_table *t, int number,
    cmark_node *row, cmark_node *header, cmark_node *below)
{
	int label = table_label(t, number);
	struct in_words w = { t, label >= 0 ? ": " : "",
		table_separator(t, number), header };

	html_open(p, "words");
	p->stacked = true;
	if (label >= 0)
		put_label(p, cell_of(row, label),
		    below != NULL ? cell_of(below, label) : NULL);
	put_cells(p, &w, number, row, label + 1);
	if (below != NULL)
		put_cells(p, &w, number + 1, below, label + 1);
	p->stacked = false;
	buf_str(p->out, "</p>\n");
}

static void
put_stack(struct html_page *p, const struct text_table *t, cmark_node *table)
{
	cmark_node *header = cmark_node_first_child(table);
	cmark_node *row = cmark_node_next(header);

	for (int n = 0; row != NULL && html_room(p, 2000);
	    n++, row = cmark_node_next(row)) {
		cmark_node *next = cmark_node_next(row);
		bool more = next != NULL && goes_on(next);

		put_words(p, t, n, row, header, more ? next : NULL);
		if (more) {
			n++;
			row = next;
		}
	}
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
	p->tapped = true;
	while ((cell = cmark_node_next(cell)) != NULL) {
		if (cmark_node_first_child(cell) == NULL)
			continue;
		buf_str(p->out, after);
		html_inlines(p, cell);
		after = "<br>";
	}
	p->tapped = false;
	if (tap)
		html_close(p, "a");
	html_close(p, "div");
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
