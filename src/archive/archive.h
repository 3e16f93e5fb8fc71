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

/* Whose games are put: of logs from anywhere two may have one number, and the
 * first has its folder, which is for a log with the same tags alone. What a
 * club has says which game a number is of, so the folder of another with the
 * club's name, which it has no more after a restore, gives way. */
enum archive_of { ARCHIVE_LOGS, ARCHIVE_CLUB };

/* Makes the directory if it is not there, and locks it: ERR_RETRY if another
 * process fills it; ERR_GIVEUP: it has files of somebody else by names that an
 * archive gives. The site is borrowed. */
int archive_open(const struct site *site, const char *dir, enum archive_of of,
    struct archive **out, struct err *e);
/* A whole turn log, and what lies beside it. 1: its folder was made; 0: it is
 * there already; -1: this game cannot be there (ERR_CORRUPT: others may), or
 * nothing can be written (all else). */
int archive_put(struct archive *a, const char *log, size_t len,
    const struct beside *beside, struct err *e);
/* A game that is not over after all: its folder goes, not one of another that
 * has its number. kind, started: of the game; NULL, 0: the club has none of
 * that number. 1; 0: it has no folder; -1: it cannot be deleted. */
int archive_drop(struct archive *a, int64_t game, const char *kind,
    int64_t started, struct err *e);
/* So do those of all games of this club that is_over does not know. How many;
 * -1. */
int archive_drop_others(struct archive *a,
    bool (*is_over)(const void *arg, int64_t game), const void *arg,
    struct err *e);
/* Finishes what is pending and brings list, players and feed up to date; -1
 * also if what this run or one before has taken away could not be deleted.
 * Frees a in any case. */
int archive_close(struct archive *a, struct err *e);

/*
 * Tests every folder of a directory: sums, the log line by line, whether the
 * folder and the pages are those that its log gives, and that the folder of
 * each game of the list is there. say gets a line for each folder and
 * whether it is good. 0: all are; 1: some are not; -1: it cannot be read.
 */
struct texts;
int archive_check(struct texts *texts, const char *dir,
    void (*say)(void *arg, bool good, const char *line), void *arg,
    struct err *e);

#endif
