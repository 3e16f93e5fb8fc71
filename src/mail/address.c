/* SPDX-License-Identifier: MIT */
#include "mail/address.h"

enum { ADDRESS_MAX = 254, LOCAL_MAX = 64, LABEL_MAX = 63 };

static bool
is_alnum(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9');
}

static bool
is_atext(char c)
{
	return is_alnum(c) ||
	    (c != '\0' && strchr("!#$%&'*+-/=?^_`{|}~", c) != NULL);
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
dot_atom_valid(const char *s, size_t len)
{
	bool dot = true;

	for (size_t i = 0; i < len; i++) {
		if (s[i] == '.') {
			if (dot)
				return false;
			dot = true;
			continue;
		}
		if (!is_atext(s[i]))
			return false;
		dot = false;
	}
	return !dot;
}

/* "…" with printable ASCII but space inside; \ takes the next as it is. */
static bool
quoted_local_valid(const char *s, size_t len)
{
	if (len < 3 || s[0] != '"' || s[len - 1] != '"')
		return false;
	for (size_t i = 1; i < len - 1; i++) {
		if (s[i] <= ' ' || s[i] > '~' || s[i] == '"')
			return false;
		if (s[i] == '\\') {
			i++;
			if (i >= len - 1 || s[i] <= ' ' || s[i] > '~')
				return false;
		}
	}
	return true;
}

/* A leading dash would read as an option to a sendmail program; "=?" starts
 * an encoded word, which is no address (doc/libraries.md 6). */
static bool
local_valid(const char *s, size_t len)
{
	if (len == 0 || len > LOCAL_MAX || s[0] == '-')
		return false;
	if (s[0] == '"')
		return quoted_local_valid(s, len);
	for (size_t i = 0; i + 1 < len; i++)
		if (s[i] == '=' && s[i + 1] == '?')
			return false;
	return dot_atom_valid(s, len);
}

static bool
domain_valid(const char *s, size_t len)
{
	size_t label = 0;

	for (size_t i = 0; i <= len; i++) {
		if (i == len || s[i] == '.') {
			if (label == 0 || label > LABEL_MAX || s[i - 1] == '-')
				return false;
			label = 0;
		} else if (is_alnum(s[i]) || (s[i] == '-' && label > 0)) {
			label++;
		} else {
			return false;
		}
	}
	return true;
}

static bool
addr_spec_valid(const char *s, size_t len)
{
	size_t at = len;

	if (len == 0 || len > ADDRESS_MAX)
		return false;
	while (at > 0 && s[at - 1] != '@')
		at--;
	return at > 0 && local_valid(s, at - 1) &&
	    domain_valid(s + at, len - at);
}

bool
address_valid(const char *addr)
{
	return addr != NULL &&
	    addr_spec_valid(addr, strnlen(addr, ADDRESS_MAX + 1));
}

/* What stands between the quotes of a local part, if it needs none: the same
 * mailbox then (RFC 5321, 4.1.2). False: it is not quoted, or has to be. */
static bool
unquoted(const char *addr, struct buf *out)
{
	const char *p = addr + 1;

	if (*addr != '"')
		return false;
	for (; *p != '"'; p++) {
		p += *p == '\\';
		buf_char(out, *p);
	}
	return local_valid(buf_text(out), out->len);
}

int
address_canonical(const char *addr, struct buf *out)
{
	struct buf local = BUF_INIT;

	if (!address_valid(addr))
		return -1;
	if (unquoted(addr, &local))
		addr = strrchr(addr, '@');
	else
		buf_clear(&local);
	for (size_t i = 0; i < local.len; i++)
		buf_char(out, lower(local.data[i]));
	for (const char *p = addr; *p != '\0'; p++)
		buf_char(out, lower(*p));
	buf_release(&local);
	return 0;
}

/* What a mailbox is read into: words outside <> are the name or, where there
 * is no <>, the address. */
struct parsed_mailbox {
	struct buf plain, angle, comment;
	bool has_angle, broken;
	const char *why;
};

static size_t
take_quoted(const char *s, size_t len, size_t i, struct buf *out, bool raw)
{
	if (raw)
		buf_char(out, '"');
	for (i++; i < len && s[i] != '"'; i++) {
		if (s[i] == '\\' && i + 1 < len) {
			if (raw)
				buf_char(out, '\\');
			i++;
		}
		buf_char(out, s[i]);
	}
	if (raw)
		buf_char(out, '"');
	return i; /* at the closing quote, or len: not closed */
}

static size_t
take_comment(const char *s, size_t len, size_t i, struct buf *out)
{
	int depth = 1;

	for (i++; i < len; i++) {
		if (s[i] == '\\' && i + 1 < len)
			i++;
		else if (s[i] == '(')
			depth++;
		else if (s[i] == ')' && --depth == 0)
			return i;
		buf_char(out, s[i]);
	}
	return i;
}

static size_t
take_angle(const char *s, size_t len, size_t i, struct parsed_mailbox *m)
{
	if (m->has_angle)
		m->broken = true;
	m->has_angle = true;
	for (i++; i < len && s[i] != '>'; i++) {
		if (s[i] == '"')
			i = take_quoted(s, len, i, &m->angle, true);
		else
			buf_char(&m->angle, s[i]);
		if (i >= len)
			break;
	}
	return i;
}

/* One mailbox; a comma, a semicolon or a colon outside quotes would make it
 * several, or a group, and is refused. */
static void
mailbox_scan(const char *s, size_t len, struct parsed_mailbox *m)
{
	for (size_t i = 0; i < len && !m->broken; i++) {
		char c = s[i];

		if (c == '"') {
			/* Before "@" the quotes belong to the address. */
			size_t mark = m->plain.len;

			i = take_quoted(s, len, i, &m->plain, true);
			if (i < len && (i + 1 >= len || s[i + 1] != '@')) {
				char *raw = mark < m->plain.len ?
				    m->plain.data + mark :
				    NULL;
				size_t n = m->plain.len - mark;

				/* As a name: without them. */
				if (raw != NULL && n >= 2) {
					memmove(raw, raw + 1, n - 2);
					buf_truncate(&m->plain, mark + n - 2);
				}
			}
		} else if (c == '(') {
			i = take_comment(s, len, i, &m->comment);
		} else if (c == '<') {
			i = take_angle(s, len, i, m);
		} else if (c == ',' || c == ';' || c == ':') {
			m->broken = true;
			m->why = "more than one mailbox";
		} else if (c == '>' || c == ')') {
			m->broken = true;
		} else {
			buf_char(&m->plain, c == '\t' ? ' ' : c);
		}
		if (i >= len)
			m->broken = true;
	}
}

static void
add_trimmed(struct buf *out, const char *s, size_t len)
{
	while (len > 0 && (*s == ' ' || *s == '\t')) {
		s++;
		len--;
	}
	while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	buf_add(out, s, len);
}

/* In a name \x is x: what take_quoted kept for an address. */
static void
add_name(struct buf *out, const struct buf *in)
{
	struct buf plain = BUF_INIT;

	for (size_t i = 0; i < in->len; i++) {
		if (in->data[i] == '\\' && i + 1 < in->len)
			i++;
		buf_char(&plain, in->data[i]);
	}
	add_trimmed(out, buf_text(&plain), plain.len);
	buf_release(&plain);
}

static int
mailbox_parse(const char *s, size_t len, struct buf *name, struct buf *addr,
    struct err *e)
{
	struct parsed_mailbox m = { .why = "not one plain mailbox" };
	struct buf spec = BUF_INIT;
	int rc = -1;

	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] < 0x20 && s[i] != '\t')
			m.broken = true;
	if (!m.broken)
		mailbox_scan(s, len, &m);
	if (m.has_angle)
		add_trimmed(&spec, buf_text(&m.angle), m.angle.len);
	else
		add_trimmed(&spec, buf_text(&m.plain), m.plain.len);
	if (m.broken || !addr_spec_valid(buf_text(&spec), spec.len)) {
		(void)err_set(e, ERR_CORRUPT, "%s: %.80s", m.why,
		    len > 0 ? s : "(empty)");
	} else {
		(void)address_canonical(spec.data, addr);
		add_name(name,
		    m.has_angle && m.plain.len > 0 ? &m.plain : &m.comment);
		rc = 0;
	}
	buf_release(&m.plain);
	buf_release(&m.angle);
	buf_release(&m.comment);
	buf_release(&spec);
	return rc;
}

int
address_parse(const char *text, struct buf *name, struct buf *addr,
    struct err *e)
{
	return mailbox_parse(text, strlen(text), name, addr, e);
}

/* The end of one member of a list: a comma or semicolon outside quotes,
 * comments and angle brackets; a group's name ends at its colon. */
static size_t
list_member_end(const char *s, size_t len, size_t i)
{
	struct buf waste;
	bool angle = false;

	buf_init(&waste, 1);
	for (; i < len; i++) {
		if (s[i] == '"')
			i = take_quoted(s, len, i, &waste, false);
		else if (s[i] == '(')
			i = take_comment(s, len, i, &waste);
		else if (s[i] == '<')
			angle = true;
		else if (s[i] == '>')
			angle = false;
		else if (!angle && (s[i] == ',' || s[i] == ';' || s[i] == ':'))
			break;
	}
	buf_release(&waste);
	return i < len ? i : len;
}

size_t
address_list(const char *text, size_t max,
    void (*take)(void *arg, const char *addr), void *arg)
{
	size_t len = strlen(text), n = 0;

	for (size_t at = 0; at < len && n < max;) {
		size_t end = list_member_end(text, len, at);
		struct buf name = BUF_INIT, addr = BUF_INIT;
		struct err e;

		if (end > at &&
		    mailbox_parse(text + at, end - at, &name, &addr, &e) == 0) {
			take(arg, addr.data);
			n++;
		}
		buf_release(&name);
		buf_release(&addr);
		at = end + 1;
	}
	return n;
}

int
address_detail(const char *addr, struct buf *detail)
{
	const char *at, *plus;

	if (!address_valid(addr) || addr[0] == '"')
		return 0;
	at = strrchr(addr, '@');
	plus = strchr(addr, '+');
	if (plus == NULL || plus > at || plus + 1 == at || plus == addr)
		return 0;
	buf_add(detail, plus + 1, (size_t)(at - plus - 1));
	return 1;
}

int
address_with_detail(const char *addr, const char *detail, struct buf *out)
{
	struct buf made = BUF_INIT;
	const char *at;
	int rc = -1;

	if (!address_valid(addr) || addr[0] == '"' || *detail == '\0')
		return -1;
	at = strrchr(addr, '@');
	buf_add(&made, addr, (size_t)(at - addr));
	buf_char(&made, '+');
	buf_str(&made, detail);
	buf_str(&made, at);
	if (address_valid(made.data)) {
		buf_add(out, made.data, made.len);
		rc = 0;
	}
	buf_release(&made);
	return rc;
}
