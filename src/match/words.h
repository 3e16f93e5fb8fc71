/* SPDX-License-Identifier: MIT */
#ifndef MATCH_WORDS_H
#define MATCH_WORDS_H

/* Small things mails are worded with: names put into a context, moments in
 * the reader's zone, links. Inside match/ and for desk/'s queries. */

#include "match/mails.h"

/* texts_dress with the match's game and seats. */
void words_dress(const struct match *m, const struct reader *r, struct cJSON *o);
/* "Atlantic Star" for "atlantic-star". */
void words_kind(const struct texts *t, const char *lang, const char *kind,
	struct buf *out);
/* "Fri 27 Nov 18:00 CET" and, when `in` is given, "in 2 days 3 hours". */
int words_when(const struct house *h, const char *lang, const char *tz,
	int64_t at, int64_t now, struct buf *when, struct buf *in,
	struct buf *offset, struct err *e);
/* Takes the escapes off one line of Markdown: for subjects. */
void words_plain(const char *markdown, struct buf *out);
/* Appends text percent-encoded for a mailto: link (RFC 6068). */
void words_percent(const char *text, struct buf *out);

/* Every event from seq `from` on that the reader may know, as objects
 * {"line","number"} into the array. */
int news_from(struct match *m, const struct reader *r, int from,
	struct cJSON *out, struct err *e);

/* The seat's moves for <game>/moves: adds "moves" and a member a verb to
 * ctx; *example is set to the canonical text of the last numbered move. */
void moves_list(struct match *m, const struct reader *r, const char *link,
	struct cJSON *ctx, struct buf *example);

#endif
