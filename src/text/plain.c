/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"
#include "text/flow.h"
#include "text/markdown.h"
#include "text/plain.h"
#include "text/table.h"
#include "text/tree.h"

/*
 * The walker of both plain forms. On the board what follows a heading is
 * indented by one column; sections are set apart by an empty line, and so are
 * paragraphs, but a paragraph keeps close to the table or list before it.
 */
enum { WIDTH_MIN = 20, WIDTH_MAX = 200, PREFIX_MAX = 40 };

struct walk {
	struct buf *out;
	enum form form;
	int width;
	bool unicode;            /* signs that are no ASCII */
	char prefix[PREFIX_MAX]; /* before every line */
	/* of the block before, KIND_OTHER: none */
	enum kind last;
	bool section; /* a heading stands above */
	bool said;    /* and it is of words for what is drawn elsewhere */
	bool colon;   /* the paragraph before announces */
	bool begun;   /* something stands above what out had at first */
	size_t start;
};

static void walk_blocks(struct walk *w, cmark_node *parent);
static cmark_node *walk_block(struct walk *w, cmark_node *n);

static void
add_upper(struct buf *out, const char *s, size_t len)
{
	while (len > 0) {
		utf8proc_int32_t cp;
		utf8proc_uint8_t bytes[4];
		utf8proc_ssize_t n = utf8proc_iterate(
		    (const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, &cp);

		if (n < 1)
			return;
		buf_add(out, bytes,
		    (size_t)utf8proc_encode_char(utf8proc_toupper(cp), bytes));
		s += n;
		len -= (size_t)n;
	}
}

/* Whether there are maps, so that words for them are not needed. */
static bool
draws(const struct walk *w)
{
	return w->form == FORM_BOARD && w->width >= MAP_WIDTH;
}

/* An empty line between blocks of this kind and the one before. */
static bool
apart(const struct walk *w, enum kind now)
{
	if (w->last == KIND_OTHER || w->last == KIND_HEADING)
		return false;
	if (now == KIND_HEADING || w->last == KIND_RULE || !w->section)
		return true;
	return w->last == now || w->last == KIND_QUOTE ||
	    w->last == KIND_CODE || now == KIND_CODE;
}

static void
begin(struct walk *w, enum kind now)
{
	if ((w->begun || w->out->len > w->start) && apart(w, now))
		buf_char(w->out, '\n');
	w->last = now;
}

static void
put(struct walk *w, const char *text, size_t len, const char *first,
    const char *rest)
{
	char a[PREFIX_MAX * 2], b[PREFIX_MAX * 2];
	size_t n = strlen(w->prefix);

	memcpy(a, w->prefix, n);
	memcpy(b, w->prefix, n);
	memcpy(a + n, first, strlen(first) + 1);
	memcpy(b + n, rest, strlen(rest) + 1);
	flow(w->out, text, len, w->width, a, b);
}

static void
walk_paragraph(struct walk *w, cmark_node *n, const char *first,
    const char *rest)
{
	struct buf text = BUF_INIT;

	if (!tree_is_taps(n))
		tree_text(n, w->form, &text);
	if (text.len) {
		begin(w, KIND_PARAGRAPH);
		put(w, text.data, text.len, first, rest);
		w->colon = text.data[text.len - 1] == ':';
	}
	buf_release(&text);
}

/* What of the board stands below a heading is indented. */
static void
enter_section(struct walk *w)
{
	w->section = true;
	snprintf(w->prefix, sizeof(w->prefix), "%s",
	    w->form == FORM_BOARD ? " " : "");
}

static void
put_heading(struct walk *w, const struct buf *name, const struct buf *rest)
{
	struct buf line = BUF_INIT;

	w->prefix[0] = '\0';
	if (w->form == FORM_LIST) {
		buf_printf(&line, "+++ %s%s%s", buf_text(name),
		    rest->len ? ", " : "", buf_text(rest));
		put(w, line.data, line.len, "", "");
	} else {
		add_upper(&line, buf_text(name), name->len);
		if (rest->len)
			buf_printf(&line, "%c%c%s", NBSP, NBSP, buf_text(rest));
		put(w, line.data, line.len, "", "  ");
	}
	enter_section(w);
	buf_release(&line);
}

static void walk_table(struct walk *w, cmark_node *n, const struct buf *title);

/* Returns the last node that was taken: the table, if its first header is
 * the heading. */
static cmark_node *
walk_heading(struct walk *w, cmark_node *n)
{
	struct buf name = BUF_INIT, rest = BUF_INIT;
	cmark_node *next = cmark_node_next(n);

	if (draws(w) ? tree_is_said(n) : tree_is_drawn(n))
		return tree_section_end(n);
	w->said = tree_is_said(n);
	tree_heading(n, w->form, &name, &rest);
	begin(w, KIND_HEADING);
	if (w->form == FORM_BOARD && !rest.len && name.len && next != NULL &&
	    tree_kind(next) == KIND_TABLE && table_wants_title(next)) {
		walk_table(w, next, &name);
		n = next;
	} else {
		put_heading(w, &name, &rest);
	}
	buf_release(&name);
	buf_release(&rest);
	return n;
}

static void
walk_table(struct walk *w, cmark_node *n, const struct buf *title)
{
	struct buf upper = BUF_INIT, none = BUF_INIT;
	struct text_table t;
	char rest[PREFIX_MAX + 4];
	size_t length = strlen(w->prefix);
	bool deeper;
	int indent;

	deeper = w->section && w->colon && w->last == KIND_PARAGRAPH &&
	    w->form == FORM_BOARD && length < sizeof(w->prefix) - 2;
	begin(w, KIND_TABLE);
	if (deeper)
		memcpy(w->prefix + length, " ", 2);
	if (title != NULL) {
		add_upper(&upper, buf_text(title), title->len);
		enter_section(w);
	}
	indent = (int)strlen(w->prefix);
	table_init(&t, n, w->form, title != NULL ? buf_text(&upper) : NULL);
	t.ruled = w->unicode;
	if (w->form == FORM_BOARD && !w->said &&
	    strspn(w->prefix, " ") == (size_t)indent &&
	    table_fit(&t, w->width, indent)) {
		table_columns(&t, indent, w->out);
	} else {
		if (title != NULL)
			put_heading(w, title, &none);
		/* Words, so all of those that list has. */
		if (w->form == FORM_BOARD) {
			table_release(&t);
			table_init(&t, n, FORM_LIST, NULL);
		}
		snprintf(rest, sizeof(rest), "%s%s", w->prefix,
		    w->form == FORM_BOARD ? "   " : "");
		table_words(&t, w->width, w->prefix, rest, w->out);
	}
	if (deeper)
		w->prefix[length] = '\0';
	table_release(&t);
	buf_release(&upper);
}

static void
walk_item(struct walk *w, cmark_node *item, int number)
{
	char first[16] = "", rest[16] = "", saved[PREFIX_MAX];
	cmark_node *n = cmark_node_first_child(item);
	bool section = w->section;

	if (number)
		snprintf(first, sizeof(first), "%d. ", number);
	if (w->form == FORM_BOARD)
		snprintf(rest, sizeof(rest), "   ");
	w->last = KIND_OTHER;
	w->section = true; /* what an item holds keeps close */
	memcpy(saved, w->prefix, sizeof(saved));
	if (n != NULL && tree_kind(n) == KIND_PARAGRAPH) {
		walk_paragraph(w, n, first, rest);
		n = cmark_node_next(n);
	}
	if (strlen(w->prefix) + strlen(rest) < sizeof(w->prefix))
		memcpy(w->prefix + strlen(w->prefix), rest, strlen(rest) + 1);
	for (; n; n = cmark_node_next(n))
		n = walk_block(w, n);
	memcpy(w->prefix, saved, sizeof(saved));
	w->section = section;
}

static void
walk_list(struct walk *w, cmark_node *list)
{
	cmark_node *item = cmark_node_first_child(list);
	int number = 0;

	if (cmark_node_get_list_type(list) == CMARK_ORDERED_LIST)
		number = cmark_node_get_list_start(list);
	begin(w, KIND_LIST);
	for (; item; item = cmark_node_next(item)) {
		walk_item(w, item, number);
		number += number > 0;
	}
	w->last = KIND_LIST;
}

/* Lines as they are; one too long for the width goes on below. A file is
 * neither folded nor indented: it would be another. */
static void
walk_code(struct walk *w, cmark_node *n)
{
	const char *text = cmark_node_get_literal(n);
	int room = w->width - (int)strlen(w->prefix);
	const char *prefix = w->prefix;

	if (tree_is_code(n, "file")) {
		room = INT_MAX;
		prefix = "";
	}
	if (tree_is_code(n, "picture") || tree_is_code(n, "legend"))
		return;
	if ((tree_is_code(n, "map") || tree_is_code(n, "signs")) && !draws(w))
		return;
	begin(w, KIND_CODE);
	while (text != NULL && *text) {
		size_t len = strcspn(text, "\n"), fits;

		do {
			fits = utf8_prefix(text, len, room);
			if (!fits)
				fits = len;
			if (len)
				buf_str(w->out, prefix);
			buf_add(w->out, text, fits);
			buf_char(w->out, '\n');
			text += fits;
			len -= fits;
		} while (len > 0);
		text += *text == '\n';
	}
}

static void
walk_quote(struct walk *w, cmark_node *n)
{
	size_t len = strlen(w->prefix);

	begin(w, KIND_QUOTE);
	if (len + 2 >= sizeof(w->prefix))
		return;
	memcpy(w->prefix + len, "> ", 3);
	w->last = KIND_OTHER;
	walk_blocks(w, n);
	w->prefix[len] = '\0';
	w->last = KIND_QUOTE;
}

static cmark_node *
walk_block(struct walk *w, cmark_node *n)
{
	switch (tree_kind(n)) {
	case KIND_PARAGRAPH:
		walk_paragraph(w, n, "", "");
		break;
	case KIND_HEADING:
		return walk_heading(w, n);
	case KIND_TABLE:
		walk_table(w, n, NULL);
		break;
	case KIND_LIST:
		walk_list(w, n);
		break;
	case KIND_CODE:
		walk_code(w, n);
		break;
	case KIND_QUOTE:
		walk_quote(w, n);
		break;
	case KIND_RULE:
		w->prefix[0] = '\0';
		w->section = false;
		w->last = KIND_RULE;
		break;
	case KIND_ITEM:
	case KIND_OTHER:
		break;
	}
	return n;
}

static void
walk_blocks(struct walk *w, cmark_node *parent)
{
	cmark_node *n = cmark_node_first_child(parent);

	for (; n; n = cmark_node_next(n))
		n = walk_block(w, n);
}

void
plain_part(const struct markdown *m, enum form form, int width, bool unicode,
    struct plain_above *above, struct buf *out)
{
	struct walk w = { .out = out,
		.form = form,
		.width = width,
		.unicode = unicode,
		.prefix = { above->indent },
		.last = above->last,
		.section = above->section,
		.said = above->said,
		.colon = above->colon,
		.begun = above->begun,
		.start = out->len };

	if (width < WIDTH_MIN)
		w.width = WIDTH_MIN;
	if (width > WIDTH_MAX)
		w.width = WIDTH_MAX;
	walk_blocks(&w, m->root);
	*above = (struct plain_above){ .last = w.last,
		.indent = w.prefix[0],
		.section = w.section,
		.said = w.said,
		.colon = w.colon,
		.begun = w.begun || out->len > w.start };
}

static void
whole(const struct markdown *m, enum form form, int width, bool unicode,
    struct buf *out)
{
	struct plain_above none = { .last = KIND_OTHER };

	plain_part(m, form, width, unicode, &none, out);
}

void
markdown_board(const struct markdown *m, int width, struct buf *out)
{
	whole(m, FORM_BOARD, width, false, out);
}

void
markdown_glyphs(const struct markdown *m, int width, struct buf *out)
{
	whole(m, FORM_BOARD, width, true, out);
}

void
markdown_list(const struct markdown *m, int width, struct buf *out)
{
	whole(m, FORM_LIST, width, false, out);
}
