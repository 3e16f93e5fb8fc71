/* SPDX-License-Identifier: MIT */
#ifndef TEXT_MARKDOWN_H
#define TEXT_MARKDOWN_H

/*
 * One Markdown tree (CommonMark with GitHub's tables and strike-through, by
 * libcmark-gfm), three readers. board: aligned plain text of at most `width`
 * columns. list: linear text for ears and small screens, no drawing
 * characters, one fact a line. HTML: inline style, real tables, <pre> for
 * maps. What the three say is the same, because they are walked from the same
 * tree. The conventions of our templates are in paquebot-templates(5):
 *
 *   ## Your hand *2 ships*    a heading in capitals, the rest beside it
 *   ~~leg~~                   words that only list says
 *   ## ~~Links~~              a heading with one block, for where no map is
 *                             drawn: list, a board below width 72, a page
 *   ## *Chart*                the same for where one is
 *   | _\*\*\*_ |              in a cell: drawn, not said in list
 *   Pacific&nbsp;1            stays on one line
 *   | | cash |                an empty first header: the heading above the
 *                             table is its first header
 *   <br>                      a second line in a cell; a comma in list
 *   ```map                    a drawing: not in list, nor below width 72
 *   ```signs                  its legend: only where that is drawn
 *   ```picture                where a picture is to be, if there is one
 *   ```map 2                  of several boards: where the second's is to be
 *   ```file                   a file: its lines are not folded at the width
 *   > text                    every line of it keeps its "> ", so that what a
 *                             player wrote never reads as a command
 *   ---                       ends the last section
 *
 * Links with mailto: are links in HTML (the first 100) and their text alone
 * elsewhere, but a paragraph of links alone is in HTML only; all other links
 * are text. Raw HTML is dropped.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct markdown;

enum {
	MARKDOWN_MAX = 512 * 1024,
	MAP_WIDTH = 72, /* a narrower board has no map */
	HTML_MAX = 96000,
	HTML_LINKS_MAX = 100
};

/* More than MARKDOWN_MAX bytes are cut. Never NULL. */
struct markdown *markdown_parse(const char *text, size_t len);
void markdown_free(struct markdown *m);

/* width 20 to 200. Appends; ends in a line end. */
void markdown_board(const struct markdown *m, int width, struct buf *out);
/* The board with rules of box drawing below the heads of its tables. */
void markdown_glyphs(const struct markdown *m, int width, struct buf *out);
void markdown_list(const struct markdown *m, int width, struct buf *out);

/* For a telephone, with inline style | for a browser, with classes. */
enum html_dress { HTML_MAIL, HTML_PAGE };

/* A whole document. HTML_MAIL stays below HTML_MAX bytes: what would go over
 * is left out, block by block and row by row, and "…" stands for it (the text
 * part has it). lang: "en"; title may be NULL. */
void markdown_html(const struct markdown *m, enum html_dress dress,
    const char *lang, const char *title, struct buf *out);

/* HTML_MAIL with words, as list has them, instead of a map. */
void markdown_html_said(const struct markdown *m, const char *lang,
    const char *title, struct buf *out);

/* An image by its Content-ID, and its words, as it is read to whom does not see
 * it. shown: the page has it. */
struct html_image {
	const char *cid, *words;
	bool shown;
};

/* HTML_MAIL with images where blocks of code "map" or "picture" stand; what has
 * no image there is said in words, as of the next main heading. */
void markdown_html_pictures(const struct markdown *m, const char *lang,
    const char *title, struct html_image *images, size_t n, struct buf *out);

/* The body of an HTML_PAGE without its frame, for a page that others put
 * together: each line of it is one element, or the tag alone that opens or
 * closes one that holds others (table, list, item, quote). Headings are so
 * many levels deeper, h4 at most; map, if not NULL, is HTML of one line that
 * stands for each drawing. */
void markdown_fragment(const struct markdown *m, int deeper, const char *map,
    struct buf *out);

/* mark.c: puts a mail's mark, in brackets, into the first sentence of its
 * Markdown, behind a clause in its first line: what a telephone shows of a mail
 * begins with what matters. */
void texts_mark(struct buf *md, const char *mark);

#endif
