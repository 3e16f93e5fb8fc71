/* SPDX-License-Identifier: MIT */
#include "mail/header.h"

#include <strings.h>

enum { VALUE_MAX = 8192 };

/* Start of the line after the one at `at`. */
static size_t
line_end(const char *raw, size_t len, size_t at)
{
	const char *nl = memchr(raw + at, '\n', len - at);

	return nl == NULL ? len : (size_t)(nl - raw) + 1;
}

static bool
line_empty(const char *raw, size_t from, size_t to)
{
	return to > from &&
	    (raw[from] == '\n' || (raw[from] == '\r' && to == from + 2));
}

size_t
header_length(const char *raw, size_t len)
{
	for (size_t at = 0; at < len;) {
		size_t next = line_end(raw, len, at);

		if (line_empty(raw, at, next))
			return next;
		at = next;
	}
	return len;
}

/* A field's name at the start of a line: its length, 0 if it has none. */
static size_t
name_length(const char *s, size_t len, size_t *colon)
{
	size_t n = 0;

	while (n < len && s[n] > ' ' && s[n] < 0x7f && s[n] != ':')
		n++;
	*colon = n;
	while (*colon < len && (s[*colon] == ' ' || s[*colon] == '\t'))
		++*colon;
	return *colon < len && s[*colon] == ':' ? n : 0;
}

bool
header_next(const char *raw, size_t len, size_t *at, struct header_field *out)
{
	while (*at < len) {
		size_t from = *at, next = line_end(raw, len, from), colon;
		size_t n = name_length(raw + from, next - from, &colon);

		while (next < len && (raw[next] == ' ' || raw[next] == '\t'))
			next = line_end(raw, len, next);
		*at = next;
		if (n == 0)
			continue;
		out->name = raw + from;
		out->name_len = n;
		out->spaced = colon > n;
		out->value = raw + from + colon + 1;
		while (next > from + colon + 1 &&
		    (raw[next - 1] == '\n' || raw[next - 1] == '\r'))
			next--;
		out->len = (size_t)(raw + next - out->value);
		return true;
	}
	return false;
}

bool
header_is(const struct header_field *f, const char *name)
{
	size_t n = strlen(name);

	return f->name_len == n && strncasecmp(f->name, name, n) == 0;
}

void
header_value(const struct header_field *f, struct buf *out)
{
	const char *s = f->value;
	size_t len = f->len;

	while (len > 0 && (unsigned char)*s <= ' ') {
		s++;
		len--;
	}
	while (len > 0 && (unsigned char)s[len - 1] <= ' ')
		len--;
	if (len > VALUE_MAX)
		len = VALUE_MAX;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '\r' || c == '\n')
			continue; /* the blank that follows stays */
		buf_char(out, c < ' ' || c == 0x7f ? ' ' : s[i]);
	}
}

bool
header_find(const char *raw, size_t len, const char *name, struct buf *out)
{
	struct header_field f;

	for (size_t at = 0; header_next(raw, len, &at, &f);)
		if (header_is(&f, name)) {
			header_value(&f, out);
			return true;
		}
	return false;
}
