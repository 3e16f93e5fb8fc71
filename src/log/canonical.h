/* SPDX-License-Identifier: MIT */
#ifndef LOG_CANONICAL_H
#define LOG_CANONICAL_H

/*
 * The canonical form of a turn log: what the engine itself would have written.
 * Taken is what people and other programs make of one: a byte order mark, CR
 * LF, blanks at the ends of lines and runs of them, tags in any order, blank
 * lines, a last line without its end, moves as a player may write them in
 * canonical English. Events are played, so their words come out canonical;
 * derived lines are made anew, a check line stands after the last event and
 * nowhere else. Comments, chat, sections, stamps and unknown tags stay. The
 * canonical form of a canonical log is itself.
 *
 * A copy for one reader cannot be played: its lines are tidied and stay as
 * they are.
 */

#include "log/replay.h"

/* kind NULL: the installed game. Appends to out; on failure (ERR_CORRUPT
 * "LINE: what is wrong", the line of the text as given) out may hold a part. */
int canonical_log(const char *text, size_t len, const struct game_kind *kind,
    struct buf *out, struct err *e);

#endif
