/* SPDX-License-Identifier: MIT */
#ifndef MATCH_POST_H
#define MATCH_POST_H

/* The last steps of every mail: Markdown to text and HTML, and the finished
 * mail into the outbox. Inside match/ only. */

#include "match/house.h"

void post_render(const char *layout, int width, const char *lang,
	const char *title, const struct buf *md, struct buf *text,
	struct buf *html);
int post_store(const struct house *h, const struct post *p, int64_t game,
	int seat, int64_t player, int64_t now, struct err *e);

#endif
