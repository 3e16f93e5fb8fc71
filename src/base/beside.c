/* SPDX-License-Identifier: MIT */
#include "base/beside.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

struct beside_call {
	pthread_t thread;
	bool begun;
	void (*fn)(void *arg, int i);
	void *arg;
	int i;
};

static void *
run(void *arg)
{
	const struct beside_call *c = arg;

	c->fn(c->arg, c->i);
	return NULL;
}

void
beside_run(int n, void (*fn)(void *arg, int i), void *arg)
{
	struct beside_call call[BESIDE_MOST];
	sigset_t all, before;

	if (n > BESIDE_MOST)
		abort();
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int i = 0; i < n; i++) {
		struct beside_call *c = &call[i];

		*c = (struct beside_call){ .fn = fn, .arg = arg, .i = i };
		c->begun = pthread_create(&c->thread, NULL, run, c) == 0;
	}
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	for (int i = 0; i < n; i++)
		if (call[i].begun)
			(void)pthread_join(call[i].thread, NULL);
		else
			fn(arg, i);
}
