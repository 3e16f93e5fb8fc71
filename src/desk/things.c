/* SPDX-License-Identifier: MIT */

#include "desk/things.h"

#include <stdio.h>

#include "desk/game_words.h"
#include "post/words.h"

/* The verb of the game that a word is, as people say it too; NULL: none. */
static const char *
verb_of(const struct plain *p, int i)
{
	const struct names *w = p->j->game_words;
	const char *id = word_in(w, "verb", plain_word(p, i), 0);

	return id != NULL ? id : word_in(w, "said", plain_word(p, i), 0);
}

bool
thing_in(const struct plain *p, int from, int to, const struct plain *order)
{
	const char *at = buf_text(&p->folded) + p->at[from];
	const size_t len = p->end[to - 1] - p->at[from];
	const char *in = buf_text(&order->folded), *verb = verb_of(p, from);
	const char *other = order->n > 0 ? verb_of(order, 0) : NULL;

	if (to == from + 1 && verb != NULL && other != NULL &&
	    strcmp(verb, other) == 0)
		return true;
	while (in != NULL && *in != '\0') {
		if (strncmp(in, at, len) == 0 && len > 0 &&
		    (in[len] == '-' || in[len] == '\0'))
			return true;
		in = strchr(in, '-');
		in += in != NULL;
	}
	return false;
}

/* Whether a verb of the game asks for such a thing; not one that is complete
 * without, or takes any word. */
static bool
takes(const struct job *j, const char *verb, struct slice thing)
{
	struct buf said = BUF_INIT, any = BUF_INIT;
	bool yes;

	buf_printf(&said, "%s %.*s", verb, (int)thing.len, thing.at);
	buf_printf(&any, "%s %s", verb, verb);
	yes = job_reads(j, said.data) && !job_reads(j, verb) &&
	    !job_reads(j, any.data);
	buf_release(&said);
	buf_release(&any);
	return yes;
}

/* Whether a word is of every day, and names no thing by its first letters. */
static bool
is_common(const struct plain *p, int i)
{
	static const char *const kinds[] = { "amend", "filler", "small",
		"prose" };
	struct slice word = plain_word(p, i), digits;
	const char *id;
	bool common = word.len < 2 || plain_number(p->token[i], &digits);

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds && !common; k++)
		common = names_find(p->j->words, kinds[k], word.at, word.len, 0,
			     &id) != NAME_NONE;
	return common;
}

bool
thing_is(const struct plain *p, int from, int to)
{
	const struct names *w = p->j->game_words;
	struct slice first = plain_bare(p->token[from]),
		     last = plain_bare(p->token[to - 1]);
	struct slice all = { first.at,
		(size_t)(last.at + last.len - first.at) };
	struct slice word = plain_word(p, from);
	const char *count = memchr(word.at, '=', word.len); /* "blue=12" */
	bool is;

	if (is_common(p, from))
		return false;
	if (count != NULL)
		word.len = (size_t)(count - word.at);
	is = to == from + 1 && word_is_thing(w, word);
	for (size_t i = 0; w != NULL && i < w->n && !is; i++)
		is = w->at[i].rank == 0 && strcmp(w->at[i].kind, "verb") == 0 &&
		    takes(p->j, w->at[i].word, all);
	return is;
}

int
thing_other(const struct plain *p, int i, const struct plain *order)
{
	enum { PHRASE = 3 };

	for (int n = PHRASE; n > 0; n--)
		if (i + n <= p->n &&
		    word_in(p->j->words, "small", plain_word(p, i + n - 1),
			0) == NULL &&
		    !thing_in(p, i, i + n, order) && thing_is(p, i, i + n))
			return n;
	return 0;
}

/* The move of a number of the list. */
struct listed {
	long n;
	struct buf *out;
};

static void
add_listed(void *arg, int n, const char *text)
{
	struct listed *l = arg;

	if (n == l->n)
		buf_printf(l->out, " %s", text);
}

void
thing_order(const struct job *j, const char *line, struct buf *said,
    struct plain *order)
{
	struct listed l = { strtol(line, NULL, 10), said };

	buf_str(said, line);
	if (l.n > 0 && j->at.m != NULL && j->at.seen != NULL)
		moves_each(j->at.m, j->at.seat, j->at.seen, j->lang, add_listed,
		    &l);
	*order = (struct plain){ .j = j };
	plain_cut(order, said->data, said->len);
}
