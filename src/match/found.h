/* SPDX-License-Identifier: MIT */
#ifndef MATCH_FOUND_H
#define MATCH_FOUND_H

/* Founding a game: its row, seats and players, the seed, and the first mails,
 * each with the commitment to the seed. Inside the caller's transaction. */

#include "match/match.h"

struct found_seat {
	/* NULL: from the address, or a number */
	const char *name;
	/* NULL: nobody yet, or a computer player */
	const char *address;
	bool computer;
};

struct found {
	const char *kind;                /* "atlantic-star" */
	struct found_seat seat[SEATS_MAX + 1];   /* [1..seats] */
	int seats;
	struct options options;
	const char *moderator;           /* address; NULL: the keeper */
	const char *lang;                /* of new players; NULL: the house's */
	const uint8_t *seed;             /* 32 bytes; NULL: drawn, as it must be
	                                    in any game that people play */
};

/* A wrong kind, option, address or number of seats is ERR_GIVEUP with a
 * sentence for the terminal. A game of computer seats alone begins at once. */
int match_found(struct house *h, const struct found *want, int64_t *id,
	struct err *e);

#endif
