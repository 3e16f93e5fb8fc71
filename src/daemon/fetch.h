/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_FETCH_H
#define DAEMON_FETCH_H

/* From the mailboxes into the database. No call waits for a server. */

#include <stddef.h>

#include "daemon/backoff.h"
#include "mail/source.h"
#include "store/inbox.h"
#include "store/mailbox.h"

struct daemon;

/* Mails of a batch that is not whole yet: in memory alone. */
struct arrival {
	struct inbox_row row; /* owned */
	char *item;           /* owned: mail/source.h */
	bool stays;           /* it could not be stored */
};
struct arrivals {
	struct arrival *at;
	int n;
}; /* owned */

/* What a source said when it was asked ahead of its turn (fetch_ahead). */
struct meanwhile {
	int n;          /* SOURCE_BUSY: nothing */
	struct err why; /* of -1 */
	bool stored;    /* what came, in the transaction that is open */
};

/* The leftovers seen in the mailbox since a look began (leftovers.c). */
struct sighted {
	int64_t *at;
	size_t n;
}; /* owned */

/* A mailbox, and what comes from it. */
struct fetching {
	const struct conf_mailbox *conf;    /* borrowed */
	const struct source_driver *driver; /* borrowed */
	struct source *source;              /* owned; NULL: not open */
	struct backoff backoff;
	struct mailbox state; /* as it is */
	bool unsaved;         /* and the store does not know it */
	bool told;            /* the keeper was told that it fails */
	bool look;            /* there may be mail in the mailbox */
	int64_t began;        /* of a look under way; 0: none is */
	int64_t looked; /* began, of the last that found the end; 0: none */
	struct arrivals coming;
	struct meanwhile ahead;
	struct sighted sighted;
};

/* All that are fetched here: none, if another daemon leads, or all mail comes
 * by a pipe. */
struct mailboxes {
	struct fetching *at;
	int n; /* owned */
	/* owned: stored and tried, not judged */
	struct inbox_row *fresh;
	int n_fresh;
};

/* All that are configured. What the store knows of them, from d->db; each is
 * opened here if it can be, else by a later batch. FETCH_NONE: none can be; -1:
 * the database failed. */
enum { FETCH_NONE = -2 };
int fetch_open(struct daemon *d, struct err *e);
/* They have so long, all together. */
void fetch_close(struct daemon *d, int timeout_ms);
/* One batch stored and told to the server. How many came; 0: a look that began
 * at in->began has found the end; SOURCE_BUSY, -1. */
int fetch_batch(struct daemon *d, struct fetching *in, struct err *e);
/* While mails are judged: what comes, or is said, is kept for fetch_batch. */
void fetch_meanwhile(struct daemon *d);
/* A batch that came so is stored in the transaction that is open, to share its
 * flush: 0, or -1: it is to be aborted. Then, whether it was committed: what is
 * stored is told to the server, and fresh. */
int fetch_ahead(struct daemon *d, struct err *e);
void fetch_ahead_end(struct daemon *d, bool committed);
/* What was noted of leftovers meanwhile is undone: no look has ended. */
void fetch_doubt(struct daemon *d);
/* There is some of either, for the next step. */
bool fetch_has(const struct daemon *d);
void fetch_forget(struct daemon *d);
/* It failed, or works: the next attempt, the log, the store and the alarms.
 * What failed was here, not the mailbox: stuck, the attempt and the log
 * alone. */
void fetch_failed(struct daemon *d, struct fetching *in, const struct err *e);
void fetch_stuck(struct fetching *in, const struct err *e);
void fetch_works(struct daemon *d, struct fetching *in);
/* It is tried again when its time has come. */
bool fetch_rests(const struct fetching *in);
/* Each was looked through in a look that began then or later; 0: one was not
 * yet, or there is none. */
int64_t fetch_looked(const struct daemon *d);
/* That all be looked at from now on. */
void fetch_look(struct daemon *d);
/* Of who takes them over while one fails: tried when it was to be. */
void fetch_go_on(struct daemon *d);
void fetch_release(struct daemon *d);

/* leftovers.c: mails that are gone past (store/leftover.h): what a source asks
 * and tells about them, the functions of source_callbacks, with a look as their
 * arg. */
struct looking {
	struct daemon *d;
	struct fetching *in;
};
enum source_pass leftovers_pass(void *looking, const char *mailbox,
    const char *item);
void leftovers_tell(void *looking, const struct source_leftover *s);
/* It has found the end: what was not seen has gone from the mailbox. */
int leftovers_looked(struct looking *at, struct err *e);
int64_t leftovers_due(struct daemon *d); /* seconds; -1 none */

#endif
