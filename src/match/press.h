/* SPDX-License-Identifier: MIT */
#ifndef MATCH_PRESS_H
#define MATCH_PRESS_H

/*
 * Messages between those at a table. What is written is stored at once and
 * told in the next mail to each seat it is for, or in a mail of its own if its
 * holder wants to hear at once. A broadcast is also a line of the game's log
 * and told to who watches the game; everything else is in the store alone.
 */

#include "match/match.h"
#include "store/press.h"

/* So many an author may write in a day, and for so long behind the end. */
enum { PRESS_A_DAY = 30, PRESS_AFTER_END = 30 * 86400 };

/* Refused where the terms of the table say so (store/terms.h).
 * author: a seat or PRESS_MODERATOR; to: bit s for seat s, bit 0 for the
 * moderator, not looked at for a broadcast (everybody). */
int match_press(struct match *m, int author, unsigned to, bool everybody,
    const char *text, struct refusal *why, struct err *e);

/* The same, to everybody, of what was looked at before and goes into no log.
 * id: the message's. */
int match_tell_all(struct match *m, int author, const char *text, int64_t *id,
    struct err *e);

#endif
