/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "text/escape.h"
#include "text/html.h"
#include "text/tree.h"

/*
 * HTML for mail programs: inline style, because they drop style sheets. It has
 * no colours of its own, but greys for rules that are seen on light and dark:
 * the reader's program knows whether it is dark. It is as wide as the window,
 * so that a telephone needs no scrolling sideways. No images but the board's,
 * no links but mailto:.
 */
enum {
	TAIL = 400, /* bytes kept for closing everything */
	PIECE = 500,
	NOWRAP_MAX = 30
};

#define RULE "1px solid rgba(128,128,128,.4)"
/* High enough for a thumb: 44 pixels with its line of 16. */
#define TOUCH \
	"padding:10px 8px;border:1px solid;border-radius:6px;" \
	"text-decoration:none"

/* Cells have no style of their own: a row's and the table's attributes, old
 * as they are, say the same in a third of the bytes. They come first: there
 * are more of them than of all others. */
static const struct html_tag {
	const char *name, *mail, *page;
} tags[] = {
	{ "td", "<td>", "<td>" },
	{ "tdr", "<td align=\"right\">", "<td class=\"r\">" },
	{ "tr", "<tr valign=\"top\" style=\"border-bottom:" RULE "\">",
	    "<tr>" },
	{ "words", "<p style=\"margin:0 0 6px\">", "" },
	{ "small", "<span style=\"font-size:13px\">", "" },
	{ "p", "<p style=\"margin:0 0 10px\">", "<p>" },
	{ "h1", "<h1 style=\"font-size:20px;margin:28px 0 10px\">", "<h1>" },
	{ "first", "<h1 style=\"font:inherit;margin:0 0 10px\">", "" },
	{ "h2", "<h2 style=\"font-size:16px;margin:20px 0 6px\">", "<h2>" },
	{ "h3", "<h3 style=\"font-size:16px;margin:14px 0 4px\">", "<h3>" },
	{ "h4", "", "<h4>" },
	{ "ul", "<ul style=\"margin:0 0 10px;padding:0 0 0 18px\">", "<ul>" },
	{ "ol", "<ol style=\"margin:0 0 10px;padding:0 0 0 24px\"", "<ol" },
	{ "table",
	    "<table cellpadding=\"4\" "
	    "style=\"border-collapse:collapse;margin:0 0 10px;"
	    "word-break:normal\">",
	    "<table>" },
	{ "thead",
	    "<tr valign=\"bottom\" style=\"border-bottom:2px solid #8a8a8a\">",
	    "<tr>" },
	{ "th", "<th align=\"left\">", "<th>" },
	{ "thr", "<th align=\"right\">", "<th class=\"r\">" },
	{ "pre",
	    "<pre style=\"margin:0 0 10px;font:14px/1.3 monospace;"
	    "white-space:pre-wrap\">",
	    "<pre>" },
	{ "map",
	    "<pre tabindex=\"0\" style=\"margin:0 0 10px;"
	    "font:14px/1.3 monospace;overflow-x:auto\">",
	    "<pre>" },
	{ "blockquote",
	    "<blockquote style=\"margin:0 0 10px 4px;padding:0 0 0 "
	    "10px;border-left:3px solid #8a8a8a\">",
	    "<blockquote>" },
	{ "hr", "<hr style=\"border:0;border-top:" RULE ";margin:16px 0 8px\">",
	    "<hr>" },
	{ "a",
	    "<a style=\"display:inline-block;min-width:28px;margin:0 0 "
	    "6px;" TOUCH "\" href=\"",
	    "<a class=\"move\" href=\"" },
	{ "tap",
	    "<div style=\"margin:0 0 8px\"><a style=\"display:block;" TOUCH
	    "\" href=\"",
	    "" },
	{ "untap", "<div style=\"margin:0 0 8px;padding:10px 9px\">", "" },
	{ "span", "<span style=\"font-weight:normal\">", "<span>" },
	{ "em", "<em>", "<em>" },
	{ "strong", "<strong>", "<strong>" },
};

void
html_open(struct html_page *p, const char *name)
{
	const struct html_tag *t = tags;

	while (strcmp(t->name, name) != 0)
		t++; /* all that we write are there */
	buf_str(p->out, p->dress == HTML_MAIL ? t->mail : t->page);
}

void
html_close(struct html_page *p, const char *tag)
{
	buf_str(p->out, "</");
	buf_str(p->out, tag);
	buf_char(p->out, '>');
}

bool
html_room(struct html_page *p, size_t len)
{
	if (p->dress == HTML_MAIL &&
	    p->above + p->out->len - p->start + len + TAIL > HTML_MAX)
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
		if (!html_room(p, n * 6))
			return;
		escape_html(s, n, p->out);
		s += n;
		left -= n;
	}
}

static bool
is_allowed(const struct html_page *p, const char *url)
{
	if (url == NULL || p->links >= HTML_LINKS_MAX)
		return false;
	return strncmp(url, "mailto:", 7) == 0 && strlen(url) < 2000;
}

bool
html_link(struct html_page *p, const char *kind, cmark_node *link)
{
	const char *url = cmark_node_get_url(link);

	if (!is_allowed(p, url) || !html_room(p, 5 * strlen(url)))
		return false;
	p->links++;
	html_open(p, kind);
	escape_html(url, strlen(url), p->out);
	buf_str(p->out, "\">");
	return true;
}

static void
put_link(struct html_page *p, cmark_node *n)
{
	bool linked = html_link(p, "a", n);

	html_inlines(p, n);
	if (linked)
		html_close(p, "a");
}

static void
put_between(struct html_page *p, const char *tag, cmark_node *n)
{
	html_open(p, tag);
	html_inlines(p, n);
	html_close(p, tag);
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
	if (p->stacked) {
		buf_str(p->out, ", ");
		return;
	}
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
		buf_str(p->out,
		    "<code style=\"font-size:14px;white-space:nowrap\">");
	else if (p->dress == HTML_MAIL && text != NULL &&
	    strchr(text, ' ') == NULL)
		buf_str(p->out,
		    "<code style=\"font-size:14px;word-break:break-all\">");
	else if (p->dress == HTML_MAIL)
		buf_str(p->out, "<code style=\"font-size:14px\">");
	else
		buf_str(p->out, "<code>");
	put(p, text);
	html_close(p, "code");
}

/* Struck words are for list alone; the space before them goes with them, but
 * where another word follows without one. */
static void
leave_out(struct html_page *p, cmark_node *n)
{
	cmark_node *next = cmark_node_next(n);
	const char *s = next != NULL &&
		cmark_node_get_type(next) == CMARK_NODE_TEXT ?
	    cmark_node_get_literal(next) :
	    NULL;
	bool ends = next == NULL ||
	    cmark_node_get_type(next) == CMARK_NODE_LINEBREAK ||
	    tree_is_break(next) ||
	    (s != NULL && *s != '\0' &&
		(strchr(" ,.;:!?)", *s) != NULL ||
		    strncmp(s, "\u00a0", 2) == 0));

	if (ends && p->out->len > 0 && p->out->data[p->out->len - 1] == ' ')
		buf_truncate(p->out, p->out->len - 1);
}

/* What stands beside the name of a heading: parted from it for those to whom
 * all of it looks alike. */
static void
put_beside(struct html_page *p, cmark_node *n)
{
	if (p->dress == HTML_MAIL && !tree_is_aside(n) &&
	    p->out->data[p->out->len - 1] == ' ') {
		buf_truncate(p->out, p->out->len - 1);
		buf_str(p->out, ", ");
	}
	put_between(p, "span", n);
}

/* Words to touch stand in a list: its commas are here. */
static bool
parts_taps(const struct html_page *p, cmark_node *n)
{
	return p->dress == HTML_MAIL && tree_is_taps(cmark_node_parent(n));
}

static void
put_inline(struct html_page *p, cmark_node *n)
{
	cmark_node *parent = cmark_node_parent(n);
	bool heading = tree_kind(parent) == KIND_HEADING;
	bool is_first = cmark_node_previous(n) == NULL;
	bool hard = cmark_node_get_type(n) == CMARK_NODE_LINEBREAK;

	switch (cmark_node_get_type(n)) {
	case CMARK_NODE_TEXT:
		put(p, parts_taps(p, n) ? ", " : cmark_node_get_literal(n));
		return;
	case CMARK_NODE_CODE:
		put_code_span(p, cmark_node_get_literal(n));
		return;
	case CMARK_NODE_SOFTBREAK:
		buf_str(p->out,
		    parts_taps(p, n) ? ", " :
			p->fragment  ? " " :
				       "\n");
		return;
	case CMARK_NODE_LINEBREAK:
	case CMARK_NODE_HTML_INLINE:
		if (hard || tree_is_break(n))
			put_break(p, n);
		return;
	case CMARK_NODE_EMPH:
		/* In a cell it only marks what list leaves out, before a
		 * heading a section that is drawn. */
		if (tree_is_cell(parent) || (heading && is_first))
			html_inlines(p, n);
		else if (heading)
			put_beside(p, n);
		else
			put_between(p, "em", n);
		return;
	case CMARK_NODE_STRONG:
		put_between(p, "strong", n);
		return;
	case CMARK_NODE_LINK:
		put_link(p, n);
		return;
	default:
		if (!tree_is_strike(n) || p->tapped || (heading && is_first))
			html_inlines(p, n);
		else
			leave_out(p, n);
		return;
	}
}

void
html_inlines(struct html_page *p, cmark_node *parent)
{
	cmark_node *n = cmark_node_first_child(parent);

	for (; n != NULL && !p->full; n = cmark_node_next(n))
		put_inline(p, n);
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
		html_inlines(p, n);
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

	html_open(p, ordered ? "ol" : "ul");
	if (ordered && start != 1)
		buf_printf(p->out, " start=\"%d\"", start);
	if (ordered)
		buf_char(p->out, '>');
	buf_char(p->out, '\n');
	for (; n != NULL && html_room(p, 500); n = cmark_node_next(n))
		put_item(p, n);
	buf_printf(p->out, "</%s>\n", ordered ? "ol" : "ul");
}

static void
put_heading(struct html_page *p, cmark_node *n)
{
	char tag[3] = "h2";
	int level = cmark_node_get_heading_level(n);

	level += p->deeper;
	p->headed = p->headed || level == 1;
	tag[1] = (char)('0' + (level < 4 ? level : 4));
	if (p->dress == HTML_MAIL && level > 3)
		tag[1] = '3';
	put_between(p, tag, n);
	buf_char(p->out, '\n');
}

static void
put_paragraph(struct html_page *p, cmark_node *n)
{
	bool first = p->dress == HTML_MAIL && !p->headed && !in_quote(n);

	p->headed = true;
	html_open(p, first ? "first" : "p");
	if (in_quote(n))
		buf_str(p->out, "&gt; ");
	html_inlines(p, n);
	html_close(p, first ? "h1" : "p");
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
		html_table(p, n);
		break;
	case KIND_LIST:
		put_list(p, n);
		break;
	case KIND_CODE:
		html_code(p, n);
		break;
	case KIND_QUOTE:
		html_open(p, "blockquote");
		put_blocks(p, n);
		buf_str(p->out, "</blockquote>\n");
		break;
	case KIND_RULE:
		html_open(p, "hr");
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

	for (; n != NULL && html_room(p, 2000); n = cmark_node_next(n)) {
		html_words_or_images(p, n);
		if (tree_kind(n) == KIND_HEADING &&
		    (p->said ? tree_is_drawn(n) : tree_is_said(n)))
			n = tree_section_end(n);
		else
			put_block(p, n);
	}
}

static void
put_head(enum html_dress dress, const char *lang, const char *title,
    struct buf *out)
{
	buf_str(out, "<!DOCTYPE html>\n<html lang=\"");
	escape_html(lang, strlen(lang), out);
	buf_str(out,
	    "\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	if (title != NULL)
		escape_html(title, strlen(title), out);
	buf_str(out, "</title>\n");
	if (dress == HTML_PAGE)
		buf_str(out,
		    "<style>\nmain{max-width:44em;margin:auto;"
		    "font:16px/1.4 sans-serif}\n"
		    "th,td{text-align:left;vertical-align:top;"
		    "padding:0 .6em 0 0}\n</style>\n");
	buf_str(out, "</head>\n");
}

void
html_mail_begin(const char *lang, const char *title, int width, struct buf *out)
{
	put_head(HTML_MAIL, lang, title, out);
	buf_printf(out,
	    "<body style=\"margin:0\">\n"
	    "<div role=\"main\" style=\"max-width:%dpx;padding:8px;"
	    "font:16px/1.4 sans-serif;word-break:break-word\">\n",
	    width);
}

void
html_mail_end(struct buf *out)
{
	buf_str(out, "</div>\n</body>\n</html>\n");
}

bool
html_mail_part(const struct markdown *m, bool said, struct html_image *image,
    bool *headed, int *links, struct buf *out)
{
	struct html_page p = { .out = out,
		.dress = HTML_MAIL,
		.said = said,
		.start = out->len,
		.above = HTML_PART_MAX,
		.headed = *headed,
		.links = *links,
		.images = image,
		.n_images = image != NULL };

	put_blocks(&p, m->root);
	*headed = p.headed;
	*links = p.links;
	return !p.full && p.links < HTML_LINKS_MAX;
}

static void
put_document(struct html_page *p, const struct markdown *m, const char *lang,
    const char *title)
{
	struct buf *out = p->out;

	if (p->dress == HTML_MAIL) {
		html_mail_begin(lang, title,
		    p->map != NULL || p->n_images > 0 ? HTML_WIDTH_PICTURED :
							HTML_WIDTH,
		    out);
	} else {
		put_head(p->dress, lang, title, out);
		buf_str(out, "<body>\n<main>\n");
	}
	put_blocks(p, m->root);
	if (p->full)
		buf_str(out, "<p>…</p>\n");
	if (p->dress == HTML_MAIL)
		html_mail_end(out);
	else
		buf_str(out, "</main>\n</body>\n</html>\n");
}

void
markdown_html(const struct markdown *m, enum html_dress dress, const char *lang,
    const char *title, struct buf *out)
{
	struct html_page p = { .out = out,
		.dress = dress,
		.said = dress == HTML_PAGE,
		.start = out->len };

	put_document(&p, m, lang, title);
}

void
markdown_html_said(const struct markdown *m, const char *lang,
    const char *title, struct buf *out)
{
	struct html_page p = { .out = out,
		.dress = HTML_MAIL,
		.said = true,
		.start = out->len };

	put_document(&p, m, lang, title);
}

void
markdown_html_pictures(const struct markdown *m, const char *lang,
    const char *title, struct html_image *images, size_t n, struct buf *out)
{
	struct html_page p = { .out = out,
		.dress = HTML_MAIL,
		.start = out->len,
		.images = images,
		.n_images = n };

	for (size_t i = 0; i < n; i++)
		images[i].shown = false;
	put_document(&p, m, lang, title);
}

void
markdown_fragment(const struct markdown *m, int deeper, const char *map,
    struct buf *out)
{
	struct html_page p = { .out = out,
		.dress = HTML_PAGE,
		.fragment = true,
		.said = true,
		.start = out->len,
		.deeper = deeper,
		.map = map };

	put_blocks(&p, m->root);
}
