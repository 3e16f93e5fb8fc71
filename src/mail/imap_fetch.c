/* SPDX-License-Identifier: MIT */

/* What is in the folder, and the messages themselves. */

#include "base/clock.h"
#include "mail/imap_own.h"
#include "mail/message.h"
#include "mail/uids.h"

enum {
	ANSWER_MAX = 256 * 1024,   /* bytes of an answer without mails */
	MAIL_OVERHEAD = 4096,      /* around each mail of a FETCH */
	UID_BYTES = 12,            /* of one UID in a SEARCH */
	LIST_MAX = 2 * 1000 * 1000 /* messages that are listed */
};

static uint32_t
exists(const struct imap_session *s)
{
	return s->imap->imap_selection_info->sel_exists;
}

/* UID SEARCH ALL: an empty folder is not searched. */
static int
search(struct imap_session *s, clist **found, struct err *e)
{
	struct mailimap_search_key *key = mailimap_search_key_new_all();
	size_t most = exists(s) < LIST_MAX ? exists(s) : LIST_MAX;
	int rc;

	if (key == NULL)
		abort(); /* no memory */
	wire_arm(s->wire, s->deadline, ANSWER_MAX + most * UID_BYTES);
	rc = mailimap_uid_search(s->imap, NULL, key, found);
	mailimap_search_key_free(key);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "search", rc, ERR_LATER, e);
	return 0;
}

/* A connection hears of new mail, and of mail that another client took, with
 * the answer to a command, and a search may know of nothing else: the NOOP is
 * what asks (RFC 3501, 6.1.2). */
int
imap_session_list(struct imap_session *s, int64_t deadline, struct uids *out,
    struct err *e)
{
	clist *found = NULL;
	int rc;

	s->deadline = deadline;
	out->n = 0;
	imap_arm(s);
	rc = mailimap_noop(s->imap);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "noop", rc, ERR_LATER, e);
	if (exists(s) == 0)
		return 0;
	if (search(s, &found, e) < 0)
		return -1;
	for (clistiter *i = found == NULL ? NULL : clist_begin(found);
	    i != NULL; i = clist_next(i)) {
		const uint32_t *uid = clist_content(i);

		if (*uid != 0)
			uids_add(out, *uid);
	}
	if (found != NULL)
		mailimap_search_result_free(found);
	uids_sort(out);
	return 0;
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
	if (clock_stamp_parse(stamp, strlen(stamp), &t) < 0 || zone < -2400 ||
	    zone > 2400)
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

/* A FETCH response as a mail; raw is NULL where the server gives nothing. */
static void
read_mail(const struct mailimap_msg_att *att, struct source_mail *m)
{
	for (clistiter *i = clist_begin(att->att_list); i != NULL;
	    i = clist_next(i)) {
		const struct mailimap_msg_att_item *item = clist_content(i);

		if (item->att_type == MAILIMAP_MSG_ATT_ITEM_STATIC)
			read_static(item->att_data.att_static, m);
	}
	if (m->len > MESSAGE_MAX + 1)
		m->len = MESSAGE_MAX + 1;
}

/* UID INTERNALDATE BODY.PEEK[]<0.N>: nothing in the answer is nested
 * (doc/libraries.md 4), and no mail is longer than their reader takes. */
static struct mailimap_fetch_type *
type_of(bool whole)
{
	struct mailimap_fetch_type *type =
	    mailimap_fetch_type_new_fetch_att_list_empty();
	struct mailimap_section *all = whole ? mailimap_section_new(NULL) :
					       NULL;

	if (type == NULL || (whole && all == NULL))
		abort(); /* no memory */
	mailimap_fetch_type_new_fetch_att_list_add(type,
	    mailimap_fetch_att_new_uid());
	mailimap_fetch_type_new_fetch_att_list_add(type,
	    mailimap_fetch_att_new_internaldate());
	if (whole)
		mailimap_fetch_type_new_fetch_att_list_add(type,
		    mailimap_fetch_att_new_body_peek_section_partial(all, 0,
			MESSAGE_MAX + 1));
	return type;
}

struct mailimap_set *
imap_set(const uint32_t *uids, size_t n)
{
	struct mailimap_set *set = mailimap_set_new_empty();

	if (set == NULL)
		abort(); /* no memory */
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && uids[j] == uids[j - 1] + 1; j++)
			continue;
		mailimap_set_add_interval(set, uids[i], uids[j - 1]);
	}
	return set;
}

/* libetpan's code for the command; *list is NULL after an error. */
static int
uid_fetch(struct imap_session *s, const uint32_t *uids, size_t n, bool whole,
    clist **list)
{
	struct mailimap_fetch_type *type = type_of(whole);
	struct mailimap_set *set = imap_set(uids, n);
	int rc;

	*list = NULL;
	wire_arm(s->wire, s->deadline,
	    ANSWER_MAX +
		(whole ? n * (size_t)(MESSAGE_MAX + MAIL_OVERHEAD) : 0));
	rc = mailimap_uid_fetch(s->imap, set, type, list);
	mailimap_set_free(set);
	mailimap_fetch_type_free(type);
	return rc;
}

/* When it was received, asked without its text; 0: not known. */
static int64_t
received(struct imap_session *s, uint32_t uid)
{
	struct source_mail m = { .uid = 0 };
	clist *list;

	if (uid_fetch(s, &uid, 1, false, &list) != MAILIMAP_NO_ERROR)
		return 0;
	for (clistiter *i = clist_begin(list); i != NULL; i = clist_next(i)) {
		m = (struct source_mail){ .uid = 0 };
		read_mail(clist_content(i), &m);
		if (m.uid == uid)
			break;
	}
	mailimap_fetch_list_free(list);
	return m.uid == uid ? m.received : 0;
}

/* Gives what came, and takes it out of `left`: 0, or -1 if it is not taken. */
static int
give_mails(struct imap_session *s, clist *list, struct uids *left,
    const struct imap_callbacks *h, struct err *e)
{
	for (clistiter *i = clist_begin(list); i != NULL; i = clist_next(i)) {
		struct source_mail m = {
			.uidvalidity = imap_session_validity(s)
		};

		read_mail(clist_content(i), &m);
		if (m.uid == 0)
			continue;
		/* News of flags has no text either: only a message that is
		 * asked for alone can be said to have none. */
		if (m.raw == NULL || !uids_remove(left, m.uid))
			continue;
		if (h->take(h->arg, &m) != 0)
			return err_set(e, ERR_LATER, "fetch: not taken");
	}
	return 0;
}

/* Did the server give the message, but nothing of its text? */
static bool
is_nil(clist *list, uint32_t uid)
{
	bool nil = false;

	for (clistiter *i = clist_begin(list); i != NULL; i = clist_next(i)) {
		struct source_mail m = { .uid = 0 };

		read_mail(clist_content(i), &m);
		if (m.uid == uid)
			nil = m.raw == NULL && m.received != 0;
	}
	return nil;
}

/* A server that refuses even the date refuses more than the mail. */
static void
tell_leftover(struct imap_session *s, uint32_t uid, const char *why,
    bool refused, const struct imap_callbacks *h)
{
	struct imap_leftover leftover = { .uid = uid,
		.servers = refused && imap_in_trouble(s) };
	struct buf text = BUF_INIT;

	buf_printf(&text, "%.200s", why); /* of libetpan: it changes */
	leftover.why = buf_text(&text);
	leftover.received = received(s, uid);
	leftover.servers = leftover.servers ||
	    (refused && leftover.received == 0);
	h->leftover(h->arg, &leftover);
	buf_release(&text);
}

/* One alone that is refused is asked for again: its refusal may pass, it would
 * be gone past, and the next mail may follow from it. As uid_fetch. */
static int
fetch_whole(struct imap_session *s, const uint32_t *uids, size_t n,
    clist **list)
{
	int code, attempts = n == 1 ? 4 : 1;

	do
		code = uid_fetch(s, uids, n, true, list);
	while (--attempts > 0 && imap_refused(s, code));
	return code;
}

/* Fetches those; one that is refused alone is told and no longer `left`. 0, or
 * -1 at the end of the connection. */
static int
fetch_some(struct imap_session *s, const uint32_t *uids, size_t n,
    struct uids *left, const struct imap_callbacks *h, struct err *e)
{
	uint32_t validity = imap_session_validity(s);
	clist *list;
	int code = fetch_whole(s, uids, n, &list), rc;
	bool nil;

	if (code != MAILIMAP_NO_ERROR) {
		if (!imap_refused(s, code))
			return imap_failed(s, "fetch", code, ERR_LATER, e);
		imap_failed(s, "fetch", code, ERR_LATER, e);
		if (n == 1 && uids_remove(left, uids[0]))
			tell_leftover(s, uids[0], e->text, true, h);
		return 0;
	}
	rc = imap_session_validity(s) == validity ?
	    give_mails(s, list, left, h, e) :
	    imap_renumbered(s, validity, e);
	nil = n == 1 && is_nil(list, uids[0]);
	mailimap_fetch_list_free(list);
	if (rc == 0 && nil && uids_remove(left, uids[0]))
		tell_leftover(s, uids[0],
		    "fetch: the server gives nothing of it", false, h);
	return rc;
}

/* One message that cannot be given may have the whole command refused: so what
 * is left over from it is asked for one by one. */
int
imap_session_fetch(struct imap_session *s, int64_t deadline, uint32_t validity,
    const uint32_t *uids, size_t n, const struct imap_callbacks *h,
    struct err *e)
{
	struct uids left = { 0 };
	int rc;

	s->deadline = deadline;
	if (imap_session_validity(s) != validity)
		return imap_renumbered(s, validity, e);
	for (size_t i = 0; i < n; i++)
		uids_add(&left, uids[i]);
	rc = n == 0 ? 0 : fetch_some(s, uids, n, &left, h, e);
	for (size_t i = 0; rc == 0 && n > 1 && left.n > 0 && i < n; i++)
		for (size_t j = 0; rc == 0 && j < left.n; j++)
			if (left.at[j] == uids[i])
				rc = fetch_some(s, &uids[i], 1, &left, h, e);
	uids_release(&left);
	return rc;
}
