/* SPDX-License-Identifier: MIT */
#ifndef LOG_RECORD_H
#define LOG_RECORD_H

/* Writes what a table has just done as lines of a turn log. */

#include "game/table.h"

/* The words of an event as a log has them. A move is written as it reads in
 * the position before it; derived and chance events need none (NULL). */
void record_words(const struct table *t, const void *before,
    const struct event *ev, struct buf *out);

/*
 * The moves and chance events of `events`, the first of which became
 * first_seq, a line each; with `derived` also the `>` lines between them.
 * The table must keep history. stamp < 0: none.
 */
void record_events(const struct table *t, int first_seq,
    const struct events *events, bool derived, int64_t stamp, struct buf *out);

#endif
