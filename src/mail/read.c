/* SPDX-License-Identifier: MIT */
#include "mail/message.h"

#include <libetpan/libetpan.h>

#include "base/mem.h"
#include "mail/address.h"
#include "mail/automatic.h"
#include "mail/charset.h"
#include "mail/header.h"
#include "mail/mime.h"
#include "mail/plain.h"
#include "mail/quotes.h"

enum {
	RECIPIENTS_MAX = 100,
	REFERENCES_MAX = 50,
	ID_MAX = 250,
	SUBJECT_MAX = 1000,
	FIELDS_MAX = 2000
};

/* What is gathered while the header is walked once. */
struct mail_reading {
	struct message *m;
	int froms, ids;
	struct buf all_ids;
	bool bad_charset;
};

static char *
cut_words(struct mail_reading *r, const char *s, size_t max)
{
	struct buf out = BUF_INIT;
	size_t from, n;
	char *cut;

	if (!charset_words(s, strlen(s), &out))
		r->bad_charset = true;
	/* A control at an edge has become a blank, or nothing. */
	s = buf_text(&out);
	from = strspn(s, " ");
	n = out.len - from;
	if (n > max)
		for (n = max;
		    n > 0 && ((unsigned char)s[from + n] & 0xC0) == 0x80;)
			n--;
	while (n > 0 && s[from + n - 1] == ' ')
		n--;
	cut = mem_ndup(s + from, n);
	buf_release(&out);
	return cut;
}

/* Exactly one field with exactly one plain mailbox (doc/libraries.md 6). */
static void
read_from(struct mail_reading *r, const struct header_field *f,
    const char *value)
{
	struct buf name = BUF_INIT, addr = BUF_INIT;
	struct err e;

	if (++r->froms > 1 || f->spaced ||
	    address_parse(value, &name, &addr, &e) != 0) {
		r->m->defects |= MESSAGE_BAD_FROM;
	} else {
		r->m->from = buf_steal(&addr);
		free(r->m->from_name);
		r->m->from_name = cut_words(r, buf_text(&name), 200);
	}
	buf_release(&name);
	buf_release(&addr);
}

static void
take_recipient(void *arg, const char *addr)
{
	struct message *m = arg;

	if (m->n_to >= RECIPIENTS_MAX)
		return;
	for (size_t i = 0; i < m->n_to; i++)
		if (strcmp(m->to[i], addr) == 0)
			return;
	m->to = mem_more(m->to, m->n_to, sizeof *m->to);
	m->to[m->n_to++] = mem_dup(addr);
}

static bool
is_ascii(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] > '~')
			return false;
	return true;
}

/* The next <id> of a list of them, NULL at its end. */
static char *
next_id(const char **s)
{
	for (;;) {
		const char *open = strchr(*s, '<');
		size_t n;

		if (open == NULL)
			return NULL;
		n = strcspn(open + 1, "<> \t");
		*s = open + 1 + n;
		if (n > 0 && n <= ID_MAX && open[1 + n] == '>' &&
		    is_ascii(open + 1, n))
			return mem_ndup(open + 1, n);
	}
}

static void
set_id(char **slot, const char *value)
{
	if (*slot == NULL)
		*slot = next_id(&value);
}

/* Of two that differ none says which mail this is. */
static void
read_message_id(struct mail_reading *r, const char *value)
{
	char *second;

	buf_str(&r->all_ids, value);
	buf_char(&r->all_ids, '\n');
	if (++r->ids > 1) {
		free(r->m->message_id);
		r->m->message_id = NULL;
		return;
	}
	r->m->message_id = next_id(&value);
	second = next_id(&value);
	if (second != NULL) {
		free(r->m->message_id);
		r->m->message_id = NULL;
	}
	free(second);
}

/* The last fifty: the newest stand at the end. */
static void
read_references(struct message *m, const char *value)
{
	char *id;

	while ((id = next_id(&value)) != NULL) {
		if (m->n_references == REFERENCES_MAX) {
			free(m->references[0]);
			memmove(m->references, m->references + 1,
			    (REFERENCES_MAX - 1) * sizeof *m->references);
			m->n_references--;
		}
		m->references = mem_more(m->references, m->n_references,
		    sizeof *m->references);
		m->references[m->n_references++] = id;
	}
}

static void
read_return_path(struct message *m, const char *value)
{
	struct buf name = BUF_INIT, addr = BUF_INIT;
	struct err e;

	if (m->return_path != NULL)
		return;
	if (strcmp(value, "<>") == 0 || *value == '\0')
		m->return_path = mem_dup("");
	else if (address_parse(value, &name, &addr, &e) == 0)
		m->return_path = buf_steal(&addr);
	buf_release(&name);
	buf_release(&addr);
}

/* Days since 1970 of a date in the Gregorian calendar. */
static int64_t
days_from_civil(int64_t y, int month, int day)
{
	int64_t era, doe;

	y -= month <= 2;
	era = y / 400;
	doe = (y - era * 400) * 365 + (y - era * 400) / 4 -
	    (y - era * 400) / 100 +
	    (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return era * 146097 + doe - 719468;
}

static int64_t
read_date(const char *value)
{
	struct mailimf_date_time *d = NULL;
	/* A comment names the zone again, and would be parsed by recursion. */
	size_t len = strcspn(value, "("), at = 0;
	int64_t t = 0;

	if (mailimf_date_time_parse(value, len, &at, &d) != MAILIMF_NO_ERROR)
		return 0;
	if (d->dt_year >= 1970 && d->dt_year < 3000 && d->dt_month >= 1 &&
	    d->dt_month <= 12 && d->dt_day >= 1 && d->dt_day <= 31 &&
	    d->dt_zone > -2400 && d->dt_zone < 2400)
		t = days_from_civil(d->dt_year, d->dt_month, d->dt_day) *
			86400 +
		    d->dt_hour * 3600 + d->dt_min * 60 + d->dt_sec -
		    (d->dt_zone / 100 * 3600 + d->dt_zone % 100 * 60);
	mailimf_date_time_free(d);
	return t < 0 ? 0 : t;
}

/* SpamAssassin's marks, and Rspamd's. Whoever forges one is hurt alone,
 * so it need not be known who wrote it; that there is none says nothing. */
static bool
is_spam_mark(const struct header_field *f, const char *value)
{
	static const char *const mark[] = { "X-Spam-Flag", "X-Spam-Status",
		"X-Spam" };

	for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
		if (header_is(f, mark[i]))
			return strncasecmp(value + strspn(value, " \t"), "yes",
				   3) == 0;
	return false;
}

static void
read_field(struct mail_reading *r, const struct header_field *f,
    const char *value)
{
	struct message *m = r->m;

	if (header_is(f, "From")) {
		read_from(r, f, value);
	} else if (header_is(f, "To") || header_is(f, "Cc") ||
	    header_is(f, "Delivered-To") || header_is(f, "X-Original-To") ||
	    header_is(f, "Envelope-To")) {
		(void)address_list(value, RECIPIENTS_MAX, take_recipient, m);
	} else if (header_is(f, "Subject") && *m->subject == '\0') {
		free(m->subject);
		m->subject = cut_words(r, value, SUBJECT_MAX);
	} else if (header_is(f, "Return-Path")) {
		read_return_path(m, value);
	} else if (header_is(f, "Message-ID")) {
		read_message_id(r, value);
	} else if (header_is(f, "In-Reply-To")) {
		set_id(&m->in_reply_to, value);
	} else if (header_is(f, "References")) {
		read_references(m, value);
	} else if (header_is(f, "Date") && m->date == 0) {
		m->date = read_date(value);
	} else if (header_is(f, "Authentication-Results") &&
	    m->auth_results == NULL) {
		m->auth_results = mem_dup(value);
	} else {
		m->spam |= is_spam_mark(f, value);
	}
}

static void
read_header(struct mail_reading *r, const char *raw, size_t len)
{
	struct header_field f;
	struct buf value = BUF_INIT;
	int fields = 0;

	for (size_t at = 0;
	    fields < FIELDS_MAX && header_next(raw, len, &at, &f); fields++) {
		buf_clear(&value);
		header_value(&f, &value);
		read_field(r, &f, buf_text(&value));
	}
	buf_release(&value);
	if (r->froms != 1)
		r->m->defects |= MESSAGE_BAD_FROM;
	if ((r->m->defects & MESSAGE_BAD_FROM) != 0) {
		free(r->m->from);
		r->m->from = NULL;
	}
}

/* A leaf as clean, normalised text with LF. */
static void
part_text(struct mail_reading *r, const struct mime_part *p, struct buf *out)
{
	struct buf raw = BUF_INIT, clean = BUF_INIT, lines = BUF_INIT,
		   bare = BUF_INIT, joined = BUF_INIT;
	bool html = strcmp(p->type, "text/html") == 0;

	mime_decode(p, &raw);
	if (!charset_utf8(p->charset, buf_text(&raw), raw.len, &clean))
		r->bad_charset = true;
	if (html)
		message_html_text(buf_text(&clean), clean.len, &lines);
	plain_pgp(buf_text(html ? &lines : &clean), &bare);
	if (p->flowed && !html)
		plain_flowed(buf_text(&bare), p->delsp, &joined);
	plain_normalise(buf_text(p->flowed && !html ? &joined : &bare), out);
	if (out->len > 0 && out->data[out->len - 1] != '\n')
		buf_char(out, '\n');
	buf_release(&raw);
	buf_release(&clean);
	buf_release(&lines);
	buf_release(&bare);
	buf_release(&joined);
}

static bool
has_letters(const struct buf *b, size_t from)
{
	for (size_t i = from; i < b->len; i++)
		if ((unsigned char)b->data[i] > ' ')
			return true;
	return false;
}

static bool
part_is(const struct mime_part *p, const char *type)
{
	return strcmp(p->type, type) == 0;
}

static void read_part(struct mail_reading *r, const struct mime *m, int i,
    struct buf *out);

/* Of alternatives the plain one; if that is empty the first with a text. */
static void
read_alternative(struct mail_reading *r, const struct mime *m, int parent,
    struct buf *out)
{
	size_t before = out->len;

	for (int plain = 1; plain >= 0; plain--)
		for (int i = parent + 1; i < m->n; i++) {
			if (m->part[i].parent != parent ||
			    part_is(&m->part[i], "text/plain") != (plain == 1))
				continue;
			buf_truncate(out, before);
			read_part(r, m, i, out);
			if (has_letters(out, before))
				return;
		}
}

/* The text of a part and what is in it; parsing has bounded the depth. */
static void
read_part(struct mail_reading *r, const struct mime *m, int i, struct buf *out)
{
	const struct mime_part *p = &m->part[i];

	/* A mail that is nothing but a file has no text; one whose only text is
	 * marked as attached, without a name, has it. */
	if (p->attachment && (p->parent >= 0 || p->named))
		return;
	if (part_is(p, "text/plain") || part_is(p, "text/html")) {
		part_text(r, p, out);
	} else if (part_is(p, "multipart/alternative")) {
		read_alternative(r, m, i, out);
	} else if (strncmp(p->type, "multipart/", 10) == 0 &&
	    !part_is(p, "multipart/digest")) {
		for (int k = i + 1; k < m->n; k++) {
			if (m->part[k].parent != i)
				continue;
			read_part(r, m, k, out);
			if (part_is(p, "multipart/report") ||
			    part_is(p, "multipart/related"))
				return; /* the rest belongs to the first */
		}
	}
}

static void
read_body(struct mail_reading *r, const struct mime *mime)
{
	struct message *m = r->m;
	struct buf full = BUF_INIT, text = BUF_INIT;
	struct message_cut cut;

	if (mime->too_deep)
		m->defects |= MESSAGE_TOO_DEEP;
	else if ((m->defects & MESSAGE_TOO_LARGE) == 0)
		read_part(r, mime, 0, &full);
	if (!has_letters(&full, 0) &&
	    (m->defects & (MESSAGE_TOO_DEEP | MESSAGE_TOO_LARGE)) == 0 &&
	    mime->part[0].len > 2)
		m->defects |= MESSAGE_NO_TEXT;
	message_cut(buf_text(&full), &text, &cut);
	m->below = (unsigned)cut.below;
	if (cut.first.at != NULL) {
		m->quoted_first = mem_ndup(cut.first.at, cut.first.len);
		m->quoted_last = mem_ndup(cut.last.at, cut.last.len);
	}
	m->full = buf_steal(&full);
	m->text = buf_steal(&text);
}

/* The bytes as they are read: without a mbox line in front, cut to what the
 * guards let through, and two NUL bytes behind for the parsers. */
static size_t
guarded_copy(const char *raw, size_t len, struct message *m, struct buf *out)
{
	size_t head;

	if (len > 5 && memcmp(raw, "From ", 5) == 0) {
		const char *nl = memchr(raw, '\n', len);
		size_t skip = nl == NULL ? len : (size_t)(nl - raw) + 1;

		raw += skip;
		len -= skip;
	}
	head = header_length(raw,
	    len < MESSAGE_HEADER_MAX ? len : MESSAGE_HEADER_MAX);
	if (len > MESSAGE_MAX || (head == MESSAGE_HEADER_MAX && len > head)) {
		m->defects |= MESSAGE_TOO_LARGE;
		len = head;
	}
	buf_add(out, raw, len);
	buf_add(out, "\0", 2);
	return len;
}

void
message_read(const void *raw, size_t len, struct message *out)
{
	struct mail_reading r = { .m = out, .all_ids = BUF_INIT };
	struct buf copy = BUF_INIT;
	struct mime mime;

	*out = (struct message){ .from_name = mem_dup(""),
		.subject = mem_dup("") };
	len = guarded_copy(raw, len, out, &copy);
	mime_parse(copy.data, len, &mime);
	read_header(&r, mime.part[0].header, mime.part[0].header_len);
	out->message_ids = buf_steal(&r.all_ids);
	read_body(&r, &mime);
	automatic_classify(&mime, out);
	if (out->automatic == AUTO_BOUNCE)
		automatic_report(&mime, out);
	if (r.bad_charset)
		out->defects |= MESSAGE_BAD_CHARSET;
	buf_release(&copy);
}

void
message_read_report(const void *raw, size_t len, struct message *m)
{
	struct buf copy = BUF_INIT;
	struct mime mime;

	len = guarded_copy(raw, len, m, &copy);
	mime_parse(copy.data, len, &mime);
	automatic_report(&mime, m);
	buf_release(&copy);
}

static void
release_list(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

void
message_release(struct message *m)
{
	free(m->from);
	free(m->from_name);
	release_list(m->to, m->n_to);
	free(m->return_path);
	free(m->subject);
	free(m->message_id);
	free(m->message_ids);
	free(m->in_reply_to);
	release_list(m->references, m->n_references);
	free(m->auth_results);
	free(m->report_id);
	free(m->report_to);
	free(m->report_status);
	free(m->text);
	free(m->quoted_first);
	free(m->quoted_last);
	free(m->full);
	*m = (struct message){ 0 };
}
