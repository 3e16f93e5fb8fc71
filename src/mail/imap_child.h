/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_CHILD_H
#define MAIL_IMAP_CHILD_H

/*
 * The process in which an IMAP session lives. A server, hostile or broken,
 * can make libetpan loop, swallow memory or crash (doc/libraries.md 2 and 4):
 * so libetpan never runs in the daemon. The daemon talks to the session over
 * a channel, gives it a time limit and kills it when that is passed; a crash
 * is one more failed connection.
 *
 * How it is started and limited: child.h. No secret stands on its command line
 * (the first frame brings it), and its CPU time is limited by the command. Once
 * it is connected it is shut in (confine.h): a server that takes it over can
 * talk to the daemon, and to itself.
 */

#include <sys/types.h>

#include "base/err.h"
#include "mail/channel.h"

/* Starts a session process with its end of a new channel; the caller reaps
 * it. Aborts if main() did not begin with source_session(): without that the
 * new process would be a second daemon. */
int imap_child_start(struct channel *c, pid_t *pid, struct err *e);

/* The session process itself: serves the channel until it ends. Its exit
 * status. */
int imap_child_serve(int fd);

#endif
