/* SPDX-License-Identifier: MIT */
#include "text/tree.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <string.h>

/* What one tree_text call knows. */
struct writer {
	struct buf *out;
	struct buf *rest; /* heading: emphasised text; or NULL */
	enum form form;
	size_t start; /* of out, where this text begins */
	bool cell;    /* of a table */
	/* code that comes next needs no quotes */
	bool bare;
	bool joint; /* struck words ended or began here */
};

/* The last of several in a row: two sections end there. */
static bool
is_rule(cmark_node *n)
{
	cmark_node *next = cmark_node_next(n);

	return next == NULL ||
	    cmark_node_get_type(next) != CMARK_NODE_THEMATIC_BREAK;
}

enum kind
tree_kind(cmark_node *n)
{
	switch (cmark_node_get_type(n)) {
	case CMARK_NODE_PARAGRAPH:
		return KIND_PARAGRAPH;
	case CMARK_NODE_HEADING:
		return KIND_HEADING;
	case CMARK_NODE_LIST:
		return KIND_LIST;
	case CMARK_NODE_ITEM:
		return KIND_ITEM;
	case CMARK_NODE_CODE_BLOCK:
		return KIND_CODE;
	case CMARK_NODE_BLOCK_QUOTE:
		return KIND_QUOTE;
	case CMARK_NODE_THEMATIC_BREAK:
		return is_rule(n) ? KIND_RULE : KIND_OTHER;
	default:
		break;
	}
	return strcmp(cmark_node_get_type_string(n), "table") == 0 ?
	    KIND_TABLE :
	    KIND_OTHER;
}

bool
tree_is_strike(cmark_node *n)
{
	return strcmp(cmark_node_get_type_string(n), "strikethrough") == 0;
}

bool
tree_is_cell(cmark_node *n)
{
	return strcmp(cmark_node_get_type_string(n), "table_cell") == 0;
}

bool
tree_is_header(cmark_node *row)
{
	return cmark_gfm_extensions_get_table_row_is_header(row) != 0;
}

bool
tree_is_break(cmark_node *n)
{
	const char *html;

	if (cmark_node_get_type(n) != CMARK_NODE_HTML_INLINE)
		return false;
	html = cmark_node_get_literal(n);
	return html != NULL && strcmp(html, "<br>") == 0;
}

bool
tree_is_code(cmark_node *code, const char *what)
{
	const char *info = cmark_node_get_fence_info(code);
	size_t len = strlen(what);

	return info != NULL && strncmp(info, what, len) == 0 &&
	    (info[len] == '\0' || info[len] == ' ');
}

bool
tree_is_drawing(cmark_node *code)
{
	return tree_is_code(code, "map") || tree_is_code(code, "picture");
}

int
tree_drawing_number(cmark_node *code)
{
	const char *info = cmark_node_get_fence_info(code);

	return info != NULL ? (int)strtol(info + strcspn(info, " "), NULL, 10) :
			      0;
}

bool
tree_is_said(cmark_node *heading)
{
	cmark_node *name = cmark_node_first_child(heading);

	return name != NULL && tree_is_strike(name);
}

bool
tree_is_drawn(cmark_node *heading)
{
	cmark_node *name = cmark_node_first_child(heading);

	return name != NULL && cmark_node_get_type(name) == CMARK_NODE_EMPH;
}

cmark_node *
tree_section_end(cmark_node *heading)
{
	cmark_node *next = cmark_node_next(heading);

	return next != NULL && tree_kind(next) != KIND_HEADING ? next : heading;
}

static bool
is_blank(cmark_node *n)
{
	const char *s = cmark_node_get_literal(n);

	return cmark_node_get_type(n) == CMARK_NODE_SOFTBREAK ||
	    (cmark_node_get_type(n) == CMARK_NODE_TEXT && s != NULL &&
		s[strspn(s, " ")] == '\0');
}

bool
tree_is_taps(cmark_node *paragraph)
{
	cmark_node *n = cmark_node_first_child(paragraph);
	bool links = false;

	for (; n != NULL; n = cmark_node_next(n)) {
		const char *url = cmark_node_get_url(n);
		bool link = cmark_node_get_type(n) == CMARK_NODE_LINK &&
		    strncmp(url != NULL ? url : "", "mailto:", 7) == 0;

		if (!link && !is_blank(n))
			return false;
		links |= link;
	}
	return links;
}

bool
tree_is_aside(cmark_node *parent)
{
	cmark_node *n = cmark_node_first_child(parent);
	const char *s;

	if (n != NULL && cmark_node_get_type(n) == CMARK_NODE_EMPH)
		n = cmark_node_first_child(n);
	s = n != NULL ? cmark_node_get_literal(n) : NULL;
	return s != NULL && *s == '(';
}

/* The byte before what comes next, '\n' at the start. */
static char
before(const struct writer *w)
{
	return w->out->len > w->start ? w->out->data[w->out->len - 1] : '\n';
}

/* Where struck words are left out or begin, a space before a comma goes. */
static void
mend(struct writer *w, char next)
{
	if (w->joint && before(w) == ' ' && strchr(",.;:!?)", next) != NULL)
		buf_truncate(w->out, w->out->len - 1);
	w->joint = false;
}

/* A space: one, not at the start of a line. U+00A0 stays within the line, and
 * behind words that are left out it is the one that stood before them. */
static size_t
put_space(struct writer *w, const char *s)
{
	if (*s == '\xc2') {
		if (w->joint && before(w) == ' ')
			buf_truncate(w->out, w->out->len - 1);
		buf_char(w->out, NBSP);
		return 2;
	}
	if (before(w) != ' ' && before(w) != '\n')
		buf_char(w->out, ' ');
	return 1;
}

static bool
is_space(const char *s)
{
	return (unsigned char)*s <= ' ' || *s == 0x7f ||
	    (*s == '\xc2' && s[1] == '\xa0');
}

/* Code stands in quotes among words, and bare behind a colon, at the start
 * and in a list of codes. */
static void
see_words(struct writer *w, const char *s)
{
	bool words = false;

	for (; *s; s++) {
		if (*s == ':')
			w->bare = true;
		else if (strchr(" ,;", *s) == NULL)
			words = true;
	}
	if (words)
		w->bare = s[-1] == ':' || (s[-1] == ' ' && s[-2] == ':');
}

static void
put_text(struct writer *w, const char *s)
{
	if (s != NULL && *s)
		see_words(w, s);
	while (s != NULL && *s) {
		const char *from = s;

		if (is_space(s)) {
			s += put_space(w, s);
			continue;
		}
		mend(w, *s);
		while (!is_space(s))
			s++;
		buf_add(w->out, from, (size_t)(s - from));
	}
}

static void
put_code(struct writer *w, const char *s)
{
	bool quoted = !w->bare && !w->cell;

	mend(w, '`');
	if (quoted)
		buf_char(w->out, '"');
	for (; s != NULL && *s; s++)
		buf_char(w->out, (unsigned char)*s <= ' ' ? NBSP : *s);
	buf_char(w->out, quoted ? '"' : CODE_END);
}

static void
put_break(struct writer *w)
{
	if (before(w) == ' ')
		buf_truncate(w->out, w->out->len - 1);
	buf_char(w->out, '\n');
}

static void put_inlines(struct writer *w, cmark_node *parent);

/* Emphasised words of a heading go to the other buffer. */
static void
put_rest(struct writer *w, cmark_node *emph)
{
	struct writer r = { .out = w->rest, .form = w->form };

	r.start = w->rest->len;
	put_inlines(&r, emph);
}

/* In a cell emphasis marks what is drawn: stars, a bar. */
static void
put_emphasis(struct writer *w, cmark_node *n)
{
	if (w->rest != NULL)
		put_rest(w, n);
	else if (w->form == FORM_BOARD || !w->cell)
		put_inlines(w, n);
	else
		w->joint = true;
}

static void
put_strike(struct writer *w, cmark_node *n)
{
	w->joint = true;
	if (w->form == FORM_LIST)
		put_inlines(w, n);
	w->joint = true;
}

static void
put_inline(struct writer *w, cmark_node *n)
{
	switch (cmark_node_get_type(n)) {
	case CMARK_NODE_TEXT:
		put_text(w, cmark_node_get_literal(n));
		return;
	case CMARK_NODE_CODE:
		put_code(w, cmark_node_get_literal(n));
		return;
	case CMARK_NODE_SOFTBREAK:
		put_text(w, " ");
		return;
	case CMARK_NODE_LINEBREAK:
		put_break(w);
		return;
	case CMARK_NODE_HTML_INLINE:
		if (tree_is_break(n))
			put_break(w);
		return;
	case CMARK_NODE_EMPH:
		put_emphasis(w, n);
		return;
	default:
		if (tree_is_strike(n)) {
			put_strike(w, n);
			return;
		}
		break;
	}
	put_inlines(w, n);
}

static void
put_inlines(struct writer *w, cmark_node *parent)
{
	cmark_node *n = cmark_node_first_child(parent);

	for (; n; n = cmark_node_next(n))
		put_inline(w, n);
}

static void
cut_end(struct buf *out, size_t start)
{
	while (out->len > start &&
	    (out->data[out->len - 1] == ' ' || out->data[out->len - 1] == '\n'))
		buf_truncate(out, out->len - 1);
}

void
tree_text(cmark_node *block, enum form form, struct buf *out)
{
	struct writer w = { .out = out, .form = form, .start = out->len };

	w.cell = tree_is_cell(block);
	w.bare = true;
	put_inlines(&w, block);
	cut_end(out, w.start);
}

void
tree_heading(cmark_node *heading, enum form form, struct buf *name,
    struct buf *rest)
{
	struct writer w = { .out = name,
		.rest = rest,
		.form = form,
		.start = name->len };
	cmark_node *n = cmark_node_first_child(heading);
	size_t start = rest->len;

	if (tree_is_said(heading) || tree_is_drawn(heading)) {
		put_inlines(&w, n);
		n = cmark_node_next(n);
	}
	for (; n; n = cmark_node_next(n))
		put_inline(&w, n);
	cut_end(name, w.start);
	cut_end(rest, start);
}
