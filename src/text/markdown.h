/* SPDX-License-Identifier: MIT */
#ifndef TEXT_MARKDOWN_H
#define TEXT_MARKDOWN_H

/*
 * One Markdown tree (CommonMark and GitHub tables, by libcmark-gfm), three
 * readers. board: aligned plain text of at most `width` columns. list: linear
 * text for ears and small screens, no drawing characters, one fact a line.
 * HTML: inline style, real tables, <pre> for maps. What the three say is the
 * same, because they are walked from the same tree.
 *
 * Conventions of our templates (paquebot-templates(5)): a table that has a
 * heading directly above; a code block marked ```map is left out in list, and
 * in board below width 72; links with mailto: are links in HTML and their
 * text alone elsewhere.
 */

#include "base/buf.h"

struct markdown;

struct markdown *markdown_parse(const char *text, size_t len);
void markdown_free(struct markdown *m);

void markdown_board(const struct markdown *m, int width, struct buf *out);
void markdown_list(const struct markdown *m, int width, struct buf *out);

enum html_dress { HTML_MAIL, HTML_PAGE };   /* inline style | classes */
void markdown_html(const struct markdown *m, enum html_dress dress,
	const char *lang, const char *title, struct buf *out);

#endif
