/* SPDX-License-Identifier: MIT */
#ifndef MATCH_TENURE_H
#define MATCH_TENURE_H

/*
 * Who sat where before. A seat bears the name of its holder, and that of the
 * last one while a computer player goes on for them; the event `eject` says
 * that it does, `replace` gives the seat to somebody else, and `rename` another
 * name to its holder, or to who left it. So what happened before such an event
 * is told with the name of who sat there then, and what a computer player did
 * as its own.
 * It follows from the log and from who has left (store/knowledge.h); of whom
 * nobody here knows, for their game was taken over from its log, that log has
 * the name (turnlog(5), "held by").
 */

#include "match/match.h"

/* A seat was theirs up to the event; from: behind the event by which it was
 * left to a computer player, else 0. */
struct tenure {
	int seat, from, until;
	int64_t player; /* 0: a computer player, or not known */
	char *name;     /* owned */
};
struct tenures {
	struct tenure *at; /* owned: of each seat in the order of events */
	size_t n;
};

/* Of a game in the store. 0, -1; out is to be released either way. */
int tenures_read(struct match *m, struct tenures *out, struct err *e);
/* As far as a log alone tells, which is well formed. */
void tenures_of_log(const char *text, size_t len, struct tenures *out);
void tenures_release(struct tenures *t);
/* Whose the seat was at an event; NULL: whose it is now. */
const struct tenure *tenure_at(const struct tenures *t, int seat, int seq);
/* The name that ended with an event, not a computer player's who went on for
 * it; NULL: none did. */
const char *tenure_ended(const struct tenures *t, int seq);

#endif
