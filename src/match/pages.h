/* SPDX-License-Identifier: MIT */
#ifndef MATCH_PAGES_H
#define MATCH_PAGES_H

/* What the pages of a game that is over are made of: its log, and what lies
 * beside it in the archive. */

#include "match/match.h"

struct pages_of {
	struct buf log;                /* owned, as the others */
	struct buf analysis, comments; /* or empty */
};

/* Appends them to those of out, which begin as BUF_INIT. 0, -1. */
int match_pages(struct match *m, struct pages_of *out, struct err *e);
/* Those that a game has as it is now; the log stays empty if it has none: it is
 * not there, is not over, or is kept out of the archive. 0, -1. */
int match_pages_now(struct club *club, int64_t game, struct pages_of *out,
    struct err *e);
void pages_of_release(struct pages_of *p);

#endif
