/* SPDX-License-Identifier: MIT */

/* "A or B or C": moves of which the first that can be made is. */

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "match/ahead.h"

/* Whether a move may begin here: a verb, or a number from a list. */
static bool
begins_move(const struct names *game, const char *at)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool yes;

	at += strspn(at, " \t");
	utf8_fold(at, strcspn(at, " \t"), &b);
	yes = isdigit((unsigned char)*at) ||
	    names_find(game, "verb", buf_text(&b), b.len, 3, &id) != NAME_NONE;
	buf_release(&b);
	return yes;
}

static bool
is_or(const struct names *desk, const struct names *game, const char *at,
    size_t len)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool yes;

	utf8_fold(at, len, &b);
	yes = strcmp(buf_text(&b), "or") == 0 ||
	    (names_find(desk, "or", buf_text(&b), b.len, 0, &id) ==
		    NAME_FOUND &&
		begins_move(game, at + len));
	buf_release(&b);
	return yes;
}

int
words_alternative(const struct names *desk, const struct names *game,
    const char **at, struct buf *out)
{
	const char *p = *at;

	buf_clear(out);
	for (;;) {
		size_t n;
		while (*p == ' ' || *p == '\t')
			p++;
		n = strcspn(p, " \t");
		if (n == 0 || is_or(desk, game, p, n)) {
			p += n;
			if (out->len || n == 0)
				break;
			continue;
		}
		if (out->len)
			buf_char(out, ' ');
		buf_add(out, p, n);
		p += n;
	}
	*at = p;
	return out->len > 0;
}
