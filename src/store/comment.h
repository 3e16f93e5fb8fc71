/* SPDX-License-Identifier: MIT */
#ifndef STORE_COMMENT_H
#define STORE_COMMENT_H

/* What those at a table say of a game that is over. A comment is a message to
 * all (store/press.h), which has its words, with a number within its game; one
 * that was withdrawn keeps that, and has no words any more. */

#include "store/db.h"

struct comment {
	int64_t game, press;
	int64_t player; /* who wrote it; 0: the keeper */
	int number;     /* 1, 2, … */
	int event;      /* that it is about; 0: the game as a whole */
	int seat;       /* of the author; 0: the moderator */
	char *name;     /* owned: the author's, then */
	char *text;     /* owned */
	int64_t at;
	bool withdrawn;
};
void comment_release(struct comment *c);

/* Of game, press, player and event; sets number. */
int comment_add(struct db *db, struct comment *c, struct err *e);
/* 1; 0: there is none of that number; -1. */
int comment_get(struct db *db, int64_t game, int number, struct comment *out,
    struct err *e);
/* Those that stand, in their order; fn non-zero stops. */
int comment_each(struct db *db, int64_t game,
    int (*fn)(void *arg, const struct comment *c), void *arg, struct err *e);
/* Its words are gone. */
int comment_withdraw(struct db *db, int64_t game, int number, struct err *e);

/* How many there are, withdrawn ones too, and the letters of those that stand:
 * of the whole game, and of one author. */
struct comments_so_far {
	int all, letters, own, own_letters;
};
int comment_count(struct db *db, int64_t game, int64_t player,
    struct comments_so_far *out, struct err *e);

#endif
