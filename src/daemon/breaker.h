/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_BREAKER_H
#define DAEMON_BREAKER_H

/*
 * How much mail may go out. Trouble that is no letter's fault (mail/fault.h)
 * stops all of it: one letter is tried now and then, never two, until one goes
 * (store/outgoing.h). Inside daemon/ only.
 *
 *     no session (network, TLS, login, 421)   after 15 s, growing to 15 min
 *     our account, sender or quota refused    after 15 min, growing to 60
 *
 * A refusal of one letter may be about that letter, whatever it says: then the
 * next is tried at once, and if that goes, nothing is stopped. As long as one
 * address alone has drawn refusals, a letter to another is tried as soon as
 * there is one. At first, and after each stop, one letter must have gone before
 * others go beside it.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct daemon;
struct verdict_in;

struct breaker {
	bool proved;  /* a letter went since it opened */
	bool refused; /* as it was read last */
	/* the same: what the transport has was read since */
	int64_t withdrawn;
	char said[520]; /* the reason that is in the log */
};

enum {
	BREAKER_REFUSED_LEAST = 15 * 60,
	BREAKER_REFUSED_MOST = 60 * 60,
	BREAKER_LINE_LEAST = 15,
	BREAKER_LINE_MOST = 15 * 60
}; /* seconds */

/* For a new transport. Says in the log if nothing goes. */
int breaker_open(struct daemon *d, struct err *e);
/* What was wrong may have been mended: the next attempt is now. */
void breaker_try(struct daemon *d);
/* How many letters may be under way beside those that are; -1. *probe: the
 * one is an attempt while nothing goes. While the keeper pauses it, and where
 * any that waited was taken away (paquebot queue drop, a seat that changes
 * hands, a player who is forgotten), those that are not begun come back: what
 * still waits is read again. */
int breaker_room(struct daemon *d, bool *probe, struct err *e);
/* The letter to try while nothing goes: 1, 0 none, -1. */
struct outbox_row;
int breaker_probe(struct daemon *d, struct outbox_row *row, struct err *e);
/* Seconds until a letter may go: 0 at once, -1 not before something else
 * happens. */
int64_t breaker_due(struct daemon *d);
/* A verdict has come. Notes it, in memory alone. */
void breaker_landed(struct daemon *d, const struct verdict_in *v);
/* The same in the store, in the transaction that marks the letter. */
int breaker_mark(struct daemon *d, const struct verdict_in *v, int64_t now,
    struct err *e);

#endif
