/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_AGENDA_H
#define TESTS_WORLD_AGENDA_H

/* What is going to happen, by its moment in milliseconds since 1970; of one
 * moment, in the order in which it was planned. */

#include <stddef.h>
#include <stdint.h>

typedef void plan_act(void *arg);

struct plan {
	int64_t when;
	uint64_t order;
	plan_act *act;
	void *arg;               /* the act frees it, if it is to be freed */
	void (*drop)(void *arg); /* instead, if it does not come to it; NULL */
};

struct agenda {
	struct plan *at; /* owned: a heap, the first at its top */
	size_t n;
	uint64_t order;
};

void agenda_add(struct agenda *a, int64_t when, plan_act *act, void *arg,
    void (*drop)(void *arg));
/* INT64_MAX: nothing is planned. */
int64_t agenda_next(const struct agenda *a);
/* Takes the first off and does it. */
void agenda_do(struct agenda *a);
void agenda_close(struct agenda *a);

#endif
