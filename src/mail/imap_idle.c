/* SPDX-License-Identifier: MIT */

/*
 * IDLE (RFC 2177), line by line on libetpan's stream. mailimap_idle() of
 * libetpan 1.9.4 waits for ever if the server reports new mail between the
 * command and its "+": exactly the moment at which mail is easily missed.
 */

#include <ctype.h>
#include <errno.h>
#include <poll.h>

#include "base/clock.h"
#include "mail/imap_own.h"

enum { TAG_SIZE = 16 };

struct idle {
	struct imap_session *session;
	char tag[TAG_SIZE];
	MMAPString *line;
	bool news;                       /* EXISTS was seen */
};

static int
idle_failed(struct idle *i, const char *why, struct err *e)
{
	const char *broken = wire_failure(i->session->wire);

	return err_set(e, ERR_LATER, "idle: %.160s",
		broken != NULL ? broken : why);
}

static int
idle_send(struct idle *i, const char *text, struct err *e)
{
	mailstream *stream = i->session->imap->imap_stream;

	if (mailstream_write(stream, text, strlen(text)) < 0 ||
	    mailstream_flush(stream) < 0)
		return idle_failed(i, "cannot be sent", e);
	return 0;
}

/* "* 12 EXISTS" and "* 3 EXPUNGE": the count is kept where libetpan keeps it,
 * as it would have if it had read the line. */
static void
idle_notice(struct idle *i, const char *line)
{
	struct mailimap_selection_info *sel =
		i->session->imap->imap_selection_info;
	char *rest;
	unsigned long n;

	if (strncmp(line, "* ", 2) != 0 || !isdigit((unsigned char)line[2]))
		return;
	n = strtoul(line + 2, &rest, 10);
	if (strncasecmp(rest, " EXISTS", 7) == 0 && n <= UINT32_MAX) {
		sel->sel_exists = (uint32_t)n;
		i->news = true;
	} else if (strncasecmp(rest, " EXPUNGE", 8) == 0 &&
	    sel->sel_exists > 0) {
		sel->sel_exists--;
	}
}

/* Reads up to the "+" that opens an IDLE (1) or its tagged OK (0). */
static int
idle_read(struct idle *i, struct err *e)
{
	mailstream *stream = i->session->imap->imap_stream;
	size_t n = strlen(i->tag);
	const char *line;

	for (;;) {
		line = mailstream_read_line_remove_eol(stream, i->line);
		if (line == NULL)
			return idle_failed(i, "no answer", e);
		if (line[0] == '+')
			return 1;
		if (strncasecmp(line, "* BYE", 5) == 0)
			return idle_failed(i, line, e);
		if (strncmp(line, i->tag, n) == 0 && line[n] == ' ')
			return strncasecmp(line + n, " OK", 3) == 0 ? 0 :
				idle_failed(i, line + n + 1, e);
		if (line[0] != '*')
			return idle_failed(i, "the answer is not IMAP", e);
		idle_notice(i, line);
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
		left = wire_pending(s->wire, s->imap->imap_stream) ? 0 :
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
idle_once(struct idle *i, int stop_fd, struct err *e)
{
	struct imap_session *s = i->session;
	char command[TAG_SIZE + 8];
	int rc, stopped = 0;

	arm(s);
	snprintf(i->tag, sizeof i->tag, "%d", ++s->imap->imap_tag);
	snprintf(command, sizeof command, "%s IDLE\r\n", i->tag);
	if (idle_send(i, command, e) < 0)
		return -1;
	rc = idle_read(i, e);
	if (rc == 0)
		return idle_failed(i, "it ended before it began", e);
	if (rc > 0 && !i->news)
		stopped = doze(s, stop_fd, e);
	if (rc < 0 || stopped < 0)
		return -1;
	arm(s);
	if (idle_send(i, "DONE\r\n", e) < 0)
		return -1;
	while ((rc = idle_read(i, e)) > 0)
		continue;                /* a "+" more than there should be */
	return rc < 0 ? -1 : stopped;
}

int
imap_session_idle(struct imap_session *s, int stop_fd, struct err *e)
{
	struct idle i = { .session = s, .line = mmap_string_new("") };
	int stopped;

	if (i.line == NULL)
		abort();                 /* no memory: DESIGN 11 */
	do
		stopped = idle_once(&i, stop_fd, e);
	while (stopped == 0 && !i.news);
	mmap_string_free(i.line);
	if (stopped < 0)
		return -1;
	return i.news;
}
