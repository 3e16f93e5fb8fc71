/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_THINKER_H
#define DAEMON_THINKER_H

/*
 * Computer players who search do so in a process of its own, one at a time, as
 * long as the loop goes on with mails: the program executed again
 * (mail/child.h), which is given a position and how many others to look at, and
 * gives a move back. It holds no database, no file and no network; the kernel
 * limits what it takes of processor and memory, the loop how long it lasts.
 *
 * What there is to think about stands in the database (store/thought.h), so
 * neither a crash nor another daemon's lead loses anything; and a move is made
 * only if its game stands as it did when it was asked. A search that is killed
 * or fails is begun again, each time later; after three, the seat plays as
 * normal does, and the keeper is told. Whoever leads thinks.
 *
 * While nobody is to think, such a process analyses a game that is over
 * (store/analysis.h, post/analyse.h); a move that is to be found then waits
 * for it. One that fails three times is given up.
 */

#include "daemon/backoff.h"
#include "mail/channel.h"
#include "store/thought.h"

struct daemon;

extern const char thinker_word[]; /* what the process is started with */

struct thinker {
	int pid; /* 0: nobody thinks */
	struct channel channel;
	struct thinking about;  /* of no seat: a game that is over */
	int positions;          /* to look at */
	int64_t began;          /* clock_monotonic_ms */
	struct backoff backoff; /* of the database */
};

/* Takes a move that was found, ends what is for nothing, begins the next: 1
 * there is more to do at once; 0; -1. */
int thinker_step(struct daemon *d, struct err *e);
bool thinker_busy(const struct daemon *d);
int thinker_fd(const struct daemon *d); /* of the one that thinks; -1 */
/* The daemon may sleep so long, ms; -1: for ever. */
int thinker_timeout(struct daemon *d);
void thinker_close(struct daemon *d);

#endif
