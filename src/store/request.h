/* SPDX-License-Identifier: MIT */
#ifndef STORE_REQUEST_H
#define STORE_REQUEST_H

/*
 * What waits for a word of somebody who is reached by mail alone: an
 * invitation to a seat, an address that a player wants to add, a stranger
 * whom the keeper has to approve, an address that was added and that an older
 * one (name: the new one) can take away again. A row is named by a token that
 * was mailed to one address and is good once: request_close tells who came
 * first. The office of a moderator is offered at seat REQUEST_AT_OFFICE of the
 * game, or, if its name is REQUEST_DEPUTY, a deputy's. Two are mailed to
 * nobody: the rematch of a game (name: the number of the new one), and the wish
 * of a player to come into a game that is closed, at seat REQUEST_AT_ENTRY, or
 * so many below it. Rows are never deleted, so that what was asked before can
 * be counted.
 */

#include "store/db.h"

enum request_kind {
	REQUEST_INVITATION,
	REQUEST_ADDRESS,
	REQUEST_SIGNUP,
	REQUEST_UNDO,
	REQUEST_REMATCH,
	REQUEST_OFFICE,
	REQUEST_ENTRY
};
enum { REQUEST_AT_OFFICE = -1, REQUEST_AT_ENTRY = -2 };
#define REQUEST_DEPUTY "deputy"
enum request_state { REQUEST_OPEN, REQUEST_GRANTED, REQUEST_DECLINED };

/* One that was not answered in two weeks is as good as declined. */
enum { REQUEST_SECONDS = 14 * 86400 };

struct request {
	int64_t id;
	enum request_kind kind;
	enum request_state state;
	char *address;  /* owned, canonical: whom it concerns */
	int64_t player; /* who asked; 0: a stranger, the keeper */
	/* of an invitation; 0. Of a rematch the game that is over, seat 0 */
	int64_t game;
	int seat;
	/* owned: a stranger's; in an invitation to a rematch the number of the
	 * game that is over; "" */
	char *name;
	char *lang; /* owned: a stranger's, who waits for the keeper; NULL */
	int64_t created;
	int64_t nonce; /* in its token */
};
void request_release(struct request *r);
/* The game whose number its name is: the rematch, or of an invitation to one
 * the game that is over; 0: none. */
int64_t request_named(const struct request *r);
bool request_of_deputy(const struct request *r);
/* Whether it can still be granted. */
bool request_open(const struct request *r, int64_t now);

/* sets id and nonce */
int request_add(struct db *db, struct request *r, struct err *e);
/* 1, 0 */
int request_get(struct db *db, int64_t id, struct request *out, struct err *e);
/* The last one of a kind about an address, for a game if that is not 0. 1,
 * 0. */
int request_last(struct db *db, enum request_kind kind, const char *address,
    int64_t game, struct request *out, struct err *e);
/* The last invitation to a seat; seat 0: the rematch. 1, 0. */
int request_of_seat(struct db *db, int64_t game, int seat, struct request *out,
    struct err *e);
/* 1 it was open and is not any more, 0 somebody was faster. */
int request_close(struct db *db, int64_t id, enum request_state state,
    struct err *e);
/* How many of a kind since then: asked by a player (0: by anybody), about an
 * address (NULL: any). */
int request_count(struct db *db, enum request_kind kind, int64_t player,
    const char *address, int64_t since, int *out, struct err *e);
/* Open ones of a kind in order of id; fn non-zero stops. */
int request_each(struct db *db, enum request_kind kind,
    int (*fn)(void *arg, const struct request *r), void *arg, struct err *e);

#endif
