/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_DAEMON_H
#define DAEMON_DAEMON_H

/*
 * The life of a mail (doc/design.md 4) as a loop: fetch, commit, tell the
 * server, judge, commit, send, mark. One thread does everything but the
 * sending, and it alone touches the database; the transport's own threads send,
 * so that mails go out while others are being judged.
 *
 *     paquebotd      daemon_open, daemon_run (till SIGTERM), daemon_close
 *     --once, demo   daemon_open, daemon_drain, daemon_close
 *     deliver        daemon_drain if nobody else runs
 *
 * Whoever judges holds the lock "<database>.lock". Any step may be cut off
 * by a crash: what is committed is found again at the next start.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct conf;
struct daemon;

enum {
	DAEMON_INBOX = 1,  /* fetch from the mailbox */
	DAEMON_OUTBOX = 2, /* send what lies in the outbox; alone, with a log
			    * of warnings where it is to be of info */
	DAEMON_ALL = 3,
	DAEMON_TRIAL = 4, /* private: see daemon_trial */
	/* Waits while another daemon has the club, where that is on a server
	 * (on PostgreSQL; until a signal ends the process). */
	DAEMON_STANDBY = 8
};

/* Loads the configuration, opens database, texts and desk, takes the lock.
 * The mailbox and the outgoing side are opened as `what` says. ERR_RETRY:
 * somebody else holds the lock. */
int daemon_open(const char *config, int what, struct daemon **out,
    struct err *e);
void daemon_close(struct daemon *d); /* NULL allowed */

/*
 * A mail whose reading was begun before is first judged by another process,
 * the same program executed again: so main() of a program that opens a daemon
 * begins with
 *
 *     int status = daemon_trial(argc, argv);
 *     if (status >= 0)
 *             return status;
 */
int daemon_trial(int argc, char **argv);
/* In the same way: the process in which a computer player searches
 * (thinker.h). */
int daemon_thinker(int argc, char **argv);
/* And the one that makes pages (archivist.h). */
int daemon_archivist(int argc, char **argv);

/* Until a signal ends it. SIGTERM and SIGINT stop it cleanly, SIGHUP reads
 * the configuration again: a bad one leaves the old in force. Blocks these
 * signals for good; a SIGHUP that the caller has blocked before is taken when
 * the loop begins. -1: it could not be set up. */
int daemon_run(struct daemon *d, struct err *e);

/* Fetches, judges and sends until nothing is left that could be done now.
 * -1 if the mailbox or the database failed; a mail that could not be sent
 * is no failure, it waits for its time. */
int daemon_drain(struct daemon *d, struct err *e);

/* How many mails a drain has left behind: in the mailbox, because they cannot
 * be read or moved, or unjudged, because a deadline before them is not dealt
 * with yet; and whether letters wait while outgoing mail is stopped or paused,
 * so that none goes. One that was put off by itself has its time. */
int daemon_left(struct daemon *d, int *mails, bool *letters, struct err *e);

/* Borrowed. */
struct db *daemon_db(struct daemon *d);
struct desk *daemon_desk(struct daemon *d);

/* Seconds until the next attempt, at most so many: for a verdict LATER or
 * UNKNOWN after `attempts` failed ones, code the SMTP reply (0: network). */
enum { DAEMON_BACKOFF_MAX = 4 * 3600 };
int64_t daemon_backoff(bool unknown, int code, int attempts);

#endif
