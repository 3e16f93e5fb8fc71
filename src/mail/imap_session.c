/* SPDX-License-Identifier: MIT */
#include "mail/imap_session.h"

#include "base/clock.h"
#include "base/mem.h"
#include "mail/imap_own.h"

enum {
	ANSWER_MAX = 256 * 1024, /* bytes of an answer without mails */
	GOODBYE_MS = 1000        /* for a LOGOUT */
};

void
imap_setup_release(struct imap_setup *setup)
{
	free(setup->host);
	free(setup->ca_file);
	free(setup->cert_file);
	free(setup->key_file);
	free(setup->user);
	mem_wipe(setup->secret);
	free(setup->folder);
	free(setup->done_folder);
	memset(setup, 0, sizeof *setup);
}

void
imap_arm(struct imap_session *s)
{
	wire_arm(s->wire, s->deadline, ANSWER_MAX);
}

bool
imap_refused(const struct imap_session *s, int code)
{
	switch (code) {
	case MAILIMAP_NO_ERROR:
	case MAILIMAP_ERROR_STREAM:
	case MAILIMAP_ERROR_PARSE:
	case MAILIMAP_ERROR_MEMORY:
	case MAILIMAP_ERROR_FATAL:
	case MAILIMAP_ERROR_BAD_STATE:
	case MAILIMAP_ERROR_DONT_ACCEPT_CONNECTION:
		return false;
	default:
		return wire_failure(s->wire) == NULL;
	}
}

/* libetpan keeps the text of the last answer, if it came to one. */
int
imap_failed(struct imap_session *s, const char *what, int code,
    enum err_kind kind_no, struct err *e)
{
	const char *why = wire_failure(s->wire);
	const char *text = s->imap->imap_response;

	if (why != NULL)
		return err_set(e, ERR_LATER, "%s: %s", what, why);
	if (code == MAILIMAP_ERROR_PARSE)
		return err_set(e, ERR_LATER, "%s: the answer is not IMAP",
		    what);
	if (text == NULL || text[0] == '\0')
		text = "no reason given";
	if (imap_refused(s, code))
		return err_set(e, kind_no, "%s: refused: %.160s", what, text);
	return err_set(e, ERR_LATER, "%s: error %d: %.160s", what, code, text);
}

/* What the server can do is asked anew each time it may have changed: after
 * STARTTLS what was said in the clear does not count, and a login brings
 * more. */
static int
ask_capability(struct imap_session *s, struct err *e)
{
	struct mailimap_capability_data *data = NULL;
	int rc;

	imap_arm(s);
	rc = mailimap_capability(s->imap, &data);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "capability", rc, ERR_LATER, e);
	mailimap_capability_data_free(data);
	return 0;
}

static int
start_tls(struct imap_session *s, const struct wire_target *t, struct err *e)
{
	int rc;

	imap_arm(s);
	rc = mailimap_starttls(s->imap);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "STARTTLS", rc, ERR_GIVEUP, e);
	imap_arm(s);
	return wire_secure(s->wire, t, s->imap->imap_stream, e);
}

/* From the greeting to a connection that may be told a secret. */
static int
greet(struct imap_session *s, const struct wire_target *t, struct err *e)
{
	int rc;

	imap_arm(s);
	rc = mailimap_connect(s->imap, s->imap->imap_stream);
	if (rc != MAILIMAP_NO_ERROR_AUTHENTICATED &&
	    rc != MAILIMAP_NO_ERROR_NON_AUTHENTICATED)
		return imap_failed(s, "greeting", rc, ERR_LATER, e);
	if (t->tls != CONF_TLS_STARTTLS)
		return 0;
	/* A greeting that skips the login would also skip STARTTLS, which is
	 * not allowed after it: a known way to keep a client in the clear. */
	if (rc == MAILIMAP_NO_ERROR_AUTHENTICATED)
		return err_set(e, ERR_GIVEUP,
		    "%s greets with PREAUTH before STARTTLS", t->host);
	return start_tls(s, t, e);
}

int
imap_select(struct imap_session *s, struct err *e)
{
	int rc;

	imap_arm(s);
	rc = mailimap_select(s->imap, s->folder);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "select", rc,
		    imap_in_trouble(s) ? ERR_LATER : ERR_GIVEUP, e);
	if (s->imap->imap_selection_info == NULL)
		return err_set(e, ERR_LATER, "select: nothing selected");
	return 0;
}

int
imap_session_open(const struct imap_setup *setup, int64_t deadline,
    struct imap_session **out, struct err *e)
{
	struct wire_target t = { setup->host, setup->port, setup->tls,
		{ setup->ca_file, setup->cert_file, setup->key_file } };
	struct imap_session *s;
	struct wire *wire;

	if (wire_open(&t, deadline, &wire, e) < 0)
		return -1;
	s = mem_zero(1, sizeof *s);
	s->setup = setup;
	s->wire = wire;
	s->deadline = deadline;
	s->imap = mailimap_new(0, NULL);
	if (s->imap == NULL)
		abort(); /* no memory */
	s->imap->imap_stream = wire_stream(wire);
	if (imap_folder_name(setup->folder, &s->folder, e) < 0 ||
	    imap_folder_name(setup->done_folder, &s->done_folder, e) < 0 ||
	    greet(s, &t, e) < 0 || ask_capability(s, e) < 0 ||
	    imap_login(s, e) < 0 || ask_capability(s, e) < 0 ||
	    imap_place_folders(s, e) < 0 || imap_select(s, e) < 0) {
		imap_session_close(s);
		return -1;
	}
	*out = s;
	return 0;
}

int
imap_session_go(struct imap_session *s, int64_t deadline, bool done,
    struct err *e)
{
	int rc;

	s->deadline = deadline;
	if (!done)
		return imap_select(s, e) < 0 ? -1 : 1;
	imap_arm(s);
	rc = mailimap_examine(s->imap, s->done_folder);
	if (rc != MAILIMAP_NO_ERROR && !imap_refused(s, rc))
		return imap_failed(s, "examine", rc, ERR_LATER, e);
	return rc == MAILIMAP_NO_ERROR && s->imap->imap_selection_info != NULL;
}

bool
imap_session_idles(const struct imap_session *s)
{
	return mailimap_has_extension(s->imap, "IDLE") != 0;
}

uint32_t
imap_session_validity(const struct imap_session *s)
{
	return s->imap->imap_selection_info->sel_uidvalidity;
}

void
imap_session_close(struct imap_session *s)
{
	mailstream *stream = s->imap->imap_stream;

	if (wire_failure(s->wire) == NULL &&
	    s->imap->imap_state == MAILIMAP_STATE_SELECTED) {
		wire_arm(s->wire, clock_monotonic_ms() + GOODBYE_MS,
		    ANSWER_MAX);
		mailimap_logout(s->imap);
		/* libetpan may have closed it */
		stream = s->imap->imap_stream;
	}
	s->imap->imap_stream = NULL;
	if (stream != NULL)
		mailstream_close(stream);
	mailimap_free(s->imap);
	free(s->folder);
	free(s->done_folder);
	free(s);
}
