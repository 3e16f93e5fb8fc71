/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_PATIENCE_H
#define DAEMON_PATIENCE_H

/* A failure that repeats is retried at growing distances, and logged when it
 * changes. All zero: nothing has failed. */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct patience {
	int failures;
	int64_t since;                   /* clock_now: of the first */
	int64_t not_before;              /* clock_monotonic_ms */
	char text[sizeof ((struct err *)0)->text];
};

/* One more failure, logged as the event if it is another than the last. */
void patience_fail(struct patience *p, const char *event, const struct err *e);
void patience_done(struct patience *p);          /* it works again */
bool patience_over(const struct patience *p);    /* may be tried now */
int patience_left(const struct patience *p);     /* ms until then */

#endif
