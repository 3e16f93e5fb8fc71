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
