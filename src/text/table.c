/* SPDX-License-Identifier: MIT */
#include "text/table.h"

#include <cmark-gfm-core-extensions.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/flow.h"

enum { GAP = 2, LINES_MAX = 2, COLUMN_MIN = 12 };

static struct cell *
cell_at(const struct text_table *t, int row, int col)
{
	return &t->cell[(row + 1) * t->cols + col];
}

static const char *
cell_text(const struct text_table *t, const struct cell *c)
{
	return buf_text(&t->text) + c->at;
}

static int
count_rows(cmark_node *node)
{
	cmark_node *row = cmark_node_first_child(node);
	int n = 0;

	for (; row; row = cmark_node_next(row))
		n += !tree_is_header(row);
	return n;
}

static void
read_row(struct text_table *t, cmark_node *row, int number, enum form form)
{
	cmark_node *n = cmark_node_first_child(row);

	for (int col = 0; n != NULL && col < t->cols;
	    col++, n = cmark_node_next(n)) {
		struct cell *c = cell_at(t, number, col);

		c->at = t->text.len;
		tree_text(n, form, &t->text);
		c->len = t->text.len - c->at;
	}
}

static void
measure(struct text_table *t, int row, int col)
{
	struct cell *c = cell_at(t, row, col);
	struct extent x = flow_measure(cell_text(t, c), c->len);

	c->width = x.widest;
	c->lines = x.lines;
	/* A heading begins a column further left than the rows below. */
	if (row < 0 && col == 0 && t->titled)
		x.longest = --x.widest;
	if (x.widest > t->width[col])
		t->width[col] = x.widest;
	if (x.longest > t->least[col])
		t->least[col] = x.longest;
}

void
table_init(struct text_table *t, cmark_node *node, enum form form,
    const char *title)
{
	cmark_node *row = cmark_node_first_child(node);
	const uint8_t *align = cmark_gfm_extensions_get_table_alignments(node);
	int number = 0;

	memset(t, 0, sizeof(*t));
	t->cols = cmark_gfm_extensions_get_table_columns(node);
	if (t->cols > TABLE_COLS_MAX)
		t->cols = TABLE_COLS_MAX;
	t->rows = count_rows(node);
	t->cell = mem_zero((size_t)(t->rows + 1) * (size_t)t->cols,
	    sizeof(*t->cell));
	for (; row; row = cmark_node_next(row))
		read_row(t, row, tree_is_header(row) ? -1 : number++, form);
	if (title != NULL && t->cols) {
		t->titled = true;
		*cell_at(t, -1, 0) = (struct cell){ .at = t->text.len,
			.len = strlen(title) };
		buf_str(&t->text, title);
	}
	for (int col = 0; col < t->cols; col++) {
		t->right[col] = align != NULL && align[col] == 'r';
		for (int r = -1; r < t->rows; r++)
			measure(t, r, col);
	}
}

void
table_release(struct text_table *t)
{
	buf_release(&t->text);
	free(t->cell);
}

bool
table_wants_title(cmark_node *node)
{
	cmark_node *row = cmark_node_first_child(node), *cell;
	const uint8_t *align = cmark_gfm_extensions_get_table_alignments(node);

	if (row == NULL || !tree_is_header(row) || align == NULL ||
	    align[0] == 'r')
		return false;
	cell = cmark_node_first_child(row);
	if (cell == NULL || cmark_node_first_child(cell))
		return false;
	while ((cell = cmark_node_next(cell)) != NULL)
		if (cmark_node_first_child(cell))
			return true;
	return false;
}

static int
total(const struct text_table *t)
{
	int sum = 0, shown = 0;

	for (int col = 0; col < t->cols; col++) {
		sum += t->width[col];
		shown += t->width[col] > 0;
	}
	return sum + (shown > 1 ? (shown - 1) * GAP : 0);
}

/* Takes a column off the widest that can be narrowed. */
static bool
narrow(struct text_table *t)
{
	int widest = -1;

	for (int col = 0; col < t->cols; col++)
		if (t->width[col] > t->least[col] &&
		    t->width[col] > COLUMN_MIN &&
		    (widest < 0 || t->width[col] > t->width[widest]))
			widest = col;
	if (widest >= 0)
		t->width[widest]--;
	return widest >= 0;
}

static int
lines_of(const struct text_table *t, const struct cell *c, int width)
{
	const char *text = cell_text(t, c);
	size_t at = 0, next;
	int n = 0;

	if (c->width <= width)
		return c->lines;
	while (at < c->len) {
		flow_line(text + at, c->len - at, width, &next);
		at += next;
		n++;
	}
	return n;
}

/* A narrow column of many short lines is worse than a line of words. */
static bool
crowded(const struct text_table *t)
{
	for (int row = 0; row < t->rows; row++)
		for (int col = 0; col < t->cols; col++) {
			const struct cell *c = cell_at(t, row, col);

			if (t->width[col] &&
			    lines_of(t, c, t->width[col]) > LINES_MAX)
				return true;
		}
	return false;
}

bool
table_fit(struct text_table *t, int width, int indent)
{
	bool narrowed = false;

	while (total(t) + indent > width) {
		if (!narrow(t))
			return false;
		narrowed = true;
	}
	return !narrowed || !crowded(t);
}

/* One line of a row: each column's next piece. Returns whether more is left. */
static bool
put_line(struct text_table *t, struct cell *left, int indent, int first_extra,
    struct buf *out)
{
	size_t start = out->len;
	int column = indent, used = 0;
	bool more = false;

	for (int col = 0; col < t->cols; col++) {
		int width = t->width[col] + (col == 0 ? first_extra : 0), w;
		const char *text = cell_text(t, &left[col]);
		size_t next = left[col].len, n = next;

		if (t->width[col] == 0)
			continue;
		w = left[col].width;
		if (left[col].lines > 1 || w > width) {
			n = flow_line(text, left[col].len, width, &next);
			w = flow_width(text, n);
		}
		if (n) {
			buf_fill(out, ' ',
			    (size_t)(column - used +
				(t->right[col] ? width - w : 0)));
			flow_put(out, text, n);
			used = column + (t->right[col] ? width : w);
		}
		left[col].at += next;
		left[col].len -= next;
		more |= left[col].len > 0;
		column += width + GAP;
	}
	if (out->len > start)
		buf_char(out, '\n');
	return more;
}

static void
put_row(struct text_table *t, int row, int indent, int first_extra,
    struct buf *out)
{
	struct cell left[TABLE_COLS_MAX];

	for (int col = 0; col < t->cols; col++)
		left[col] = *cell_at(t, row, col);
	while (put_line(t, left, indent, first_extra, out))
		;
}

static bool
has_header(const struct text_table *t)
{
	for (int col = 0; col < t->cols; col++)
		if (t->width[col] && t->cell[col].len)
			return true;
	return false;
}

/* As wide as the columns are, in pieces as they are. */
static void
put_rule(const struct text_table *t, int indent, struct buf *out)
{
	buf_fill(out, ' ', (size_t)(indent - t->titled));
	for (int col = 0, shown = 0; col < t->cols; col++) {
		if (!t->width[col])
			continue;
		buf_fill(out, ' ', shown ? GAP : 0);
		for (int i = 0; i < t->width[col] + (!shown && t->titled); i++)
			buf_str(out, "\u2500");
		shown++;
	}
	buf_char(out, '\n');
}

void
table_columns(struct text_table *t, int indent, struct buf *out)
{
	if (t->titled)
		put_row(t, -1, indent - 1, 1, out);
	else
		put_row(t, -1, indent, 0, out);
	if (t->ruled && has_header(t))
		put_rule(t, indent, out);
	for (int row = 0; row < t->rows; row++)
		put_row(t, row, indent, 0, out);
}

/* Nothing, or dashes that fill a place on the board. */
bool
table_blank(const struct text_table *t, int row, int col)
{
	const struct cell *c = cell_at(t, row, col);
	const char *s = cell_text(t, c);

	for (size_t i = 0; i < c->len; i++)
		if (s[i] != ' ' && s[i] != '-' && s[i] != '\n')
			return false;
	return true;
}

static void
put_words(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (s[i] == '\n')
			buf_str(out, ", ");
		else
			buf_char(out, s[i]);
}

const char *
table_separator(const struct text_table *t, int row)
{
	for (int col = 1; col < t->cols; col++) {
		const struct cell *c = cell_at(t, row, col);
		const char *s = cell_text(t, c);

		if (memchr(s, ',', c->len) != NULL ||
		    memchr(s, ';', c->len) != NULL ||
		    memchr(s, '\n', c->len) != NULL)
			return "; ";
	}
	return ", ";
}

static void
put_label(struct buf *line, const char *s, size_t len)
{
	bool quoted = len >= 2 && memcmp(s, "> ", 2) == 0;

	/* What was written to us is no order again when it is sent back. */
	if (quoted) {
		s += 2;
		len -= 2;
		buf_char(line, '"');
	}
	put_words(line, s, len);
	if (quoted)
		buf_char(line, '"');
}

static void
close_sentence(struct buf *line)
{
	char last = line->len ? line->data[line->len - 1] : '.';

	if (last != '.' && last != '!' && last != '?' && last != ':' &&
	    last != CODE_END)
		buf_char(line, '.');
}

int
table_label(const struct text_table *t, int row)
{
	for (int col = 0; col < t->cols; col++)
		if (!table_blank(t, row, col))
			return col == 0 || !cell_at(t, -1, col)->len ? col : -1;
	return -1;
}

static void
row_words(const struct text_table *t, int row, struct buf *line)
{
	const char *sep = table_separator(t, row);
	int label = table_label(t, row);
	bool any = false;

	if (label >= 0)
		put_label(line, cell_text(t, cell_at(t, row, label)),
		    cell_at(t, row, label)->len);
	for (int col = label + 1; col < t->cols; col++) {
		const struct cell *c = cell_at(t, row, col);
		const struct cell *h = cell_at(t, -1, col);

		if (table_blank(t, row, col))
			continue;
		if (line->len)
			buf_str(line, any ? sep : ": ");
		any = true;
		if (h->len) {
			put_words(line, cell_text(t, h), h->len);
			buf_char(line, ' ');
		}
		put_words(line, cell_text(t, c), c->len);
	}
	close_sentence(line);
}

void
table_words(struct text_table *t, int width, const char *first,
    const char *rest, struct buf *out)
{
	struct buf line = BUF_INIT;

	for (int row = 0; row < t->rows; row++) {
		buf_clear(&line);
		row_words(t, row, &line);
		if (line.len > 1)
			flow(out, line.data, line.len, width, first, rest);
	}
	buf_release(&line);
}
