/* SPDX-License-Identifier: MIT */
#include "mail/message.h"

#include <strings.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "mail/address.h"
#include "mail/encode.h"

enum {
	ID_MAX = 250,
	URI_MAX = 900, /* within a line of 998 octets (RFC 5322, 2.1.1) */
	BOUNDARY_BYTES = 12,
	HEADER_VALUE_MAX = 4000,
	/* "=_", a letter of the part, the hash */
	BOUNDARY_SIZE = 2 * BOUNDARY_BYTES + 4
};

/* One line of valid UTF-8 without control characters. */
static int
check_value(const char *what, const char *s, struct err *e)
{
	size_t len = strlen(s);

	if (len > HEADER_VALUE_MAX)
		return err_set(e, ERR_CORRUPT, "%s is too long", what);
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] < ' ' || s[i] == 0x7f)
			return err_set(e, ERR_CORRUPT,
			    "%s holds a control character", what);
	if (!utf8_valid(s, len))
		return err_set(e, ERR_CORRUPT, "%s is not UTF-8", what);
	return 0;
}

/* What stands between < and > of a Message-ID or a List-Id. */
static int
check_id(const char *what, const char *s, struct err *e)
{
	size_t len = strlen(s);

	if (len == 0 || len > ID_MAX)
		return err_set(e, ERR_CORRUPT, "%s is empty or too long", what);
	for (size_t i = 0; i < len; i++)
		if (s[i] <= ' ' || s[i] > '~' || s[i] == '<' || s[i] == '>')
			return err_set(e, ERR_CORRUPT,
			    "%s holds what it must not", what);
	return 0;
}

static int
check_address(const char *what, const char *s, struct err *e)
{
	return address_valid(s) ?
	    0 :
	    err_set(e, ERR_CORRUPT, "%s is no valid address", what);
}

/* "X-Name: value", and nothing that would double a field of ours. */
static int
check_extra(const char *s, struct err *e)
{
	const char *colon = strchr(s, ':');

	if (colon == NULL || colon == s || strncasecmp(s, "X-", 2) != 0)
		return err_set(e, ERR_CORRUPT, "an extra field is no X- field");
	for (const char *p = s; p < colon; p++)
		if (*p <= ' ' || *p > '~')
			return err_set(e, ERR_CORRUPT,
			    "an extra field has a bad name");
	return check_value("an extra field", s, e);
}

/* A type as we write it and a plain name; nothing that ends a header. */
static int
check_file(const struct message_file *f, struct err *e)
{
	if (check_value("a file's type", f->type, e) != 0)
		return -1;
	if (strncmp(f->type, "text/", 5) != 0 || *f->name == '\0' ||
	    strlen(f->name) > 60 ||
	    f->name[strspn(f->name,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		".-_")] != '\0')
		return err_set(e, ERR_CORRUPT, "a file has a bad name or type");
	if (!utf8_valid(f->text, strlen(f->text)))
		return err_set(e, ERR_CORRUPT, "a file is not UTF-8");
	return 0;
}

/* "mailto:…", with nothing that ends it in the field. */
static int
check_uri(const char *s, struct err *e)
{
	size_t len = strlen(s);

	if (strncmp(s, "mailto:", 7) != 0 || len > URI_MAX)
		return err_set(e, ERR_CORRUPT,
		    "List-Unsubscribe is no mailto, or too long");
	for (size_t i = 0; i < len; i++)
		if (s[i] <= ' ' || s[i] > '~' || strchr("<>,\"", s[i]) != NULL)
			return err_set(e, ERR_CORRUPT,
			    "List-Unsubscribe holds what it must not");
	return 0;
}

static int
check_ids(const struct message_out *m, struct err *e)
{
	if (check_id("Message-ID", m->message_id, e) != 0)
		return -1;
	if (m->in_reply_to != NULL &&
	    check_id("In-Reply-To", m->in_reply_to, e) != 0)
		return -1;
	for (size_t i = 0; i < m->n_references; i++)
		if (check_id("References", m->references[i], e) != 0)
			return -1;
	for (size_t i = 0; i < m->n_pictures; i++)
		if (check_id("Content-ID", m->pictures[i], e) != 0)
			return -1;
	if (m->list_id != NULL && check_id("List-Id", m->list_id, e) != 0)
		return -1;
	return 0;
}

static int
check_all(const struct message_out *m, struct err *e)
{
	if (check_address("To", m->to, e) != 0 ||
	    (m->reply_to != NULL &&
		check_address("Reply-To", m->reply_to, e) != 0) ||
	    check_value("From", m->from, e) != 0 ||
	    (m->to_name != NULL && check_value("To", m->to_name, e) != 0) ||
	    check_value("Subject", m->subject, e) != 0 ||
	    (m->auto_submitted != NULL &&
		check_id("Auto-Submitted", m->auto_submitted, e) != 0) ||
	    check_ids(m, e) != 0 ||
	    (m->unsubscribe != NULL && check_uri(m->unsubscribe, e) != 0))
		return -1;
	for (size_t i = 0; i < m->n_extra; i++)
		if (check_extra(m->extra[i], e) != 0)
			return -1;
	for (size_t i = 0; i < m->n_files; i++)
		if (check_file(&m->files[i], e) != 0)
			return -1;
	if (!utf8_valid(m->text, strlen(m->text)) ||
	    (m->html != NULL && !utf8_valid(m->html, strlen(m->html))))
		return err_set(e, ERR_CORRUPT, "a body is not UTF-8");
	return 0;
}

static void
write_id(const char *field, const char *id, struct buf *out)
{
	buf_str(out, field);
	buf_str(out, ": <");
	buf_str(out, id);
	buf_str(out, ">\r\n");
}

/* One id a line: it can be long, and must not be broken. */
static void
write_references(const struct message_out *m, struct buf *out)
{
	if (m->n_references == 0)
		return;
	buf_str(out, "References:");
	for (size_t i = 0; i < m->n_references; i++) {
		buf_str(out, i == 0 ? " <" : "\r\n <");
		buf_str(out, m->references[i]);
		buf_char(out, '>');
	}
	buf_str(out, "\r\n");
}

static void
write_extra(const char *s, struct buf *out)
{
	const char *colon = strchr(s, ':');
	struct buf name = BUF_INIT;

	buf_add(&name, s, (size_t)(colon - s));
	encode_field(name.data, colon + 1 + strspn(colon + 1, " "), out);
	buf_release(&name);
}

static int
write_from(const struct message_out *m, struct buf *out, struct err *e)
{
	struct buf name = BUF_INIT, addr = BUF_INIT;
	int rc = address_parse(m->from, &name, &addr, e);

	if (rc == 0)
		encode_mailbox("From", buf_text(&name), addr.data, out);
	buf_release(&name);
	buf_release(&addr);
	return rc;
}

static int
write_header(const struct message_out *m, struct buf *out, struct err *e)
{
	char date[CLOCK_MAILDATE_SIZE];

	clock_maildate(m->date, date);
	buf_printf(out, "Date: %s\r\n", date);
	if (write_from(m, out, e) != 0)
		return -1;
	encode_mailbox("To", m->to_name != NULL ? m->to_name : "", m->to, out);
	if (m->reply_to != NULL)
		buf_printf(out, "Reply-To: %s\r\n", m->reply_to);
	encode_field("Subject", m->subject, out);
	write_id("Message-ID", m->message_id, out);
	if (m->in_reply_to != NULL)
		write_id("In-Reply-To", m->in_reply_to, out);
	write_references(m, out);
	if (m->list_id != NULL)
		write_id("List-Id", m->list_id, out);
	if (m->unsubscribe != NULL)
		buf_printf(out, "List-Unsubscribe:\r\n <%s>\r\n",
		    m->unsubscribe);
	if (m->auto_submitted != NULL)
		encode_field("Auto-Submitted", m->auto_submitted, out);
	for (size_t i = 0; i < m->n_extra; i++)
		write_extra(m->extra[i], out);
	buf_str(out, "MIME-Version: 1.0\r\n");
	return 0;
}

/* "=_" cannot stand in quoted-printable, so no body holds the boundary; the
 * rest is of the Message-ID, so that a mail is the same bytes each time. The
 * letter stands before it: none may begin with another (RFC 2046, 5.1.1). */
static void
boundary_of(const char *id, char part, char out[BOUNDARY_SIZE])
{
	uint8_t hash[HASH_SIZE];

	hash_sha256(id, strlen(id), hash);
	out[0] = '=';
	out[1] = '_';
	out[2] = part;
	hash_hex(hash, BOUNDARY_BYTES, out + 3);
}

static void
write_part(const char *type, const char *text, struct buf *out)
{
	buf_printf(out,
	    "Content-Type: text/%s; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: quoted-printable\r\n\r\n",
	    type);
	encode_body(text, out);
}

/* For its bytes there stands a line. number 0: it is the only one. */
static void
write_picture(const char *id, size_t number, struct buf *out)
{
	char name[32] = "board.png";

	if (number > 0)
		(void)snprintf(name, sizeof name, "board-%zu.png", number);
	buf_printf(out,
	    "Content-Type: image/png; name=\"%s\"\r\n"
	    "Content-ID: <%s>\r\nContent-Disposition: inline;\r\n"
	    " filename=\"%s\"\r\nContent-Transfer-Encoding: base64"
	    "\r\n\r\n" MESSAGE_PICTURE "\r\n",
	    name, id, name);
}

/* HTML and the pictures that it shows. */
static void
write_pictured(const struct message_out *m, struct buf *out)
{
	char boundary[BOUNDARY_SIZE];

	boundary_of(m->message_id, 'r', boundary);
	buf_printf(out,
	    "Content-Type: multipart/related; type=\"text/html\";\r\n"
	    " boundary=\"%s\"\r\n\r\n--%s\r\n",
	    boundary, boundary);
	write_part("html", m->html, out);
	for (size_t i = 0; i < m->n_pictures; i++) {
		buf_printf(out, "\r\n--%s\r\n", boundary);
		write_picture(m->pictures[i], m->n_pictures > 1 ? i + 1 : 0,
		    out);
	}
	buf_printf(out, "\r\n--%s--\r\n", boundary);
}

static void
write_texts(const struct message_out *m, struct buf *out)
{
	char boundary[BOUNDARY_SIZE];

	if (m->html == NULL) {
		write_part("plain", m->text, out);
		return;
	}
	boundary_of(m->message_id, 'a', boundary);
	buf_printf(out,
	    "Content-Type: multipart/alternative;\r\n"
	    " boundary=\"%s\"\r\n\r\n--%s\r\n",
	    boundary, boundary);
	write_part("plain", m->text, out);
	buf_printf(out, "\r\n--%s\r\n", boundary);
	if (m->n_pictures > 0)
		write_pictured(m, out);
	else
		write_part("html", m->html, out);
	buf_printf(out, "\r\n--%s--\r\n", boundary);
}

static void
write_body(const struct message_out *m, struct buf *out)
{
	char boundary[BOUNDARY_SIZE];

	if (m->n_files == 0) {
		write_texts(m, out);
		return;
	}
	boundary_of(m->message_id, 'm', boundary);
	buf_printf(out,
	    "Content-Type: multipart/mixed;\r\n"
	    " boundary=\"%s\"\r\n\r\n--%s\r\n",
	    boundary, boundary);
	write_texts(m, out);
	for (size_t i = 0; i < m->n_files; i++) {
		const struct message_file *f = &m->files[i];

		buf_printf(out, "\r\n--%s\r\n", boundary);
		encode_field("Content-Type", f->type, out);
		buf_printf(out,
		    "Content-Disposition: attachment;\r\n"
		    " filename=\"%s\"\r\nContent-Transfer-Encoding: "
		    "quoted-printable\r\n\r\n",
		    f->name);
		encode_body(f->text, out);
	}
	buf_printf(out, "\r\n--%s--\r\n", boundary);
}

int
message_write(const struct message_out *m, struct buf *out, struct err *e)
{
	size_t before = out->len;

	if (check_all(m, e) != 0)
		return -1;
	if (write_header(m, out, e) != 0) {
		buf_truncate(out, before);
		return -1;
	}
	write_body(m, out);
	return 0;
}
