/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <stdlib.h>

#include "base/mem.h"

void
json_init(struct json *j, struct buf *out)
{
	memset(j, 0, offsetof(struct json, member));
	j->out = out;
}

void
json_init_ear(struct json *j, const struct json_ear *ear)
{
	json_init(j, NULL);
	j->ear = ear;
}

/* A value that is heard: of a list it is counted, of nothing else told. */
static bool
json_heard(struct json *j)
{
	if (j->ear != NULL && j->depth == j->list && j->list > 0)
		j->members++;
	return j->ear != NULL;
}

static void
json_tell(const struct json *j, int64_t n)
{
	if (j->list == 0)
		j->ear->number(j->ear->ctx, j, n);
}

static bool
json_open_heard(struct json *j, bool list)
{
	if (!json_heard(j))
		return false;
	if (++j->depth >= JSON_DEPTH)
		abort();
	j->key[j->depth] = NULL;
	if (list && j->list == 0) {
		j->list = j->depth;
		j->members = 0;
	}
	return true;
}

static bool
json_close_heard(struct json *j)
{
	bool whole = j->list == j->depth;

	if (j->ear == NULL)
		return false;
	j->depth--;
	if (whole && j->list > 0) {
		j->list = 0;
		json_tell(j, j->members);
	}
	return true;
}

/* The comma before a value that is not the first of its array. */
static void
json_value(struct json *j)
{
	if (j->key[j->depth] != NULL)
		return; /* json_key has written it */
	if (j->comma[j->depth])
		buf_char(j->out, ',');
	j->comma[j->depth] = true;
}

static void
json_open(struct json *j, char bracket)
{
	if (json_open_heard(j, bracket == '['))
		return;
	json_value(j);
	buf_char(j->out, bracket);
	if (++j->depth >= JSON_DEPTH)
		abort();
	j->key[j->depth] = NULL;
	j->comma[j->depth] = false;
	j->mixed[j->depth] = false;
	j->first[j->depth] = j->members;
}

static void
json_close(struct json *j, char bracket)
{
	if (json_close_heard(j))
		return;
	if (j->depth-- == 0)
		abort();
	buf_char(j->out, bracket);
}

void
json_object(struct json *j)
{
	json_open(j, '{');
}

/* Keys are ids: no byte of one is escaped or below the quotation mark. */
static int
member_order(const char *text, const struct json_member *x,
    const struct json_member *y)
{
	int order = (unsigned char)text[x->at + 1] -
	    (unsigned char)text[y->at + 1];

	if (order == 0) /* the quotation mark behind, too */
		order = memcmp(text + x->at + 1, text + y->at + 1,
		    (x->key < y->key ? x->key : y->key) + 1);

	if (order == 0)
		abort(); /* the same key twice: a bug */
	return order;
}

/* Most keys stand near their place. */
static void
order_members(const char *text, struct json_member *m, int n)
{
	for (int i = 1; i < n; i++) {
		struct json_member one = m[i];
		int low = 0, high = i;

		if (member_order(text, &m[i - 1], &one) < 0)
			continue;
		while (low < high) {
			int mid = (low + high) / 2;

			if (member_order(text, &m[mid], &one) < 0)
				low = mid + 1;
			else
				high = mid;
		}
		memmove(&m[low + 1], &m[low], (size_t)(i - low) * sizeof *m);
		m[low] = one;
	}
}

static void
json_sort(struct json *j)
{
	struct json_member *m = &j->member[j->first[j->depth]];
	int n = j->members - j->first[j->depth];
	size_t start = m->at, len = j->out->len - start;
	char room[512], *copy = len <= sizeof room ? room : mem_alloc(len);
	char *to = j->out->data + start;

	for (int i = 0; i < n; i++) {
		m[i].len = (i + 1 < n ? m[i + 1].at - 1 : j->out->len) -
		    m[i].at;
		m[i].key = strcspn(j->out->data + m[i].at + 1, "\"");
	}
	order_members(j->out->data, m, n);
	memcpy(copy, to, len);
	for (int i = 0; i < n; i++) {
		if (i > 0)
			*to++ = ',';
		memcpy(to, copy + m[i].at - start, m[i].len);
		to += m[i].len;
	}
	if (copy != room)
		free(copy);
}

void
json_object_end(struct json *j)
{
	if (j->ear == NULL) {
		if (j->mixed[j->depth] && !j->out->overflow)
			json_sort(j);
		j->members = j->first[j->depth];
	}
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
	case '\b':
		return 'b';
	case '\f':
		return 'f';
	case '\n':
		return 'n';
	case '\r':
		return 'r';
	case '\t':
		return 't';
	case '"':
	case '\\':
		return (char)c;
	default:
		return c < 0x20 ? 'u' : 0;
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
	char *p;

	while ((unsigned char)s[len] >= 0x20 && s[len] != '"' && s[len] != '\\')
		len++;
	if (s[len] != '\0') {
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
	if (j->ear != NULL) {
		j->key[j->depth] = key;
		return;
	}
	if (before != NULL && (unsigned char)*before >= (unsigned char)*key)
		j->mixed[j->depth] |= strcmp(before, key) >= 0;
	j->key[j->depth] = key;
	if (j->members == JSON_MEMBERS)
		abort();
	j->member[j->members++].at = j->out->len + (before != NULL);
	json_quoted(j, before != NULL ? ',' : '\0', key, ':');
}

void
json_int(struct json *j, int64_t n)
{
	if (json_heard(j)) {
		json_tell(j, n);
		return;
	}
	json_value(j);
	buf_int(j->out, n);
}

void
json_str(struct json *j, const char *s)
{
	if (json_heard(j))
		return;
	json_value(j);
	if (s == NULL)
		buf_str(j->out, "null");
	else
		json_quoted(j, '\0', s, '\0');
}

void
json_bool(struct json *j, bool b)
{
	if (json_heard(j))
		return;
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

void
json_kobject(struct json *j, const char *key)
{
	json_key(j, key);
	json_object(j);
}

void
json_karray(struct json *j, const char *key)
{
	json_key(j, key);
	json_array(j);
}
