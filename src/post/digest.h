/* SPDX-License-Identifier: MIT */
#ifndef POST_DIGEST_H
#define POST_DIGEST_H

/*
 * One mail a day for all games of a player who wants it so (notify digest), at
 * an hour of their zone: what is theirs to do, by when, sorted by deadline,
 * what happened, messages. A turn that would be due within a day of the digest
 * is never left for it: its mail goes at once. More than 30 games take another
 * mail. The digest's own reply address is good for the seats that it shows, at
 * the boards it shows them at, each behind a line `game 42`; each game in it
 * names one of its own as well.
 */

#include "post/mails.h"

/* Whether what happened may wait for the digest of the seat's holder; false
 * if there is none. turn: it is their turn that they would be told of. */
bool digest_waits(struct match *m, int seat, bool turn, struct err *e);
/* When the next digest is due: behind now, at the hour in the zone. */
int64_t digest_next(const struct player *p, int64_t now);

/* Sends the player's digest, if there is anything to say, and sets the next, if
 * they still want one; else it is the last, of what waited for it: 1 sent, 0
 * not, -1. Inside a transaction. */
int digest_send(struct club *club, int64_t player, struct err *e);
/* One mail of the same kind with the boards of games that a mail in the inbox
 * was about, to its writer, at those seats (0: as the moderator). 1 sent, 0
 * there is none, -1. Inside a transaction. */
struct digest_board {
	int64_t game;
	int seat;
};
int digest_boards(struct club *club, int64_t player,
    const struct digest_board *boards, int n, struct err *e);
/* One mail of the same kind with what was put off for the player (0: the
 * keeper) because of one author (post/owed.h): 1 sent, 0 they know it all by
 * now, -1. Inside a transaction. */
int digest_owed(struct club *club, int64_t author, int64_t player,
    struct err *e);

#endif
