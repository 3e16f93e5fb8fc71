/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/mustache-node.h"
#include "text/mustache.h"

enum { DELIMITER_MAX = 16, SECTION_MAX = 48 };

struct template_parser {
	struct mustache *m;
	const char *at, *end; /* what is left of the source */
	char open[DELIMITER_MAX], close[DELIMITER_MAX];
	/* a tag stands before `at` in its line */
	bool tag_in_line;
	size_t section[SECTION_MAX]; /* open ones, as indexes of nodes */
	int depth;
	struct err *e;
};

/* A tag as it stands in the source. */
struct template_tag {
	const char *at, *behind; /* with its delimiters */
	char sigil;              /* '\0': a value */
	const char *name;
	size_t len;
};

bool
node_is(const struct node *n, const char *name)
{
	return strlen(name) == n->len && memcmp(n->text, name, n->len) == 0;
}

static int
fail(const struct template_parser *p, const char *at, const char *what)
{
	int line = 1;

	for (const char *s = p->m->source; s < at; s++)
		line += *s == '\n';
	return err_set(p->e, ERR_CORRUPT, "line %d: %s", line, what);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_space(char c)
{
	return is_blank(c) || c == '\n' || c == '\r';
}

static const char *
find(const char *at, const char *end, const char *what)
{
	size_t len = strlen(what);

	for (; (size_t)(end - at) >= len; at++) {
		at = memchr(at, what[0], (size_t)(end - at));
		if (at == NULL || (size_t)(end - at) < len)
			return NULL;
		if (memcmp(at, what, len) == 0)
			return at;
	}
	return NULL;
}

static struct node *
node_add(struct template_parser *p, enum node_kind kind, const char *text,
    size_t len)
{
	struct mustache *m = p->m;
	struct node *n;

	m->at = mem_more(m->at, m->n, sizeof(*m->at));
	n = &m->at[m->n++];
	memset(n, 0, sizeof(*n));
	n->kind = kind;
	n->text = text;
	n->len = (uint32_t)len;
	n->end = (uint32_t)m->n;
	return n;
}

static bool
starts_line(const struct template_parser *p, const char *at)
{
	return at == p->m->source || at[-1] == '\n';
}

static void
text_add(struct template_parser *p, const char *from, const char *to)
{
	if (from < to)
		node_add(p, NODE_TEXT, from, (size_t)(to - from))->line_start =
		    starts_line(p, from);
}

static void
trim(struct template_tag *t)
{
	while (t->len && is_space(*t->name)) {
		t->name++;
		t->len--;
	}
	while (t->len && is_space(t->name[t->len - 1]))
		t->len--;
}

/* Reads the tag that begins at `at`, where the open delimiter stands. */
static int
tag_read(struct template_parser *p, const char *at, struct template_tag *t)
{
	const char *close, *s = at + strlen(p->open);
	size_t behind = strlen(p->close);

	t->at = at;
	while (s < p->end && is_space(*s))
		s++;
	t->sigil = s < p->end && strchr("#^/>!=&{", *s) != NULL ? *s++ : '\0';
	if (t->sigil == '{')
		close = find(s, p->end, "}");
	else if (t->sigil == '=')
		close = find(s, p->end, "=");
	else
		close = find(s, p->end, p->close);
	if (close == NULL)
		return fail(p, at, "a tag is not closed");
	t->name = s;
	t->len = (size_t)(close - s);
	if (t->sigil == '{' || t->sigil == '=') {
		close++;
		while (close < p->end && is_space(*close))
			close++;
		if ((size_t)(p->end - close) < behind ||
		    memcmp(close, p->close, behind) != 0)
			return fail(p, at, "a tag is not closed");
	}
	t->behind = close + behind;
	trim(t);
	return 0;
}

/* A standalone tag has its line for itself: *from becomes the start of the
 * line and *to the start of the next. */
static bool
standalone(const struct template_parser *p, const struct template_tag *t,
    const char **from, const char **to)
{
	const char *a = t->at, *b = t->behind;

	if (!t->sigil || strchr("#^/>!=", t->sigil) == NULL || p->tag_in_line)
		return false;
	while (a > p->m->source && is_blank(a[-1]))
		a--;
	if (!starts_line(p, a))
		return false;
	while (b < p->end && is_blank(*b))
		b++;
	if (b < p->end && *b == '\r')
		b++;
	if (b < p->end && *b != '\n')
		return false;
	*from = a;
	*to = b < p->end ? b + 1 : b;
	return true;
}

static int
set_delimiters(struct template_parser *p, const struct template_tag *t)
{
	const char *s = t->name, *end = s + t->len;
	const char *space = s;
	size_t open, close;

	while (space < end && !is_space(*space))
		space++;
	open = (size_t)(space - s);
	while (space < end && is_space(*space))
		space++;
	close = (size_t)(end - space);
	if (!open || !close || open >= DELIMITER_MAX ||
	    close >= DELIMITER_MAX || memchr(space, ' ', close) != NULL)
		return fail(p, t->at, "delimiters are two words");
	memcpy(p->open, s, open);
	p->open[open] = '\0';
	memcpy(p->close, space, close);
	p->close[close] = '\0';
	return 0;
}

static int
section_open(struct template_parser *p, const struct template_tag *t)
{
	if (p->depth == SECTION_MAX)
		return fail(p, t->at, "sections nested too deep");
	p->section[p->depth++] = p->m->n;
	node_add(p, t->sigil == '#' ? NODE_SECTION : NODE_INVERTED, t->name,
	    t->len);
	return 0;
}

static int
section_close(struct template_parser *p, const struct template_tag *t)
{
	struct node *n;

	if (!p->depth)
		return fail(p, t->at, "no section is open here");
	n = &p->m->at[p->section[--p->depth]];
	if (n->len != t->len || memcmp(n->text, t->name, t->len) != 0)
		return fail(p, t->at, "another section is open here");
	n->end = (uint32_t)p->m->n;
	return 0;
}

static int
tag_add(struct template_parser *p, const struct template_tag *t,
    const char *line)
{
	struct node *n;

	if (t->sigil == '!')
		return 0;
	if (t->sigil == '=')
		return set_delimiters(p, t);
	if (!t->len)
		return fail(p, t->at, "a tag without a name");
	/* Most often a brace was forgotten. */
	for (size_t i = 0; i < t->len; i++)
		if (strchr("{}\n", t->name[i]) != NULL)
			return fail(p, t->at, "a name that holds a brace");
	if (t->sigil == '#' || t->sigil == '^')
		return section_open(p, t);
	if (t->sigil == '/')
		return section_close(p, t);
	if (t->sigil == '>') {
		n = node_add(p, NODE_PARTIAL, t->name, t->len);
		n->indent = line;
		n->indent_len = line == NULL  ? 0 :
		    t->at - line > UINT16_MAX ? UINT16_MAX :
						(uint16_t)(t->at - line);
		return 0;
	}
	n = node_add(p, t->sigil ? NODE_RAW : NODE_VALUE, t->name, t->len);
	n->line_start = starts_line(p, t->at);
	return 0;
}

static int
parse(struct template_parser *p)
{
	const char *open;

	while ((open = find(p->at, p->end, p->open)) != NULL) {
		struct template_tag t = { 0 };
		const char *from, *to, *line = NULL;

		for (const char *s = open; s > p->at; s--)
			if (s[-1] == '\n') {
				p->tag_in_line = false;
				break;
			}
		if (tag_read(p, open, &t) < 0)
			return -1;
		if (standalone(p, &t, &from, &to)) {
			text_add(p, p->at, from);
			line = from;
			p->at = to;
		} else {
			text_add(p, p->at, open);
			p->at = t.behind;
			p->tag_in_line = true;
		}
		if (tag_add(p, &t, line) < 0)
			return -1;
	}
	text_add(p, p->at, p->end);
	if (p->depth)
		return fail(p, p->m->at[p->section[p->depth - 1]].text,
		    "a section is not closed");
	return 0;
}

int
mustache_parse(const char *text, size_t len, struct mustache **out,
    struct err *e)
{
	struct mustache *m = mem_zero(1, sizeof(*m));
	struct template_parser p = { .m = m,
		.open = "{{",
		.close = "}}",
		.e = e };

	m->source = mem_ndup(text, len);
	p.at = m->source;
	p.end = m->source + len;
	if (parse(&p) < 0) {
		mustache_free(m);
		return -1;
	}
	m->at = mem_grow(m->at, m->n, sizeof *m->at);
	*out = m;
	return 0;
}

void
mustache_free(struct mustache *m)
{
	if (m == NULL)
		return;
	free(m->source);
	free(m->at);
	free(m);
}

void
mustache_names(const struct mustache *m,
    void (*fn)(void *arg, char kind, const char *name), void *arg)
{
	static const char kinds[] = { 0, '&', '&', '#', '#', '>' };

	for (size_t i = 0; i < m->n; i++) {
		char *name;

		if (m->at[i].kind == NODE_TEXT)
			continue;
		name = mem_ndup(m->at[i].text, m->at[i].len);
		fn(arg, kinds[m->at[i].kind], name);
		free(name);
	}
}
