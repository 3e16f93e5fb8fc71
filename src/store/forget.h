/* SPDX-License-Identifier: MIT */
#ifndef STORE_FORGET_H
#define STORE_FORGET_H

/*
 * A player is forgotten: what stays of him is a number. His name goes from
 * his row, the seats he holds and held by that name, from press and from what
 * was broadcast in his games, and from the audit; his addresses go, with the
 * mails to and from them and those about his games. No move and no line for
 * the shuffle is touched, so his games stay what they were.
 */

#include "store/db.h"

/* Inside a transaction. ERR_GIVEUP: there is no such player, or a game he
 * sits in or moderates is not over (the text names it). */
int forget_player(struct db *db, int64_t player, int64_t now, struct err *e);

/* text with each occurrence of name as a word of its own replaced; true if
 * there was one. */
bool forget_words(const char *text, const char *name, const char *instead,
	struct buf *out);

#endif
