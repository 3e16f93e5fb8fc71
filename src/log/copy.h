/* SPDX-License-Identifier: MIT */
#ifndef LOG_COPY_H
#define LOG_COPY_H

/*
 * The copy of a turn log that one reader may have (T13, turnlog(5) "Copies").
 * What a reader may know of an event is asked of the game in the log's last
 * position, so the log is played twice: for that position, and to write.
 *
 * Events that all seats may know are numbered anew, so that a secret one
 * leaves no gap; a secret one of the reader's own stands on a `>` line.
 * Derived lines are made anew, comments are left out (nobody knows what they
 * hold), chat and sections stay. Seed and check lines are there only when the
 * game is over and the option `reveal` is not `no`.
 */

#include "log/replay.h"

/*
 * reader: a seat or OBSERVER. kind NULL: the installed game. until: the log
 * up to that event; -1: all. Appends to out; on failure (ERR_CORRUPT "LINE:
 * what is wrong") out may hold a part.
 */
int copy_log(const char *text, size_t len, const struct game_kind *kind,
    int reader, int until, struct buf *out, struct err *e);

#endif
