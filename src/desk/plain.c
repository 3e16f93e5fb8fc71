/* SPDX-License-Identifier: MIT */

/* A line without what carries no meaning around a number, a move or a command:
 * "I take number 2, please." is 2. What words those are words.json says; a line
 * with more to it stays as it is. */

#include <ctype.h>

#include "base/slice.h"
#include "base/utf8.h"
#include "desk/command.h"

enum { TOKENS_MAX = 48, FILLER_WORDS = 3 };

/* Around a word, and behind it. Quotes stand around numbers alone: our own
 * mails put the words of commands into them, and are no orders. */
#define OPENS "*_([{"
#define CLOSES "*_)]}.,:;!"
#define QUOTES "\"'"

struct plain {
	const struct job *j;
	struct slice token[TOKENS_MAX]; /* of the line */
	int n;
};

static void
cut(struct plain *p, const char *at, size_t len)
{
	const char *end = at + len;

	while (at < end) {
		size_t n = 0;

		while (at + n < end && !isspace((unsigned char)at[n]))
			n++;
		if (n && p->n == TOKENS_MAX) {
			p->n = 0; /* too long to be one */
			return;
		}
		if (n)
			p->token[p->n++] = (struct slice){ at, n };
		at += n ? n : 1;
	}
}

/* Bytes of a sign at the beginning, or the end, of a word: ASCII ones that are
 * listed, and quotes of print. */
static size_t
sign(struct slice t, const char *signs, bool behind)
{
	const char *s = behind ? t.at + t.len - 1 : t.at;

	if (t.len && strchr(signs, *s) != NULL)
		return 1;
	if (strchr(signs, '"') == NULL)
		return 0;
	s = behind && t.len >= 3 ? s - 2 : t.at;
	return t.len >= 3 && memcmp(s, "\xE2\x80", 2) == 0 &&
		(unsigned char)s[2] >= 0x98 && (unsigned char)s[2] <= 0x9f ?
	    3 :
	    0;
}

/* What stands between such signs. */
static struct slice
between(struct slice t, const char *opens, const char *closes)
{
	size_t n;

	while ((n = sign(t, opens, false)) > 0)
		t.at += n, t.len -= n;
	while ((n = sign(t, closes, true)) > 0)
		t.len -= n;
	return t;
}

static struct slice
bare(struct slice t)
{
	return between(t, OPENS, CLOSES);
}

/* Looks a word up, folded. */
static bool
is_name(const struct names *names, const char *kind, struct slice t,
    const char **id)
{
	struct buf word = BUF_INIT;
	bool yes;

	utf8_fold(t.at, t.len, &word);
	yes = names_find(names, kind, buf_text(&word), word.len, 0, id) ==
	    NAME_FOUND;
	buf_release(&word);
	return yes;
}

/* Digits with no more than one sign of a list behind them, and "#" before. */
static bool
is_number(struct slice t)
{
	size_t n = 0;

	t = between(t, OPENS QUOTES "#", "");
	while (n < t.len && isdigit((unsigned char)t.at[n]))
		n++;
	if (n == 0 || n > 4)
		return false;
	t.at += n;
	t.len -= n;
	t = between(t, "*_)]}" QUOTES, "");
	return t.len == 0 || (t.len == 1 && strchr(".,:;!)", *t.at) != NULL);
}

/* What carries no meaning: POLITE anywhere ("thanks"), PRONOUN before a move
 * too ("I"), NUMBER before a number alone ("option"). */
enum filler { POLITE, PRONOUN, NUMBER };

static bool
is_filler(const struct plain *p, struct slice word, enum filler most)
{
	const char *id;

	return is_name(p->j->words, "filler", word, &id) &&
	    (most == NUMBER || strcmp(id, "polite") == 0 ||
		(most == PRONOUN && strcmp(id, "pronoun") == 0));
}

/* How many words from i on are such a one ("thank you"): 0 none. back: up to
 * i. */
static int
filler(const struct plain *p, int i, bool back, enum filler most)
{
	for (int n = FILLER_WORDS; n > 0; n--) {
		int from = back ? i - n + 1 : i;
		struct buf word = BUF_INIT;
		bool yes;

		if (from < 0 || from + n > p->n)
			continue;
		for (int k = from; k < from + n; k++) {
			struct slice t = bare(p->token[k]);

			buf_printf(&word, "%s%.*s", k > from ? "-" : "",
			    (int)t.len, t.at);
		}
		yes = is_filler(p, (struct slice){ buf_text(&word), word.len },
		    most);
		/* "No. 2" is a number, "no, 2" may be anything. */
		if (n == 1 && !yes)
			yes = is_filler(p, p->token[i], most);
		buf_release(&word);
		if (yes)
			return n;
	}
	return 0;
}

/* "-", "*" and "#" alone; and a stop that stands alone. */
static bool
is_sign(struct slice t)
{
	return t.len == 1 && strchr("-*#.,:!", *t.at) != NULL;
}

static bool
is_verb(const struct plain *p, struct slice t)
{
	const char *id;

	return is_name(p->j->game_words, "verb", bare(t), &id);
}

/* A word that asks for something by itself. */
static bool
is_command(const struct plain *p, struct slice t)
{
	const char *id;

	return is_name(p->j->words, "command", bare(t), &id);
}

/* Tokens from..to-1 as they stand in the line, without what stands around them
 * and the stop of a sentence; of a number alone its digits. */
static void
join(const struct plain *p, int from, int to, struct buf *out)
{
	const char *at = p->token[from].at;
	const struct slice *last = &p->token[to - 1];
	struct slice all = { at, (size_t)(last->at + last->len - at) };
	struct slice open = between(all, OPENS "#", "");
	bool number = is_number(p->token[from]);

	if (number)
		all = to > from + 1 ?
		    open :
		    between(all, OPENS QUOTES "#", CLOSES QUOTES);
	else
		all = between(open, "",
		    open.len < all.len || to == from + 1 ? CLOSES : ".,;:!");
	buf_add(out, all.at, all.len);
}

/* What stands between words of no meaning, tokens [*from, *to). A verb of the
 * game is one before all else. */
static void
strip(const struct plain *p, enum filler most, int *from, int *to)
{
	int n = 1;

	while (*from < *to && n) {
		n = is_sign(p->token[*from]) ? 1 :
					       filler(p, *from, false, most);
		if (n && is_verb(p, p->token[*from + n - 1])) {
			*from += n - 1;
			break;
		}
		*from += n;
	}
	n = 1;
	while (*from < *to && n) {
		n = is_sign(p->token[*to - 1]) ?
		    1 :
		    filler(p, *to - 1, true, POLITE);
		*to -= *to - n < *from ? *to - *from : n;
	}
}

/* A verb of the game with what follows, or a command alone. */
static bool
asks(const struct plain *p, int from, int to)
{
	return from < to &&
	    (is_verb(p, p->token[from]) ||
		(to == from + 1 && is_command(p, p->token[from])));
}

void
plain_line(const struct job *j, const char *at, size_t len, struct buf *out)
{
	struct plain p = { .j = j };
	int from = 0, to;

	/* Who asks does not tell. */
	if (memchr(at, '?', len) == NULL)
		cut(&p, at, len);
	to = p.n;
	strip(&p, NUMBER, &from, &to);
	if (from >= to || !is_number(p.token[from])) {
		from = 0;
		to = p.n;
		strip(&p, PRONOUN, &from, &to);
		if (!asks(&p, from, to))
			from = to;
	}
	if (from < to)
		join(&p, from, to, out);
	else
		buf_add(out, at, len);
}
