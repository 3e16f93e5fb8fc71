/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_ALARM_H
#define DAEMON_ALARM_H

/*
 * Trouble with the machinery that the keeper is told of. Whoever finds that a
 * part does not work raises its alarm, as often as it fails; whoever finds
 * that it works clears it, as often as it does. Both only note it: call them
 * anywhere, in a transaction or not. One of a part that neither the
 * configuration nor a game wants any more is cleared by alarms_step.
 *
 * When an alarm begins, and when it is over, there is one line in the log,
 * one mail to the keeper, and a row in the store (store/alarm.h) that other
 * processes see and that the next start begins with. Row and mail are written
 * together by alarms_step; while the database takes neither, the mail goes out
 * from memory. Of what stops all mail (ALARM_OUTGOING) there is one mail, when
 * it is over: from when to when, and why.
 *
 * What comes and goes makes no storm: an alarm that began again within a day
 * is over only when its part has worked for a while, twice as long each time; a
 * full disk always.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct daemon;
struct dispatch;

enum alarm_kind {
	ALARM_LOGIN,    /* a mailbox lets us not in */
	ALARM_MAILBOX,  /* not reachable for an hour */
	ALARM_OUTGOING, /* no mail goes out */
	ALARM_DISK,     /* full */
	ALARM_ARCHIVE,  /* pages cannot be made */
	ALARM_DATABASE, /* damaged, or not to be written */
	ALARM_PICTURES, /* of boards cannot be made */
	ALARM_BEACON,   /* its values cannot be had */
	ALARM_COMPUTER, /* searches for computer players fail */
	ALARM_CLOCK,    /* the host's is not the server's */
	ALARM_KINDS
};

struct alarm {
	int64_t began, ended; /* 0: never; 0: under way */
	int64_t good;         /* works since; 0: it does not */
	int times;            /* began without a day between */
	bool saved;           /* the store knows all this */
	bool told, telling;   /* of its latest turn; right now */
	char why[sizeof((struct err *)0)->text];
};

struct alarms {
	struct alarm at[ALARM_KINDS];
	int64_t not_before; /* clock_monotonic_ms: next attempt */
};

/* why: one sentence for log and mail without a full stop, without secrets. */
void alarm_raise(struct daemon *d, enum alarm_kind kind, const char *why);
/* The same of another part that fails so, of which the keeper is told too. */
void alarm_raise_more(struct daemon *d, enum alarm_kind kind, const char *why);
void alarm_clear(struct daemon *d, enum alarm_kind kind);
bool alarm_on(const struct daemon *d, enum alarm_kind kind);
const char *alarm_name(enum alarm_kind kind); /* "disk" */

/* Reads what was under way when the daemon ended. */
int alarms_open(struct daemon *d, struct err *e);
/* Looks how the database is, and writes and mails what is new: once a step of
 * the daemon, outside a transaction. How many letters there are to send now. */
int alarms_step(struct daemon *d);
/* The verdict on a letter that went out from memory (its id is below 0). */
void alarms_landed(struct daemon *d, const struct dispatch *l);

#endif
