/* SPDX-License-Identifier: MIT */
#include "mail/message.h"

#include <strings.h>

#include "base/buf.h"
#include "mail/entity.h"

/*
 * One pass over the bytes with a little state; nothing nests in memory, so
 * nothing a stranger sends can make it deep. What stands in a blockquote, or
 * in the line a mail program puts above one, comes out behind "> ", and
 * message_cut drops it like any other quote.
 */

enum { ATTRIBUTE_MAX = 512 };

struct html {
	struct buf *out;
	int quotes;      /* open blockquotes */
	int depth;       /* open div and p */
	int attribution; /* depth at which one began; 0 none */
	int pre;
	bool at_start; /* of a line */
	bool space;    /* owed before the next word */
	int empty;     /* line ends since the last word */
	/* of the element nobody is to read: its name, "" there is none, and it
	 * and those that are open in it (html_within) */
	char unseen[16];
	int unseen_depth;
	/* in a link to a page: where its text begins, and how it was there */
	bool link_page, link_at_start, link_space;
	int link_empty;
	size_t link;
};

static void
html_line(struct html *h)
{
	h->space = false;
	if (h->at_start)
		return;
	buf_char(h->out, '\n');
	h->at_start = true;
	h->empty = 1;
}

static void
html_break(struct html *h)
{
	if (!h->at_start) {
		html_line(h);
	} else if (h->empty < 2) {
		buf_char(h->out, '\n');
		h->empty++;
	}
	h->space = false;
}

static void
html_open_line(struct html *h)
{
	if (h->at_start && (h->quotes > 0 || h->attribution > 0))
		buf_str(h->out, "> ");
	h->at_start = false;
	h->empty = 0;
}

static void
html_text(struct html *h, const char *s, size_t len)
{
	for (size_t i = 0; i < len && *h->unseen == '\0'; i++) {
		char c = s[i];

		if (h->pre > 0 && (c == '\n' || c == ' ' || c == '\t')) {
			if (c == '\n') {
				html_break(h);
			} else {
				html_open_line(h);
				buf_char(h->out, ' ');
			}
			continue;
		}
		if (c == ' ' || c == '\t' || c == '\n' || c == '\r' ||
		    c == '\f') {
			h->space = !h->at_start;
			continue;
		}
		if (h->space)
			buf_char(h->out, ' ');
		h->space = false;
		html_open_line(h);
		buf_char(h->out, c);
	}
}

/* A tag's name in lower case, and where its attributes stand. */
struct mail_tag {
	char name[16];
	bool closing;
	const char *rest;
	size_t len;
};

static bool
tag_is(const struct mail_tag *t, const char *names)
{
	size_t n = strlen(t->name);

	for (const char *p = names; *p != '\0';) {
		size_t len = strcspn(p, " ");

		if (len == n && memcmp(p, t->name, n) == 0)
			return true;
		p += len;
		p += strspn(p, " ");
	}
	return false;
}

/* Attributes hold one of the words (the class of an attribution line). */
static bool
tag_mentions(const struct mail_tag *t, const char *word)
{
	size_t n = strlen(word);
	size_t len = t->len < ATTRIBUTE_MAX ? t->len : ATTRIBUTE_MAX;

	for (size_t i = 0; i + n <= len; i++)
		if (strncasecmp(t->rest + i, word, n) == 0)
			return true;
	return false;
}

static void
html_block(struct html *h, const struct mail_tag *t)
{
	html_line(h);
	if (!tag_is(t, "div p"))
		return;
	if (!t->closing) {
		h->depth++;
		if (h->attribution == 0 &&
		    (tag_mentions(t, "gmail_attr") ||
			tag_mentions(t, "moz-cite-prefix") ||
			tag_mentions(t, "moz-email-headers-table")))
			h->attribution = h->depth;
		return;
	}
	if (h->attribution > 0 && h->depth <= h->attribution)
		h->attribution = 0;
	if (h->depth > 0)
		h->depth--;
}

static void
html_tag(struct html *h, const struct mail_tag *t)
{
	if (tag_is(t, "br")) {
		html_break(h);
	} else if (tag_is(t, "blockquote")) {
		html_line(h);
		if (!t->closing)
			h->quotes++;
		else if (h->quotes > 0)
			h->quotes--;
	} else if (tag_is(t, "td th")) {
		h->space = !h->at_start;
	} else if (tag_is(t, "pre")) {
		html_line(h);
		if (!t->closing)
			h->pre++;
		else if (h->pre > 0)
			h->pre--;
	} else if (tag_is(t,
		       "div p tr table tbody ul ol li dl dt dd h1 h2 h3 h4 h5 "
		       "h6 hr center section article header footer address "
		       "body html form fieldset")) {
		html_block(h, t);
		if (tag_is(t, "p hr h1 h2 h3") && h->empty == 1)
			html_break(h);
	}
}

/* Attributes have one of that name, "hidden": with a value or without. */
static bool
tag_has(const struct mail_tag *t, const char *name)
{
	size_t n = strlen(name);
	char quote = '\0';

	for (size_t i = 0; i + n <= t->len; i++) {
		char c = t->rest[i];

		if (quote != '\0') {
			quote = c == quote ? '\0' : quote;
		} else if (i > 0 && t->rest[i - 1] == '=' &&
		    (c == '"' || c == '\'')) {
			quote = c;
		} else if (i > 0 &&
		    strchr(" \t\r\n/\"'", t->rest[i - 1]) != NULL &&
		    strncasecmp(t->rest + i, name, n) == 0 &&
		    (i + n == t->len ||
			strchr(" \t\r\n/=", t->rest[i + n]) != NULL)) {
			return true;
		}
	}
	return false;
}

/* What its writer struck out, or a program hides; not what is empty, or skipped
 * (skip_hidden), which no end would follow. */
static bool
tag_hides(const struct mail_tag *t)
{
	return !t->closing &&
	    (tag_is(t, "s strike del") ||
		(!tag_is(t,
		     "area base br col embed hr img input link meta param "
		     "source track wbr script style title template") &&
		    (tag_has(t, "hidden") || tag_mentions(t, "display:none") ||
			tag_mentions(t, "display: none") ||
			tag_mentions(t, "line-through"))));
}

/* A number alone that links to a page was not typed: "How was my service? 1 2 3
 * 4 5". */
static void
html_link(struct html *h, const struct mail_tag *t)
{
	const char *text = buf_text(h->out) + h->link;

	if (!tag_is(t, "a") || *h->unseen != '\0')
		return;
	if (!t->closing) {
		h->link = h->out->len;
		h->link_page = tag_mentions(t, "href=\"http") ||
		    tag_mentions(t, "href='http") ||
		    tag_mentions(t, "href=http");
		h->link_at_start = h->at_start;
		h->link_space = h->space;
		h->link_empty = h->empty;
	} else if (h->link_page) {
		h->link_page = false;
		text += strspn(text, "> ");
		if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
			return;
		buf_truncate(h->out, h->link);
		h->at_start = h->link_at_start;
		h->space = h->link_space;
		h->empty = h->link_empty;
	}
}

/* Elements that need not be closed, the ones inside of which others of the name
 * may stand, and whose beginning or end ends them otherwise. */
static const struct open_end {
	const char *names, *inside, *ends;
} open_ends[] = {
	{ "p", "",
	    "p div ul ol dl table h1 h2 h3 h4 h5 h6 hr pre blockquote center "
	    "section article header footer address form fieldset td th tr li "
	    "dt dd body" },
	{ "li", "ul ol", "li" },
	{ "dt dd", "dl", "dt dd" },
	{ "tr", "table", "tr tbody thead tfoot" },
	{ "td th", "table", "td th tr tbody thead tfoot" },
};

/* A tag within what nobody is to read. */
static void
html_within(struct html *h, const struct mail_tag *t)
{
	struct mail_tag of = { .closing = false };
	const struct open_end *o = NULL;

	memcpy(of.name, h->unseen, sizeof of.name);
	for (size_t i = 0; i < sizeof open_ends / sizeof *open_ends; i++)
		if (tag_is(&of, open_ends[i].names))
			o = &open_ends[i];
	if (tag_is(t, o != NULL ? o->inside : of.name))
		h->unseen_depth += t->closing ? -1 : 1;
	else if (o != NULL && h->unseen_depth == 1 && tag_is(t, o->ends))
		h->unseen_depth = 0;
	if (h->unseen_depth == 0)
		*h->unseen = '\0';
}

/* Text is dropped up to the tag that closes such an element, or to the end, as
 * it is shown. */
static void
html_unseen(struct html *h, const struct mail_tag *t)
{
	if (*h->unseen != '\0')
		html_within(h, t);
	if (*h->unseen == '\0' && tag_hides(t)) {
		memcpy(h->unseen, t->name, sizeof h->unseen);
		h->unseen_depth = 1;
	}
}

/* Length of the tag at s ("<…>", quotes respected), 0 if it is not one. */
static size_t
tag_read(const char *s, size_t len, struct mail_tag *t)
{
	size_t i = 1, n = 0;
	char quote = '\0';

	*t = (struct mail_tag){ .closing = len > 1 && s[1] == '/' };
	if (t->closing)
		i++;
	if (i >= len ||
	    (s[i] != '!' && s[i] != '?' &&
		((s[i] | 32) < 'a' || (s[i] | 32) > 'z')))
		return 0;
	for (; i < len && strchr(" \t\r\n/>", s[i]) == NULL; i++)
		if (n + 1 < sizeof t->name)
			t->name[n++] = s[i] >= 'A' && s[i] <= 'Z' ?
			    (char)(s[i] - 'A' + 'a') :
			    s[i];
	t->rest = s + i;
	for (; i < len && (quote != '\0' || s[i] != '>'); i++) {
		if (quote != '\0' && s[i] == quote)
			quote = '\0';
		else if (quote == '\0' && s[i - 1] == '=' &&
		    (s[i] == '"' || s[i] == '\''))
			quote = s[i];
	}
	if (i >= len && quote != '\0') {
		/* A quote never closed: the tag ends at the first ">". */
		const char *gt = memchr(s, '>', len);

		i = gt == NULL ? len : (size_t)(gt - s);
		if (s + i < t->rest)
			t->rest = s + i;
	}
	t->len = (size_t)(s + i - t->rest);
	return i < len ? i + 1 : len;
}

static size_t
find(const char *s, size_t len, size_t from, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = from; i + n <= len; i++) {
		const char *hit = memchr(s + i, word[0], len - i - n + 1);

		if (hit == NULL)
			break;
		i = (size_t)(hit - s);
		if (strncasecmp(hit, word, n) == 0)
			return i;
	}
	return len;
}

/* Elements whose content nobody sees: to behind their closing tag. A head has
 * no others, and need not be closed. */
static size_t
skip_hidden(const char *s, size_t len, size_t i, const struct mail_tag *t)
{
	char closing[24];

	if (t->closing || !tag_is(t, "script style title template"))
		return i;
	(void)snprintf(closing, sizeof closing, "</%s", t->name);
	i = find(s, len, i, closing);
	while (i < len && s[i] != '>')
		i++;
	return i < len ? i + 1 : len;
}

static size_t
html_angle(struct html *h, const char *s, size_t len, size_t i)
{
	struct mail_tag t;
	size_t n;

	if (len - i >= 4 && memcmp(s + i, "<!--", 4) == 0) {
		n = find(s, len, i + 4, "-->");
		return n < len ? n + 3 : len;
	}
	n = tag_read(s + i, len - i, &t);
	if (n == 0) {
		html_text(h, "<", 1);
		return i + 1;
	}
	html_tag(h, &t);
	html_link(h, &t);
	html_unseen(h, &t);
	return skip_hidden(s, len, i + n, &t);
}

void
message_html_text(const char *html, size_t len, struct buf *out)
{
	struct html h = { .out = out, .at_start = true, .empty = 2 };

	for (size_t i = 0; i < len;) {
		size_t n = 0;

		if (html[i] == '<') {
			i = html_angle(&h, html, len, i);
			continue;
		}
		if (html[i] == '&') {
			char letter[5];

			n = entity_decode(html + i, len - i, letter);
			if (n > 0) {
				html_text(&h, letter, strlen(letter));
				i += n;
				continue;
			}
		}
		for (n = 1;
		    i + n < len && html[i + n] != '<' && html[i + n] != '&';)
			n++;
		html_text(&h, html + i, n);
		i += n;
	}
	html_line(&h);
}
