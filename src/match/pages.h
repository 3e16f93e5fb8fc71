/* SPDX-License-Identifier: MIT */
#ifndef MATCH_PAGES_H
#define MATCH_PAGES_H

/* What the pages of a game that is over are made of: its log, and what lies
 * beside it in the archive. */

#include "match/match.h"

struct pages_of {
	char *kind; /* owned; NULL: there is no such game */
	int64_t started;
	struct buf log;                /* owned, as the others */
	struct buf analysis, comments; /* or empty */
};
#define PAGES_NONE { NULL, 0, BUF_INIT, BUF_INIT, BUF_INIT }

/* Appends them to those of out, which begin as PAGES_NONE. 0, -1. */
int match_pages(struct match *m, struct pages_of *out, struct err *e);
/* Those that a game has as it is now, and which it is; the log stays empty if
 * it has none: it is not there, is not over, or is kept out of the archive. 0,
 * -1. */
int match_pages_now(struct club *club, int64_t game, struct pages_of *out,
    struct err *e);
void pages_of_release(struct pages_of *p);

#endif
