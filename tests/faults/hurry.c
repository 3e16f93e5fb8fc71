/* SPDX-License-Identifier: MIT */
/*
 * A clock that goes faster, so that nobody waits long for a second to pass:
 * with FAULT_HURRY=N in the environment the monotonic clock goes N times as
 * fast, and a wait by it ends after an N-th of its time. All processes of a
 * history agree on what it shows. Real servers and the time of the CPU go as
 * they do.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/faults/shim.h"

enum { BILLION = 1000000000 };

static long
hurry(void)
{
	static long times;

	if (times == 0) {
		const char *said = getenv("FAULT_HURRY");

		times = said == NULL ? 1 : atol(said);
	}
	return times;
}

static long long
nanoseconds(const struct timespec *t)
{
	return (long long)t->tv_sec * BILLION + t->tv_nsec;
}

static struct timespec
moment(long long ns)
{
	return (struct timespec){ ns / BILLION, ns % BILLION };
}

int
clock_gettime(clockid_t clock, struct timespec *t)
{
	long rc = syscall(SYS_clock_gettime, clock, t);

	if (rc == 0 && clock == CLOCK_MONOTONIC && hurry() != 1)
		*t = moment(nanoseconds(t) * hurry());
	return (int)rc;
}

int
shim_hurried(int ms)
{
	return ms <= 0 ? ms : (int)((ms + hurry() - 1) / hurry());
}

/* Of ours all are by the monotonic clock (mail/workers.c). */
int
pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
    const struct timespec *until)
{
	static int (*real)(pthread_cond_t *, pthread_mutex_t *,
	    const struct timespec *);
	struct timespec t = moment(nanoseconds(until) / hurry());

	if (real == NULL)
		*(void **)&real = shim_next("pthread_cond_timedwait");
	return real(c, m, &t);
}
