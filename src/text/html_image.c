/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "text/escape.h"
#include "text/html.h"
#include "text/tree.h"

/* NULL: there is none for that drawing. */
static struct html_image *
image_of(const struct html_page *p, cmark_node *drawing)
{
	int number = tree_drawing_number(drawing);
	size_t at = number > 0 ? (size_t)number - 1 : 0;

	return at < p->n_images ? &p->images[at] : NULL;
}

/* Bytes of an element without its words. */
enum { ELEMENT = 500 };

/* Words as list has them, in one line: text browsers drop the line's ends, and
 * marks of headings are read aloud. */
static void
put_alt(struct html_page *p, const char *words)
{
	static const char mark[] = "+++ ";

	while (*words != '\0') {
		bool heading = strncmp(words, mark, strlen(mark)) == 0;
		size_t len;

		words += heading ? strlen(mark) : 0;
		len = strcspn(words, "\n");
		escape_html(words, len, p->out);
		words += len;
		words += strspn(words, "\n");
		buf_str(p->out, heading ? "." : "");
		buf_str(p->out, *words != '\0' ? " " : "");
	}
}

/* A picture is shown pixel for pixel where there is room. */
static void
put_image(struct html_page *p, struct html_image *image)
{
	if (!html_room(p, ELEMENT + 2 * strlen(image->words)))
		return;
	buf_str(p->out, "<p style=\"margin:0 0 10px\"><img src=\"cid:");
	escape_html(image->cid, strlen(image->cid), p->out);
	buf_str(p->out,
	    "\" width=\"700\" style=\"display:block;width:100%;"
	    "max-width:700px;height:auto\" alt=\"");
	put_alt(p, image->words);
	buf_str(p->out, "\"></p>\n");
	image->shown = true;
}

/* Whether something else stands where a drawing is to be. */
static bool
put_drawn(struct html_page *p, cmark_node *n)
{
	struct html_image *image = image_of(p, n);

	if (image != NULL) {
		put_image(p, image);
		return true;
	}
	if (p->map == NULL)
		return false;
	if (html_room(p, strlen(p->map)))
		buf_str(p->out, p->map);
	buf_char(p->out, '\n');
	return true;
}

static bool
is_main(cmark_node *n)
{
	return tree_kind(n) == KIND_HEADING &&
	    cmark_node_get_heading_level(n) == 1;
}

/* Whether a drawing below that heading, before the next main one, has no image,
 * and so is said. */
static bool
lacks_image(const struct html_page *p, cmark_node *heading)
{
	cmark_node *n = cmark_node_next(heading);

	for (; n != NULL && !is_main(n); n = cmark_node_next(n))
		if (tree_is_drawing(n))
			return image_of(p, n) == NULL;
	return false;
}

void
html_words_or_images(struct html_page *p, cmark_node *n)
{
	if (p->n_images > 0 && is_main(n))
		p->said = lacks_image(p, n);
}

/* The signs of a map in columns are broken for those; a telephone breaks them
 * anew. */
static bool
are_signs(const struct html_page *p, cmark_node *code)
{
	return tree_is_code(code, "signs") && p->dress == HTML_MAIL && !p->said;
}

/* The legend of a picture is words where one is. */
static bool
put_legend(struct html_page *p, cmark_node *code)
{
	const char *text = cmark_node_get_literal(code);
	size_t len = strlen(text);
	bool signs = are_signs(p, code);

	if (!signs && !tree_is_code(code, "legend"))
		return false;
	if ((p->n_images > 0) == signs)
		return true;
	html_open(p, "p");
	escape_html(text, len - (len > 0 && text[len - 1] == '\n'), p->out);
	html_close(p, "p");
	buf_char(p->out, '\n');
	return true;
}

/* A block of code as one line of HTML. */
static void
put_code_line(struct html_page *p, const char *text)
{
	html_open(p, "pre");
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

void
html_code(struct html_page *p, cmark_node *n)
{
	const char *text = cmark_node_get_literal(n);

	if (tree_is_drawing(n) && put_drawn(p, n))
		return;
	if (put_legend(p, n) || tree_is_code(n, "picture") ||
	    ((p->map != NULL || p->n_images > 0) && tree_is_code(n, "signs")) ||
	    (p->dress == HTML_MAIL && p->said &&
		(tree_is_code(n, "map") || tree_is_code(n, "signs"))))
		return;
	if (p->fragment) {
		put_code_line(p, text);
		return;
	}
	html_open(p, tree_is_code(n, "map") ? "map" : "pre");
	while (text != NULL && *text && html_room(p, 600)) {
		size_t len = strcspn(text, "\n");

		len += text[len] == '\n';
		if (html_room(p, len * 5))
			escape_html(text, len, p->out);
		text += len;
	}
	buf_str(p->out, "</pre>\n");
}
