/* SPDX-License-Identifier: MIT */
#include "text/changes.h"

#include <stdbool.h>
#include <string.h>

#include "base/slice.h"

static size_t
line_len(const char *p)
{
	size_t n = strcspn(p, "\n");

	return n + (p[n] == '\n');
}

static bool
begins(struct slice s, const char *with)
{
	size_t n = strlen(with);

	return s.len >= n && memcmp(s.at, with, n) == 0;
}

/* The next line of a text, which loses it; false: there is none. */
static bool
next_line(struct slice *text, struct slice *line)
{
	const char *nl = text->len > 0 ? memchr(text->at, '\n', text->len) :
					 NULL;

	*line = (struct slice){ text->at,
		nl != NULL ? (size_t)(nl - text->at) + 1 : text->len };
	text->at += line->len;
	text->len -= line->len;
	return line->len > 0;
}

/* The next block: lines without a blank one, or what stands between fences. */
static bool
next_block(struct slice *text, struct slice *block)
{
	struct slice line;
	bool fence;

	while (text->len > 0 && *text->at == '\n') {
		text->at++;
		text->len--;
	}
	*block = (struct slice){ text->at, 0 };
	fence = begins(*text, "```");
	while (text->len > 0 && (fence || *text->at != '\n') &&
	    next_line(text, &line)) {
		bool first = block->len == 0;

		block->len += line.len;
		if (fence && !first && begins(line, "```"))
			break;
	}
	return block->len > 0;
}

/* A heading and what stands below it; the first has none. */
static bool
next_section(struct slice *text, struct slice *heading, struct slice *body)
{
	const char *end = text->at + text->len, *p = text->at;
	bool fenced = false;

	if (text->len == 0)
		return false;
	*heading = (struct slice){ p, 0 };
	if (*p == '#')
		heading->len = line_len(p);
	p += heading->len;
	*body = (struct slice){ p, 0 };
	for (; p < end && (fenced || *p != '#'); p += line_len(p))
		fenced ^= strncmp(p, "```", 3) == 0;
	body->len = (size_t)(p - body->at);
	*text = (struct slice){ p, (size_t)(end - p) };
	return true;
}

/* A heading without what is beside it. */
static struct slice
name_of(struct slice heading)
{
	size_t n = 0;

	while (n < heading.len && heading.at[n] != '*' && heading.at[n] != '\n')
		n++;
	while (n > 0 && heading.at[n - 1] == ' ')
		n--;
	return (struct slice){ heading.at, n };
}

static bool
find_section(struct slice text, struct slice name, struct slice *heading,
    struct slice *body)
{
	while (next_section(&text, heading, body))
		if (slice_same(name_of(*heading), name))
			return true;
	return false;
}

static bool
has_block(struct slice body, struct slice block)
{
	struct slice b;

	while (next_block(&body, &b))
		if (slice_same(b, block))
			return true;
	return false;
}

static bool
has_line(struct slice text, struct slice line)
{
	struct slice l;

	while (next_line(&text, &l))
		if (slice_same(l, line))
			return true;
	return false;
}

/* The nth table of a section; an empty one: there are not so many. */
static struct slice
table_at(struct slice body, int n)
{
	struct slice b;

	while (next_block(&body, &b))
		if (*b.at == '|' && n-- == 0)
			return b;
	return (struct slice){ "", 0 };
}

static struct slice
first_cell(struct slice row)
{
	const char *end = row.len > 1 ? memchr(row.at + 1, '|', row.len - 1) :
					NULL;

	return (struct slice){ row.at,
		end != NULL ? (size_t)(end - row.at) : row.len };
}

static int
count_cell(struct slice table, struct slice cell)
{
	struct slice row;
	int n = 0;

	while (next_line(&table, &row))
		n += slice_same(first_cell(row), cell);
	return n;
}

/* Whether of what a row is called there are fewer rows now. */
static bool
has_lost(struct slice then, struct slice now)
{
	struct slice rest = then, row;

	while (next_line(&rest, &row)) {
		struct slice cell = first_cell(row);

		if (count_cell(now, cell) < count_cell(then, cell))
			return true;
	}
	return false;
}

/* A row that is drawn and never said belongs to the one above it. */
static bool
is_drawn(struct slice row)
{
	const char *end = row.at + row.len, *p = row.at;

	while (p < end && *p == '|') {
		p += 1 + strspn(p + 1, " ");
		if (p < end && *p != '|' && *p != '\n' && *p != '_')
			return false;
		while (p < end && *p != '|')
			p += 1 + (*p == '\\');
	}
	return true;
}

/* Its head, and the rows that were not there. */
static void
put_rows(struct slice then, struct slice now, struct buf *out)
{
	struct slice row, head;
	size_t start = out->len, filled;
	bool kept = false;

	for (int i = 0; i < 2 && next_line(&now, &head); i++)
		buf_add(out, head.at, head.len);
	filled = out->len;
	while (next_line(&now, &row)) {
		struct slice below = now, next;
		bool joined = next_line(&below, &next) && is_drawn(next);

		kept = is_drawn(row) ?
		    kept :
		    !has_line(then, row) || (joined && !has_line(then, next));
		if (kept)
			buf_add(out, row.at, row.len);
	}
	if (out->len == filled)
		buf_truncate(out, start);
	else
		buf_char(out, '\n');
}

static void
put_block(struct slice then, struct slice block, int table, struct buf *out)
{
	struct slice was;

	if (begins(block, "```picture")) {
		buf_add(out, block.at, block.len);
	} else if (has_block(then, block)) {
		return;
	} else if (begins(block, "```map")) {
		buf_str(out, "```picture\n```\n");
	} else if (*block.at == '|') {
		was = table_at(then, table);
		if (was.len > 0 && !has_lost(was, block)) {
			put_rows(was, block, out);
			return;
		}
		buf_add(out, block.at, block.len);
	} else {
		buf_add(out, block.at, block.len);
	}
	buf_char(out, '\n');
}

/* The map is not drawn, so what is said instead ("## ~~Links~~") stands for
 * everybody. */
static void
put_heading(struct slice heading, struct buf *out)
{
	const char *name = heading.at + strspn(heading.at, "# ");
	const char *end = strncmp(name, "~~", 2) == 0 ? strstr(name + 2, "~~") :
							NULL;

	if (heading.len == 0)
		return;
	if (end != NULL) {
		buf_add(out, heading.at, (size_t)(name - heading.at));
		buf_add(out, name + 2, (size_t)(end - name) - 2);
		heading.len -= (size_t)(end + 2 - heading.at);
		heading.at = end + 2;
	}
	buf_printf(out, "%.*s\n", (int)heading.len, heading.at);
}

static void
put_section(struct slice then, struct slice heading, struct slice body,
    struct buf *out)
{
	struct slice was, below, block;
	size_t start = out->len, headed;
	int tables = 0;

	if (!find_section(then, name_of(heading), &was, &below))
		was = below = (struct slice){ "", 0 };
	put_heading(heading, out);
	headed = out->len;
	while (next_block(&body, &block)) {
		put_block(below, block, tables, out);
		tables += *block.at == '|';
	}
	if (out->len == headed && slice_same(heading, was))
		buf_truncate(out, start);
}

void
markdown_changes(const char *then, const char *now, struct buf *out)
{
	struct slice before = { then, strlen(then) },
		     text = { now, strlen(now) };
	struct slice heading, body;

	while (next_section(&text, &heading, &body))
		put_section(before, heading, body, out);
}
