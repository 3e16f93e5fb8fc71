/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_LINK_H
#define MAIL_IMAP_LINK_H

/*
 * The daemon's end of one IMAP session: its process, the channel to it, and
 * the order it works at. Nothing that comes from the process is trusted, and
 * whatever goes wrong ends in one way: it is killed and reaped, the caller gets
 * an error, the next order starts another one.
 */

#include <sys/types.h>

#include "conf/conf.h"
#include "mail/channel.h"

struct link {
	const struct conf_mailbox *conf; /* borrowed */
	struct channel channel;
	pid_t pid;  /* 0: no session */
	bool ready; /* no command runs for the password */
	/* what it works at: CHANNEL_LIST, FETCH, MOVE, REMOVE, PROVE, IDLE, or
	 * STOP while an IDLE ends; 0: nothing; and the one order that it has
	 * been given for after that */
	char order, then;
	int64_t deadline; /* of the order; clock_monotonic_ms */
};

void link_open(struct link *l, const struct conf_mailbox *c);
/* Gives the session that many ms to finish its order and to say goodbye. */
void link_close(struct link *l, int timeout_ms);

/* Begins an order: starts a session if there is none. The caller adds the body
 * with channel_u32 and so on, then calls link_send. One may be given while
 * another is under way, and is begun when that is done. */
int link_order(struct link *l, char order, struct err *e);
int link_send(struct link *l, struct err *e);
/* The next frame if it has come: 1, SOURCE_BUSY, -1. */
int link_next(struct link *l, struct frame *f, struct err *e);
/* The order is done: the one behind it, if there is one, is under way now. */
void link_rest(struct link *l);
/* The session talks nonsense: -1. */
int link_nonsense(struct link *l, struct err *e);

int link_batch(const struct conf_mailbox *c); /* mails a FETCH at most */

#endif
