/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_BACKOFF_H
#define DAEMON_BACKOFF_H

/* A failure that repeats is retried at growing distances, and logged when it
 * changes. All zero: nothing has failed. */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct backoff {
	int failures;
	int64_t since;      /* clock_now: of the first */
	int64_t not_before; /* clock_monotonic_ms */
	char text[sizeof((struct err *)0)->text];
};

/* One more failure, logged as the event if it is another than the last. */
void backoff_fail(struct backoff *p, const char *event, const struct err *e);
/* Goes on from what another process has noted: so many failures since then, and
 * the next attempt in so many seconds. */
void backoff_go_on(struct backoff *p, int failures, int64_t since,
    int64_t seconds, const char *text);
void backoff_done(struct backoff *p); /* it works again */
/* One of the two, by what an attempt gave: below 0 it failed. Gives that. */
int backoff_tried(struct backoff *p, const char *event, int rc,
    const struct err *e);
bool backoff_over(const struct backoff *p); /* may be tried now */
int backoff_left(const struct backoff *p);  /* ms until then */

#endif
