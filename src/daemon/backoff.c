/* SPDX-License-Identifier: MIT */
#include "daemon/backoff.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"

enum {
	FIRST_MS = 1000,
	LONGEST_MS = 5 * 60 * 1000,
	GIVEUP_MS = 15 * 60 * 1000
};

/* 1, 2, 4 … 300 seconds; what needs a human is tried every quarter of an
 * hour, so that a lock-out at the provider is not made worse. */
static int
backoff_delay(int failures, enum err_kind kind)
{
	int ms = FIRST_MS;

	if (kind == ERR_GIVEUP)
		return GIVEUP_MS;
	while (--failures > 0 && ms < LONGEST_MS)
		ms *= 2;
	return ms < LONGEST_MS ? ms : LONGEST_MS;
}

void
backoff_fail(struct backoff *p, const char *event, const struct err *e)
{
	int ms = backoff_delay(++p->failures, e->kind);
	char again[24];

	if (p->failures == 1)
		p->since = clock_now();
	p->not_before = clock_monotonic_ms() + ms;
	if (p->failures > 1 && strcmp(p->text, e->text) == 0)
		return;
	(void)snprintf(p->text, sizeof p->text, "%s", e->text);
	(void)snprintf(again, sizeof again, "%ds", ms / 1000);
	log_event(e->kind == ERR_GIVEUP ? LOG_LEVEL_ERROR : LOG_LEVEL_WARNING,
	    event, "why", e->text, "again", again, NULL);
}

/* A clock that differs makes nothing wait for longer than it would here. */
void
backoff_go_on(struct backoff *p, int failures, int64_t since, int64_t seconds,
    const char *text)
{
	int64_t ms = seconds < GIVEUP_MS / 1000 ? seconds * 1000 : GIVEUP_MS;

	*p = (struct backoff){ .failures = failures,
		.since = since,
		.not_before = clock_monotonic_ms() + (ms > 0 ? ms : 0) };
	(void)snprintf(p->text, sizeof p->text, "%s", text);
}

void
backoff_done(struct backoff *p)
{
	*p = (struct backoff){ 0 };
}

int
backoff_tried(struct backoff *p, const char *event, int rc, const struct err *e)
{
	if (rc < 0)
		backoff_fail(p, event, e);
	else
		backoff_done(p);
	return rc;
}

bool
backoff_over(const struct backoff *p)
{
	return backoff_left(p) == 0;
}

int
backoff_left(const struct backoff *p)
{
	int64_t left;

	if (p->failures == 0)
		return 0;
	left = p->not_before - clock_monotonic_ms();
	return left > 0 ? (int)left : 0;
}
