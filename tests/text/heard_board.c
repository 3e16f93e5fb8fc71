/* SPDX-License-Identifier: MIT */
#include <check.h>
#include <string.h>

#include "tests/text/heard.h"

enum { LINES = 200, COLUMNS = 80, CELLS = 12 };

/* Lines without an empty one between, as a grid of characters; the first may be
 * a heading that ends in those of the columns. */
struct block {
	const char *at[LINES][COLUMNS + 1]; /* each, and the line's end */
	int len[LINES], n;
	int name; /* so long is the heading's */
};

static const char *
block_read(struct block *b, const char *text)
{
	for (b->n = 0; *text == ' ' || (b->n == 0 && *text != '\n'); b->n++) {
		int *len = &b->len[b->n];

		ck_assert_int_lt(b->n, LINES);
		for (*len = 0; *text != '\n' && *text != '\0'; (*len)++) {
			ck_assert_int_lt(*len, COLUMNS);
			b->at[b->n][*len] = text++;
			while ((*text & 0xc0) == 0x80)
				text++;
		}
		b->at[b->n][*len] = text;
		text += *text == '\n';
	}
	return text;
}

static bool
is_gap(const struct block *b, int lines, int col)
{
	for (int i = 0; i < lines; i++)
		if (col < b->len[i] && *b->at[i][col] != ' ' &&
		    (i > 0 || col >= b->name))
			return false;
	return true;
}

/* Where columns begin: behind two blanks in every line. */
static int
find_columns(const struct block *b, int lines, int *start)
{
	int n = 0, wide = 0;

	for (int i = 0; i < lines; i++)
		wide = b->len[i] > wide ? b->len[i] : wide;
	start[n++] = 1;
	for (int c = 3; c < wide && n < CELLS; c++)
		if (!is_gap(b, lines, c) && is_gap(b, lines, c - 1) &&
		    is_gap(b, lines, c - 2))
			start[n++] = c;
	start[n] = wide;
	return n;
}

/* What stands of a line in a column is added to a cell. */
static void
add_cell(const struct block *b, int line, int from, int to, struct buf *cell)
{
	const char *at, *end;

	if (line == 0 && from < b->name)
		from = b->name;
	to = to < b->len[line] ? to : b->len[line];
	from = from < to ? from : to;
	at = b->at[line][from];
	end = b->at[line][to];
	while (at < end && *at == ' ')
		at++;
	while (at < end && end[-1] == ' ')
		end--;
	if (cell->len > 0 && at < end)
		buf_char(cell, ' ');
	buf_add(cell, at, (size_t)(end - at));
}

/* "A4: asks 5 green; gives 4 blue." */
static void
put_row(struct buf *cell, const struct buf *head, int n, struct buf *out)
{
	const char *between = ": ";

	if (cell[0].len == 0)
		return;
	buf_printf(out, " %s", buf_text(&cell[0]));
	for (int i = 1; i < n; i++) {
		if (cell[i].len == 0)
			continue;
		buf_printf(out, "%s%s%s%s", between, buf_text(&head[i]),
		    head[i].len > 0 ? " " : "", buf_text(&cell[i]));
		between = "; ";
	}
	buf_str(out, ".\n");
}

/* Whether a line has something in its first column. */
static bool
labels(const struct block *b, int line, int end)
{
	for (int col = 0; col < end && col < b->len[line]; col++)
		if (*b->at[line][col] != ' ')
			return true;
	return false;
}

/* Lines without a label are what stands above the columns, or go on. */
static void
put_table(const struct block *b, int lines, const int *start, int n,
    struct buf *out)
{
	struct buf head[CELLS] = { 0 }, cell[CELLS] = { 0 };
	bool rows = false, headed = *b->at[0][0] != ' ';

	for (int line = 0; line < lines; line++) {
		if (labels(b, line, start[1]) && (line > 0 || !headed)) {
			put_row(cell, head, n, out);
			for (int i = 0; i < n; i++)
				buf_clear(&cell[i]);
			rows = true;
		}
		for (int i = line == 0 && headed; i < n; i++)
			add_cell(b, line, start[i], start[i + 1],
			    rows ? &cell[i] : &head[i]);
	}
	put_row(cell, head, n, out);
	for (int i = 0; i < n; i++) {
		buf_release(&head[i]);
		buf_release(&cell[i]);
	}
}

static int
name_length(const struct block *b)
{
	int n = 0;

	while (n < b->len[0] && strncmp(b->at[0][n], "  ", 2) != 0)
		n++;
	return *b->at[0][0] != ' ' ? n : 0;
}

static void
put_line(const struct block *b, int i, struct buf *out)
{
	buf_add(out, b->at[i][0], (size_t)(b->at[i][b->len[i]] - b->at[i][0]));
	buf_char(out, '\n');
}

/* So many lines, from the first on, as have the most columns are a table: what
 * follows at once is none. 0: there is none. */
static int
find_table(const struct block *b)
{
	int start[CELLS + 1], most = 1, lines = 0;

	for (int n = b->name > 0 ? 2 : 1; n <= b->n; n++) {
		int columns = find_columns(b, n, start);

		if (columns >= most && columns > 1) {
			most = columns;
			lines = n;
		}
	}
	return lines;
}

static void
put_block(struct block *b, struct buf *out)
{
	int start[CELLS + 1], lines;

	b->name = name_length(b);
	lines = find_table(b);
	if (b->name > 0)
		put_line(b, 0, out);
	if (lines > 0)
		put_table(b, lines, start, find_columns(b, lines, start), out);
	for (int i = lines > 0 ? lines : b->name > 0; i < b->n; i++)
		put_line(b, i, out);
}

void
heard_board(const char *text, struct buf *out)
{
	static struct block b;

	buf_str(out, "");
	for (; *text != '\0'; text += *text == '\n') {
		text = block_read(&b, text);
		if (b.n > 0)
			put_block(&b, out);
		buf_char(out, '\n');
	}
}
