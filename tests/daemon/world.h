/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DAEMON_WORLD_H
#define TESTS_DAEMON_WORLD_H

/*
 * A world around the daemon that a test can bend: a mailbox in memory, a desk
 * that obeys one word a mail, and a transport whose verdict is written in
 * the address. The store and the configuration are the real ones.
 *
 * A mail is "WORD N": ok is answered; fail makes the desk give that mail up;
 * kill ends the process while it is judged; stop tells it to end, and away
 * takes the mailbox away; world makes the whole transaction fail as often as
 * world.failures says.
 */

#include <stdatomic.h>

#include "conf/conf.h"
#include "daemon/daemon.h"
#include "desk/desk.h"
#include "mail/source.h"
#include "mail/transport.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "tests/run.h"

enum { WORLD_MAILS = 2000 };

struct world {
	char dir[64], config[96], database[96];
	char mail[WORLD_MAILS][40]; /* not fetched and done yet */
	int mails, taken, fetches;
	int beside; /* fetches while mails are stored and not judged */
	bool fetch_fails, done_fails;
	/* mails with "leftover" cannot be read, with "stuck" not moved, with
	 * "stuck copied" only be copied, unless */
	bool obeys;
	bool stops; /* SIGTERM when it is watched */
	char took[50][40], stuck[50][40];
	int unmoved;
	int silent;        /* so many times it is busy, */
	bool busy;         /* as now, and is to be asked again, */
	int judged_silent; /* with so many judged */
	int leftovers;     /* that the keeper was told of */
	int slow_ms;       /* a fetch takes so long */
	int failures;      /* of the whole transaction */
	/* nobody can be told of a mail that was given up */
	enum err_kind deaf;
	_Atomic int judged;
	int asides, given_up, largest;
	const char *keeper;    /* where alarms are told */
	char told[60];         /* the last: "disk-began@…" */
	enum fault fault;      /* of the last that was given up */
	const char *answer_to; /* where answers go */
	bool blind;            /* no second look at the database */
	int forgotten;         /* times that games in memory were */
	_Atomic int sent;
	char last_envelope[80];
};
extern struct world world;
/* instead of the one above; NULL: that */
extern const struct transport_driver *world_transport;
extern struct err e;

void world_open(void);
void world_close(void);
void world_config(const char *extra);
void world_mail(const char *word, int from, int n); /* "word from" … */
/* Into the inbox, as another process does that delivers. */
void world_deliver(const char *text);
/* by a connection of its own */
int64_t world_number(const char *select);
/* A daemon from its start until all is done: what daemon_drain gives. */
int world_drain(void);
/* So many mails are new, answered and set aside. */
void world_inbox(int new, int answered, int aside);
/* No answer overtook another. */
void world_in_order(void);
void world_out(const char *to); /* one row in the outbox */
/* n at once, to TO0@example.net, TO1@example.net ... */
void world_letters(int n, const char *to);

#endif
