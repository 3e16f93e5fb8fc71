/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_WAKE_H
#define DAEMON_WAKE_H

/* A descriptor that is readable when there is something to do, and the line to
 * the supervisor. Inside daemon/ only. */

#include <stdbool.h>

#include "base/err.h"

struct daemon;

struct wake {
	int epoll, signals, others; /* -1: none */
	bool stop, reload;          /* a signal has asked for it */
};

int wake_open(struct daemon *d, struct err *e);
void wake_close(struct daemon *d);
void wake_drain(struct daemon *d); /* into stop and reload */
/* fds: more that wake, one more than CONF_MAILBOXES at most; one that is -1 is
 * none. */
void wake_wait(struct daemon *d, const int *fds, int n, int timeout_ms);

/* A state of sd_notify(3): nothing happens without a supervisor. */
void notify_supervisor(const char *state);
/* The loop has gone on. The only thread that works says it, wherever it gets
 * from one piece of work to the next; so a piece that hangs ends the process,
 * which the supervisor starts again. */
void notify_alive(void);
/* Ready; and how long a piece may take, if the supervisor's time is too short
 * for a server that may be silent for so many seconds. */
void notify_ready(int timeout);

#endif
