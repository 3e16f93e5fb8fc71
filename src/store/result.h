/* SPDX-License-Identifier: MIT */
#ifndef STORE_RESULT_H
#define STORE_RESULT_H

/* How closed games went, a row a seat: a cache of what their events say. */

#include "store/db.h"

struct result {
	int64_t game;
	int seat;
	int64_t player; /* 0: a computer player */
	int score, rank, moves, answers;
	int64_t waited;
	bool credited, rated;
};

/* What a row is told with; strings are borrowed during the call. */
struct result_of {
	struct result r;
	const char *kind; /* "clippers" */
	int seats;
	bool finished; /* else cancelled */
	int64_t started, ended;
	const char *name; /* the player's; "" if none */
	bool namesake;    /* another player has the same name */
};

int result_put(struct db *db, const struct result *r, struct err *e);
int result_drop(struct db *db, int64_t game, struct err *e);
/* The rows of a game, by seat: how many (at most max). */
int result_all(struct db *db, int64_t game, struct result *out, int max,
    struct err *e);
/* All, by game and seat; fn non-zero stops. */
int result_each(struct db *db, int (*fn)(void *arg, const struct result_of *r),
    void *arg, struct err *e);

#endif
