/* SPDX-License-Identifier: MIT */
#ifndef TEXT_SHEET_H
#define TEXT_SHEET_H

/*
 * A mail's Markdown as its text and its HTML: byte for byte what
 * text/markdown.h makes of one tree, for less. A text is taken apart where its
 * headings begin, and what was made of such a part is kept for when it comes
 * again: most of a board stays from mail to mail, and is the same for several
 * readers. A part is known again by all that it was made from: every byte of
 * it, how its reader likes it, and the little that it knows of what stands
 * above. So nothing is ever brought into a mail that is not made from that
 * mail's own Markdown. A text that is not sure to mean the same in parts, or
 * whose HTML may be too long, is rendered whole.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct sheet_form {
	bool list; /* else board */
	bool unicode;
	bool said; /* HTML has words for what is drawn in columns */
	int width;
};

struct html_image;

/* md ends in NUL. Appends the text, and, if html is not NULL, the document;
 * without, lang and title may be NULL. */
void sheet_make(const char *md, size_t len, const struct sheet_form *form,
    const char *lang, const char *title, struct buf *text, struct buf *html);
/* The document of what sheet_make was just given, with images
 * (markdown_html_pictures). */
void sheet_pictures(const char *md, size_t len, const struct sheet_form *form,
    const char *lang, const char *title, struct html_image *images, size_t n,
    struct buf *html);

#endif
