/* SPDX-License-Identifier: MIT */
#include "mail/certificate.h"

#include <string.h>

#include "base/clock.h"
#include "mail/wire.h"

enum { ANSWER_BYTES = 64 << 10, LINES_MOST = 100 };

/* What is said to have TLS, and the beginnings of the last lines that
 * answer. */
struct certificate_talk {
	const char *greeting;
	struct {
		const char *say, *end;
	} step[2];
};
static const struct certificate_talk imap = { "* OK",
	{ { "a STARTTLS\r\n", "a OK" } } };
static const struct certificate_talk smtp = { "220 ",
	{ { "EHLO localhost\r\n", "250 " }, { "STARTTLS\r\n", "220 " } } };

/* Reads until a line begins so; another last line is a refusal. */
static int
hear(mailstream *s, const char *end, struct err *e)
{
	MMAPString *line = mmap_string_new("");
	int rc = -1;

	for (int i = 0; line != NULL && rc < 0 && i < LINES_MOST; i++) {
		const char *got = mailstream_read_line(s, line);

		if (got == NULL)
			break;
		if (strncmp(got, end, strlen(end)) == 0)
			rc = 0;
	}
	if (line != NULL)
		mmap_string_free(line);
	return rc == 0 ? 0 :
			 err_set(e, ERR_LATER,
			     "STARTTLS: no answer that begins \"%s\"", end);
}

static int
start_tls(mailstream *s, const struct certificate_talk *t, struct err *e)
{
	if (hear(s, t->greeting, e) != 0)
		return -1;
	for (int i = 0; i < 2 && t->step[i].say != NULL; i++)
		if (mailstream_write(s, t->step[i].say,
			strlen(t->step[i].say)) < 0 ||
		    mailstream_flush(s) < 0 || hear(s, t->step[i].end, e) != 0)
			return err_set(e, ERR_LATER, "STARTTLS: no answer");
	return 0;
}

static int
look(const struct wire_target *t, const struct certificate_talk *talk,
    int timeout_ms, int64_t *until, struct err *e)
{
	int64_t deadline = clock_monotonic_ms() + timeout_ms;
	mailstream *s;
	struct wire *w;
	int rc = 0;

	if (wire_open(t, deadline, &w, e) != 0)
		return -1;
	wire_arm(w, deadline, ANSWER_BYTES);
	s = wire_stream(w);
	if (t->tls == CONF_TLS_STARTTLS) {
		rc = start_tls(s, talk, e);
		if (rc == 0)
			rc = wire_secure(w, t, s, e);
	}
	*until = rc == 0 ? wire_expires(w) : -1;
	(void)mailstream_close(s);
	return rc == 0 ? 1 : -1;
}

int
certificate_mailbox(const struct conf_mailbox *c, int timeout_ms,
    int64_t *until, struct err *e)
{
	if (strcmp(c->type, "imap") != 0 || c->tls == CONF_TLS_NONE)
		return 0;
	return look(&(struct wire_target){ .host = c->host,
			.port = c->port,
			.tls = c->tls,
			.files = { .ca = c->ca_file } },
	    &imap, timeout_ms, until, e);
}

int
certificate_outgoing(const struct conf *c, int timeout_ms, int64_t *until,
    struct err *e)
{
	if (strcmp(c->outgoing.type, "smtp") != 0 ||
	    c->outgoing.tls == CONF_TLS_NONE)
		return 0;
	return look(&(struct wire_target){ .host = c->outgoing.host,
			.port = c->outgoing.port,
			.tls = c->outgoing.tls,
			.files = { .ca = c->outgoing.ca_file } },
	    &smtp, timeout_ms, until, e);
}
