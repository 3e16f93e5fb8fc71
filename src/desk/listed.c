/* SPDX-License-Identifier: MIT */

/* A line in the words of the list that was mailed: "lay red to Kiritimati",
 * "swap wheat beer and chocolate", "13: five points". A line with any word
 * beside those, and those that carry no meaning, is not guessed: of that the
 * answer asks at most. */

#include "desk/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "base/utf8.h"

enum { WORDS_MOST = 24, LOOSELY = 6, FUZZY = 4, FUZZIER = 8 };

/* The words of a line that count, small ones left out. */
struct spoken {
	struct buf text; /* owned */
	struct slice word[WORDS_MOST];
	int n;      /* -1: too many */
	bool whole; /* one that was left out is what a verb is done to anyway */
};

static bool
next_word(const char **at, struct slice *out)
{
	out->at = *at;
	out->len = strcspn(*at, " ");
	*at += out->len + (out->at[out->len] == ' ');
	return out->len > 0;
}

static bool
is_digits(struct slice t)
{
	return t.len > 0 && utf8_digit(*t.at) && utf8_digit(t.at[t.len - 1]);
}

/* Numbers in words as the list has them, before what they count: "all four
 * ships" counts nothing. */
static void
add_spoken(const struct job *j, struct slice t, const char *next,
    struct buf *out)
{
	const char *id = word_in(j->words, "count", t, 0);
	struct slice counted = { next, strcspn(next, " ") };
	bool counts = id != NULL && counted.len > 0;

	if ((choices_small(j, t) && (!counts || choices_small(j, counted))) ||
	    (id != NULL && strcmp(id, "1") == 0))
		return;
	if (counts)
		buf_printf(out, "%s ", id);
	else
		buf_printf(out, "%.*s ", (int)t.len, t.at);
}

/* What tokens [from, to) say. */
static void
speak(const struct plain *p, int from, int to, struct spoken *out)
{
	const struct job *j = p->j;
	const char *at = p->token[from].at;
	struct slice t = p->token[to - 1];
	struct buf all = BUF_INIT;
	const char *s;

	choices_words(at, (size_t)(t.at + t.len - at), false, &all);
	s = buf_text(&all);
	while (next_word(&s, &t)) {
		const char *id = word_in(j->game_words, "small", t, 0);

		out->whole = out->whole ||
		    (id != NULL && strcmp(id, "whole") == 0);
		add_spoken(j, t, s, &out->text);
	}
	out->n = 0;
	s = buf_text(&out->text);
	while (out->n >= 0 && next_word(&s, &t)) {
		if (out->n == WORDS_MOST)
			out->n = -1;
		else
			out->word[out->n++] = t;
	}
	buf_release(&all);
}

/* One that has a letter or two wrong. */
static bool
nearly(struct slice a, struct slice b)
{
	return a.len >= FUZZY && b.len >= FUZZY && !is_digits(a) &&
	    near_bytes(a.at, a.len, b.at, b.len) <= (a.len >= FUZZIER ? 2 : 1);
}

/* The next word of a text that is not small; an empty one behind the last. */
static struct slice
counting(const struct job *j, const char **at)
{
	struct slice t;

	while (next_word(at, &t))
		if (!choices_small(j, t))
			return t;
	return (struct slice){ *at, 0 };
}

/* Whether a word is a verb of the game that this move does not begin with. */
static bool
is_other_verb(const struct job *j, const struct listed_move *m, struct slice t)
{
	const char *at = buf_text(&m->text);
	struct slice verb;

	next_word(&at, &verb);
	return word_in(j->game_words, "verb", t, 0) != NULL &&
	    !slice_same(t, verb) && !choices_name(j, t, verb, true);
}

/* Whether a text of a move has the word. A number, or a verb that is not the
 * move's, counts only beside the word that it stands beside in the line: "3
 * purple" is no "3 points", and "fly B6 and trade" no "B6, 2 fuel: a trade". */
static bool
has_word(const struct job *j, const struct listed_move *m, const char *text,
    const struct spoken *s, int i, bool fuzzy)
{
	struct slice word = s->word[i], last = { NULL, 0 }, t;
	bool alone = !is_digits(word) && !is_other_verb(j, m, word);
	struct slice before = i > 0 ? s->word[i - 1] : (struct slice){ "", 0 };
	struct slice behind = i + 1 < s->n ? s->word[i + 1] :
					     (struct slice){ "", 0 };

	while ((t = counting(j, &text)).len > 0) {
		const char *ahead = text;
		struct slice next = counting(j, &ahead);
		bool same = choices_same(j, word, t) ||
		    (fuzzy && nearly(word, t));

		if (same &&
		    (alone ||
			(behind.len > 0 && choices_same(j, behind, next)) ||
			(before.len > 0 && last.len > 0 &&
			    choices_same(j, before, last))))
			return true;
		last = t;
	}
	return false;
}

/* How far what is said of a move may be believed to be meant. */
enum belief {
	BESIDE_NUMBER, /* any word of the list */
	ALONE,         /* what things are called, and numbers */
	NEARLY         /* the same, with a letter or two wrong */
};

/* Whether it is a word, or of the words, for a thing of the game: "beer" of
 * "wheat-beer". */
static bool
is_of_thing(const struct names *w, struct slice t)
{
	for (size_t i = 0; w != NULL && i < w->n; i++)
		for (const char *p = w->at[i].word; p != NULL;) {
			size_t len = strcspn(p, "-");

			if (len == t.len && memcmp(p, t.at, len) == 0)
				return true;
			p = p[len] != '\0' ? p + len + 1 : NULL;
		}
	return false;
}

/* Whether it is for a thing, or of the words that the list has of its own
 * ("free"). */
static bool
is_telling(const struct job *j, struct slice t)
{
	return is_digits(t) || is_of_thing(j->game_words, t) ||
	    word_in(j->words, "told", t, 0) != NULL;
}

static bool
says(const struct job *j, const struct listed_move *m, const struct spoken *s,
    int i, enum belief how)
{
	bool fuzzy = how == NEARLY;

	return has_word(j, m, buf_text(&m->text), s, i, fuzzy) ||
	    has_word(j, m, buf_text(&m->named), s, i, fuzzy) ||
	    ((how == BESIDE_NUMBER || is_telling(j, s->word[i])) &&
		has_word(j, m, buf_text(&m->said), s, i, fuzzy));
}

/* Whether the words that are of its text stand in the order of that: "from x
 * to y" is not "from y to x". */
static bool
in_order(const struct job *j, const struct listed_move *m,
    const struct spoken *s)
{
	const char *at = buf_text(&m->text);
	struct slice verb;
	int last = 0;

	next_word(&at, &verb);
	for (int i = 0; i < s->n; i++) {
		const char *text = at;
		struct slice t;
		int found = -1;

		for (int place = 0; !is_digits(s->word[i]) &&
		    next_word(&text, &t) && found < last;
		    place++)
			if (choices_same(j, s->word[i], t))
				found = place;
		if (found >= 0 && found < last)
			return false;
		last = found >= 0 ? found : last;
	}
	return true;
}

static bool
covers(const struct job *j, const struct listed_move *m, const struct spoken *s,
    enum belief how)
{
	for (int i = 0; i < s->n; i++)
		if (!says(j, m, s, i, how))
			return false;
	return s->n > 0 && in_order(j, m, s);
}

/* Whether it has the verb of the move. */
static bool
has_verb(const struct job *j, const struct listed_move *m,
    const struct spoken *s)
{
	const char *at = buf_text(&m->text);
	struct slice verb;

	next_word(&at, &verb);
	for (int i = 0; i < s->n; i++)
		if (choices_name(j, s->word[i], verb, true))
			return true;
	return false;
}

/* The only move that the words can be, with its verb among them; 0. */
static int
said_by_verb(const struct choices *l, const struct spoken *s)
{
	int n = 0;

	for (int i = 0; i < l->n; i++)
		if (has_verb(l->j, &l->at[i], s) &&
		    covers(l->j, &l->at[i], s, ALONE)) {
			if (n > 0)
				return 0;
			n = l->at[i].n;
		}
	return n;
}

/* A noun that stands before a number: "option". */
static bool
is_noun(const struct plain *p, int i)
{
	static const char *const before[] = { "before", NULL };

	return plain_ids(p, "choice", i, i + 1, before) != 0;
}

/* A number of the list at one end of a line, set apart from what else stands
 * there: "13: five points", "Option five: fly D2", "black, number 3". *at: the
 * token behind it, or the number itself at the end. */
static int
set_apart(const struct plain *p, int from, int to, int *begin, int *end)
{
	enum {
		COPIED = 4
	}; /* so many words behind it are a copy of the list */
	struct slice digits;
	const char *id;
	bool named = false;
	int i = from;

	while (i + 1 < to && is_noun(p, i))
		named = true, i++;
	if (!plain_number(p->token[i], &digits) &&
	    (named || plain_stops(p, i)) &&
	    plain_is_own(p, "count", plain_word(p, i), &id))
		digits = (struct slice){ id, strlen(id) };
	*begin = i + 1;
	*end = to;
	if (is_digits(digits) && i + 1 < to &&
	    (named || to - i > COPIED || plain_stops(p, i) ||
		*p->token[i + 1].at == '(' ||
		p->token[i + 1].at - p->token[i].at >
		    (long)p->token[i].len + 1))
		return (int)strtol(digits.at, NULL, 10);
	*begin = from;
	*end = to - 1;
	if (!plain_number(p->token[to - 1], &digits))
		return 0;
	named = false;
	while (*end > from + 1 && is_noun(p, *end - 1))
		named = true, --*end;
	return named || (*end > from && plain_stops(p, *end - 1)) ?
	    (int)strtol(digits.at, NULL, 10) :
	    0;
}

/* Such a number, if all the rest is what the list says of it; 0. */
static int
said_by_number(const struct choices *l, struct plain *p, int from, int to)
{
	struct spoken s = { .n = 0 };
	int begin = from, end = to, n, found = 0;

	n = to > from + 1 ? set_apart(p, from, to, &begin, &end) : 0;
	if (n > 0)
		plain_strip(p, NUMBER, true, &begin, &end);
	if (n <= 0 || begin >= end)
		return 0;
	speak(p, begin, end, &s);
	for (int i = 0; i < l->n; i++)
		if (l->at[i].n == n &&
		    covers(l->j, &l->at[i], &s, BESIDE_NUMBER))
			found = n;
	buf_release(&s.text);
	return found;
}

/* A line cut into words, if it may say what somebody wants: who denies does not
 * tell, nor who asks, unless that is wanted. */
static bool
cut_line(struct plain *p, const char *line, bool asked)
{
	if (asked || strchr(line, '?') == NULL)
		plain_cut(p, line, strlen(line));
	for (int i = 0; i < p->n; i++)
		if (word_in(p->j->words, "denial", plain_word(p, i), 0) != NULL)
			return false;
	return p->n > 0;
}

/* "The charter of Rhea" and "ships sail white" are none: amid others a verb as
 * it is written tells. */
static bool
is_noun_phrase(const struct plain *p, int from, int to)
{
	for (int i = from + 1; i < to; i++)
		if (plain_is_verb(p, p->token[i]) &&
		    ((i + 1 < to && !plain_stops(p, i)) ||
			plain_is_article(p, i - 1)))
			return true;
	return from > 0 && plain_is_verb(p, p->token[from]) &&
	    plain_is_article(p, from - 1);
}

/* Whether the move of that number goes where the line does. */
static bool
is_directed(const struct choices *l, const char *line, int n)
{
	for (int i = 0; i < l->n; i++)
		if (l->at[i].n == n)
			return choices_directed(l->j, line,
			    buf_text(&l->at[i].text));
	return true;
}

int
listed_number(const struct choices *l, const char *line)
{
	struct plain p = { .j = l->j };
	struct spoken s = { .n = 0 };
	int from = 0, to, n = 0;

	to = cut_line(&p, line, false) ? p.n : 0;
	plain_strip(&p, PRONOUN, true, &from, &to);
	if (from < to) {
		n = said_by_number(l, &p, from, to);
		speak(&p, from, to, &s);
		if (n == 0 && s.n > !s.whole && !is_noun_phrase(&p, from, to) &&
		    !number_parted(&p, from))
			n = said_by_verb(l, &s);
	}
	plain_release(&p);
	buf_release(&s.text);
	return is_directed(l, line, n) ? n : 0;
}

/* Which of the words the list has for a move: bits. */
static unsigned
known(const struct job *j, const struct listed_move *m, const struct spoken *s,
    enum belief how)
{
	unsigned bits = 0;

	for (int i = 0; i < s->n; i++)
		if (says(j, m, s, i, how))
			bits |= 1U << i;
	return bits;
}

static int
bits_of(unsigned bits)
{
	int n = 0;

	for (; bits != 0; bits &= bits - 1)
		n++;
	return n;
}

/* Whether words that are not of move n ask for more: another number, or a verb
 * of the game. */
static bool
asks_more(const struct choices *l, const struct spoken *s, unsigned of, int n)
{
	for (int i = 0; i < s->n; i++) {
		struct slice t = s->word[i];
		const char *count = word_in(l->j->words, "count", t, 0);
		long is = strtol(count != NULL ? count : t.at, NULL, 10);

		if (!(of & 1U << i) &&
		    ((is != 0 && is != n && is < PRICE) ||
			(is == 0 && utf8_digit(t.at[t.len - 1])) ||
			word_in(l->j->game_words, "verb", t, 0) != NULL))
			return true;
	}
	return false;
}

static int
named_by(const struct choices *l, const struct spoken *s, int beside,
    enum belief how)
{
	unsigned all = 0;
	int n = 0;

	for (int i = 0; i < l->n; i++)
		all |= known(l->j, &l->at[i], s, how);
	/* What is mostly about something else names nothing. */
	if (2 * (s->n - bits_of(all)) > beside * bits_of(all))
		return 0;
	/* In the order of the list, or in any. */
	for (int ordered = 1; ordered >= 0 && n == 0 && all != 0; ordered--)
		for (int i = 0; i < l->n; i++)
			if (known(l->j, &l->at[i], s, how) == all &&
			    (!ordered || in_order(l->j, &l->at[i], s))) {
				if (n > 0)
					return 0;
				n = l->at[i].n;
			}
	return n > 0 && asks_more(l, s, all, n) ? 0 : n;
}

/* Whether a line begins with a word so short that it is near others by chance:
 * "tell Bruno" is no teal. */
static bool
is_short(const struct spoken *s)
{
	return s->word[0].len <= FUZZY;
}

/* The number that a line names, with other words beside, half as many as those
 * that name it, or loosely three times as many; 0: none. */
static int
named_number(const struct choices *l, const char *line, bool loose)
{
	struct plain p = { .j = l->j };
	struct spoken s = { .n = 0 };
	int from = 0, to, n = 0, beside = loose ? LOOSELY : 1;

	to = cut_line(&p, line, loose) ? p.n : 0;
	plain_strip(&p, NUMBER, true, &from, &to);
	if (from < to)
		speak(&p, from, to, &s);
	if (s.n > 0)
		n = named_by(l, &s, beside, ALONE);
	if (n == 0 && s.n > 0 && !(loose && is_short(&s)))
		n = named_by(l, &s, beside, NEARLY);
	plain_release(&p);
	buf_release(&s.text);
	return n;
}

int
job_listed_near(struct job *j, bool loose, struct err *e)
{
	struct choices l;
	int number = 0, lines = 0, rc = choices_open(&l, j, e);

	for (int i = 0; i < j->n && rc == 0; i++) {
		int n = named_number(&l, j->line[i].text, loose);

		number = n > 0 ? n : number;
		lines += n > 0;
	}
	choices_release(&l);
	return rc != 0 ? -1 : lines == 1 ? number : 0;
}

/* Whether a word is of another move, or of a thing, and not of this one; not a
 * number. */
static bool
is_of_other(const struct choices *l, const struct listed_move *m,
    const struct spoken *s, int i)
{
	bool other = is_telling(l->j, s->word[i]);

	if (isdigit((unsigned char)*s->word[i].at) ||
	    says(l->j, m, s, i, BESIDE_NUMBER))
		return false;
	for (int k = 0; k < l->n && !other; k++)
		other = says(l->j, &l->at[k], s, i, BESIDE_NUMBER);
	return other;
}

/* Whether what stands behind the number of a move is against it. */
static bool
is_against(const struct choices *l, const char *behind, int n)
{
	struct plain p = { .j = l->j };
	struct spoken s = { .n = 0 };
	bool against = false;

	plain_cut(&p, behind, strlen(behind));
	if (p.n > 0)
		speak(&p, 0, p.n, &s);
	for (int k = 0; k < l->n; k++)
		for (int i = 0; i < s.n && l->at[k].n == n; i++)
			against |= is_of_other(l, &l->at[k], &s, i);
	plain_release(&p);
	buf_release(&s.text);
	return against;
}

int
listed_told(struct job *j, const char *line, int n, struct err *e)
{
	const char *behind = line + strspn(line, "0123456789.):,; ");
	struct choices l;
	int rc = choices_open(&l, j, e);

	if (rc == 0)
		rc = !is_against(&l, behind, n) ?
		    n :
		    named_number(&l, behind, false);
	choices_release(&l);
	return rc;
}
