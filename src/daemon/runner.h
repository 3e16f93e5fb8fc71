/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_RUNNER_H
#define DAEMON_RUNNER_H

/* Letters on their way: from the outbox to the transport, and their verdicts
 * back into it. Inside daemon/ only. */

#include "daemon/backoff.h"
#include "mail/transport.h"
#include "store/outbox.h"

struct daemon;

enum {
	FLIGHT_BYTES = 4 << 20, /* letters in memory at a time */
	FLIGHT_BATCH = 32,      /* rows read at a time */
	UNMARKED_MOST = 600,    /* letters that a crash sends again */
	LEASED_MOST = 64        /* of one of several daemons */
};

/* A letter that the transport has. */
struct flight {
	struct flight *next;
	struct outbox_row row;  /* owned */
	char *envelope;         /* owned */
	bool probe;             /* taken while nothing went */
	bool old;               /* by a transport that was replaced */
	struct dispatch letter; /* points into the row */
};

/* A transport that was replaced, until its letters have their verdicts. */
struct old_transport {
	struct old_transport *next;
	const struct transport_driver *driver;
	struct transport *transport; /* owned, as what follows */
	struct conf *conf;
};

/* A verdict that is not yet in the database. */
struct verdict_in {
	int64_t id;
	enum delivery verdict;
	enum fault fault;
	enum stage stage;
	bool probe;
	int code, attempts; /* attempts before this one */
	int64_t created, claim;
	char reply[sizeof((struct dispatch *)0)->reply];
	char why[sizeof((struct dispatch *)0)->why];
};
struct verdicts {
	struct verdict_in *at; /* owned */
	size_t n;
	int64_t since; /* the first came; in ms */
};

/* The transport, and what goes by it. */
struct sending {
	const struct transport_driver *driver; /* NULL: nothing is sent */
	struct transport *transport;           /* owned */
	struct flight *flights;                /* owned */
	struct old_transport *old;             /* owned: replaced ones */
	size_t flying, flying_old, bytes;
	int64_t last_when, last_id; /* in the outbox: taken up to here */
	int64_t until; /* of what was leased last, as in struct dispatch */
	struct verdicts verdicts;
	struct backoff filling, marking;
};

int runner_open(struct daemon *d, struct err *e);
/* Begins nothing more and does not wait; after it only runner_close. */
void runner_finish(struct daemon *d);
/* Ends what is under way, within three seconds of that. */
void runner_close(struct daemon *d);
/* Takes the transport of another daemon's, with which it was opened, and the
 * configuration that the present one has: that goes on with the letters it is
 * sending, and the others go by the new one. */
void runner_replace(struct daemon *d, struct daemon *fresh, struct conf *old);
/* Hands over what is due and not under way: how many, -1. Outside of any
 * transaction: what is not committed must not go. */
int runner_fill(struct daemon *d, struct err *e);
/* The same, but nothing while a failure backs off, or while verdicts cannot be
 * written: what is sent could not be marked either. */
int runner_go_on(struct daemon *d, struct err *e);
/* Takes back what has its verdict; touches no database. */
void runner_collect(struct daemon *d);
/* Writes the verdicts into the outbox, in a transaction of its own; 0, -1. And
 * in the one that is open, which is committed: verdicts that cannot be written
 * keep nothing else from being so. 0, or -1: it is to be aborted. */
int runner_mark(struct daemon *d, struct err *e);
int runner_commit(struct daemon *d, struct err *e);
int64_t runner_due(struct daemon *d); /* seconds; -1 none */
/* Sends a letter that is in no outbox, with an id below 0; takes the row. */
void runner_send(struct daemon *d, struct outbox_row *row);

#endif
