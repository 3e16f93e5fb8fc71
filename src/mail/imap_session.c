/* SPDX-License-Identifier: MIT */
#include "mail/imap_session.h"

#include <poll.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/imap_own.h"
#include "mail/message.h"

enum {
	ANSWER_MAX = 256 * 1024,         /* bytes of an answer without mails */
	MAIL_OVERHEAD = 4096,            /* around each mail of a FETCH */
	GOODBYE_MS = 1000                /* for a LOGOUT */
};

void
imap_setup_release(struct imap_setup *setup)
{
	if (setup->secret != NULL)
		explicit_bzero(setup->secret, strlen(setup->secret));
	free(setup->host);
	free(setup->ca_file);
	free(setup->user);
	free(setup->secret);
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
	case MAILIMAP_ERROR_PROTOCOL:
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
		return imap_failed(s, "select", rc, ERR_GIVEUP, e);
	if (s->imap->imap_selection_info == NULL)
		return err_set(e, ERR_LATER, "select: nothing selected");
	if (s->imap->imap_selection_info->sel_perm ==
	    MAILIMAP_MAILBOX_READONLY)
		return err_set(e, ERR_GIVEUP, "select: %s is read-only",
			s->setup->folder);
	return 0;
}

int
imap_session_open(const struct imap_setup *setup, int64_t deadline,
	struct imap_session **out, struct err *e)
{
	struct wire_target t = { setup->host, setup->port, setup->tls,
		setup->ca_file[0] != '\0' ? setup->ca_file : NULL };
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
		abort();                 /* no memory: DESIGN 11 */
	s->imap->imap_stream = wire_stream(wire);
	if (imap_folder_name(setup->folder, &s->folder, e) < 0 ||
	    imap_folder_name(setup->done_folder, &s->done_folder, e) < 0 ||
	    greet(s, &t, e) < 0 || ask_capability(s, e) < 0 ||
	    imap_login(s, e) < 0 || ask_capability(s, e) < 0 ||
	    imap_select(s, e) < 0) {
		imap_session_close(s);
		return -1;
	}
	*out = s;
	return 0;
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

static uint32_t
exists(const struct imap_session *s)
{
	return s->imap->imap_selection_info->sel_exists;
}

/* Seconds since 1970 of an INTERNALDATE; 0 if it is not a date. */
static int64_t
date_seconds(const struct mailimap_date_time *d)
{
	char stamp[64];
	int64_t t;
	int zone = d->dt_zone;

	snprintf(stamp, sizeof stamp, "%04d-%02d-%02dT%02d:%02d:%02dZ",
		d->dt_year, d->dt_month, d->dt_day, d->dt_hour, d->dt_min,
		d->dt_sec);
	if (clock_stamp_parse(stamp, strlen(stamp), &t) < 0 ||
	    zone < -2400 || zone > 2400)
		return 0;
	return t - (zone / 100 * 3600 + zone % 100 * 60);
}

static void
read_static(const struct mailimap_msg_att_static *a, struct source_mail *m)
{
	switch (a->att_type) {
	case MAILIMAP_MSG_ATT_UID:
		m->uid = a->att_data.att_uid;
		break;
	case MAILIMAP_MSG_ATT_INTERNALDATE:
		m->received = date_seconds(a->att_data.att_internal_date);
		break;
	case MAILIMAP_MSG_ATT_BODY_SECTION:
		m->raw = a->att_data.att_body_section->sec_body_part;
		m->len = a->att_data.att_body_section->sec_length;
		break;
	default:
		break;
	}
}

/* A FETCH response as a mail. False for what is none: news of flags, and a
 * message that went away while it was asked for. */
bool
imap_read_mail(const struct mailimap_msg_att *att, struct source_mail *m)
{
	for (clistiter *i = clist_begin(att->att_list); i != NULL;
	    i = clist_next(i)) {
		const struct mailimap_msg_att_item *item = clist_content(i);

		if (item->att_type == MAILIMAP_MSG_ATT_ITEM_STATIC)
			read_static(item->att_data.att_static, m);
	}
	if (m->len > MESSAGE_MAX + 1)
		m->len = MESSAGE_MAX + 1;
	return m->uid != 0 && m->raw != NULL;
}

/* UID RFC822.SIZE INTERNALDATE BODY.PEEK[]<0.N>: nothing in the answer is
 * nested (trap 4), and no mail is longer than the reader of mails takes. */
struct mailimap_fetch_type *
imap_whole(void)
{
	struct mailimap_fetch_type *type =
		mailimap_fetch_type_new_fetch_att_list_empty();
	struct mailimap_section *whole = mailimap_section_new(NULL);

	if (type == NULL || whole == NULL)
		abort();                 /* no memory: DESIGN 11 */
	mailimap_fetch_type_new_fetch_att_list_add(type,
		mailimap_fetch_att_new_uid());
	mailimap_fetch_type_new_fetch_att_list_add(type,
		mailimap_fetch_att_new_rfc822_size());
	mailimap_fetch_type_new_fetch_att_list_add(type,
		mailimap_fetch_att_new_internaldate());
	mailimap_fetch_type_new_fetch_att_list_add(type,
		mailimap_fetch_att_new_body_peek_section_partial(whole, 0,
			MESSAGE_MAX + 1));
	return type;
}

static int
give_mails(struct imap_session *s, clist *list, uint32_t count,
	int (*take)(void *arg, const struct source_mail *m), void *arg,
	struct err *e)
{
	int given = 0;

	for (clistiter *i = clist_begin(list); i != NULL; i = clist_next(i)) {
		struct source_mail m = { .uidvalidity =
			imap_session_validity(s) };

		if (!imap_read_mail(clist_content(i), &m) || given >= (int)count)
			continue;
		if (take(arg, &m) != 0)
			return err_set(e, ERR_LATER, "fetch: not taken");
		given++;
	}
	if (given == 0)
		return err_set(e, ERR_LATER,
			"fetch: %u messages, but none can be read", count);
	return given;
}

int
imap_session_fetch(struct imap_session *s, int64_t deadline,
	int (*take)(void *arg, const struct source_mail *m), void *arg,
	struct err *e)
{
	struct mailimap_fetch_type *type;
	struct mailimap_set *set;
	uint32_t count;
	clist *list = NULL;
	int rc;

	s->deadline = deadline;
	/* The oldest messages have the numbers 1 to count: numbers change
	 * only when messages go, and those that were done have gone. */
	if (exists(s) == 0) {
		imap_arm(s);
		rc = mailimap_noop(s->imap);
		if (rc != MAILIMAP_NO_ERROR)
			return imap_failed(s, "noop", rc, ERR_LATER, e);
	}
	count = exists(s) < (uint32_t)s->setup->batch ? exists(s) :
		(uint32_t)s->setup->batch;
	if (count == 0)
		return 0;
	wire_arm(s->wire, deadline, ANSWER_MAX +
		count * (size_t)(MESSAGE_MAX + MAIL_OVERHEAD));
	type = imap_whole();
	set = mailimap_set_new_interval(1, count);
	rc = mailimap_fetch(s->imap, set, type, &list);
	mailimap_set_free(set);
	mailimap_fetch_type_free(type);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "fetch", rc, ERR_LATER, e);
	rc = give_mails(s, list, count, take, arg, e);
	mailimap_fetch_list_free(list);
	return rc;
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
