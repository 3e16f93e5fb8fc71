/* SPDX-License-Identifier: MIT */
#ifndef STORE_OUTGOING_H
#define STORE_OUTGOING_H

/*
 * Outgoing mail as a whole: whether it goes, for every process to see and for
 * the next start to go on from. The daemon finds out (daemon/breaker.h), the
 * keeper may pause it (paquebot queue). Letters wait meanwhile; nothing is
 * given up for it.
 */

#include "store/db.h"

enum outgoing_state {
	OUTGOING_RUNNING,
	OUTGOING_STOPPED, /* nothing goes; tried at times */
	OUTGOING_PAUSED   /* by the keeper, before all else */
};
const char *outgoing_name(enum outgoing_state s); /* "running" */

struct outgoing {
	enum outgoing_state state;
	int64_t since;           /* of the state; 0: none went yet */
	int64_t works;           /* letters go since; 0: not */
	int64_t paused, stopped; /* since when; 0: not */
	/* how often letters that waited were taken away: another number, and
	 * who has some in memory looks again which of them still wait */
	int64_t withdrawn;
	/* of what is stopped: */
	/* our account or sender is; else it is the server or the way to it */
	bool refused;
	int failures;  /* attempts since */
	int64_t probe; /* the next */
	/* the one address whose letters were refused; "" several, or none */
	char sole[260];
	char reason[520]; /* one line; "" */
};

int outgoing_read(struct db *db, struct outgoing *out, struct err *e);
/* One more attempt failed, with that letter of the outbox (0: with any); the
 * next at probe. */
int outgoing_stop(struct db *db, bool refused, int64_t letter,
    const char *reason, int64_t now, int64_t probe, struct err *e);
/* What failed was not the recipient: no letter goes, whoever it is to, until
 * one does. */
int outgoing_shut(struct db *db, int64_t now, struct err *e);
/* Whether mail waits to which nothing else has happened than that all is paused
 * or shut; while recipients alone were refused, mail to an address to which
 * none was tried. 1: since then, when the oldest was written, or later, all
 * stood; 0, -1. */
int outgoing_unheard(struct db *db, int64_t *since, struct err *e);
/* It goes: 1 if it was stopped, else 0. */
int outgoing_run(struct db *db, int64_t now, struct err *e);
/* The next attempt at that moment, if it is stopped. */
int outgoing_try(struct db *db, int64_t at, struct err *e);
/* Letters that waited are taken away, in the open transaction: 0, -1. */
int outgoing_withdraw(struct db *db, struct err *e);
/* 1, or 0 if it was so. Resuming also tries at once. */
int outgoing_pause(struct db *db, int64_t now, struct err *e);
int outgoing_resume(struct db *db, int64_t now, struct err *e);

#endif
