/* SPDX-License-Identifier: MIT */

/* What a line says against the move that it names, before that is asked about:
 * it denies, or has what the move lacks. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "desk/choices.h"
#include "desk/game_words.h"
#include "post/words.h"

/* The words of a move, each with a blank behind it. */
struct named {
	const struct job *j;
	int n;             /* in the list; 0: it has no number */
	const char *text;  /* as it is written */
	const char *moves; /* that in folded words */
	struct buf words;  /* owned: of that, and what the list names it by */
	const char *said;  /* all that the list says of it */
	struct buf all;    /* owned: of all moves of the seat */
};

/* What a line has of it. */
struct heard {
	bool named, lacking;
	bool denied, listed; /* it denies; as the list does */
};

static bool
has(const struct named *m, const char *words, struct slice t)
{
	for (size_t len; *words != '\0'; words += len + (words[len] == ' ')) {
		len = strcspn(words, " ");
		if (choices_same(m->j, t, (struct slice){ words, len }))
			return true;
	}
	return false;
}

/* Whether the list says "2 red" of the move, and not "blue=2 red=3". */
static bool
says_amount(const struct named *m, struct slice n, struct slice t)
{
	struct buf said = BUF_INIT;
	const char *p = m->said;
	bool yes = false;

	buf_printf(&said, "%.*s %.*s ", (int)n.len, n.at, (int)t.len, t.at);
	for (; !yes && (p = strstr(p, said.data)) != NULL; p++)
		yes = !isdigit((unsigned char)p[said.len]);
	buf_release(&said);
	return yes;
}

/* Whether the move has another number of a thing: "purple=3". */
static bool
has_other(const struct named *m, struct slice n, struct slice t)
{
	struct buf words = BUF_INIT, thing = BUF_INIT;
	const char *p;
	bool other;

	choices_words(m->text, strlen(m->text), false, &words);
	buf_printf(&thing, "%.*s ", (int)t.len, t.at);
	p = strstr(buf_text(&words), thing.data);
	other = p != NULL && isdigit((unsigned char)p[thing.len]) &&
	    strtol(p + thing.len, NULL, 10) != strtol(n.at, NULL, 10);
	buf_release(&words);
	buf_release(&thing);
	return other;
}

/* A number that counts what stands behind it: "5 of each", or "2 purple" where
 * the move has another number of those. */
static bool
is_amount(const struct named *m, const struct plain *p, int i)
{
	struct slice n = plain_word(p, i), t;
	const char *id;

	if (i + 1 >= p->n || plain_stops(p, i))
		return false;
	t = plain_word(p, i + 1);
	return (plain_is_own(p, "behind", t, &id) &&
		   strcmp(id, "behind") == 0 &&
		   !plain_is_own(p, "or", t, &id)) ||
	    (has_other(m, n, t) && !says_amount(m, n, t));
}

static void
hear_number(const struct named *m, const struct plain *p, int i, long n,
    struct heard *out)
{
	enum { PRICES = 100 }; /* a smaller one may be of anything */

	out->named = out->named || n == m->n;
	out->lacking = out->lacking ||
	    (n == m->n ? is_amount(m, p, i) :
			 n >= PRICES && !has(m, m->said, plain_word(p, i)));
}

/* A piece of a token, between hyphens. */
static void
hear_word(const struct named *m, struct slice t, struct heard *out)
{
	if (t.len < 2 || choices_small(m->j, t) ||
	    word_in(m->j->words, "small", t, 0) != NULL ||
	    word_in(m->j->words, "filler", t, 0) != NULL)
		return;
	if (has(m, buf_text(&m->words), t))
		out->named = true;
	else if (word_in(m->j->game_words, "verb", t, 0) == NULL &&
	    (word_is_thing(m->j->game_words, t) ||
		has(m, buf_text(&m->all), t)) &&
	    !has(m, m->said, t))
		out->lacking = true;
}

static void
hear_token(const struct named *m, const struct plain *p, int i,
    struct heard *out)
{
	struct buf words = BUF_INIT;
	struct slice digits;

	if (plain_number(plain_between(p->token[i], "", "?!"), &digits)) {
		hear_number(m, p, i, strtol(digits.at, NULL, 10), out);
		return;
	}
	choices_words(p->token[i].at, p->token[i].len, false, &words);
	for (const char *s = buf_text(&words); *s != '\0';) {
		struct slice t = { s, strcspn(s, " ") };

		hear_word(m, t, out);
		s += t.len + (s[t.len] == ' ');
	}
	buf_release(&words);
}

/* A denial, or a doubt, that begins at i: how many words, at least 1. */
static int
hear_denial(const struct named *m, const struct plain *p, int i,
    struct heard *out)
{
	enum { PHRASE = 4 };
	static const char *const ids[] = { "denial", "other", "unsure", NULL },
				 *const no[] = { "no", NULL };

	/* "Mariposa? No!", but "No, Mariposa". */
	if (i > 0 && i + 1 == p->n && plain_ids(p, "verdict", i, i + 1, no))
		out->denied = true;
	for (int n = PHRASE; n > 0; n--) {
		unsigned found = i + n <= p->n ?
		    plain_ids(p, "denial", i, i + n, ids) :
		    0;

		if (found == 0)
			continue;
		out->denied = out->denied || found & 3;
		out->listed = out->listed || has(m, m->said, plain_word(p, i));
		return n;
	}
	return 1;
}

/* The bytes of a text at `at` that are the word; 0: it stands not there. */
static size_t
word_at(const struct job *j, const char *at, struct slice t)
{
	size_t len = strcspn(at, " ");

	return len > 0 && choices_same(j, t, (struct slice){ at, len }) ?
	    len + (at[len] == ' ') :
	    0;
}

/* Whether no place stands there: "2", how often; "cost 1". */
static bool
is_end(const struct job *j, const char *at)
{
	for (size_t len; *at != '\0'; at += len + (at[len] == ' ')) {
		struct slice t = { at, strcspn(at, " ") };

		len = t.len;
		if (strspn(at, "0123456789") < len &&
		    word_in(j->game_words, "keyword", t, 0) == NULL)
			return false;
	}
	return true;
}

/* Whether a move ends at what the words name: "from Hawaii" is then none of
 * it. */
static bool
ends_at(const struct job *j, const char *text, const char *words)
{
	for (size_t len, n; *text != '\0'; text += len + (text[len] == ' ')) {
		const char *at = text, *w = words;
		struct slice t = { w, strcspn(w, " ") };

		len = strcspn(text, " ");
		while (t.len > 0 && (n = word_at(j, at, t)) > 0) {
			at += n;
			w += t.len + (w[t.len] == ' ');
			t = (struct slice){ w, strcspn(w, " ") };
		}
		if (at > text && is_end(j, at))
			return true;
	}
	return false;
}

bool
choices_directed(const struct job *j, const char *line, const char *text)
{
	struct slice verb = { text, strcspn(text, " ") };
	const char *id = word_in(j->game_words, "verb", verb, 0), *of;
	struct buf words = BUF_INIT;
	bool fits = true, other = false;

	choices_words(line, strlen(line), false, &words);
	for (const char *p = buf_text(&words); *p != '\0' && fits;) {
		struct slice t = { p, strcspn(p, " ") };

		p += t.len + (p[t.len] == ' ');
		/* (Italian has "classe da 5 stelle".) */
		if (word_in(j->words, "from", t, 0) != NULL) {
			fits = isdigit((unsigned char)*p) ||
			    !ends_at(j, text, p);
			continue;
		}
		of = word_in(j->game_words, "other", t, 0);
		other = other ||
		    (of != NULL && id != NULL && strcmp(of, id) == 0);
	}
	/* What is given to a player for something is no move of the list. */
	fits = fits && !other;
	buf_release(&words);
	return fits;
}

/* Whether the line is against the move. */
static bool
is_against(const struct named *m, const char *line)
{
	struct plain p = { .j = m->j };
	struct heard h = { 0 };

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n; i++)
		hear_token(m, &p, i, &h);
	for (int i = 0; i < p.n;)
		i += hear_denial(m, &p, i, &h);
	plain_release(&p);
	return !choices_directed(m->j, line, m->moves) ||
	    (h.named && (h.lacking || (h.denied && !h.listed)));
}

static void
add_move(void *arg, int n, const char *text)
{
	(void)n;
	choices_words(text, strlen(text), false, &((struct named *)arg)->all);
}

int
job_fits(struct job *j, int n, const char *text, struct err *e)
{
	struct named m = { .j = j, .n = n, .text = text, .said = "" };
	struct buf moves = BUF_INIT;
	struct choices l;
	bool fits = true;

	if (choices_open(&l, j, e))
		return -1;
	choices_words(text, strlen(text), false, &m.words);
	choices_words(text, strlen(text), false, &moves);
	m.moves = buf_text(&moves);
	for (int i = 0; i < l.n; i++)
		if (n > 0 && l.at[i].n == n) {
			m.said = buf_text(&l.at[i].said);
			buf_str(&m.words, buf_text(&l.at[i].named));
		}
	moves_each(j->at.m, j->at.seat, NULL, j->lang, add_move, &m);
	for (int i = 0; i < j->n && fits; i++)
		fits = !is_against(&m, j->line[i].text);
	choices_release(&l);
	buf_release(&m.words);
	buf_release(&m.all);
	buf_release(&moves);
	return fits;
}
