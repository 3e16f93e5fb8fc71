/* SPDX-License-Identifier: MIT */
#ifndef STORE_OWED_H
#define STORE_OWED_H

/* What somebody is told later, for they were sent too many mails within an hour
 * because of one author, or (author and player are one) for they want no mail:
 * a row for each game and place at its table, and all rows of the two go into
 * one mail. */

#include "store/db.h"

enum { OWED_OBSERVER = -1, OWED_MODERATOR = 0 };

struct owed {
	int64_t author;
	int64_t player; /* 0: the keeper */
	int64_t game;
	int seat;  /* or one of the above */
	int since; /* the last event told before */
	int64_t due;
	char *told; /* owned: Markdown; "" */
};
void owed_release(struct owed *o);

/* Adds to what is owed already: then since and due stay, and told is put
 * behind it, unless it is there; a flood of it ends at 32 kB. */
int owed_add(struct db *db, const struct owed *o, struct err *e);
/* All that one is owed because of the other, in order of game: how many. out:
 * owned, an array and its members. */
int owed_all(struct db *db, int64_t author, int64_t player, struct owed **out,
    struct err *e);
int owed_drop(struct db *db, int64_t author, int64_t player, struct err *e);
/* The first that is due, sooner or later: 1, or 0. Without told. */
int owed_next(struct db *db, struct owed *out, struct err *e);
/* All of the two wait until then. */
int owed_later(struct db *db, int64_t author, int64_t player, int64_t due,
    struct err *e);
/* The clock went back: what lies more than an hour ahead is due. */
int owed_clock_back(struct db *db, int64_t now, struct err *e);

#endif
