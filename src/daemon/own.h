/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_OWN_H
#define DAEMON_OWN_H

/* Private to daemon/: the parts of a daemon and what they offer each other. */
#include <pthread.h>
#include <stdatomic.h>

#include "conf/conf.h"
#include "daemon/alarm.h"
#include "daemon/archivist.h"
#include "daemon/breaker.h"
#include "daemon/daemon.h"
#include "daemon/fetch.h"
#include "daemon/lead.h"
#include "daemon/runner.h"
#include "daemon/thinker.h"
#include "daemon/wake.h"
#include "desk/desk.h"
#include "store/db.h"

/* Mails judged in one transaction: their answers are as many as may be under
 * way (UNMARKED_MOST). */
enum { JUDGE_BATCH = 200 };

/* What was done since the start. */
struct totals {
	int64_t began, fetched, judged, sent, later, failed;
};
/* chores.c: when what is done again. */
struct chores {
	int64_t next, today, rest;
	int64_t at;      /* of the walk over old mails: store/counts.h */
	int walk;        /* which one: the inbox, the outbox */
	int64_t painted; /* when a picture was, clock_monotonic_ms */
	int64_t settled; /* mails judged when memory was given back last */
};
/* What is known of time (ticker.h). */
struct ticker {
	int64_t polled, saved;         /* as the database has it */
	int64_t noted, before, behind; /* an outage's end; ticker_back */
	bool righted; /* the clock went back since the last look: dealt with */
	int64_t unsent; /* since then mail waits and none goes; 0: it does */
	struct backoff backoff;
};

/* beacon.c: the command for a value, and what it printed. */
struct beacon_fetch {
	pthread_t thread;
	bool busy;
	atomic_bool done, stop;
	int64_t round, after; /* of the beacon; the last that failed */
	char *command;        /* owned */
	struct buf answer;
	int rc;
	struct err err;
	struct backoff backoff;
};

struct daemon {
	struct conf *conf; /* owned */
	char *config;      /* owned */
	int what;
	int lock;            /* -1: none */
	bool leads, shares;  /* store/several.h; with others, mails too */
	struct err unfit;    /* why it must end; kind 0: it may go on */
	struct db *db;       /* owned */
	struct texts *texts; /* owned */
	struct desk *desk;   /* owned */

	struct mailboxes in;
	struct backoff judging, leading;
	struct claims claims;
	struct ticker ticker;
	struct sending out;
	struct breaker breaker;
	struct alarms alarms;
	struct totals tally;
	struct chores chores;
	struct wake wake;
	struct beacon_fetch beacon;
	struct thinker thinker;
	struct archivist archivist;
	struct pictures *pictures; /* owned; NULL: none was made of late */
};

/* pictures.c: makes the pictures of mails that are to go out and have none
 * yet, and gives those rows as they are to be sent. */
int pictures_make(struct daemon *d, struct outbox_row *rows, int n,
    struct err *e);

/* judge.c: what lies in the inbox from before, or was claimed of it, and what
 * was just fetched. How many mails were settled, -1. */
int judge_waiting(struct daemon *d, struct err *e);
int judge_claimed(struct daemon *d, struct err *e);
int judge_fresh(struct daemon *d, struct err *e);
/* At the end: what is fresh was not tried, and waits for the next daemon. */
void judge_nothing(struct daemon *d);

/* trial.c: another process judges the mail and forgets it; false if that ended
 * it. */
bool trial_survived(struct daemon *d, int64_t id);

/* chores.c: once a minute, numbers and the forgetting of old mails. */
void chores_do(struct daemon *d);
int chores_timeout(void); /* until the next minute begins, ms */
/* Before a rest: what a backlog has taken of memory goes back at once. */
void chores_rest(struct daemon *d);

int daemon_timeout(struct daemon *d); /* daemon.c: may sleep so long, ms */

/* beacon.c: asks the configured command for values that games wait for, and
 * enters them; 1: one was. How long the daemon may sleep meanwhile, ms; -1. */
int beacon_step(struct daemon *d, struct err *e);
int beacon_timeout(const struct daemon *d);
void beacon_close(struct daemon *d);

void daemon_reload(struct daemon *d); /* reload.c */

#endif
