/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_SENDER_H
#define DAEMON_SENDER_H

/*
 * A thread that hands batches of letters to the transport, which blocks until
 * each letter has its verdict, and puts them on a list of finished ones. The
 * owner's thread gives and takes batches; a batch belongs to one side at a
 * time. The descriptor becomes readable when a batch is finished.
 */

#include <stdbool.h>

#include "mail/transport.h"
#include "store/outbox.h"

struct batch {
	struct batch *next;
	struct outbox_row *rows;         /* owned: bodies and addresses */
	char **envelope;                 /* owned */
	struct letter *letters;          /* owned; point into the two above */
	size_t n, bytes;
};
void batch_free(struct batch *b);

struct sender;

/* driver and transport are borrowed until sender_stop. */
int sender_start(const struct transport_driver *driver, struct transport *t,
	struct sender **out, struct err *e);
int sender_fd(const struct sender *s);
void sender_put(struct sender *s, struct batch *b);
struct batch *sender_take(struct sender *s);     /* finished; NULL none */

/* Batches not begun are freed without a verdict; waits for the one under way.
 * true: the thread has ended and s is freed; what was finished is in *done.
 * false: it did not in time, and s and what it borrows must live on. */
bool sender_stop(struct sender *s, int timeout_ms, struct batch **done);

#endif
