/* SPDX-License-Identifier: MIT */
#ifndef DESK_DESK_H
#define DESK_DESK_H

/*
 * The desk reads mail and obeys it (doc/design.md 4 and 6): who wrote, what may
 * they do, one line after the other, one answer a mail. It works on rows that
 * are already committed in the inbox, inside the caller's transaction:
 *
 *     inbox_next; inbox_attempt (own transaction)
 *     db_begin; desk_judge; db_commit
 *     on failure: db_abort, desk_forget, then the rows one at a time
 *
 * Outgoing mail lies in the outbox when it returns. Automatic mail is never
 * answered; every mail from a person gets exactly one answer.
 */

#include "conf/conf.h"
#include "mail/fault.h"
#include "match/club.h"
#include "store/inbox.h"

struct cJSON;
struct command;
struct flood;
struct parser;

struct desk {
	struct club club;
	const struct conf *conf; /* borrowed; the rest is owned */
	char *address;           /* owned: our own, canonical */
	struct flood *flood;     /* owned: who wrote how much */
	struct parser *parser;   /* owned: reads strangers' mail */
	char *keeper;            /* owned: theirs; NULL: none */
	const struct command *const *commands;   /* borrowed; NULL at the end */
	void (*between)(void *arg), *of_between; /* before each mail; or NULL */
};

/* texts, conf and db are borrowed until desk_close. */
int desk_open(struct desk *d, struct db *db, struct texts *texts,
    const struct conf *conf, struct err *e);
void desk_close(struct desk *d);
/* After every db_abort or failed commit. */
void desk_forget(struct desk *d);

/*
 * Judges the rows in order. Each has a savepoint of its own: a mail whose
 * judging fails (-1 inside) is undone alone, logged, and stays new; *failed
 * counts them. Returns -1 if the world failed (a full disk), which is no
 * fault of the mail, or the transaction is unusable.
 */
int desk_judge(struct desk *d, struct inbox_row *rows, int n, int *failed,
    struct err *e);

/* A mail that ended the process twice, or cannot be judged: sets it aside and
 * tells the keeper, by mail and in the log. */
int desk_aside(struct desk *d, const struct inbox_row *row, struct err *e);

/* Sends the mail of the day if it is due: 1, 0. Inside a transaction. */
int desk_troubles(struct desk *d, struct err *e);
/* Tells the keeper of a mail that stays in the mailbox, likewise. */
struct leftover;
int desk_leftover(struct desk *d, const struct leftover *s, struct err *e);
/* The letter that tells the keeper of an alarm, for the outbox or to be sent
 * as it is: no database is touched. 1, 0 there is no keeper. */
struct alarm_row;
struct outbox_row;
int desk_alarm(struct desk *d, const struct alarm_row *a,
    struct outbox_row *out, struct err *e);

/* An outgoing mail that was given up, for fault, or came back with a report's
 * status as why: once a mail. If it is the address that is bad it is marked as
 * failing and another of the player's is used. The game's moderator and the
 * keeper are told, once an address and game. Inside a transaction. */
int desk_undeliverable(struct desk *d, int64_t outbox_id, enum fault fault,
    const char *why, struct err *e);

/*
 * An act of the keeper's from the command line, as paquebot(1) lists them, done
 * by the command that a mail would name. Inside the caller's transaction. 0
 * done, out says what; 1 refused, out says why; -1 failed.
 */
int desk_moderate(struct desk *d, int64_t game, const char *text,
    struct buf *out, struct err *e);

/*
 * Deadlines (clock/clocks.h). A mail that was received after a late moment of a
 * game that it concerns is not judged before that was dealt with, if
 * club.order.ends says so (match/order.h). desk_clocks acts on up
 * to `most` moments that lie before both now and `polled`, the beginning of the
 * last look at the mailbox that left nothing there, and stops at one for which
 * a mail that was in time is still unjudged; how many, -1. desk_outage: we were
 * not reachable from from to until. Both inside the caller's transaction.
 */
struct desk_moments {
	int64_t late, remind;
}; /* INT64_MAX: none */
int desk_clock_next(struct desk *d, struct desk_moments *out, struct err *e);
int desk_clocks(struct desk *d, int64_t polled, int most, struct err *e);
int desk_outage(struct desk *d, int64_t from, int64_t until, struct err *e);

/* The keeper's word on a stranger who asked to become a player, and who is
 * mailed: 1 done, 0 nobody of this address waits. Inside a transaction. */
int desk_admit(struct desk *d, const char *address, bool yes, struct err *e);

/* An outgoing mail's envelope sender: games+b.<name>.<mac>@…, where the name is
 * that in its Message-ID (pq<name>@…), or our address, if that takes no
 * detail, or not so long a one; and appends the Message-ID that such a detail
 * names, which proves nothing yet (false: it has not the form of one). */
void desk_envelope(const struct desk *d, const char *message_id,
    int64_t created, struct buf *out);
bool desk_enveloped(const struct desk *d, const char *detail,
    struct buf *message_id);

/* Sends up to `most` digests that are due (post/digest.h): how many, -1; and
 * when the next one is: 1, 0 none is. */
int desk_digests(struct desk *d, int most, struct err *e);
int desk_next_digest(struct desk *d, int64_t *when, struct err *e);

#endif
