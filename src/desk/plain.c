/* SPDX-License-Identifier: MIT */

/* A line without what carries no meaning around a number, a move or a command:
 * "I take number 2, please." is 2. What words those are words.json says; a line
 * with more to it stays as it is. A verb may have another form, or stand at the
 * end, as our own lists have it in Dutch: "Ten Haff charteren". */

#include <ctype.h>

#include "base/slice.h"
#include "base/utf8.h"
#include "desk/command.h"

enum { TOKENS_MAX = 48, FILLER_WORDS = 4 };

/* Around a word, and behind it. Quotes stand around numbers alone: our own
 * mails put the words of commands into them, and are no orders. */
#define OPENS "*_([{"
#define CLOSES "*_)]}.,:;!"
#define QUOTES "\"'"

struct plain {
	const struct job *j;
	struct slice token[TOKENS_MAX]; /* of the line */
	int n;
	bool chat; /* some of it was */
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

/* Bytes of a letter that is a sign, no word: bullets, arrows, stars, pictures
 * (from U+2010 on, without what stands for money), 0 if it is another. */
static size_t
picture(const char *s, size_t len)
{
	const unsigned char *u = (const unsigned char *)s;

	if (len >= 4 && u[0] == 0xf0)
		return 4;
	return len >= 3 && u[0] == 0xe2 && !(u[1] == 0x82 && u[2] >= 0xa0) ? 3 :
									     0;
}

/* Bytes of a sign at the beginning, or the end, of a word: ASCII ones that are
 * listed, and with quotes also those of print and pictures. */
static size_t
sign(struct slice t, const char *signs, bool behind)
{
	const char *s = behind ? t.at + t.len - 1 : t.at;
	size_t n;

	if (t.len && strchr(signs, *s) != NULL)
		return 1;
	if (strchr(signs, '"') == NULL)
		return 0;
	for (n = t.len < 4 ? t.len : 4; n > 1; n--) {
		s = behind ? t.at + t.len - n : t.at;
		if (picture(s, n) == n ||
		    (n == 2 &&
			memcmp(s, behind ? "\xC2\xBB" : "\xC2\xAB", 2) == 0))
			return n;
	}
	return 0;
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

/* Digits between signs, as people set a number apart: "#2", "(2)", "2!!". out:
 * the digits. */
static bool
is_number(struct slice t, struct slice *out)
{
	size_t n = 0;

	t = between(t, OPENS QUOTES "#=", CLOSES QUOTES);
	while (n < t.len && isdigit((unsigned char)t.at[n]))
		n++;
	*out = t;
	return n > 0 && n <= 4 && n == t.len;
}

/* What carries no meaning: POLITE anywhere ("thanks"), CHAT before a number or
 * what reads as a move ("hello"), PRONOUN before a move ("I"), NUMBER
 * before a number alone ("option"). */
enum filler { POLITE, CHAT, PRONOUN, NUMBER };

static bool
is_filler(const struct plain *p, struct slice word, enum filler most,
    bool *chat)
{
	static const char *const ids[] = { "polite", "chat", "pronoun",
		"number" };
	const char *id;

	if (!is_name(p->j->words, "filler", word, &id))
		return false;
	*chat = *chat || strcmp(id, "chat") == 0;
	/* "I am done", but "I am number 2". */
	if (strcmp(id, "being") == 0)
		return most == PRONOUN;
	for (int i = 0; i <= (int)most; i++)
		if (strcmp(id, ids[i]) == 0)
			return true;
	return false;
}

/* How many words from i on are such a one ("thank you"): 0 none. back: up to
 * i. */
static int
filler(struct plain *p, int i, bool back, enum filler most)
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
		    most, &p->chat);
		/* "No. 2" is a number, "no, 2" may be anything. */
		if (n == 1 && !yes)
			yes = is_filler(p, p->token[i], most, &p->chat);
		buf_release(&word);
		if (yes)
			return n;
	}
	return 0;
}

/* Signs alone, and faces made of them. */
static bool
is_sign(struct slice t)
{
	if (t.len >= 2 && t.len <= 3 && strchr(":;=", *t.at) != NULL &&
	    strchr("DPpdb)(|/*", t.at[t.len - 1]) != NULL)
		return true;
	while (t.len) {
		size_t n = strchr("-*#.,:;!=>_()[]\"'", *t.at) != NULL ?
		    1 :
		    picture(t.at, t.len);

		if (n == 0)
			return false;
		t.at += n;
		t.len -= n;
	}
	return true;
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
	struct slice open = between(all, OPENS "#", ""), digits;

	if (is_number(p->token[from], &digits))
		all = to > from + 1 ? open : digits;
	else
		all = between(open, "",
		    open.len < all.len || to == from + 1 ? CLOSES : ".,;:!");
	buf_add(out, all.at, all.len);
}

/* What stands between words of no meaning, tokens [*from, *to). A verb of the
 * game is one before all else. */
static void
strip(struct plain *p, enum filler most, int *from, int *to)
{
	int n = 1;

	p->chat = false;

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

/* A verb of the game with what follows, or a command alone; behind chat, only
 * what reads as a move. */
static bool
asks(const struct plain *p, int from, int to)
{
	struct buf said = BUF_INIT;
	bool yes;

	if (from >= to)
		return false;
	if (!p->chat)
		return is_verb(p, p->token[from]) ||
		    (to == from + 1 && is_command(p, p->token[from]));
	join(p, from, to, &said);
	yes = is_verb(p, p->token[from]) && job_reads(p->j, buf_text(&said));
	buf_release(&said);
	return yes;
}

/* The verb that a word is, as it is written or as people say it ("volo", "to
 * sail"); NULL. */
static const char *
spoken_verb(const struct plain *p, struct slice t)
{
	const char *id;

	return is_name(p->j->game_words, "verb", bare(t), &id) ||
		is_name(p->j->game_words, "said", bare(t), &id) ?
	    id :
	    NULL;
}

/* A move with its verb in another form, or at the end. What is none as it is
 * said is prose: these words are too common to be refused. */
static bool
spoken(const struct plain *p, int from, int to, struct buf *out)
{
	const char *first, *last, *verb;
	struct buf said = BUF_INIT, rest = BUF_INIT;
	bool yes = false;

	if (from >= to)
		return false;
	first = spoken_verb(p, p->token[from]);
	last = spoken_verb(p, p->token[to - 1]);
	for (int end = 0; end < 2 && !yes; end++) {
		verb = end ? last : first;
		if (verb == NULL)
			continue;
		buf_clear(&said);
		buf_clear(&rest);
		if (to > from + 1)
			join(p, from + !end, to - end, &rest);
		buf_printf(&said, "%s%s%s", verb, rest.len ? " " : "",
		    buf_text(&rest));
		yes = job_reads(p->j, said.data);
	}
	if (yes)
		buf_str(out, said.data);
	buf_release(&said);
	buf_release(&rest);
	return yes;
}

void
plain_line(const struct job *j, const char *at, size_t len, struct buf *out)
{
	struct plain p = { .j = j };
	struct slice digits;
	int from = 0, to;

	/* Who asks does not tell. */
	if (memchr(at, '?', len) == NULL)
		cut(&p, at, len);
	to = p.n;
	strip(&p, NUMBER, &from, &to);
	/* "24 orange stow" is a move that begins with a number. */
	if (to > from + 1 && is_number(p.token[from], &digits) &&
	    spoken(&p, from, to, out))
		return;
	if (from >= to || !is_number(p.token[from], &digits)) {
		from = 0;
		to = p.n;
		strip(&p, PRONOUN, &from, &to);
		if (!asks(&p, from, to)) {
			if (spoken(&p, from, to, out))
				return;
			from = to;
		}
	}
	if (from < to)
		join(&p, from, to, out);
	else
		buf_add(out, at, len);
}
