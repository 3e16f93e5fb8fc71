/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_ARCHIVIST_H
#define DAEMON_ARCHIVIST_H

/*
 * The pages of games that have ended, if the configuration names a directory:
 * made in a process of its own (mail/child.h), one game at a time, as long as
 * the loop goes on with mails. It is given a log, writes to the archive's
 * directory, and says how that went; it has no database, no network and no
 * secret, and the kernel limits what it takes of processor and memory. A game
 * that goes on after all loses its pages.
 *
 * What is to be done stands in the database (store/due.h) until it is, so no
 * crash loses anything: an archive is whole wherever a process that fills it is
 * killed (archive/archive.h). Of several daemons any that has a directory takes
 * a game, while no other is at one, for as long as it is heard of; whoever
 * leads tells the keeper what kept one from being made, wherever that was.
 */

#include "daemon/backoff.h"
#include "mail/channel.h"
#include "store/due.h"

struct daemon;

extern const char archivist_word[]; /* what the process is started with */

/* What the process says of the game's pages: they are there; they have gone. */
enum archivist_did { ARCHIVIST_NOTHING, ARCHIVIST_MADE, ARCHIVIST_REMOVED };

struct archivist {
	int pid; /* 0: nothing is made */
	struct channel channel;
	struct due due;                  /* of game 0: none is taken */
	int64_t began;                   /* clock_monotonic_ms */
	int64_t leased;                  /* clock_boot_ms, of several daemons */
	struct backoff looking, backoff; /* for one to make; of what is made */
};

/* Begins with the next that is due, and takes what was made: 1 there may be
 * more to do at once; 0; -1. */
int archivist_step(struct daemon *d, struct err *e);
bool archivist_busy(const struct daemon *d);
int archivist_fd(const struct daemon *d); /* of the one at work; -1 */
/* The daemon may sleep so long, ms; -1: for ever. */
int archivist_timeout(const struct daemon *d);
void archivist_close(struct daemon *d);

#endif
