/* SPDX-License-Identifier: MIT */
#ifndef STORE_SEAT_H
#define STORE_SEAT_H

/* A seat of a game: who holds it and what its decision is bound to. */

#include "store/db.h"

struct seat {
	int64_t game;
	int seat;                        /* 1.. */
	int64_t player;                  /* 0: free, or a computer player */
	int holder;                      /* generation; rises at each replacement: old tokens die */
	char *name;                      /* owned: display name at this table */
	bool computer;                   /* a computer player moves for it */
	bool ready;                      /* has sent `ready` or `entropy` */
	char *entropy;                   /* owned; NULL: none */
	bool hold;                       /* `hold`: the mail leaves the turn open */
	int decision;                    /* board at which this seat's present decision opened */
	int moved;                       /* board after its own last accepted move */
	int told;                        /* board of the last mail to this seat */
	int told_seq;                    /* events up to here have been in its news */
	int mails;                       /* how many mails this seat was sent: the
	                                    last number of "mail 42.17.p2.3" */
	char *proposal;                  /* owned; open `propose …`, else NULL */
	bool agreed;
	int64_t due;                     /* when its decision is late; 0: never */
};
void seat_release(struct seat *s);

int seat_add(struct db *db, const struct seat *s, struct err *e);
int seat_save(struct db *db, const struct seat *s, struct err *e);
int seat_get(struct db *db, int64_t game, int seat, struct seat *out, struct err *e);  /* 1, 0 */
/* All seats of a game into out[1..n], which has room for 7. Returns n. */
int seat_all(struct db *db, int64_t game, struct seat *out, struct err *e);

#endif
