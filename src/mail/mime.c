/* SPDX-License-Identifier: MIT */
#include "mail/mime.h"

#include <strings.h>

#include <libetpan/libetpan.h>

#include "mail/header.h"

enum { COMMENT_DEPTH = 20, FIELD_MAX = 2048 };

static void
lower_copy(char *to, size_t size, const char *from)
{
	size_t i = 0;

	for (; from != NULL && from[i] != '\0' && i + 1 < size; i++)
		to[i] = from[i] >= 'A' && from[i] <= 'Z' ?
		    (char)(from[i] - 'A' + 'a') : from[i];
	to[i] = '\0';
}

/* The parser recurses in comments. */
static bool
comments_deep(const char *s)
{
	int depth = 0;

	for (; *s != '\0'; s++)
		if (*s == '(' && ++depth > COMMENT_DEPTH)
			return true;
	return false;
}

static const char *
major_type(const struct mailmime_type *t)
{
	static const char *const discrete[] = { "", "text", "image", "audio",
		"video", "application", "extension" };

	if (t->tp_type == MAILMIME_TYPE_COMPOSITE_TYPE)
		return t->tp_data.tp_composite_type->ct_type ==
		    MAILMIME_COMPOSITE_TYPE_MULTIPART ? "multipart" :
		    t->tp_data.tp_composite_type->ct_type ==
		    MAILMIME_COMPOSITE_TYPE_MESSAGE ? "message" : "extension";
	if (t->tp_type != MAILMIME_TYPE_DISCRETE_TYPE ||
	    t->tp_data.tp_discrete_type->dt_type < 0 ||
	    t->tp_data.tp_discrete_type->dt_type > 6)
		return "extension";
	return discrete[t->tp_data.tp_discrete_type->dt_type];
}

static void
part_parameters(struct mime_part *p, const struct mailmime_content *c)
{
	if (c->ct_parameters == NULL)
		return;
	for (clistiter *i = clist_begin(c->ct_parameters); i != NULL;
	    i = clist_next(i)) {
		const struct mailmime_parameter *par = clist_content(i);
		const char *name = par->pa_name, *value = par->pa_value;

		if (strcasecmp(name, "charset") == 0)
			lower_copy(p->charset, sizeof p->charset, value);
		else if (strcasecmp(name, "boundary") == 0 &&
		    strlen(value) < sizeof p->boundary)
			memcpy(p->boundary, value, strlen(value) + 1);
		else if (strcasecmp(name, "method") == 0)
			lower_copy(p->method, sizeof p->method, value);
		else if (strcasecmp(name, "format") == 0)
			p->flowed = strcasecmp(value, "flowed") == 0;
		else if (strcasecmp(name, "delsp") == 0)
			p->delsp = strcasecmp(value, "yes") == 0;
	}
}

/* A field that cannot be read leaves the default, as RFC 2045 5.2 asks. */
static void
part_content_type(struct mime_part *p, struct buf *value)
{
	struct mailmime_content *c = NULL;
	size_t at = 0, len = value->len;
	char major[16], sub[40];

	if (len == 0 || len > FIELD_MAX || comments_deep(value->data))
		return;
	buf_add(value, "\0", 2);
	if (mailmime_content_parse(value->data, len, &at, &c) !=
	    MAILIMF_NO_ERROR)
		return;
	lower_copy(major, sizeof major, major_type(c->ct_type));
	lower_copy(sub, sizeof sub, c->ct_subtype);
	(void)snprintf(p->type, sizeof p->type, "%s/%s", major, sub);
	/* "Content-Type: text" reads so, and some programs send Markdown. */
	if (strcmp(p->type, "text/unknown") == 0 ||
	    strcmp(p->type, "text/markdown") == 0)
		(void)snprintf(p->type, sizeof p->type, "text/plain");
	part_parameters(p, c);
	mailmime_content_free(c);
}

static void
part_encoding(struct mime_part *p, const char *value)
{
	if (strncasecmp(value, "base64", 6) == 0)
		p->encoding = MIME_BASE64;
	else if (strncasecmp(value, "quoted-printable", 16) == 0)
		p->encoding = MIME_QUOTED;
}

static void
part_header(struct mime_part *p)
{
	struct header_field f;
	struct buf value;

	buf_init(&value, FIELD_MAX + 16);
	for (size_t at = 0; header_next(p->header, p->header_len, &at, &f); ) {
		if (f.name_len < 12 || strncasecmp(f.name, "content-", 8) != 0)
			continue;
		buf_clear(&value);
		header_value(&f, &value);
		if (header_is(&f, "Content-Type"))
			part_content_type(p, &value);
		else if (header_is(&f, "Content-Transfer-Encoding"))
			part_encoding(p, buf_text(&value));
		else if (header_is(&f, "Content-Disposition"))
			p->attachment = strncasecmp(buf_text(&value),
			    "attachment", 10) == 0;
	}
	buf_release(&value);
}

static int
part_add(struct mime *m, int parent, const char *raw, size_t len)
{
	struct mime_part *p;

	if (m->n == MIME_PARTS) {
		m->too_deep = true;
		return -1;
	}
	p = &m->part[m->n];
	*p = (struct mime_part){ .parent = parent, .header = raw };
	(void)snprintf(p->type, sizeof p->type, "%s", parent >= 0 &&
	    strcmp(m->part[parent].type, "multipart/digest") == 0 ?
	    "message/rfc822" : "text/plain");
	p->header_len = header_length(raw, len);
	p->body = raw + p->header_len;
	p->len = len - p->header_len;
	part_header(p);
	return m->n++;
}

/* Is the line [at, end) a delimiter of this boundary: 1 between parts, 2 the
 * closing one, 0 no. Only blanks may follow. */
static int
delimiter(const char *raw, size_t at, size_t end, const char *boundary)
{
	size_t n = strlen(boundary);
	int kind = 1;

	if (end - at < n + 2 || raw[at] != '-' || raw[at + 1] != '-' ||
	    memcmp(raw + at + 2, boundary, n) != 0)
		return 0;
	at += n + 2;
	if (end - at >= 2 && raw[at] == '-' && raw[at + 1] == '-') {
		kind = 2;
		at += 2;
	}
	while (at < end && strchr(" \t\r\n", raw[at]) != NULL &&
	    raw[at] != '\0')
		at++;
	return at == end ? kind : 0;
}

/* The line end before a delimiter belongs to it. */
static size_t
without_line_end(const char *raw, size_t from, size_t to)
{
	if (to > from && raw[to - 1] == '\n')
		to--;
	if (to > from && raw[to - 1] == '\r')
		to--;
	return to;
}

static void split(struct mime *m, int index, int depth);

static void
child(struct mime *m, int parent, const char *raw, size_t len, int depth)
{
	int index = part_add(m, parent, raw, len);

	if (index >= 0 && strncmp(m->part[index].type, "multipart/", 10) == 0)
		split(m, index, depth);
}

/* Cuts the body of a multipart. A missing closing delimiter ends with it. */
static void
split(struct mime *m, int index, int depth)
{
	const char *raw = m->part[index].body, *boundary;
	size_t len = m->part[index].len, from = 0;
	bool open = false;

	boundary = m->part[index].boundary;
	if (*boundary == '\0')
		return;
	if (depth >= MIME_DEPTH) {
		m->too_deep = true;
		return;
	}
	for (size_t at = 0; at < len && !m->too_deep; ) {
		const char *nl = memchr(raw + at, '\n', len - at);
		size_t end = nl == NULL ? len : (size_t)(nl - raw) + 1;
		int kind = delimiter(raw, at, end, boundary);

		if (kind > 0 && open)
			child(m, index, raw + from,
			    without_line_end(raw, from, at) - from, depth + 1);
		if (kind == 2)
			return;
		if (kind == 1) {
			open = true;
			from = end;
		}
		at = end;
	}
	if (open && !m->too_deep)
		child(m, index, raw + from, len - from, depth + 1);
}

void
mime_parse(const char *raw, size_t len, struct mime *out)
{
	out->n = 0;
	out->too_deep = false;
	child(out, -1, raw, len, 0);
}

void
mime_decode(const struct mime_part *p, struct buf *out)
{
	struct buf copy = BUF_INIT;
	char *bytes = NULL;
	size_t at = 0, len = 0;
	int rc;

	if (p->encoding == MIME_IDENTITY || p->len == 0) {
		buf_add(out, p->body, p->len);
		return;
	}
	/* The parsers read behind a bare CR at the end. */
	buf_add(&copy, p->body, p->len);
	buf_add(&copy, "\0", 2);
	if (p->encoding == MIME_BASE64)
		rc = mailmime_base64_body_parse(copy.data, p->len, &at,
		    &bytes, &len);
	else
		rc = mailmime_quoted_printable_body_parse(copy.data, p->len,
		    &at, &bytes, &len, 0);
	if (rc == MAILIMF_NO_ERROR) {
		buf_add(out, bytes, len);
		mmap_string_unref(bytes);
	}
	buf_release(&copy);
}
