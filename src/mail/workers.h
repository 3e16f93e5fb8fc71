/* SPDX-License-Identifier: MIT */
#ifndef MAIL_WORKERS_H
#define MAIL_WORKERS_H

/*
 * The common half of the transports: a queue of letters, a few threads that
 * take from it, a list of letters that have their verdict. A driver brings
 * only its delivery agent: how one thread (a worker) delivers one letter. The
 * threads block all signals, so those stay with the daemon's loop.
 */

#include <stdbool.h>

#include "mail/transport.h"

struct delivery_agent {
	/* Sets the verdict and what belongs to it; addresses and line ends are
	 * checked. */
	void (*deliver)(void *worker, struct dispatch *l);
	void (*release)(void *self);
	/* From another thread: what is under way ends within a second. NULL:
	 * it does so of itself. */
	void (*stop)(void *self);
	/* A worker's own state (a connection), and its end; called in its
	 * thread. NULL: a worker has none, and gets self. */
	void *(*worker)(void *self);
	void (*drop)(void *worker);
};

/* threads: at least 1. rate: letters a minute, 0 no limit. Takes self
 * over, also when it fails. */
int workers_open(const struct delivery_agent *agent, void *self, int threads,
    int rate, struct transport **out, struct err *e);

/* The members of struct transport_driver, the same for all. */
void workers_send(struct transport *t, struct dispatch *letters, size_t n);
void workers_start(struct transport *t, struct dispatch *letter);
struct dispatch *workers_collect(struct transport *t);
int workers_fd(const struct transport *t);
void workers_recall(struct transport *t);
void workers_finish(struct transport *t, int grace_ms);
void workers_close(struct transport *t);

/* Sets a verdict and the reason, controls cleaned away. */
void workers_verdict(struct dispatch *l, enum delivery v, enum fault f,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Is its time over? */
bool workers_over(const struct dispatch *l);

/* Appends the letter with LF line ends, for local programs and files. */
void workers_lf(const struct dispatch *l, struct buf *out);

#endif
