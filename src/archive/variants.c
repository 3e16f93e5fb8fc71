/* SPDX-License-Identifier: MIT */
#include "archive/variants.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LINES_MAX = 400, DEPTH_MAX = 32 };

struct variant_line {
	const char *at;
	size_t len;
	view_set set;
};

struct merged {
	struct variant_line line[LINES_MAX];
	int n;
};

void
variants_add(struct variants *v, int view, const char *text, size_t len)
{
	for (int i = 0; i < v->n; i++)
		if (v->of[i].len == len &&
		    memcmp(v->of[i].at, text, len) == 0) {
			v->of[i].set |= VIEW_BIT(view);
			return;
		}
	v->of[v->n++] = (struct variant){ text, len, VIEW_BIT(view) };
}

view_set
variants_set(const struct variants *v)
{
	view_set set = 0;

	for (int i = 0; i < v->n; i++)
		set |= v->of[i].set;
	return set;
}

void
variants_mark(view_set set, struct buf *out)
{
	buf_str(out, " data-v=");
	for (int i = 0; i < VIEWS; i++)
		if (set & VIEW_BIT(i))
			buf_char(out, (char)('0' + i));
}

/* -1: too many lines. */
static int
cut(const struct variant *of, struct variant_line *line)
{
	const char *p = of->at, *end = of->at + of->len;
	int n = 0;

	while (p < end) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));

		if (stop == NULL)
			stop = end;
		if (n == LINES_MAX)
			return -1;
		line[n++] = (struct variant_line){ p, (size_t)(stop - p),
			of->set };
		p = stop + (stop < end);
	}
	return n;
}

static bool
same(const struct variant_line *a, const struct variant_line *b)
{
	return a->len == b->len && memcmp(a->at, b->at, a->len) == 0;
}

/* length[i][j]: the longest common part of a from i on and b from j on. */
static void
measure(const struct variant_line *a, int n, const struct variant_line *b,
    int m, uint16_t *length)
{
	int row = m + 1;

	memset(length + n * row, 0, (size_t)row * sizeof *length);
	for (int i = n - 1; i >= 0; i--) {
		length[i * row + m] = 0;
		for (int j = m - 1; j >= 0; j--) {
			uint16_t down = length[(i + 1) * row + j];
			uint16_t right = length[i * row + j + 1];

			length[i * row + j] = same(&a[i], &b[j]) ?
			    (uint16_t)(length[(i + 1) * row + j + 1] + 1) :
			    down > right ? down :
					   right;
		}
	}
}

/* Joins one more variant to what is there; false: it would be too long. */
static bool
join(struct merged *have, const struct variant_line *more, int m)
{
	struct merged *out = mem_alloc(sizeof *out);
	int i = 0, j = 0, n = have->n, row = m + 1;
	uint16_t *length = mem_alloc((size_t)(n + 1) * (size_t)row *
	    sizeof *length);
	bool fits = n + m <= LINES_MAX;

	measure(have->line, n, more, m, length);
	out->n = 0;
	while (fits && (i < n || j < m)) {
		if (i < n && j < m && same(&have->line[i], &more[j])) {
			out->line[out->n] = have->line[i++];
			out->line[out->n++].set |= more[j++].set;
		} else if (j == m ||
		    (i < n &&
			length[(i + 1) * row + j] >= length[i * row + j + 1])) {
			out->line[out->n++] = have->line[i++];
		} else {
			out->line[out->n++] = more[j++];
		}
	}
	if (fits) {
		have->n = out->n;
		memcpy(have->line, out->line,
		    (size_t)out->n * sizeof out->line[0]);
	}
	free(length);
	free(out);
	return fits;
}

static bool
is_close(const struct variant_line *l)
{
	return l->len > 1 && l->at[0] == '<' && l->at[1] == '/';
}

/* A tag alone that opens something: no end of it in the line. */
static bool
is_open(const struct variant_line *l)
{
	size_t close = 0;

	if (l->len < 3 || l->at[0] != '<' || is_close(l))
		return false;
	while (close < l->len && l->at[close] != '>')
		close++;
	return close + 1 == l->len && memcmp(l->at, "<hr", 3) != 0;
}

/* Whether each viewpoint's tags are closed where they were opened, and every
 * line can be marked. */
static bool
nests(const struct merged *m)
{
	view_set open[DEPTH_MAX];
	int depth = 0;

	for (int i = 0; i < m->n; i++) {
		const struct variant_line *l = &m->line[i];

		if (l->len == 0 || l->at[0] != '<')
			return false;
		if (is_close(l)) {
			if (depth == 0 || open[--depth] != l->set)
				return false;
			continue;
		}
		if (depth > 0 && (l->set & ~open[depth - 1]) != 0)
			return false;
		if (is_open(l)) {
			if (depth == DEPTH_MAX)
				return false;
			open[depth++] = l->set;
		}
	}
	return depth == 0;
}

static void
put_line(const struct variant_line *l, view_set whole, struct buf *out)
{
	size_t name = 1;

	while (name < l->len && l->at[name] != '>' && l->at[name] != ' ')
		name++;
	if (is_close(l) || l->set == whole) {
		buf_add(out, l->at, l->len);
	} else {
		buf_add(out, l->at, name);
		variants_mark(l->set, out);
		buf_add(out, l->at + name, l->len - name);
	}
	buf_char(out, '\n');
}

static void
put_merged(const struct merged *m, view_set whole, struct buf *out)
{
	view_set open[DEPTH_MAX + 1] = { whole };
	int depth = 0;

	/* What stands in a marked element needs no mark of the same. */
	for (int i = 0; i < m->n; i++) {
		const struct variant_line *l = &m->line[i];

		put_line(l, open[depth], out);
		if (is_close(l))
			depth--;
		else if (is_open(l))
			open[++depth] = l->set;
	}
}

static bool
merge(const struct variants *v, struct merged *m, struct variant_line *more)
{
	m->n = cut(&v->of[0], m->line);
	if (m->n < 0)
		return false;
	for (int i = 1; i < v->n; i++) {
		int n = cut(&v->of[i], more);

		if (n < 0 || !join(m, more, n))
			return false;
	}
	return nests(m);
}

static void
put_whole(const struct variants *v, const char *tag, view_set whole,
    struct buf *out)
{
	for (int i = 0; i < v->n; i++) {
		if (v->of[i].set == whole) {
			buf_add(out, v->of[i].at, v->of[i].len);
			continue;
		}
		if (v->of[i].len == 0)
			continue;
		buf_printf(out, "<%s", tag);
		variants_mark(v->of[i].set, out);
		buf_char(out, '>');
		buf_add(out, v->of[i].at, v->of[i].len);
		buf_printf(out, "</%s>", tag);
	}
}

void
variants_write(const struct variants *v, view_set whole, struct buf *out)
{
	struct merged *m;
	struct variant_line *more;

	if (v->n == 1 && v->of[0].set == whole) {
		buf_add(out, v->of[0].at, v->of[0].len);
		return;
	}
	m = mem_alloc(sizeof *m);
	more = mem_alloc(LINES_MAX * sizeof *more);
	if (merge(v, m, more)) {
		put_merged(m, whole, out);
	} else {
		put_whole(v, "div", whole, out);
		buf_char(out, '\n');
	}
	free(m);
	free(more);
}

/* How much the variants have in common at the beginning, to a blank and before
 * any tag; at the end the same. */
static size_t
common_head(const struct variants *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->of[0].len && v->of[0].at[i] != '<'; i++) {
		for (int k = 1; k < v->n; k++)
			if (i == v->of[k].len ||
			    v->of[k].at[i] != v->of[0].at[i])
				return n;
		if (v->of[0].at[i] == ' ')
			n = i + 1;
	}
	return n;
}

static size_t
common_tail(const struct variants *v, size_t head)
{
	size_t n = 0;

	for (size_t i = 1; i <= v->of[0].len - head; i++) {
		char c = v->of[0].at[v->of[0].len - i];

		if (c == '>')
			return n;
		for (int k = 1; k < v->n; k++)
			if (i > v->of[k].len - head ||
			    v->of[k].at[v->of[k].len - i] != c)
				return n;
		if (c == ' ')
			n = i;
	}
	return n;
}

void
variants_write_inline(const struct variants *v, view_set whole, struct buf *out)
{
	size_t head = 0, tail = 0;
	struct variants rest = *v;

	if (v->n > 1 && variants_set(v) == whole) {
		head = common_head(v);
		tail = common_tail(v, head);
	}
	for (int i = 0; i < v->n; i++) {
		rest.of[i].at += head;
		rest.of[i].len -= head + tail;
	}
	buf_add(out, v->of[0].at, head);
	put_whole(&rest, "span", whole, out);
	buf_add(out, v->of[0].at + v->of[0].len - tail, tail);
}
