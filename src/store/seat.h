/* SPDX-License-Identifier: MIT */
#ifndef STORE_SEAT_H
#define STORE_SEAT_H

/* A seat of a game: who holds it and what its decision is bound to. */

#include "store/db.h"

struct seat {
	int64_t game;
	int seat;       /* 1.. */
	int64_t player; /* 0: free, or a computer player */
	/* generation; rises at each replacement: old tokens die */
	int holder;
	char *name;         /* owned: display name at this table */
	int computer;       /* the level of its computer player; 0: none */
	bool ready;         /* has sent `ready` or `entropy` */
	char *entropy;      /* owned; NULL: none */
	char *entropy_mail; /* owned: what names its mail; NULL */
	/* `hold`: the mail leaves the turn open */
	bool hold;
	/* board at which this seat's present decision opened */
	int decision;
	/* board after its own last accepted move */
	int moved;
	/* board of the last mail to this seat */
	int told;
	/* events up to here have been in its news */
	int told_seq;
	/* the last event before the board in its last mail that had one; 0:
	 * none */
	int shown;
	/* the generation that has had the reference of the game; -1: none */
	int charted;
	/* how many mails its holder was sent: the last number of "mail
	 * 42.17.p2.3" */
	int mails;
	/* owned; open `propose …`, else NULL */
	char *proposal;
	bool agreed;
	/* of what is open: the board at which this seat proposed it, and the
	 * mails that this seat had been sent before it was proposed */
	int proposed, asked;
};
void seat_release(struct seat *s);

int seat_add(struct db *db, const struct seat *s, struct err *e);
int seat_save(struct db *db, const struct seat *s, struct err *e);
/* 1, 0 */
int seat_get(struct db *db, int64_t game, int seat, struct seat *out,
    struct err *e);
/* A player's seats in all games, in order of game; fn non-zero stops. */
int seat_each(struct db *db, int64_t player,
    int (*fn)(void *arg, const struct seat *s), void *arg, struct err *e);
/* Whether a player has been asked for a move in another game of that kind, has
 * ended one, or has left a seat of any. 1, 0. */
int seat_has_played(struct db *db, int64_t player, const char *kind,
    int64_t game, struct err *e);
/* Every name that somebody sits under who is called otherwise, or had there
 * before in a game that goes on (the event of a rename has it), once for each
 * of them; fn as that of player_names, id 0: a computer. */
int seat_names(struct db *db,
    int (*fn)(void *arg, int64_t id, const char *name), void *arg,
    struct err *e);
/* All seats of a game into out[1..n], which has room for 7. Returns n. */
int seat_all(struct db *db, int64_t game, struct seat *out, struct err *e);

#endif
