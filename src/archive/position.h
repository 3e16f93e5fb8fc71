/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_POSITION_H
#define ARCHIVE_POSITION_H

/*
 * Positions as blocks: the HTML of a position is cut at its headings, what
 * viewpoints share is joined (variants.h), and a block has a place, by its name
 * and viewpoints. A page keeps all that stood at a place together, as states:
 * each says how many events after the one before it came, and the last one up
 * to an event is what stands there then. Beside its like a state costs what it
 * changed, once it is compressed. Pictures are put together of parts that are
 * kept once for the whole page.
 */

#include "archive/variants.h"
#include "base/intern.h"

enum { BLOCKS_MAX = 96 };

/* What a page's positions have in common. */
struct stock {
	struct board_place *at; /* owned; in the order of the board */
	int n;
	struct intern parts;
	struct buf defs; /* <g id="m1">…</g> … */
};
void stock_release(struct stock *s);

/* The position of one viewpoint at one event, as markdown_fragment gives it;
 * all are borrowed. len 0: that viewpoint has none. */
struct seen {
	const char *html;
	size_t len;
};

/* Notes the position after an event, none before the last one's. whole: a map
 * is written with all its parts, not with those that changed alone. views:
 * those the page has. */
void position_write(struct stock *s, const struct seen seen[VIEWS],
    view_set views, int event, bool whole);
/* Appends the places with their states:
 *     <div class=h data-v=17>       seen by those
 *     <div class=b data-e=0>…</div>   from the beginning
 *     <div class=b>…</div>            from the first event
 *     <i data-e=10></i><i class=b data-e=4 data-m="3:62 7:15"></i>
 *                                   14 events later: parts 3 and 7 of a map
 *     <i class=b></i></div>           nothing any more */
void position_finish(struct stock *s, view_set views, struct buf *out);

/* A map as a line of HTML, its parts put into stock, and behind it the words
 * that explain it (HTML; may be ""), a block of their own. title: text. */
struct drawing;
struct svgs;
void position_map(struct stock *s, struct svgs *svgs, const struct drawing *d,
    const char *title, const char *caption, struct buf *out);

#endif
