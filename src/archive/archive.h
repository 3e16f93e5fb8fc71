/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_ARCHIVE_H
#define ARCHIVE_ARCHIVE_H

/*
 * A directory of games that are over, each in a folder of its own, with a
 * list of all, pages of the players and a feed beside them. Whatever has not
 * changed is left alone; what is new is written below a temporary name, and
 * renamed when it is on the disk. So a reader never sees half a game, and
 * after a crash the next run goes on where this one was.
 *
 *     archive_open; archive_put for each log; archive_close
 */

#include "archive/site.h"

struct archive;

/* Makes the directory if it is not there, and locks it: ERR_RETRY if another
 * process fills it. The site is borrowed. */
int archive_open(const struct site *site, const char *dir, struct archive **out,
    struct err *e);
/* A whole turn log, and what lies beside it. 1: its folder was made; 0: it is
 * there already; -1: this game cannot be there (ERR_CORRUPT: others may), or
 * nothing can be written (all else). */
int archive_put(struct archive *a, const char *log, size_t len,
    const struct beside *beside, struct err *e);
/* A game that is not over after all: its folder goes. */
void archive_drop(struct archive *a, int64_t game);
/* Finishes what is pending and brings list, players and feed up to date.
 * Frees a in any case. */
int archive_close(struct archive *a, struct err *e);

/*
 * Tests every folder of a directory: sums, the log line by line, and whether
 * the pages are those that its log gives. say gets a line for each folder and
 * whether it is good. 0: all are; 1: some are not; -1: it cannot be read.
 */
struct texts;
int archive_check(struct texts *texts, const char *dir,
    void (*say)(void *arg, bool good, const char *line), void *arg,
    struct err *e);

#endif
