/* SPDX-License-Identifier: MIT */
#include "log/stream.h"

#include <stdlib.h>

#include "base/err.h"

static const char mark[] = "%turnlog ";

void
log_stream_open(struct log_stream *s, const char *text, size_t len)
{
	*s = (struct log_stream){ .at = text, .end = text + len, .line = -1 };
}

static bool
begins(const char *at, const char *end)
{
	return (size_t)(end - at) >= sizeof mark - 1 &&
	    memcmp(at, mark, sizeof mark - 1) == 0;
}

/* Where a line is a comment or blank; also behind a byte order mark. */
static bool
is_aside(const char *at, const char *end)
{
	if (end - at > 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
		at += 3;
	return at < end && strchr(";\r\n", *at) != NULL && *at != '\0';
}

bool
log_stream_next(struct log_stream *s, struct slice *log, int *before)
{
	const char *from = s->at, *lf;
	bool asides = is_aside(from, s->end); /* and nothing else yet */

	if (s->line >= 0 && s->at == s->end)
		return false;
	s->line = s->line < 0 ? 0 : s->line;
	*before = s->line;
	while ((lf = memchr(s->at, '\n', (size_t)(s->end - s->at))) != NULL) {
		s->at = lf + 1;
		s->line++;
		if (begins(s->at, s->end) && !asides)
			break;
		asides = asides && is_aside(s->at, s->end);
	}
	if (lf == NULL)
		s->at = s->end;
	*log = (struct slice){ from, (size_t)(s->at - from) };
	return true;
}

bool
log_stream_more(const struct log_stream *s)
{
	return s->at < s->end;
}

void
log_stream_line(int before, struct err *e)
{
	struct err was = *e;
	char *rest;
	long line = strtol(was.text, &rest, 10);

	if (before > 0 && rest > was.text && *rest == ':')
		(void)err_set(e, was.kind, "%ld%s", line + before, rest);
}
