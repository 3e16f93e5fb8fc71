/* SPDX-License-Identifier: MIT */
#ifndef MAIL_COURIER_H
#define MAIL_COURIER_H

/*
 * The common half of the transports: a queue of letters, a few threads that
 * take from it, a list of letters that have their verdict. A driver brings
 * only its craft: how one thread (a hand) delivers one letter. Threads block
 * all signals, so those stay with the daemon's loop.
 */

#include "mail/transport.h"

struct craft {
	/* Sets the verdict and what belongs to it; addresses and line ends are
	 * checked. */
	void (*deliver)(void *hand, struct dispatch *l);
	void (*release)(void *self);
	/* From another thread: what is under way ends within a second. NULL:
	 * it does so of itself. */
	void (*stop)(void *self);
	/* A hand's own state (a connection), and its end; called in its thread.
	 * NULL: a hand has none, and gets self. */
	void *(*hand)(void *self);
	void (*drop)(void *hand);
};

/* hands: threads, at least 1. rate: letters a minute, 0 no limit. Takes self
 * over, also when it fails. */
int courier_open(const struct craft *craft, void *self, int hands, int rate,
    struct transport **out, struct err *e);

/* The members of struct transport_driver, the same for all. */
void courier_send(struct transport *t, struct dispatch *letters, size_t n);
void courier_start(struct transport *t, struct dispatch *letter);
struct dispatch *courier_collect(struct transport *t);
int courier_fd(const struct transport *t);
void courier_recall(struct transport *t);
void courier_finish(struct transport *t, int grace_ms);
void courier_close(struct transport *t);

/* Sets a verdict and the reason, controls cleaned away. */
void courier_verdict(struct dispatch *l, enum delivery v, enum fault f,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Appends the letter with LF line ends, for local programs and files. */
void courier_lf(const struct dispatch *l, struct buf *out);

#endif
