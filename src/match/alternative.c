/* SPDX-License-Identifier: MIT */

/* "A or B or C": moves of which the first that can be made is. */

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "match/ahead.h"

/* Whether a move may begin here: a number from a list, or a verb, which is cut
 * in the reader's language alone ("wit" is white in Dutch, and no withdrawal).
 */
static bool
begins_move(const struct names *game, const char *at, bool number)
{
	struct buf b = BUF_INIT;
	const char *id;
	int place;
	bool yes;

	at += strspn(at, " \t");
	utf8_fold(at, strcspn(at, " \t"), &b);
	yes = (number && isdigit((unsigned char)*at)) ||
	    (names_place(game, "verb", buf_text(&b), b.len, 3, &id, &place) !=
		    NAME_NONE &&
		place <= NAME_CUT(0) + 1);
	buf_release(&b);
	return yes;
}

static bool
is_or(const struct names *desk, const struct names *game, const char *at,
    size_t len)
{
	struct buf b = BUF_INIT;
	const char *id;
	int place;
	bool yes;

	/* "2 of 3" is a choice in Dutch alone. */
	utf8_fold(at, len, &b);
	yes = strcmp(buf_text(&b), "or") == 0 ||
	    (names_place(desk, "or", buf_text(&b), b.len, 0, &id, &place) ==
		    NAME_FOUND &&
		begins_move(game, at + len, place == 0));
	buf_release(&b);
	return yes;
}

/* Whether "or" is the letter of a code that was written apart: behind a verb
 * alone, "scarta o 10". */
static bool
is_code(const struct names *game, const struct buf *before, const char *at,
    size_t len)
{
	enum { MOST = 2 };
	const char *number = at + len + strspn(at + len, " \t");
	size_t digits = strspn(number, "0123456789");

	return len == 1 && digits > 0 && digits <= MOST &&
	    strchr(" \t.,;:!", number[digits]) != NULL && before->len > 0 &&
	    strchr(before->data, ' ') == NULL &&
	    begins_move(game, before->data, false);
}

int
words_alternative(const struct names *desk, const struct names *game,
    const char **at, struct buf *out)
{
	const char *p = *at;

	buf_clear(out);
	for (;;) {
		size_t n;
		bool or, code;

		while (*p == ' ' || *p == '\t')
			p++;
		n = strcspn(p, " \t");
		or = n > 0 && is_or(desk, game, p, n);
		code = or && is_code(game, out, p, n);
		if (n == 0 || (or &&!code)) {
			p += n;
			if (out->len || n == 0)
				break;
			continue;
		}
		if (out->len)
			buf_char(out, ' ');
		buf_add(out, p, n);
		p += n;
		if (code) { /* with its number */
			p += strspn(p, " \t");
			n = strcspn(p, " \t");
			buf_add(out, p, n);
			p += n;
		}
	}
	*at = p;
	return out->len > 0;
}
