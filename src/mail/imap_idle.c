/* SPDX-License-Identifier: MIT */

/*
 * IDLE (RFC 2177). mailimap_idle() of libetpan 1.9.4 waits for ever if the
 * server reports new mail between the command and its "+": exactly the moment
 * at which mail is easily missed.
 */

#include <ctype.h>
#include <errno.h>
#include <poll.h>

#include "base/clock.h"
#include "mail/imap_talk.h"

/* "12 EXISTS" and "3 EXPUNGE": the count is kept where libetpan keeps it, as
 * it would have if it had read the line. True: there is more mail. */
static bool
idle_notice(const struct talk *t)
{
	struct mailimap_selection_info *sel =
	    t->session->imap->imap_selection_info;
	char *rest;
	unsigned long n;

	if (!isdigit((unsigned char)t->text[0]))
		return false;
	n = strtoul(t->text, &rest, 10);
	if (strncasecmp(rest, " EXISTS", 7) == 0 && n <= UINT32_MAX) {
		sel->sel_exists = (uint32_t)n;
		return true;
	}
	if (strncasecmp(rest, " EXPUNGE", 8) == 0 && sel->sel_exists > 0)
		sel->sel_exists--;
	return false;
}

/* Reads up to the "+" that opens an IDLE (1) or its tagged OK (0). */
static int
idle_read(struct talk *t, bool *news, struct err *e)
{
	for (;;) {
		switch (talk_read(t, e)) {
		case TALK_NOTICE:
			*news |= idle_notice(t);
			continue;
		case TALK_MORE:
			return 1;
		case TALK_OK:
			return 0;
		case TALK_BROKEN:
			return -1;
		default:
			return talk_failed(t, t->text, e);
		}
	}
}

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
		/* A notice that came in the same TLS record as the "+" is in a
		 * buffer already: poll() would sleep on it. */
		left = wire_pending(s->wire, s->imap->imap_stream) ?
		    0 :
		    until - clock_monotonic_ms();
		n = poll(p, 2, left < 0 ? 0 : (int)left);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_set(e, ERR_LATER, "idle: %s", strerror(errno));
	return p[0].revents != 0;
}

static void
arm(struct imap_session *s)
{
	s->deadline = clock_monotonic_ms() + s->setup->timeout_ms;
	imap_arm(s);
}

/* One IDLE, from the command to its end; returns as doze. */
static int
idle_once(struct talk *t, int stop_fd, bool *news, struct err *e)
{
	struct imap_session *s = t->session;
	int rc, stopped = 0;

	arm(s);
	if (talk_command(t, "IDLE\r\n", e) < 0)
		return -1;
	rc = idle_read(t, news, e);
	if (rc == 0)
		return talk_failed(t, "it ended before it began", e);
	if (rc > 0 && !*news)
		stopped = doze(s, stop_fd, e);
	if (rc < 0 || stopped < 0)
		return -1;
	arm(s);
	if (talk_send(t, "DONE\r\n", 6, e) < 0)
		return -1;
	while ((rc = idle_read(t, news, e)) > 0)
		continue; /* a "+" more than there should be */
	return rc < 0 ? -1 : stopped;
}

int
imap_session_idle(struct imap_session *s, int stop_fd, struct err *e)
{
	struct talk t;
	bool news = false;
	int stopped;

	talk_open(&t, s, "idle");
	do
		stopped = idle_once(&t, stop_fd, &news, e);
	while (stopped == 0 && !news);
	talk_close(&t);
	return stopped < 0 ? -1 : news;
}
