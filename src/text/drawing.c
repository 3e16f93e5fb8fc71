/* SPDX-License-Identifier: MIT */
#include "text/drawing.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Cells that are no ASCII, one column wide each. */
/* clang-format off */
enum glyph { FLAT = 1, UPRIGHT, RISING, FALLING, FLAT_TWO, UPRIGHT_TWO,
	ARROW_LEFT, ARROW_RIGHT, ARROW_UP, ARROW_DOWN };
/* clang-format on */
static const char *const glyphs[] = { "", "\u2500", "\u2502", "\u2571",
	"\u2572", "\u2550", "\u2551", "\u2190", "\u2192", "\u2191", "\u2193" };

struct canvas {
	int columns, rows;
	bool unicode;
	char cell[DRAWING_ROWS][DRAWING_COLUMNS];
};

static int
at_most(int n, int max)
{
	return n < max ? n : max;
}

/* n of 0..from-1 stretched or squeezed into 0..to-1, rounded. */
static int
scaled(int n, int from, int to)
{
	if (from < 2 || from <= to)
		return n < to ? n : to - 1;
	return (2 * n * (to - 1) + from - 1) / (2 * (from - 1));
}

static int
column_of(const struct drawing *d, const struct canvas *c, int point)
{
	return scaled(d->points[point].x, d->width, c->columns);
}

static int
row_of(const struct drawing *d, const struct canvas *c, int point)
{
	return scaled(d->points[point].y, d->height, c->rows);
}

/* The lines that run between the same points as line i; 0 if an earlier one
 * has drawn them all. */
static int
bundle(const struct drawing *d, size_t i, const struct drawing_line **out,
    int max)
{
	int n = 0;

	for (size_t j = 0; j < d->n_lines && n < max; j++) {
		if (!drawing_twins(d, i, j))
			continue;
		if (j < i)
			return 0;
		out[n++] = &d->lines[j];
	}
	return n;
}

static char
arrow(int dx, int dy)
{
	if (dx * dx >= 4 * dy * dy || dy == 0)
		return dx < 0 ? '<' : '>';
	return dy < 0 ? '^' : 'v';
}

/* Which character the k-th of `steps` cells, counted from a's `from`, has
 * for one line of the bundle. */
static char
cell_of(const struct drawing_line *line, bool back, int k, int steps, char free)
{
	int place = back ? steps - k : k;

	if (line->done > 0 && line->mark[0] != '\0' &&
	    (place - 1) * line->parts < line->done * (steps - 1))
		return line->mark[0];
	return free;
}

/* Where the k-th cell of a line lies. */
static int
stepped(int from, int by, int k, int steps)
{
	return (2 * (from * steps + k * by) + steps) / (2 * steps);
}

/* The sign for a cell that is none yet, from where the line comes and goes. */
static char
glyph_of(char what, int across, int down)
{
	static const char arrows[] = "<>^v";
	const char *arrow = strchr(arrows, what);

	if (what != '.' && what != ':')
		return arrow != NULL && *arrow ?
		    (char)(ARROW_LEFT + (arrow - arrows)) :
		    what;
	if (down == 0)
		return what == ':' ? FLAT_TWO : FLAT;
	if (across == 0)
		return what == ':' ? UPRIGHT_TWO : UPRIGHT;
	if (what == ':')
		return what; /* none slants twice */
	return (across < 0) == (down < 0) ? FALLING : RISING;
}

static void
draw_bundle(const struct drawing *d, struct canvas *c,
    const struct drawing_line **line, int n)
{
	int x = column_of(d, c, line[0]->from), y = row_of(d, c, line[0]->from);
	int dx = column_of(d, c, line[0]->to) - x;
	int dy = row_of(d, c, line[0]->to) - y;
	int wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
	int steps = wide > high ? wide : high;
	bool begun = false;

	for (int i = 0; i < n; i++)
		begun = begun || line[i]->done > 0;
	for (int k = 1; k < steps; k++) {
		const struct drawing_line *own = line[k % n];
		int col = stepped(x, dx, k, steps);
		int row = stepped(y, dy, k, steps);
		char what = cell_of(own, own->from != line[0]->from, k, steps,
		    n > 1 ? ':' : '.');

		if (own->arrow && !begun && k == steps / 2)
			what = arrow(dx, dy);
		if (c->unicode)
			what = glyph_of(what,
			    stepped(x, dx, k + 1, steps) -
				stepped(x, dx, k - 1, steps),
			    stepped(y, dy, k + 1, steps) -
				stepped(y, dy, k - 1, steps));
		c->cell[row][col] = what;
	}
}

/* A label as its columns in a row, a space at both sides of it. */
static void
draw_point(const struct drawing *d, struct canvas *c, int point, bool room)
{
	const struct drawing_point *p = &d->points[point];
	char text[sizeof p->mark + sizeof p->label];
	int len, col, row = row_of(d, c, point);

	(void)snprintf(text, sizeof text, "%s%s", p->mark, p->label);
	len = at_most((int)strlen(text), c->columns);
	col = column_of(d, c, point) - (len - 1) / 2;
	if (col < 0)
		col = 0;
	if (col + len > c->columns)
		col = c->columns - len;
	if (!room) {
		memcpy(&c->cell[row][col], text, (size_t)len);
		return;
	}
	if (col > 0)
		c->cell[row][col - 1] = ' ';
	if (col + len < c->columns)
		c->cell[row][col + len] = ' ';
}

/* Columns of a row that are not blank at its end. */
static int
row_len(const struct canvas *c, int row)
{
	int len = c->columns;

	while (len > 0 && c->cell[row][len - 1] == ' ')
		len--;
	return len;
}

static void
put_row(const char *cell, int len, struct buf *out)
{
	for (int i = 0; i < len; i++)
		if ((unsigned char)cell[i] < ' ')
			buf_str(out, glyphs[(int)cell[i]]);
		else
			buf_char(out, cell[i]);
	buf_char(out, '\n');
}

static void
draw(const struct drawing *d, int columns, bool unicode, struct buf *out)
{
	enum { BUNDLE = 4 };
	const struct drawing_line *line[BUNDLE];
	struct canvas c;
	bool begun = false;

	if (d->n_points == 0)
		return;
	c.columns = at_most(columns, DRAWING_COLUMNS);
	c.rows = at_most(d->height, DRAWING_ROWS);
	c.unicode = unicode;
	memset(c.cell, ' ', sizeof c.cell);
	for (size_t i = 0; i < d->n_lines; i++) {
		int n = bundle(d, i, line, BUNDLE);

		if (n > 0)
			draw_bundle(d, &c, line, n);
	}
	for (size_t i = 0; i < 2 * d->n_points; i++)
		draw_point(d, &c, (int)(i % d->n_points), i < d->n_points);
	for (int row = 0; row < c.rows; row++) {
		int len = row_len(&c, row);

		/* Nothing above the first. */
		if (len == 0 && !begun)
			continue;
		begun = true;
		put_row(c.cell[row], len, out);
	}
}

void
drawing_text(const struct drawing *d, int columns, struct buf *out)
{
	draw(d, columns, false, out);
}

void
drawing_glyphs(const struct drawing *d, int columns, struct buf *out)
{
	draw(d, columns, true, out);
}
