/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_WELLFORMED_H
#define TESTS_TEXT_WELLFORMED_H

/* A small check of HTML as we write it: every element is closed in order but
 * the void ones, attributes are quoted, & begins a known entity, no stray <. */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct open_tags {
	char name[64][16];
	int depth;
};

static inline int
is_void(const char *name)
{
	return strstr(" meta br hr link ", name) != NULL;
}

/* Reads the tag behind `<`; returns behind its `>`, or NULL. */
static inline const char *
read_tag(const char *s, struct open_tags *open)
{
	char name[16] = " ";
	int closing = *s == '/';
	size_t n;

	s += closing;
	n = strspn(s, "abcdefghijklmnopqrstuvwxyz123456");
	if (n == 0 || n > 12)
		return NULL;
	memcpy(name + 1, s, n);
	memcpy(name + 1 + n, " ", 2);
	for (s += n; *s == ' ';) {
		s += 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyz");
		if (*s != '=' || s[1] != '"')
			return NULL;
		s += 2;
		s += strcspn(s, "\"<>");
		if (*s++ != '"')
			return NULL;
	}
	if (*s != '>')
		return NULL;
	if (closing) {
		if (!open->depth ||
		    strcmp(open->name[--open->depth], name) != 0)
			return NULL;
	} else if (!is_void(name)) {
		if (open->depth == 64)
			return NULL;
		memcpy(open->name[open->depth++], name, sizeof name);
	}
	return s + 1;
}

static inline int
wellformed(const char *html, char *why, size_t size)
{
	static const char doctype[] = "<!DOCTYPE html>";
	struct open_tags open = { .depth = 0 };
	const char *s = html, *next;

	if (strncmp(s, doctype, sizeof doctype - 1) == 0)
		s += sizeof doctype - 1;
	while (*s) {
		next = s + 1;
		if (*s == '<')
			next = read_tag(s + 1, &open);
		else if (*s == '&' && strncmp(s, "&amp;", 5) != 0 &&
		    strncmp(s, "&lt;", 4) != 0 && strncmp(s, "&gt;", 4) != 0 &&
		    strncmp(s, "&quot;", 6) != 0)
			next = NULL;
		else if (*s == '>')
			next = NULL;
		if (next == NULL) {
			snprintf(why, size, "at: %.60s", s);
			return -1;
		}
		s = next;
	}
	if (open.depth) {
		snprintf(why, size, "%d not closed", open.depth);
		return -1;
	}
	return 0;
}

#endif
