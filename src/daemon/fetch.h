/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_FETCH_H
#define DAEMON_FETCH_H

/* From the mailbox into the database. No call waits for a server. */

#include <stddef.h>

#include "daemon/backoff.h"
#include "mail/source.h"
#include "store/inbox.h"
#include "store/mailbox.h"

struct daemon;

/* Mails of a batch that the mailbox has not given whole yet: in memory
 * alone. */
struct arrival {
	struct inbox_row row; /* owned */
	char *item;           /* owned: mail/source.h */
	bool stays;           /* it could not be stored */
};
struct arrivals {
	struct arrival *at;
	int n;
}; /* owned */

/* The leftovers seen in the mailbox since a look began (leftovers.c). */
struct sighted {
	int64_t *at;
	size_t n;
}; /* owned */

/* The mailbox, and what comes from it. */
struct fetching {
	const struct source_driver *driver; /* NULL: it is not fetched */
	struct source *source;              /* owned; NULL: not open */
	struct backoff backoff;
	struct mailbox state; /* as it is */
	bool unsaved;         /* and the store does not know it */
	bool look;            /* there may be mail in the mailbox */
	int64_t began;        /* of a look under way; 0: none is */
	struct arrivals coming;
	struct sighted sighted;
	/* owned: stored and tried, not judged */
	struct inbox_row *fresh;
	int n_fresh;
};

/* One batch stored and told to the server. How many came; 0: a look
 * that began at d->in.began has found the end; SOURCE_BUSY, -1. */
int fetch_open(struct daemon *d, struct err *e);
void fetch_close(struct daemon *d, int timeout_ms);
int fetch_batch(struct daemon *d, struct err *e);
void fetch_forget(struct daemon *d);
/* The mailbox failed, or works: the next attempt, the log, the store and the
 * alarms. What failed was here, not the mailbox: stuck, the attempt and the
 * log alone. */
void fetch_failed(struct daemon *d, const struct err *e);
void fetch_stuck(struct daemon *d, const struct err *e);
void fetch_works(struct daemon *d);
/* Of who takes the mailbox over while it fails: tried when it was to be. */
void fetch_go_on(struct daemon *d);
void fetch_drop(struct daemon *d); /* what has not come whole */
void fetch_release(struct daemon *d);

#endif
