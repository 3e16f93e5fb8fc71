/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_WAKE_H
#define DAEMON_WAKE_H

/* A descriptor that is readable when there is something to do, and the line to
 * the supervisor. Inside daemon/ only. */

#include "base/err.h"

struct daemon;

int wake_open(struct daemon *d, struct err *e);
void wake_close(struct daemon *d);
void wake_drain(struct daemon *d);           /* into stop and reload */
void wake_wait(struct daemon *d, int timeout_ms);

/* A state of sd_notify(3): nothing happens without a supervisor. */
void notify_supervisor(const char *state);

#endif
