/* SPDX-License-Identifier: MIT */
#include <cmark-gfm-core-extensions.h>
#include <string.h>

#include "text/escape.h"
#include "text/markdown.h"
#include "text/tree.h"

/*
 * HTML for mail programs: inline style, because they drop style sheets; text
 * and background colour are always set together, so that a dark mode that
 * changes one changes both; no images, no links but mailto:.
 */
enum {
	TAIL = 400, /* bytes kept for closing everything */
	PIECE = 500,
	NOWRAP_MAX = 30
};

struct html_page {
	struct buf *out;
	enum html_dress dress;
	size_t start;
	int links;
	bool full;       /* something was left out */
	bool fragment;   /* one element a line */
	int deeper;      /* levels of headings */
	const char *map; /* instead of a drawing; NULL */
};

#define COLOURS "background:#ffffff;color:#1b1b1b"

/* Cells have no style of their own: a row's and the table's attributes, old
 * as they are, say the same in a third of the bytes. They come first: there
 * are more of them than of all others. */
static const struct html_tag {
	const char *name, *mail, *page;
} tags[] = {
	{ "td", "<td>", "<td>" },
	{ "tdr", "<td align=\"right\">", "<td class=\"r\">" },
	{ "tr", "<tr valign=\"top\" style=\"border-bottom:1px solid #d5d5d5\">",
	    "<tr>" },
	{ "p", "<p style=\"margin:0 0 10px\">", "<p>" },
	{ "h1", "<h1 style=\"font-size:20px;margin:0 0 10px\">", "<h1>" },
	{ "h2", "<h2 style=\"font-size:16px;margin:20px 0 6px\">", "<h2>" },
	{ "h3", "<h3 style=\"font-size:16px;margin:14px 0 4px\">", "<h3>" },
	{ "h4", "", "<h4>" },
	{ "ul", "<ul style=\"margin:0 0 10px;padding:0 0 0 18px\">", "<ul>" },
	{ "ol", "<ol style=\"margin:0 0 10px;padding:0 0 0 24px\"", "<ol" },
	{ "table",
	    "<table cellpadding=\"4\" "
	    "style=\"border-collapse:collapse;margin:0 0 10px\">",
	    "<table>" },
	{ "thead",
	    "<tr valign=\"bottom\" style=\"border-bottom:2px solid #8a8a8a\">",
	    "<tr>" },
	{ "th", "<th align=\"left\">", "<th>" },
	{ "thr", "<th align=\"right\">", "<th class=\"r\">" },
	{ "pre", "<pre style=\"margin:0 0 10px;font:14px/1.3 monospace\">",
	    "<pre>" },
	{ "blockquote",
	    "<blockquote style=\"margin:0 0 10px 4px;padding:0 0 0 "
	    "10px;border-left:3px solid #8a8a8a\">",
	    "<blockquote>" },
	{ "hr",
	    "<hr style=\"border:0;border-top:1px solid #d5d5d5;margin:16px 0 "
	    "8px\">",
	    "<hr>" },
	{ "a",
	    "<a style=\"display:inline-block;padding:2px 9px;border:1px solid "
	    "#0b4f9c;border-radius:4px;background:#ffffff;color:#0b4f9c;text-"
	    "decoration:none\" href=\"",
	    "<a class=\"move\" href=\"" },
	{ "span", "<span style=\"font-weight:normal\">", "<span>" },
	{ "em", "<em>", "<em>" },
	{ "strong", "<strong>", "<strong>" },
};

static void
open_tag(struct html_page *p, const char *name)
{
	const struct html_tag *t = tags;

	while (strcmp(t->name, name) != 0)
		t++; /* all that we write are there */
	buf_str(p->out, p->dress == HTML_MAIL ? t->mail : t->page);
}

static void
close_tag(struct html_page *p, const char *tag)
{
	buf_str(p->out, "</");
	buf_str(p->out, tag);
	buf_char(p->out, '>');
}

/* Whether so many more bytes may be written; else the page is full. */
static bool
room(struct html_page *p, size_t len)
{
	if (p->dress == HTML_MAIL &&
	    p->out->len - p->start + len + TAIL > HTML_MAX)
		p->full = true;
	return !p->full;
}

static void
put(struct html_page *p, const char *s)
{
	size_t left = s != NULL ? strlen(s) : 0;

	/* Piece by piece, so that a long one is cut where the page is full. */
	while (left > 0) {
		size_t n = left < PIECE ? left : PIECE;

		while (n < left && ((unsigned char)s[n] & 0xC0) == 0x80)
			n++;
		if (!room(p, n * 6))
			return;
		escape_html(s, n, p->out);
		s += n;
		left -= n;
	}
}

static void put_inlines(struct html_page *p, cmark_node *parent);

static bool
is_allowed(const struct html_page *p, const char *url)
{
	if (url == NULL || p->links >= HTML_LINKS_MAX)
		return false;
	return strncmp(url, "mailto:", 7) == 0 && strlen(url) < 2000;
}

static void
put_link(struct html_page *p, cmark_node *n)
{
	const char *url = cmark_node_get_url(n);

	if (!is_allowed(p, url) || !room(p, 5 * strlen(url))) {
		put_inlines(p, n);
		return;
	}
	p->links++;
	open_tag(p, "a");
	escape_html(url, strlen(url), p->out);
	buf_str(p->out, "\">");
	put_inlines(p, n);
	close_tag(p, "a");
}

static void
put_between(struct html_page *p, const char *tag, cmark_node *n)
{
	open_tag(p, tag);
	put_inlines(p, n);
	close_tag(p, tag);
}

static bool
in_quote(cmark_node *n)
{
	while ((n = cmark_node_parent(n)) != NULL)
		if (tree_kind(n) == KIND_QUOTE)
			return true;
	return false;
}

static void
put_break(struct html_page *p, cmark_node *n)
{
	buf_str(p->out, p->fragment ? "<br>" : "<br>\n");
	if (in_quote(n))
		buf_str(p->out, "&gt; ");
}

/* A short command stays on one line where the reader's program allows; a hash
 * must not make the page wider than a telephone. */
static void
put_code_span(struct html_page *p, const char *text)
{
	if (p->dress == HTML_MAIL && text != NULL && strlen(text) <= NOWRAP_MAX)
		buf_str(p->out, "<code style=\"white-space:nowrap\">");
	else if (p->dress == HTML_MAIL && text != NULL &&
	    strchr(text, ' ') == NULL)
		buf_str(p->out, "<code style=\"word-break:break-all\">");
	else
		buf_str(p->out, "<code>");
	put(p, text);
	close_tag(p, "code");
}

static void
put_inline(struct html_page *p, cmark_node *n)
{
	cmark_node *parent = cmark_node_parent(n);
	bool heading = tree_kind(parent) == KIND_HEADING;

	switch (cmark_node_get_type(n)) {
	case CMARK_NODE_TEXT:
		put(p, cmark_node_get_literal(n));
		return;
	case CMARK_NODE_CODE:
		put_code_span(p, cmark_node_get_literal(n));
		return;
	case CMARK_NODE_SOFTBREAK:
		buf_char(p->out, p->fragment ? ' ' : '\n');
		return;
	case CMARK_NODE_LINEBREAK:
		put_break(p, n);
		return;
	case CMARK_NODE_HTML_INLINE:
		if (tree_is_break(n))
			put_break(p, n);
		return;
	case CMARK_NODE_EMPH:
		/* In a cell it only marks what list leaves out. */
		if (tree_is_cell(parent))
			put_inlines(p, n);
		else
			put_between(p, heading ? "span" : "em", n);
		return;
	case CMARK_NODE_STRONG:
		put_between(p, "strong", n);
		return;
	case CMARK_NODE_LINK:
		put_link(p, n);
		return;
	default:
		if (!tree_is_strike(n))
			put_inlines(p, n);
		return;
	}
}

static void
put_inlines(struct html_page *p, cmark_node *parent)
{
	cmark_node *n = cmark_node_first_child(parent);

	for (; n != NULL && !p->full; n = cmark_node_next(n))
		put_inline(p, n);
}

static void
put_row(struct html_page *p, cmark_node *row, const uint8_t *align, bool header)
{
	cmark_node *cell = cmark_node_first_child(row);

	open_tag(p, header ? "thead" : "tr");
	for (int col = 0; cell; col++, cell = cmark_node_next(cell)) {
		bool right = align != NULL && align[col] == 'r';

		/* A header without a word is none to those who listen. */
		bool head = header &&
		    (p->dress == HTML_MAIL || cmark_node_first_child(cell));

		if (head)
			open_tag(p, right ? "thr" : "th");
		else
			open_tag(p, right ? "tdr" : "td");
		put_inlines(p, cell);
		/* HTML needs no end tags here, and pages have many. */
		if (!p->fragment)
			close_tag(p, head ? "th" : "td");
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
put_table(struct html_page *p, cmark_node *n)
{
	cmark_node *row = cmark_node_first_child(n);
	const uint8_t *align = cmark_gfm_extensions_get_table_alignments(n);

	open_tag(p, "table");
	buf_char(p->out, '\n');
	for (; row != NULL && room(p, 2000); row = cmark_node_next(row)) {
		if (!tree_is_header(row))
			put_row(p, row, align, false);
		else if (!is_empty_row(row))
			put_row(p, row, align, true);
	}
	buf_str(p->out, "</table>\n");
}

static void put_blocks(struct html_page *p, cmark_node *parent);

static void
put_item(struct html_page *p, cmark_node *item)
{
	cmark_node *n = cmark_node_first_child(item);
	bool alone = n != NULL && tree_kind(n) == KIND_PARAGRAPH &&
	    !cmark_node_next(n);

	buf_str(p->out, p->fragment && !alone ? "<li>\n" : "<li>");
	if (alone)
		put_inlines(p, n);
	else
		put_blocks(p, item);
	buf_str(p->out, "</li>\n");
}

static void
put_list(struct html_page *p, cmark_node *list)
{
	bool ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
	int start = cmark_node_get_list_start(list);
	cmark_node *n = cmark_node_first_child(list);

	open_tag(p, ordered ? "ol" : "ul");
	if (ordered && start != 1)
		buf_printf(p->out, " start=\"%d\"", start);
	if (ordered)
		buf_char(p->out, '>');
	buf_char(p->out, '\n');
	for (; n != NULL && room(p, 500); n = cmark_node_next(n))
		put_item(p, n);
	buf_printf(p->out, "</%s>\n", ordered ? "ol" : "ul");
}

/* A block of code as one line of HTML. */
static void
put_code_line(struct html_page *p, const char *text)
{
	open_tag(p, "pre");
	while (text != NULL && *text) {
		size_t len = strcspn(text, "\n");

		escape_html(text, len, p->out);
		text += len;
		if (*text == '\n') {
			buf_str(p->out, "&#10;");
			text++;
		}
	}
	buf_str(p->out, "</pre>\n");
}

static void
put_code(struct html_page *p, cmark_node *n)
{
	const char *text = cmark_node_get_literal(n);

	if (p->map != NULL &&
	    (tree_is_code(n, "map") || tree_is_code(n, "picture"))) {
		if (room(p, strlen(p->map)))
			buf_str(p->out, p->map);
		buf_char(p->out, '\n');
		return;
	}
	if (tree_is_code(n, "picture"))
		return;
	if (p->fragment) {
		put_code_line(p, text);
		return;
	}
	open_tag(p, "pre");
	while (text != NULL && *text && room(p, 600)) {
		size_t len = strcspn(text, "\n");

		len += text[len] == '\n';
		if (room(p, len * 5))
			escape_html(text, len, p->out);
		text += len;
	}
	buf_str(p->out, "</pre>\n");
}

static void
put_heading(struct html_page *p, cmark_node *n)
{
	char tag[3] = "h2";
	int level = cmark_node_get_heading_level(n);

	level += p->deeper;
	tag[1] = (char)('0' + (level < 4 ? level : 4));
	if (p->dress == HTML_MAIL && level > 3)
		tag[1] = '3';
	put_between(p, tag, n);
	buf_char(p->out, '\n');
}

static void
put_paragraph(struct html_page *p, cmark_node *n)
{
	open_tag(p, "p");
	if (in_quote(n))
		buf_str(p->out, "&gt; ");
	put_inlines(p, n);
	close_tag(p, "p");
	buf_char(p->out, '\n');
}

static void
put_block(struct html_page *p, cmark_node *n)
{
	switch (tree_kind(n)) {
	case KIND_PARAGRAPH:
		put_paragraph(p, n);
		break;
	case KIND_HEADING:
		put_heading(p, n);
		break;
	case KIND_TABLE:
		put_table(p, n);
		break;
	case KIND_LIST:
		put_list(p, n);
		break;
	case KIND_CODE:
		put_code(p, n);
		break;
	case KIND_QUOTE:
		open_tag(p, "blockquote");
		put_blocks(p, n);
		buf_str(p->out, "</blockquote>\n");
		break;
	case KIND_RULE:
		open_tag(p, "hr");
		buf_char(p->out, '\n');
		break;
	case KIND_ITEM:
	case KIND_OTHER:
		break;
	}
}

static void
put_blocks(struct html_page *p, cmark_node *parent)
{
	cmark_node *n = cmark_node_first_child(parent);

	for (; n != NULL && room(p, 2000); n = cmark_node_next(n))
		put_block(p, n);
}

static void
put_head(struct html_page *p, const char *lang, const char *title)
{
	buf_str(p->out, "<!DOCTYPE html>\n<html lang=\"");
	escape_html(lang, strlen(lang), p->out);
	buf_str(p->out,
	    "\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
	if (title != NULL)
		escape_html(title, strlen(title), p->out);
	buf_str(p->out, "</title>\n");
	if (p->dress == HTML_PAGE)
		buf_str(p->out,
		    "<link rel=\"stylesheet\" href=\"paquebot.css\">\n");
	buf_str(p->out, "</head>\n");
}

/* A picture is shown pixel for pixel where there is room. */
static void
put_document(struct html_page *p, const struct markdown *m, const char *lang,
    const char *title)
{
	struct buf *out = p->out;

	put_head(p, lang, title);
	if (p->dress == HTML_MAIL)
		buf_printf(out,
		    "<body style=\"margin:0;" COLOURS "\">\n"
		    "<div style=\"max-width:%dpx;padding:8px;font:16px/1.4 "
		    "sans-serif;" COLOURS "\">\n",
		    p->map != NULL ? 700 : 640);
	else
		buf_str(out, "<body>\n<main>\n");
	put_blocks(p, m->root);
	if (p->full)
		buf_str(out, "<p>…</p>\n");
	buf_str(out,
	    p->dress == HTML_MAIL ? "</div>\n</body>\n</html>\n" :
				    "</main>\n</body>\n</html>\n");
}

void
markdown_html(const struct markdown *m, enum html_dress dress, const char *lang,
    const char *title, struct buf *out)
{
	struct html_page p = { .out = out, .dress = dress, .start = out->len };

	put_document(&p, m, lang, title);
}

void
markdown_html_picture(const struct markdown *m, const char *lang,
    const char *title, const char *cid, const char *words, struct buf *out)
{
	struct buf img = BUF_INIT;
	struct html_page p = { .out = out,
		.dress = HTML_MAIL,
		.start = out->len };

	buf_str(&img, "<p style=\"margin:0 0 10px\"><img src=\"cid:");
	escape_html(cid, strlen(cid), &img);
	buf_str(&img,
	    "\" width=\"700\" style=\"display:block;width:100%;"
	    "max-width:700px;height:auto\" alt=\"");
	escape_html(words, strlen(words), &img);
	buf_str(&img, "\"></p>");
	p.map = img.data;
	put_document(&p, m, lang, title);
	buf_release(&img);
}

void
markdown_fragment(const struct markdown *m, int deeper, const char *map,
    struct buf *out)
{
	struct html_page p = { .out = out,
		.dress = HTML_PAGE,
		.fragment = true,
		.start = out->len,
		.deeper = deeper,
		.map = map };

	put_blocks(&p, m->root);
}
