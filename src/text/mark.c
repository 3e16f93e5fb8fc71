/* SPDX-License-Identifier: MIT */
#include "text/markdown.h"

#include <string.h>

/* Bytes of the first paragraph. */
static size_t
paragraph(const char *md)
{
	const char *end = strstr(md, "\n\n");

	return end != NULL ? (size_t)(end - md) : strcspn(md, "");
}

/* Where a clause ends, and the sentence with the first stop: not what people
 * wrote, whose stops are escaped, but in code (text/escape.c). */
static bool
clause_ends(const char *at, size_t len, size_t i)
{
	return strchr(".!?:;,", at[i]) != NULL && at[i - 1] != '\\' &&
	    (i + 1 == len || strchr(" \n*", at[i + 1]) != NULL);
}

/* How deep in quotes the text is behind byte i, that deep before it. */
static int
quoted(const char *at, size_t i, int deep)
{
	if (at[i] == '"')
		return !deep;
	if (strncmp(at + i, "\xC2\xAB", 2) == 0)
		return deep + 1;
	return strncmp(at + i, "\xC2\xBB", 2) == 0 && deep > 0 ? deep - 1 :
								 deep;
}

/* Behind the last clause of the first sentence that leaves room for the mark
 * in the first line: whatever is done to a copy, no line of it stands above
 * the mark. Not amid words that are quoted, nor in a list behind a colon. */
static size_t
place(const char *at, size_t len, size_t mark)
{
	enum { LINE = 68 };
	bool code = *at == '`', list = false;
	int quote = quoted(at, 0, 0);
	size_t found = 0;

	for (size_t i = 1; i < len; i++) {
		code ^= at[i] == '`' && at[i - 1] != '\\';
		quote = quoted(at, i, quote);
		if (code || quote > 0 || !clause_ends(at, len, i) ||
		    (list && at[i] == ','))
			continue;
		list = list || at[i] == ':';
		if (found > 0 && i + mark > LINE)
			return found;
		found = i;
		if (strchr(",;:", at[i]) == NULL)
			return found;
	}
	return found > 0 ? found : len;
}

/* A heading is one line; what of it is no name stands in emphasis, at its end:
 * the mark is of that. */
static void
mark_heading(struct buf *out, const char *line, size_t len, const char *mark)
{
	bool more = line[len - 1] == '*';

	buf_add(out, line, len - more);
	buf_printf(out, more ? " (%s)*" : " *(%s)*", mark);
}

void
texts_mark(struct buf *md, const char *mark)
{
	struct buf out = BUF_INIT;
	const char *text = buf_text(md), *first = text + strspn(text, "\n");
	size_t len;

	buf_add(&out, text, (size_t)(first - text));
	if (*first == '#') {
		len = strcspn(first, "\n");
		mark_heading(&out, first, len, mark);
	} else {
		len = place(first, paragraph(first), strlen(mark) + 3);
		buf_add(&out, first, len);
		buf_printf(&out, " (%s)", mark);
	}
	buf_str(&out, first + len);
	buf_release(md);
	*md = out;
}
