/* SPDX-License-Identifier: MIT */
#ifndef STORE_PLAYER_H
#define STORE_PLAYER_H

/* A player: name, settings, and the addresses on record. Addresses are
 * stored as mail/address.h canonicalises them and are unique. */

#include "store/db.h"

struct player {
	int64_t id;
	char *name;   /* owned, UTF-8, display */
	char *lang;   /* "en" */
	char *layout; /* "board" | "list" | "html" */
	char *glyphs; /* "ascii" | "unicode" */
	int width;    /* 40..72 */
	char *tz;     /* zone name */
	char *notify; /* "all" | "turn" | "digest" | "none" */
	/* "24h,3h" before a deadline, longest first; "": as the game has it;
	 * "off": never */
	char *remind;
	char *digest;       /* "18:00" in tz */
	int64_t digest_due; /* the next one, or the last; 0: there is none */
	char *board;        /* "full" | "changes": in turn mails */
	bool picture;       /* mails show the board as one */
	bool ics;           /* deadlines for a calendar */
	char *thread;       /* "turn" | "game" */
};
void player_release(struct player *p);
void player_defaults(struct player *p); /* zeroes, sets defaults */

/* notify none: nothing is mailed to them that they have not asked for. */
bool player_is_silent(const struct player *p);
/* A mail that only tells of others goes to them: 1 in the second week of that,
 * once; 0, -1. */
int player_offer(struct db *db, int64_t id, int64_t now, struct err *e);

/* sets id */
int player_add(struct db *db, struct player *p, struct err *e);
int player_save(struct db *db, const struct player *p, struct err *e);
/* 1 found, 0 not */
int player_get(struct db *db, int64_t id, struct player *out, struct err *e);
/* 1 found, 0 not. */
int player_by_address(struct db *db, const char *address, struct player *out,
    struct err *e);

/* Players whose digest is due at `now`: up to max ids, the first due first. */
int player_digests(struct db *db, int64_t now, int64_t *ids, int max,
    struct err *e);
/* The clock went back: digests more than two days ahead are due. */
int player_clock_back(struct db *db, int64_t now, struct err *e);
/* When the next digest is due: 1, or 0 if nobody has one. */
int player_next_digest(struct db *db, int64_t *when, struct err *e);

/* The generation of the tokens that speak for the player themselves: 1, 0. And
 * a new one, with which those of before die, and what was asked of them in
 * mails: whether one was theirs, or an address they would have is, whether they
 * take a seat or an office. Not the word that takes a new address away. 0,
 * -1. */
int player_holder(struct db *db, int64_t id, int64_t *out, struct err *e);
int player_renew(struct db *db, int64_t id, struct err *e);
/* The generation of a player's tokens in a seat, or as a moderator: the seat's
 * own, and how often the player has dropped an address that such mail went to.
 * player 0: the seat's. 0, -1. */
int player_seat_holder(struct db *db, int64_t id, int64_t holder, int64_t *out,
    struct err *e);
/* In order of id; fn non-zero stops. */
int player_names(struct db *db,
    int (*fn)(void *arg, int64_t id, const char *name), void *arg,
    struct err *e);

/* Every player behind that one (0: every one) in order of id; fn non-zero
 * stops. */
int player_each(struct db *db, int64_t after,
    int (*fn)(void *arg, const struct player *p), void *arg, struct err *e);

int address_add(struct db *db, int64_t player, const char *address,
    struct err *e);
/* It was added to others, just now: they stay for a week. */
enum { ADDRESS_STAYS = 7 * 86400 };
int address_added(struct db *db, const char *address, int64_t now,
    struct err *e);
/* Whether it stays because of one that was added behind it, and until when:
 * 1, 0. */
int address_stays(struct db *db, const char *address, int64_t now,
    int64_t *until, struct err *e);
/* First is the one mail goes to; fn returns non-zero to stop, negative
 * if it failed. */
int address_each(struct db *db, int64_t player,
    int (*fn)(void *arg, const char *address), void *arg, struct err *e);
/* Never the player's last one. What it was asked (store/request.h) is closed. 1
 * dropped, 0 it is the last, or not theirs. */
int address_drop(struct db *db, int64_t player, const char *address,
    struct err *e);
/* 1, 0 */
int address_primary(struct db *db, int64_t player, struct buf *out,
    struct err *e);

#endif
