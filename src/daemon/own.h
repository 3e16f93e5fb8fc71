/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_OWN_H
#define DAEMON_OWN_H

/* Private to daemon/: the parts of a daemon and what they offer each other. */

#include "conf/conf.h"
#include "daemon/alarm.h"
#include "daemon/daemon.h"
#include "daemon/fetch.h"
#include "daemon/gate.h"
#include "daemon/patience.h"
#include "daemon/runner.h"
#include "daemon/wake.h"
#include "desk/desk.h"
#include "mail/source.h"
#include "mail/transport.h"
#include "store/db.h"
#include "store/inbox.h"
#include "store/mailbox.h"
#include "store/outbox.h"

enum { JUDGE_BATCH = 200 };       /* mails judged in one transaction */

struct daemon {
	struct conf *conf;               /* owned */
	char *config;                    /* owned */
	int what;
	int lock;                        /* -1: none */
	struct db *db;                   /* owned */
	struct texts *texts;             /* owned */
	struct desk *desk;               /* owned */

	const struct source_driver *in;  /* NULL: does not fetch */
	struct source *source;           /* owned; NULL: not open */
	struct patience fetching;
	struct mailbox mailbox;          /* as it is */
	bool mailbox_unsaved;            /* and the store does not know it */
	bool look;                       /* there may be mail in the mailbox */
	int64_t began;                   /* of a look under way; 0: none is */
	struct arrivals coming;
	struct sighted sighted;
	/* owned: stored and tried, not judged */
	struct inbox_row *fresh;
	int n_fresh, cap_fresh;
	struct patience judging;
	int64_t polled, polled_saved;    /* ticker.h */
	struct patience ticking, filling, marking, archiving;

	const struct transport_driver *out;  /* NULL: does not send */
	struct transport *transport;     /* owned */
	struct flight *flights;          /* owned */
	struct outlet *outlets;          /* owned: replaced ones */
	size_t flying, flying_old, flying_bytes;
	int64_t last_when, last_id;      /* in the outbox: taken up to here */
	struct verdicts verdicts;
	struct gate gate;
	struct alarms alarms;

	struct { int64_t began, fetched, judged, sent, later, failed; } tally;
	struct { int64_t next, today, rest, inbox, outbox; } chores;

	int epoll, signals, others;      /* -1: none */
	bool stop, reload;
};

/* judge.c: what lies in the inbox from before, and what was just fetched.
 * How many mails were settled, -1. */
int judge_waiting(struct daemon *d, struct err *e);
int judge_fresh(struct daemon *d, struct err *e);

/* trial.c: another process judges the mail and forgets it; false if that ended
 * it. */
bool trial_survived(struct daemon *d, int64_t id);

/* chores.c: once a minute, numbers and the forgetting of old mails. */
void chores_do(struct daemon *d);

/* daemon.c: how long it may sleep, ms. */
int daemon_timeout(struct daemon *d);

/* reload.c */
void daemon_reload(struct daemon *d);

#endif
