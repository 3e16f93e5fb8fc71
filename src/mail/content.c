/* SPDX-License-Identifier: MIT */
#include "mail/content.h"

/* Behind blanks, semicolons and comments, which may be nested. */
static const char *
skip(const char *s)
{
	int depth = 0;

	for (; *s != '\0'; s++) {
		if (*s == '(')
			depth++;
		else if (*s == ')' && depth > 0)
			depth--;
		else if (*s == '\\' && depth > 0 && s[1] != '\0')
			s++;
		else if (depth == 0 && *s != ' ' && *s != '\t' && *s != ';')
			break;
	}
	return s;
}

/* A word up to one of the signs, in lower case. */
static const char *
word(const char *s, const char *end, struct buf *out)
{
	for (; *s != '\0' && strchr(end, *s) == NULL; s++)
		buf_char(out, *s >= 'A' && *s <= 'Z' ? (char)(*s | 0x20) : *s);
	return s;
}

const char *
content_head(const char *value, struct buf *out)
{
	buf_clear(out);
	return word(skip(value), " \t;(", out);
}

static const char *
quoted(const char *s, struct buf *out)
{
	for (s++; *s != '\0' && *s != '"'; s++) {
		if (*s == '\\' && s[1] != '\0')
			s++;
		buf_char(out, *s);
	}
	return *s == '"' ? s + 1 : s;
}

/* Without quotes: to the semicolon, or to a blank. */
static const char *
plain(const char *s, struct buf *out)
{
	size_t n = strcspn(s, " \t;");

	buf_add(out, s, n);
	return s + n;
}

const char *
content_next(const char *at, struct buf *name, struct buf *value)
{
	for (;;) {
		at = skip(at);
		if (*at == '\0')
			return NULL;
		buf_clear(name);
		buf_clear(value);
		at = word(at, " \t;=", name);
		while (*at == ' ' || *at == '\t')
			at++;
		if (*at != '=')
			continue; /* a word without a value */
		do
			at++;
		while (*at == ' ' || *at == '\t');
		return *at == '"' ? quoted(at, value) : plain(at, value);
	}
}
