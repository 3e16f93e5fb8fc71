/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <stdlib.h>

#include "base/mem.h"

void
json_init(struct json *j, struct buf *out)
{
	memset(j, 0, sizeof *j);
	j->out = out;
}

/* The comma before a value that is not the first of its array. */
static void
json_value(struct json *j)
{
	if (j->key[j->depth] != NULL)
		return;                  /* json_key has written it */
	if (j->comma[j->depth])
		buf_char(j->out, ',');
	j->comma[j->depth] = true;
}

static void
json_open(struct json *j, char bracket)
{
	json_value(j);
	buf_char(j->out, bracket);
	if (++j->depth >= JSON_DEPTH)
		abort();
	j->key[j->depth] = NULL;
	j->comma[j->depth] = false;
	j->mixed[j->depth] = false;
	j->start[j->depth] = j->out->len;
}

static void
json_close(struct json *j, char bracket)
{
	if (j->depth-- == 0)
		abort();
	buf_char(j->out, bracket);
}

void
json_object(struct json *j)
{
	json_open(j, '{');
}

/* A member as it is written: "key":value. */
struct member {
	const char *at;
	size_t len, key;
};

/* Keys are ids: no byte of one is escaped or below the quotation mark. */
static int
member_order(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = memcmp(x->at, y->at, x->key < y->key ? x->key : y->key);

	if (order == 0)
		abort();                 /* the same key twice: a bug */
	return order;
}

/* Behind the string that begins here. */
static const char *
string_end(const char *at)
{
	while (*++at != '"')
		if (*at == '\\')
			at++;
	return at + 1;
}

/* The member that begins here, up to the comma or the end behind it. */
static struct member
member_at(const char *at, const char *end)
{
	struct member m = { .at = at };
	const char *c = string_end(at);
	int depth = 0;

	m.key = (size_t)(c - at);
	while (c < end && (depth > 0 || *c != ',')) {
		depth += *c == '{' || *c == '[';
		depth -= *c == '}' || *c == ']';
		c = *c == '"' ? string_end(c) : c + 1;
	}
	m.len = (size_t)(c - at);
	return m;
}

static void
json_sort(struct json *j)
{
	size_t start = j->start[j->depth], len = j->out->len - start;
	char *copy = mem_ndup(j->out->data + start, len);
	const char *at = copy, *end = copy + len;
	struct member m[JSON_SORTED];
	size_t n = 0;

	while (at < end) {
		if (n == JSON_SORTED)
			abort();
		m[n] = member_at(at, end);
		at += m[n++].len + 1;
	}
	qsort(m, n, sizeof *m, member_order);
	buf_truncate(j->out, start);
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			buf_char(j->out, ',');
		buf_add(j->out, m[i].at, m[i].len);
	}
	free(copy);
}

void
json_object_end(struct json *j)
{
	if (j->mixed[j->depth] && !j->out->overflow)
		json_sort(j);
	json_close(j, '}');
}

void
json_array(struct json *j)
{
	json_open(j, '[');
}

void
json_array_end(struct json *j)
{
	json_close(j, ']');
}

/* What stands after the backslash, or 0: the byte stands for itself. */
static char
json_escape(unsigned char c)
{
	switch (c) {
	case '\b': return 'b';
	case '\f': return 'f';
	case '\n': return 'n';
	case '\r': return 'r';
	case '\t': return 't';
	case '"': case '\\': return (char)c;
	default: return c < 0x20 ? 'u' : 0;
	}
}

static void
json_escaped(struct json *j, const char *s)
{
	static const char hex[] = "0123456789abcdef";

	buf_char(j->out, '"');
	for (; *s != '\0'; s++) {
		unsigned char c = (unsigned char)*s;
		char escape = json_escape(c);

		if (escape != 0)
			buf_char(j->out, '\\');
		buf_char(j->out, escape != 0 ? escape : *s);
		if (escape == 'u') {
			buf_str(j->out, "00");
			buf_char(j->out, hex[c >> 4]);
			buf_char(j->out, hex[c & 15]);
		}
	}
	buf_char(j->out, '"');
}

/* Writes before, the quoted string and after; a NUL before or after is not
 * written. Nearly all strings need no escape and are copied whole. */
static void
json_quoted(struct json *j, char before, const char *s, char after)
{
	size_t len = 0;
	bool plain = true;
	char *p;

	for (; s[len] != '\0'; len++) {
		unsigned char c = (unsigned char)s[len];

		plain &= c >= 0x20 && c != '"' && c != '\\';
	}
	if (!plain) {
		if (before != '\0')
			buf_char(j->out, before);
		json_escaped(j, s);
		if (after != '\0')
			buf_char(j->out, after);
		return;
	}
	p = buf_extend(j->out, len + 2 + (before != '\0') + (after != '\0'));
	if (p == NULL)
		return;
	if (before != '\0')
		*p++ = before;
	*p++ = '"';
	memcpy(p, s, len);
	p[len] = '"';
	if (after != '\0')
		p[len + 1] = after;
}

void
json_key(struct json *j, const char *key)
{
	const char *before = j->key[j->depth];

	if (j->depth == 0)
		abort();
	j->mixed[j->depth] |= before != NULL && strcmp(before, key) >= 0;
	j->key[j->depth] = key;
	json_quoted(j, before != NULL ? ',' : '\0', key, ':');
}

void
json_int(struct json *j, int64_t n)
{
	json_value(j);
	buf_int(j->out, n);
}

void
json_str(struct json *j, const char *s)
{
	json_value(j);
	if (s == NULL)
		buf_str(j->out, "null");
	else
		json_quoted(j, '\0', s, '\0');
}

void
json_bool(struct json *j, bool b)
{
	json_value(j);
	buf_str(j->out, b ? "true" : "false");
}

void
json_null(struct json *j)
{
	json_str(j, NULL);
}

void
json_kint(struct json *j, const char *key, int64_t n)
{
	json_key(j, key);
	json_int(j, n);
}

void
json_kstr(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_str(j, s);
}

void
json_kbool(struct json *j, const char *key, bool b)
{
	json_key(j, key);
	json_bool(j, b);
}
