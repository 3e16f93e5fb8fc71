/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_PIECES_H
#define ARCHIVE_PIECES_H

/*
 * Positions from Markdown to HTML (markdown_fragment). One differs from the
 * one before, or from what another viewpoint sees, in a table or two: so the
 * text is cut at its headings, and a piece that was there before is not
 * rendered again.
 */

#include "base/buf.h"
#include "base/intern.h"

struct piece {
	struct buf html;
	size_t map; /* where a map goes; SIZE_MAX: none */
};

struct pieces {
	struct intern texts;
	struct piece *at; /* owned; by number of the text */
	int cap;
};

/* Appends the HTML of md, headings one level deeper; map, a line of HTML,
 * stands for its drawing. */
void pieces_write(struct pieces *p, const struct buf *md, const struct buf *map,
    struct buf *out);
void pieces_release(struct pieces *p);

#endif
