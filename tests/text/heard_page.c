/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tests/text/heard.h"

enum { CELLS = 12 };

/* A row of a table on its way, and what stands above its cells. */
struct page {
	struct buf head[CELLS], cell[CELLS]; /* owned */
	int n;
	bool heads;
	struct buf *out, *to; /* where text goes: out, or a cell */
};

static bool
is_tag(const char *at, const char *name)
{
	size_t n = strlen(name);

	return strncmp(at, name, n) == 0 && strchr(" >", at[n]) != NULL;
}

static void
begin_cell(struct page *p, bool head)
{
	p->heads |= head;
	p->to = p->n < CELLS ? &p->cell[p->n++] : p->out;
	buf_clear(p->to);
	buf_str(p->to, "");
}

/* "A4: asks 5 green; gives 4 blue." */
static void
end_row(struct page *p)
{
	const char *between = ": ";

	p->to = p->out;
	for (int i = 0; p->heads && i < p->n; i++) {
		buf_clear(&p->head[i]);
		buf_add(&p->head[i], p->cell[i].data, p->cell[i].len);
	}
	for (int i = 0; !p->heads && i < p->n; i++) {
		if (p->cell[i].len == 0)
			continue;
		buf_str(p->out, i > 0 ? between : "");
		between = i > 0 ? "; " : between;
		if (i > 0 && p->head[i].len > 0)
			buf_printf(p->out, "%s ", p->head[i].data);
		buf_str(p->out, p->cell[i].data);
	}
	buf_str(p->out, p->heads ? "" : ".\n");
	p->n = 0;
	p->heads = false;
}

static void
read_mark(struct page *p, const char *at)
{
	bool begins = is_tag(at, "h2") || is_tag(at, "h3");
	bool ends = is_tag(at, "/h2") || is_tag(at, "/h3");

	if (begins || ends)
		buf_str(p->out, begins ? "\n+++ " : "\n");
	else if (is_tag(at, "/p") || is_tag(at, "/h1"))
		buf_str(p->out, ".\n");
	else if (is_tag(at, "td") || is_tag(at, "th"))
		begin_cell(p, at[1] == 'h');
	else if (is_tag(at, "/tr"))
		end_row(p);
	else if (is_tag(at, "table"))
		for (int i = 0; i < CELLS; i++)
			buf_clear(&p->head[i]);
	else if (is_tag(at, "br"))
		buf_str(p->to, ", ");
}

/* A character, or a reference to one; returns behind it. */
static const char *
read_text(struct page *p, const char *at)
{
	static const char *const as[][2] = { { "&amp;", "&" }, { "&lt;", "<" },
		{ "&gt;", ">" }, { "&quot;", "\"" }, { "\u00a0", " " } };

	for (size_t i = 0; i < sizeof as / sizeof *as; i++)
		if (strncmp(at, as[i][0], strlen(as[i][0])) == 0) {
			buf_str(p->to, as[i][1]);
			return at + strlen(as[i][0]);
		}
	buf_char(p->to, *at);
	return at + 1;
}

void
heard_page(const char *html, struct buf *out)
{
	struct page p = { .out = out, .to = out };
	const char *at = strstr(html, "<body");

	buf_str(out, "");
	while (at != NULL && *at != '\0') {
		if (*at == '<') {
			read_mark(&p, at + 1);
			at += strcspn(at, ">");
			at += *at == '>';
		} else {
			at = read_text(&p, at);
		}
	}
	for (int i = 0; i < CELLS; i++) {
		buf_release(&p.head[i]);
		buf_release(&p.cell[i]);
	}
}
