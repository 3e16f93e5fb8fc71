/* SPDX-License-Identifier: MIT */
#ifndef STORE_DIGEST_H
#define STORE_DIGEST_H

/* A digest that was mailed: what its reply address speaks for, the seats that
 * it showed and the boards it showed them at. */

#include "store/db.h"

/* Its reply address is good for a month. */
enum { DIGEST_KEPT = 30 * 86400 };

struct digest_row {
	int64_t id, player, nonce, created;
};
struct digest_seat {
	int64_t game;
	int seat;
	int64_t holder;
	int board;
	int mail;  /* how many that seat had had; 0: not known */
	int waits; /* 1: it asked for a move there; 0: not; -1: not known */
};

/* Sets id and nonce; forgets the player's of before `since`. */
int digest_add(struct db *db, struct digest_row *d, int64_t since,
    struct err *e);
int digest_show(struct db *db, int64_t digest, const struct digest_seat *s,
    struct err *e);
/* 1, 0 */
int digest_get(struct db *db, int64_t id, struct digest_row *out,
    struct err *e);
/* The seats that it showed: how many (at most max). */
int digest_seats(struct db *db, int64_t digest, struct digest_seat *out,
    int max, struct err *e);
/* Where a player sits (or OWED_OBSERVER, OWED_MODERATOR: store/owed.h), the
 * newest game first, then those that they watch: of games that are not over,
 * and of others where they were not told of the end, or a message waits; as the
 * moderator only where one does. fn non-zero stops. */
int digest_places(struct db *db, int64_t player,
    int (*fn)(void *arg, int64_t game, int seat), void *arg, struct err *e);
/* All of a player who is forgotten. */
int digest_forget(struct db *db, int64_t player, struct err *e);

#endif
