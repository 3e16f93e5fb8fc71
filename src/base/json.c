/* SPDX-License-Identifier: MIT */
#include "base/json.h"

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

void
json_object_end(struct json *j)
{
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

static void
json_quoted(struct json *j, const char *s)
{
	static const char hex[] = "0123456789abcdef";
	const char *from = s;

	buf_char(j->out, '"');
	for (; *s != '\0'; s++) {
		unsigned char c = (unsigned char)*s;

		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		buf_add(j->out, from, (size_t)(s - from));
		from = s + 1;
		buf_char(j->out, '\\');
		switch (c) {
		case '\b': buf_char(j->out, 'b'); break;
		case '\f': buf_char(j->out, 'f'); break;
		case '\n': buf_char(j->out, 'n'); break;
		case '\r': buf_char(j->out, 'r'); break;
		case '\t': buf_char(j->out, 't'); break;
		case '"': case '\\': buf_char(j->out, (char)c); break;
		default:
			buf_str(j->out, "u00");
			buf_char(j->out, hex[c >> 4]);
			buf_char(j->out, hex[c & 15]);
		}
	}
	buf_add(j->out, from, (size_t)(s - from));
	buf_char(j->out, '"');
}

void
json_key(struct json *j, const char *key)
{
	const char *before = j->key[j->depth];

	if (j->depth == 0 || (before != NULL && strcmp(before, key) >= 0))
		abort();                 /* keys out of order: a bug */
	if (before != NULL)
		buf_char(j->out, ',');
	j->key[j->depth] = key;
	json_quoted(j, key);
	buf_char(j->out, ':');
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
		json_quoted(j, s);
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
