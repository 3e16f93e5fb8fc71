/* SPDX-License-Identifier: MIT */
#ifndef STORE_FORGET_H
#define STORE_FORGET_H

/*
 * A player is forgotten: what stays of them is a number. Their name goes from
 * their row, from the seats they hold and those that nobody took after them,
 * from press, from what was broadcast and from what the log says of a
 * moderator's acts in the games they sat in, moderated or watched, and from
 * the audit; in games of others from what was written there, broadcast or
 * given as a reason, unless somebody of that table is called so too. Their
 * addresses go, with the mails to and from them and those about their games.
 * What others were sent of a game that goes on without them stays as long as
 * any mail: a bounce of it is still known, and it can be sent again. No move
 * and no line for the shuffle is touched, so their games stay what they were.
 */

#include "store/db.h"

/* Appends what a raw mail says, decoded (message_words of mail/message.h). */
typedef void forget_reads(const void *raw, size_t len, struct buf *out);

/* Inside a transaction. ERR_GIVEUP: there is no such player, or a game they
 * sit in or moderate is not over (the text names it). Once more, it takes the
 * mails of their games that are over by now. */
int forget_player(struct db *db, int64_t player, int64_t now,
    forget_reads *reads, struct err *e);

/* text with each occurrence of name as a word of its own replaced; true if
 * there was one. An address is found in any case. */
bool forget_words(const char *text, const char *name, const char *instead,
    struct buf *out);

#endif
