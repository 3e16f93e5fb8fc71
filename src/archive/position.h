/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_POSITION_H
#define ARCHIVE_POSITION_H

/*
 * Positions as blocks: the HTML of a position is cut at its headings, what
 * viewpoints share is joined (variants.h), and a block that was there before
 * is a reference to where it stands, or, unless the position is written whole,
 * left out where it stood in the position before, too: a block takes the place
 * of the one of the same name and viewpoints. Pictures are put together of
 * parts that are kept once for the whole page.
 */

#include "archive/variants.h"
#include "base/intern.h"

enum { BLOCKS_MAX = 96 };

/* What a page's positions have in common. */
struct stock {
	struct intern blocks, parts;
	struct buf defs; /* <g id="m1">…</g> … */
	/* Of the last position: what its places are called, and the number of
	 * the block in each. */
	struct buf names;
	int *numbers;
	struct buf linked; /* '+' at the number of a block with references */
};
void stock_release(struct stock *s);

/* The position of one viewpoint at one event, as markdown_fragment gives it;
 * all are borrowed. len 0: that viewpoint has none. */
struct seen {
	const char *html;
	size_t len;
};

/* Appends the position: blocks that are new, and links to those that are
 * not; whole: also to those that stood there in the position before. views:
 * those the page has. Returns whether all of it is there: so if it has other
 * places, too. */
bool position_write(struct stock *s, const struct seen seen[VIEWS],
    view_set views, bool whole, struct buf *out);
/* Takes away the names of blocks that no link leads to, and quotes that tables
 * do without. */
void position_finish(const struct stock *s, struct buf *pages);

/* A map as a line of HTML, its parts put into stock, and behind it the words
 * that explain it (HTML; may be ""), a block of their own. title: text. */
struct drawing;
struct svgs;
void position_map(struct stock *s, struct svgs *svgs, const struct drawing *d,
    const char *title, const char *caption, struct buf *out);

#endif
