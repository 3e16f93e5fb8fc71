/* SPDX-License-Identifier: MIT */
#ifndef MATCH_POST_H
#define MATCH_POST_H

/* The last steps of every mail: Markdown to text and HTML, and the finished
 * mail into the outbox. Inside match/ only. */

#include "match/house.h"
#include "match/token.h"
#include "store/outbox.h"

/* unicode: the board may have signs that are no ASCII. */
void post_render(const char *layout, int width, bool unicode,
	const char *lang, const char *title, const struct buf *md,
	struct buf *text, struct buf *html);
/* The reply address that carries a token, and the tag of subjects ("pq42"; with
 * the token where sub-addresses do not reach us; empty for game 0). */
void post_token(const struct house *h, const struct token *t, int64_t game,
	struct buf *address, struct buf *tag);
/* The mail as a row for the outbox, which is not stored. */
int post_make(const struct house *h, const struct post *p, int64_t game,
	int seat, int64_t player, int64_t now, struct outbox_row *out,
	struct err *e);
/* Stores such a row and releases it; reply: it answers the mail that is being
 * answered. */
int post_keep(const struct house *h, bool reply, struct outbox_row *row,
	struct err *e);
int post_store(const struct house *h, const struct post *p, int64_t game,
	int seat, int64_t player, int64_t now, struct err *e);

#endif
