/* SPDX-License-Identifier: MIT */
#ifndef STORE_OUTBOX_H
#define STORE_OUTBOX_H

/*
 * Mail to be sent, complete and rendered, with the Message-ID it keeps over
 * every attempt. Written in the transaction that caused it, sent later by the
 * outbox runner, marked with what is written next, or in a transaction of its
 * own. A row's number is never given again: a verdict may come when its row is
 * gone.
 */

#include "store/db.h"

enum outbox_state { OUTBOX_WAITING, OUTBOX_SENT, OUTBOX_FAILED };

struct outbox_row {
	int64_t id;
	int64_t game;
	int seat;         /* 0: none */
	int64_t player;   /* 0: none */
	int64_t author;   /* whose act made it; 0: nobody's. Written only */
	int64_t answers;  /* what of the inbox; 0: none. Written only */
	bool known;       /* all at the table may expect it. Written only */
	char *to;         /* owned: one address */
	char *message_id; /* owned, without <> */
	char *raw;
	size_t raw_len; /* owned: RFC 5322, CR LF */
	/* The picture that it shows, or all of them (store/picture.h); NULL:
	 * none. Owned. Written: with the mail that shows it, and what is to be
	 * drawn, while raw is the mail without. Read: it is still to be made,
	 * and raw is not to be sent until then. */
	char *picture;
	struct buf pictured, drawing; /* owned */
	enum outbox_state state;
	int attempts;
	int64_t next_try; /* seconds */
	char *last_error; /* owned; NULL */
	int64_t created, sent;
	bool bounced;
	int64_t returned; /* when it came back or was given up */
	int64_t claim;    /* its lease's (store/lease.h); 0: none */
};
void outbox_row_release(struct outbox_row *r);

/* Sets id. A mail about a game to an address that is given up
 * (store/failing.h) is stored as failed. */
int outbox_add(struct db *db, struct outbox_row *r, struct err *e);
/* Up to limit waiting rows whose time has come, oldest first, with raw; only
 * those behind *when and *id in that order (both 0: from the head), which move
 * to the last row given, for a runner that has mails under way. */
int outbox_due_after(struct db *db, int64_t now, int64_t *when, int64_t *id,
    int limit, struct outbox_row *out, struct err *e);
/* The one to try while nothing goes, rather to another address than that ("":
 * any), and rather one that was not tried yet: 1, 0 none is due. */
int outbox_due_probe(struct db *db, int64_t now, const char *but,
    struct outbox_row *out, struct err *e);
/* Is there one that is due, to another address? 1, 0. */
int outbox_due_else(struct db *db, int64_t now, const char *but, struct err *e);
/* A transaction of its own unless one is open, as the two below. */
int outbox_sent(struct db *db, const int64_t *ids, int n, int64_t now,
    struct err *e);
int outbox_later(struct db *db, int64_t id, int64_t next_try, const char *why,
    struct err *e);
/* Not tried really: no attempt is counted. next_try 0: keeps its place. */
int outbox_wait(struct db *db, int64_t id, int64_t next_try, const char *why,
    struct err *e);
int outbox_failed(struct db *db, int64_t id, const char *why, struct err *e);
/* The clock went back: what lies further ahead than anything is put off (most,
 * in seconds) is due. */
int outbox_clock_back(struct db *db, int64_t now, int64_t most, struct err *e);
/* 1 done, 0 no such, or its text is deleted */
int outbox_retry(struct db *db, int64_t id, int64_t now, struct err *e);
/* All that wait or were given up for another reason than that their address
 * fails; to: an address, "" any; game 0: any. How many. */
int outbox_retry_all(struct db *db, const char *to, int64_t game, int64_t now,
    struct err *e);
/* 1; 0 no such, or it is out: what comes back is told by its row. */
int outbox_drop(struct db *db, int64_t id, struct err *e);
int outbox_get(struct db *db, int64_t id, struct outbox_row *out,
    struct err *e);
/* Whether there is a letter of that Message-ID, and the first with an id above
 * after, for what is sent on to another address keeps it: 1, 0. */
int outbox_has(struct db *db, const char *message_id, struct err *e);
int outbox_by_message_id(struct db *db, const char *message_id, int64_t after,
    struct outbox_row *out, struct err *e);
/* Drops what waits to be sent to a seat that changes hands. */
int outbox_recall(struct db *db, int64_t game, int seat, struct err *e);
/* How many mails about no game were written to an address since then. */
int outbox_notices(struct db *db, const char *to, int64_t since, int *out,
    struct err *e);
/* And how many to people whom the club does not know, since then, but not to
 * the keeper ("": none). Notices of lost mail to moderators count as well. */
int outbox_strangers(struct db *db, int64_t since, const char *keeper, int *out,
    struct err *e);
/* When the last but most - 1 of the mails to an address was written that one
 * author has made: 1; 0 there were not so many. */
int outbox_because(struct db *db, const char *to, int64_t author, int most,
    int64_t *written, struct err *e);
/* Of the mails that outbox_strangers counts, those to addresses of a domain. */
int outbox_strangers_of(struct db *db, int64_t since, const char *domain,
    int *out, struct err *e);
/* Rows of a state (-1: all) in order of id, without raw. */
int outbox_each(struct db *db, int state,
    int (*fn)(void *arg, const struct outbox_row *r), void *arg, struct err *e);
/* A bounce counts once a mail: 1 this is the first, 0 it is not, or no such.
 * why: its status, kept as the last error. */
int outbox_bounced(struct db *db, int64_t id, const char *why, int64_t now,
    struct err *e);
/* How many other mails about the game came back from the address since. */
int outbox_returned(struct db *db, int64_t game, const char *to, int64_t since,
    int64_t but, int *out, struct err *e);
/* The same mail to another address of the player: sets *copy. 1, or 0. */
int outbox_redirect(struct db *db, int64_t id, const char *to, int64_t now,
    int64_t *copy, struct err *e);
/* 1, 0 none waiting */
int outbox_next_due(struct db *db, int64_t *when, struct err *e);

#endif
