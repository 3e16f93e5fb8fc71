/* SPDX-License-Identifier: MIT */
#ifndef STORE_OBSERVER_H
#define STORE_OBSERVER_H

/* Who watches a game, and whether a game may be watched. An observer is a
 * player of the club, with their settings, who has no seat in that game. */

#include "store/db.h"

struct observer {
	int64_t id, game, player;
	int64_t since;      /* the holder of its tokens */
	int mails;          /* how many it was sent */
	int told_seq;       /* events up to here */
	int64_t told_press; /* and broadcasts */
};

/* Sets id. */
int observer_add(struct db *db, struct observer *o, struct err *e);
int observer_save(struct db *db, const struct observer *o, struct err *e);
/* 1, 0 */
int observer_get(struct db *db, int64_t id, struct observer *out,
    struct err *e);
int observer_find(struct db *db, int64_t game, int64_t player,
    struct observer *out, struct err *e);
/* Those of a game in order of id, at most max: how many. */
int observer_all(struct db *db, int64_t game, struct observer *out, int max,
    struct err *e);
/* The games a player watches, in order, those that are over for good (final)
 * behind the others: how many (at most max). */
int observer_games(struct db *db, int64_t player, int64_t *out, int max,
    struct err *e);
/* How many of them are not over for good. */
int observer_count(struct db *db, int64_t player, struct err *e);
/* 1 it was there, 0 not. */
int observer_drop(struct db *db, int64_t game, int64_t player, struct err *e);
/* All of a game. */
int observer_drop_all(struct db *db, int64_t game, struct err *e);

/* Whether others may watch the game: 1, 0. */
int observers_allowed(struct db *db, int64_t game, struct err *e);
int observers_allow(struct db *db, int64_t game, bool yes, struct err *e);

#endif
