/* SPDX-License-Identifier: MIT */
#include "text/sheet.h"

#include <string.h>

#include "text/html.h"
#include "text/sheet_own.h"

/* A sheet while it is made. */
struct sheet {
	const struct sheet_form *form;
	struct buf *text, *html; /* html NULL: nobody asks for it */
	struct sheet_above above;
	int links;
	size_t start;             /* of html */
	struct html_image *image; /* where a drawing is to be; NULL: none */
};

static enum form
form_of(const struct sheet_form *f)
{
	return f->list ? FORM_LIST : FORM_BOARD;
}

/* The HTML of a part; whether it is all there. */
static bool
make_html(struct sheet *s, const struct markdown *doc, struct sheet_part *part)
{
	size_t html = s->html->len;
	bool fits = html_mail_part(doc, s->form->said, NULL,
	    &part->below.headed, &part->links, s->html);

	part->html = (struct slice){ buf_text(s->html) + html,
		s->html->len - html };
	part->dressed = true;
	return fits;
}

/* A part that is then kept. */
static bool
make_part(struct sheet *s, const struct sheet_key *key)
{
	struct markdown *doc = markdown_parse(key->md.at, key->md.len);
	struct sheet_part part = { .below = key->above };
	size_t text = s->text->len;
	bool fits = true;

	plain_part(doc, form_of(s->form), s->form->width, s->form->unicode,
	    &part.below.plain, s->text);
	part.text = (struct slice){ buf_text(s->text) + text,
		s->text->len - text };
	if (s->html != NULL)
		fits = make_html(s, doc, &part);
	markdown_free(doc);
	if (fits)
		sheet_keep(key, &part);
	s->above = part.below;
	s->links += part.links;
	return fits;
}

/* What has no drawing is as it was without the image. */
static bool
add_pictured(struct sheet *s, struct slice md)
{
	struct sheet_key key = { md, *s->form, s->above };
	const struct sheet_part *part = sheet_kept(&key, true);
	struct markdown *doc;
	bool headed = s->above.headed, fits;

	if (part == NULL || s->html->len - s->start > HTML_PART_MAX)
		return false;
	s->above = part->below;
	if (memmem(md.at, md.len, "```", 3) == NULL) {
		buf_add(s->html, part->html.at, part->html.len);
		s->links += part->links;
		return s->links < HTML_LINKS_MAX;
	}
	/* Another board's may have no image: then all of it is said. */
	if (memmem(md.at, md.len, "map ", 4) != NULL)
		return false;
	doc = markdown_parse(md.at, md.len);
	fits = html_mail_part(doc, false, s->image, &headed, &s->links,
	    s->html);
	markdown_free(doc);
	return fits;
}

/* Whether it is all there. */
static bool
add_part(struct sheet *s, struct slice md)
{
	struct sheet_key key = { md, *s->form, s->above };
	const struct sheet_part *part = sheet_kept(&key, s->html != NULL);

	if (s->html != NULL && s->html->len - s->start > HTML_PART_MAX)
		return false;
	if (part == NULL)
		return make_part(s, &key) && s->links < HTML_LINKS_MAX;
	buf_add(s->text, part->text.at, part->text.len);
	if (s->html != NULL)
		buf_add(s->html, part->html.at, part->html.len);
	s->above = part->below;
	s->links += part->links;
	return s->links < HTML_LINKS_MAX;
}

/* A line that opens a block of code or ends it, which is no other text's. */
static bool
is_fence(const char *line, size_t len, bool code)
{
	if (len < 3 || memcmp(line, "```", 3) != 0)
		return false;
	return code ? strspn(line + 3, " ") == len - 3 :
		      memchr(line + 3, '`', len - 3) == NULL;
}

/* Whether a line may begin or end what it is not seen to: a block of code that
 * is indented or has other marks, or, outside of one, HTML. */
static bool
is_odd(const char *line, size_t len, bool code)
{
	while (len > 0 && (*line == ' ' || *line == '\t')) {
		line++;
		len--;
	}
	if (len >= 3 && memcmp(line, "```", 3) == 0)
		return true;
	return !code && len > 0 &&
	    (*line == '<' || (len >= 3 && memcmp(line, "~~~", 3) == 0));
}

/* Bytes of the part that a text begins with: up to the next heading behind an
 * empty line, which ends whatever is open but a block of code. 0: it cannot be
 * told. */
static size_t
part_len(const char *md, size_t len)
{
	bool code = false, empty = false;

	for (size_t at = 0; at < len;) {
		const char *line = md + at;
		const char *lf = memchr(line, '\n', len - at);
		size_t n = lf != NULL ? (size_t)(lf - line) : len - at;

		if (!code && empty && at > 0 && *line == '#')
			return at;
		if (is_fence(line, n, code))
			code = !code;
		else if (is_odd(line, n, code))
			return 0;
		empty = n == 0;
		at += n + (lf != NULL);
	}
	return code ? 0 : len;
}

/* In parts; false: not, or not all of it. */
static bool
add_parts(struct sheet *s, const char *md, size_t len)
{
	/* What a link points to may be said anywhere in a text; CR is another
	 * end of lines. */
	if (len > MARKDOWN_MAX || memmem(md, len, "]:", 2) != NULL ||
	    memchr(md, '\r', len) != NULL)
		return false;
	while (len > 0) {
		size_t n = part_len(md, len);

		if (n == 0 ||
		    !(s->image != NULL ? add_pictured : add_part)(s,
			(struct slice){ md, n }))
			return false;
		md += n;
		len -= n;
	}
	return true;
}

static void
add_whole(const char *md, size_t len, const struct sheet_form *form,
    const char *lang, const char *title, struct buf *text, struct buf *html)
{
	struct markdown *doc = markdown_parse(md, len);

	if (form->list)
		markdown_list(doc, form->width, text);
	else if (form->unicode)
		markdown_glyphs(doc, form->width, text);
	else
		markdown_board(doc, form->width, text);
	if (html != NULL && form->said)
		markdown_html_said(doc, lang, title, html);
	else if (html != NULL)
		markdown_html(doc, HTML_MAIL, lang, title, html);
	markdown_free(doc);
}

void
sheet_make(const char *md, size_t len, const struct sheet_form *form,
    const char *lang, const char *title, struct buf *text, struct buf *html)
{
	struct sheet s = { .form = form, .text = text, .html = html };
	size_t start = text->len;

	if (html != NULL) {
		s.start = html->len;
		html_mail_begin(lang, title, HTML_WIDTH, html);
	}
	if (add_parts(&s, md, len)) {
		if (html != NULL)
			html_mail_end(html);
		return;
	}
	buf_truncate(text, start);
	if (html != NULL)
		buf_truncate(html, s.start);
	add_whole(md, len, form, lang, title, text, html);
}

void
sheet_pictures(const char *md, size_t len, const struct sheet_form *form,
    const char *lang, const char *title, struct html_image *images, size_t n,
    struct buf *html)
{
	struct sheet s = { .form = form, .html = html, .image = images };
	struct markdown *doc;

	if (n == 1 && !form->said) {
		images->shown = false;
		s.start = html->len;
		html_mail_begin(lang, title, HTML_WIDTH_PICTURED, html);
		if (add_parts(&s, md, len)) {
			html_mail_end(html);
			return;
		}
		buf_truncate(html, s.start);
	}
	doc = markdown_parse(md, len);
	markdown_html_pictures(doc, lang, title, images, n, html);
	markdown_free(doc);
}
