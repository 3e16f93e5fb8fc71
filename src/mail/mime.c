/* SPDX-License-Identifier: MIT */
#include "mail/mime.h"

#include <strings.h>

#include <libetpan/libetpan.h>

#include "mail/content.h"
#include "mail/header.h"

static void
lower_copy(char *to, size_t size, const char *from)
{
	size_t i = 0;

	for (; from != NULL && from[i] != '\0' && i + 1 < size; i++)
		to[i] = from[i] >= 'A' && from[i] <= 'Z' ?
		    (char)(from[i] - 'A' + 'a') :
		    from[i];
	to[i] = '\0';
}

static bool
is_text(const char *type)
{
	/* "Content-Type: text" is of old, and some programs send Markdown. */
	return strcmp(type, "text/plain") == 0 || strcmp(type, "text") == 0 ||
	    strcmp(type, "text/markdown") == 0;
}

static void
part_parameter(struct mime_part *p, const char *name, const char *value)
{
	if (strcmp(name, "charset") == 0)
		lower_copy(p->charset, sizeof p->charset, value);
	else if (strcmp(name, "boundary") == 0 &&
	    strlen(value) < sizeof p->boundary)
		memcpy(p->boundary, value, strlen(value) + 1);
	else if (strcmp(name, "method") == 0)
		lower_copy(p->method, sizeof p->method, value);
	else if (strcmp(name, "format") == 0)
		p->flowed = strcasecmp(value, "flowed") == 0;
	else if (strcmp(name, "delsp") == 0)
		p->delsp = strcasecmp(value, "yes") == 0;
	else if (strncmp(name, "name", 4) == 0)
		p->named = true; /* also name*, name*0 (RFC 2231) */
}

/* A field that cannot be read leaves the default, as RFC 2045 5.2 asks. */
static void
part_content_type(struct mime_part *p, const char *value)
{
	struct buf word = BUF_INIT, content = BUF_INIT;
	const char *at = content_head(value, &word), *slash;

	slash = strchr(buf_text(&word), '/');
	if (is_text(buf_text(&word))) {
		(void)snprintf(p->type, sizeof p->type, "text/plain");
	} else if (slash != NULL && slash > word.data && slash[1] != '\0') {
		lower_copy(p->type, sizeof p->type, word.data);
	} else {
		buf_release(&word);
		return;
	}
	while ((at = content_next(at, &word, &content)) != NULL)
		part_parameter(p, buf_text(&word), buf_text(&content));
	buf_release(&word);
	buf_release(&content);
}

/* Of two fields none is trusted, for another program may have read the other:
 * plain text, if that is what both say, else nothing to read. */
static void
part_content_again(struct mime_part *p, const char *value)
{
	struct mime_part second = { .type = "text/plain" };
	const char *type = "application/octet-stream";

	part_content_type(&second, value);
	if (is_text(p->type) && is_text(second.type))
		type = second.type;
	(void)snprintf(p->type, sizeof p->type, "%s", type);
	p->charset[0] = p->boundary[0] = p->method[0] = '\0';
	p->flowed = p->delsp = false;
	p->named |= second.named;
}

static void
part_disposition(struct mime_part *p, const char *value)
{
	struct buf word = BUF_INIT, content = BUF_INIT;
	const char *at = content_head(value, &word);

	p->attachment = strcmp(buf_text(&word), "attachment") == 0;
	while ((at = content_next(at, &word, &content)) != NULL)
		if (strncmp(buf_text(&word), "filename", 8) == 0)
			p->named = true;
	buf_release(&word);
	buf_release(&content);
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
	struct buf value = BUF_INIT;
	int types = 0;

	for (size_t at = 0; header_next(p->header, p->header_len, &at, &f);) {
		if (f.name_len < 12 || strncasecmp(f.name, "content-", 8) != 0)
			continue;
		buf_clear(&value);
		header_value(&f, &value);
		if (header_is(&f, "Content-Type") && types++ == 0)
			part_content_type(p, buf_text(&value));
		else if (header_is(&f, "Content-Type"))
			part_content_again(p, buf_text(&value));
		else if (header_is(&f, "Content-Transfer-Encoding"))
			part_encoding(p, buf_text(&value));
		else if (header_is(&f, "Content-Disposition"))
			part_disposition(p, buf_text(&value));
	}
	/* A text with a file's name is a file, wherever it is shown. */
	if (p->named && strncmp(p->type, "text/", 5) == 0)
		p->attachment = true;
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
	(void)snprintf(p->type, sizeof p->type, "%s",
	    parent >= 0 &&
		    strcmp(m->part[parent].type, "multipart/digest") == 0 ?
		"message/rfc822" :
		"text/plain");
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
	for (size_t at = 0; at < len && !m->too_deep;) {
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
mime_decode_text(enum mime_encoding encoding, const char *text, size_t size,
    bool in_header, struct buf *out)
{
	struct buf copy = BUF_INIT;
	char *bytes = NULL;
	size_t at = 0, len = 0;
	int rc;

	if (encoding == MIME_IDENTITY || size == 0) {
		buf_add(out, text, size);
		return;
	}
	/* The parsers read behind a bare CR at the end. */
	buf_add(&copy, text, size);
	buf_add(&copy, "\0", 2);
	if (encoding == MIME_BASE64)
		rc = mailmime_base64_body_parse(copy.data, size, &at, &bytes,
		    &len);
	else
		rc = mailmime_quoted_printable_body_parse(copy.data, size, &at,
		    &bytes, &len, in_header);
	if (rc == MAILIMF_NO_ERROR) {
		buf_add(out, bytes, len);
		mmap_string_unref(bytes);
	}
	buf_release(&copy);
}

void
mime_decode(const struct mime_part *p, struct buf *out)
{
	mime_decode_text(p->encoding, p->body, p->len, false, out);
}
