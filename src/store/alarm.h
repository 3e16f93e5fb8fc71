/* SPDX-License-Identifier: MIT */
#ifndef STORE_ALARM_H
#define STORE_ALARM_H

/* Trouble with the machinery that the keeper is told of (daemon/alarm.h): the
 * last of each kind, for other processes and for the next start. */

#include "store/db.h"

struct alarm_row {
	const char *name;     /* "disk" */
	int64_t began, ended; /* ended 0: under way */
	int times;            /* begun without a day between */
	bool told;            /* the keeper, of its latest turn */
	const char *why;
};

/* The only row of that name. */
int alarm_put(struct db *db, const struct alarm_row *r, struct err *e);
/* In order of their beginning; strings are borrowed; non-zero from fn stops. */
int alarm_each(struct db *db, int (*fn)(void *arg, const struct alarm_row *r),
    void *arg, struct err *e);

#endif
