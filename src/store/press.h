/* SPDX-License-Identifier: MIT */
#ifndef STORE_PRESS_H
#define STORE_PRESS_H

/* Messages between those at a table. Each has one row, and one more for every
 * seat it is for, which says whether a mail has brought it there. A row is for
 * the holder of that moment: who takes over a seat reads what comes later. */

#include "store/db.h"

enum { PRESS_MODERATOR = 0, PRESS_SEATS = 7 };

struct press {
	int64_t id, game;
	int author;     /* seat, or PRESS_MODERATOR */
	char *name;     /* owned: the author's, then */
	bool everybody; /* a broadcast */
	char *text;     /* owned: LF between lines */
	/* of a comment (store/comment.h): its number, and the event that it is
	 * about, or 0; 0: it is none */
	int comment, event;
	int64_t at;
	/* bit s: for seat s; bit 0: for the moderator */
	unsigned to;
};
void press_release(struct press *p);

/* Sets id. holder[s]: of the seats in p->to. */
int press_add(struct db *db, struct press *p, const int holder[PRESS_SEATS],
    struct err *e);
/* What waits for a seat's holder, oldest first: how many (at most max). */
int press_waiting(struct db *db, int64_t game, int seat, int holder,
    struct press *out, int max, struct err *e);
/* Everything up to this one is in a mail to the seat. */
int press_told(struct db *db, int64_t game, int seat, int64_t upto,
    struct err *e);
/* Broadcasts of a game behind one, oldest first: how many (at most max). */
int press_broadcasts(struct db *db, int64_t game, int64_t after,
    struct press *out, int max, struct err *e);
/* The last message of a game; 0: none. */
int press_last(struct db *db, int64_t game, int64_t *out, struct err *e);
/* How many an author wrote since then. */
int press_count(struct db *db, int64_t game, int author, int64_t since,
    int *out, struct err *e);

#endif
