/* SPDX-License-Identifier: MIT */
#ifndef MATCH_FOUND_H
#define MATCH_FOUND_H

/* Founding a game: its row, seats and players, the seed, and the first mails,
 * each with the commitment to the seed. Inside the caller's transaction. */

#include "base/slice.h"
#include "match/match.h"

/* What a seat is called that a computer player has from the beginning, where
 * its level has no names in the texts or somebody of the club is called so. */
#define COMPUTER_NAME "Computer %d"
#define UNNAMED_NAME "Seat p%d"
/* The name of a computer player of a level (0: of who is not to be known), in
 * the language of the game: each seat of a game has another. */
enum { CHARACTER_SIZE = 64 };
int match_character(const struct club *club, const struct game *g, int level,
    int seat, char out[CHARACTER_SIZE], struct err *e);
/* Whether that is the name of one who is not to be known, in any language. */
bool match_unnamed(const struct club *club, struct slice name);

/* What the player of a canonical address is called, else the mailbox of it:
 * nobody is called by their address. For the keeper's eyes, whom it tells that
 * the address is known. The caller frees *out. */
int match_called(struct club *club, const char *address, char **out,
    struct err *e);

struct found_seat {
	/* NULL: as match_called says of the address, or a number */
	const char *name;
	/* NULL: nobody yet, or a computer player */
	const char *address;
	int computer; /* its level; 0: none */
};

struct found {
	const char *kind;                      /* "atlantic-star" */
	struct found_seat seat[SEATS_MAX + 1]; /* [1..seats] */
	int seats;
	struct options options;
	const char *moderator;         /* address; NULL: founder, or keeper */
	int64_t founder;               /* player who moderates; 0 */
	const char *lang;              /* of new players; NULL: the club's */
	const struct clock_row *clock; /* NULL: the club's */
	int draws; /* version of their rule (turnlog T29); 0: the present */
	/* 32 bytes; NULL: drawn, as it must be in any game that people play */
	const uint8_t *seed;
	/* instead, of a game under way whose seed is not known; NULL */
	const char *seed_commit;
	int64_t id; /* a number that is free; 0: the next */
};

/* Whether a game can be founded so, said to a player: 0, or -1 refused or
 * failed. */
int match_may_found(const struct found *want, struct refusal *why,
    struct err *e);

/* Its rows, and the match opened: the caller finishes it. */
int match_found_open(struct club *club, const struct found *want,
    struct match **out, struct err *e);

/* The whole of it. A wrong kind, option, address or number of seats is
 * ERR_GIVEUP with a sentence for the terminal. A game of computer seats alone
 * begins at once. */
int match_found(struct club *club, const struct found *want, int64_t *id,
    struct err *e);

#endif
