/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>

#include "base/clock.h"
#include "mail/imap_own.h"

/* Sleeps until the server or the parent says something or IDLE is due for
 * renewal. 1: the parent; 0: else; -1. */
static int
doze(struct imap_session *s, int stop_fd, struct err *e)
{
	struct pollfd p[2] = { { .fd = stop_fd, .events = POLLIN },
		{ .fd = wire_fd(s->wire), .events = POLLIN } };
	int64_t until = clock_monotonic_ms() + s->setup->idle_ms;
	int64_t left;
	int n;

	do {
		/* A notice that came in the same TLS record as the answer to
		 * IDLE is in a buffer already: poll() would sleep on it. */
		left = wire_pending(s->wire, s->imap->imap_stream) ? 0 :
			until - clock_monotonic_ms();
		n = poll(p, 2, left < 0 ? 0 : (int)left);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_set(e, ERR_LATER, "idle: %s", strerror(errno));
	return p[0].revents != 0;
}

/* One IDLE, from the command to its end. Sets *news if new mail was or may
 * have been announced; returns as doze. */
static int
idle_once(struct imap_session *s, int stop_fd, bool *news, struct err *e)
{
	bool doubtful;
	int rc, stopped;

	s->deadline = clock_monotonic_ms() + s->setup->timeout_ms;
	imap_arm(s);
	rc = mailimap_idle(s->imap);     /* clears sel_has_exists */
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "idle", rc, ERR_LATER, e);
	/* libetpan drops what comes between the command and its "+": if there
	 * may have been such a line, the folder is asked about anew. */
	doubtful = wire_lines(s->wire) > 1;
	stopped = doze(s, stop_fd, e);
	if (stopped < 0)
		return -1;
	s->deadline = clock_monotonic_ms() + s->setup->timeout_ms;
	imap_arm(s);
	rc = mailimap_idle_done(s->imap);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "idle", rc, ERR_LATER, e);
	*news = s->imap->imap_selection_info->sel_has_exists;
	if (doubtful && !*news) {
		if (imap_select(s, e) < 0)
			return -1;
		*news = s->imap->imap_selection_info->sel_exists > 0;
	}
	return stopped;
}

int
imap_session_idle(struct imap_session *s, int stop_fd, struct err *e)
{
	bool news = false;
	int stopped;

	do
		stopped = idle_once(s, stop_fd, &news, e);
	while (stopped == 0 && !news);
	if (stopped < 0)
		return -1;
	return news;
}
