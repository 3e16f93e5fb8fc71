/* SPDX-License-Identifier: MIT */

/* A line without what carries no meaning around a number, a move or a command:
 * "I take number 2, please." is 2. A line with more to it stays as it is. A
 * verb may have another form, or stand at the end, as our own lists have it in
 * Dutch: "Ten Haff charteren". */

#include "desk/plain.h"

#include <ctype.h>

#include "base/utf8.h"

/* A word that asks for something by itself. */
static bool
is_command(const struct plain *p, struct slice t)
{
	const char *id;

	return plain_is_name(p->j->words, "command", plain_bare(t), &id);
}

/* Tokens from..to-1 as they stand in the line, without what stands around them
 * and the stop of a sentence; of a number alone its digits. */
static void
join(const struct plain *p, int from, int to, struct buf *out)
{
	const char *at = p->token[from].at;
	const struct slice *last = &p->token[to - 1];
	struct slice all = { at, (size_t)(last->at + last->len - at) };
	struct slice open = plain_between(all, OPENS "#", ""), digits;

	if (plain_number(p->token[from], &digits))
		all = to > from + 1 ? open : digits;
	else
		all = plain_between(open, "",
		    open.len < all.len || to == from + 1 ? CLOSES : ".,;:!");
	buf_add(out, all.at, all.len);
}

/* Whether a word is a noun for a number, behind it (1) or before it (2). */
static unsigned
choice_side(const struct plain *p, struct slice t)
{
	static const char *const sides[] = { "after", "before", NULL };
	struct buf word = BUF_INIT;
	unsigned side = 0;

	for (int stop = 0; stop < 2 && !side; stop++) {
		struct slice noun = stop ? t : plain_bare(t);

		buf_clear(&word);
		utf8_fold(noun.at, noun.len, &word);
		side = names_ids(p->j->words, "choice", buf_text(&word),
		    word.len, sides);
	}
	buf_release(&word);
	return side;
}

/* A number of the list in words, [from, to) of the line: behind its noun or
 * where they say please ("option two", "two please"), a place in the list
 * before its noun or as what is chosen ("third option", "I take the third").
 * NULL: it is none; else its digits. */
static const char *
counted(const struct plain *p, int from, int to)
{
	struct slice t = to > from ? plain_bare(p->token[from]) :
				     (struct slice){ 0 };
	const char *id;

	if (to == from + 2)
		return choice_side(p, p->token[from + 1]) & 1 &&
			plain_is_own(p, "ordinal", t, &id) ?
		    id :
		    NULL;
	if (to != from + 1 || plain_is_writer(p, t))
		return NULL;
	if (plain_is_own(p, "count", t, &id))
		return p->please ||
			(from > 0 && choice_side(p, p->token[from - 1]) & 2) ?
		    id :
		    NULL;
	return from > 0 && plain_is_article(p, from - 1) &&
		!isdigit((unsigned char)*t.at) && (p->chosen || p->please) &&
		plain_is_own(p, "ordinal", t, &id) ?
	    id :
	    NULL;
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
		return plain_is_verb(p, p->token[from]) ||
		    (to == from + 1 && is_command(p, p->token[from]));
	join(p, from, to, &said);
	yes = plain_is_verb(p, p->token[from]) &&
	    job_reads(p->j, buf_text(&said));
	buf_release(&said);
	return yes;
}

/* A move with token k as its verb, whichever of those that it may be; what is
 * none as it is said is prose: these words are too common to be refused. */
static bool
reads_as(const struct plain *p, const char *verb, int from, int to, int k,
    struct buf *out)
{
	struct buf rest = BUF_INIT;
	bool yes;

	buf_clear(out);
	buf_str(out, verb);
	if (k > from) {
		join(p, from, k, &rest);
		buf_printf(out, " %s", rest.data);
		buf_clear(&rest);
	}
	if (to > k + 1) {
		join(p, k + 1, to, &rest);
		buf_printf(out, " %s", rest.data);
	}
	yes = job_reads(p->j, out->data);
	buf_release(&rest);
	return yes;
}

/* The same for each verb of the game that a word is, as it is written or as
 * people say it ("volo", "to sail"); amid the others only in another form than
 * the first, for "the charter of Rhea" is none. How many verbs read. */
static int
verbs_read(const struct plain *p, int from, int to, int k, struct buf *out)
{
	const struct names *words = p->j->game_words;
	struct buf word = BUF_INIT, said = BUF_INIT;
	const char *one = NULL;
	struct slice t = plain_bare(p->token[k]);
	int n = 0;

	utf8_fold(t.at, t.len, &word);
	for (size_t i = 0; words != NULL && i < words->n; i++) {
		const struct name *v = &words->at[i];

		if ((strcmp(v->kind, "verb") != 0 &&
			strcmp(v->kind, "said") != 0) ||
		    strcmp(v->word, buf_text(&word)) != 0 ||
		    (k > from && k + 1 < to && *v->kind == 'v' && !v->other) ||
		    (one != NULL && strcmp(one, v->id) == 0) ||
		    !reads_as(p, v->id, from, to, k, &said))
			continue;
		one = v->id;
		n++;
		buf_clear(out);
		buf_str(out, said.data);
	}
	buf_release(&word);
	buf_release(&said);
	return n;
}

/* A move with its verb in another form, or not at its beginning. */
static bool
spoken(const struct plain *p, int from, int to, struct buf *out)
{
	struct buf said = BUF_INIT;
	bool yes = false;

	for (int k = from; k < to && !yes; k++)
		yes = verbs_read(p, from, to, k, &said) == 1;
	if (yes)
		buf_str(out, said.data);
	buf_release(&said);
	return yes;
}

/* "I take option 2", also where `take` is a verb of the game. */
static const char *
number_named(struct plain *p, struct slice *digits)
{
	int from = 0, to = p->n;
	const char *id;

	plain_strip(p, NUMBER, false, &from, &to);
	id = counted(p, from, to);
	if (id != NULL)
		*digits = (struct slice){ id, strlen(id) };
	else if (to != from + 1 || from == 0 ||
	    !(choice_side(p, p->token[from - 1]) & 2) ||
	    !plain_number(p->token[from], digits))
		return NULL;
	return digits->at;
}

long
plain_count(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	int from = 0, to;
	const char *id;

	plain_cut(&p, line, strlen(line));
	to = p.n;
	plain_strip(&p, NUMBER, false, &from, &to);
	if (to != from + 1 || plain_is_writer(&p, p.token[from]) ||
	    !(plain_is_own(&p, "count", plain_bare(p.token[from]), &id) ||
		(from > 0 && plain_is_article(&p, from - 1) &&
		    plain_is_own(&p, "ordinal", plain_bare(p.token[from]),
			&id))))
		return 0;
	return strtol(id, NULL, 10);
}

void
plain_line(const struct job *j, const char *at, size_t len, struct buf *out)
{
	struct plain p = { .j = j };
	struct slice digits;
	int from = 0, to;

	/* Who asks does not tell. */
	if (memchr(at, '?', len) == NULL)
		plain_cut(&p, at, len);
	to = p.n;
	if (number_named(&p, &digits) != NULL) {
		buf_add(out, digits.at, digits.len);
		return;
	}
	plain_strip(&p, NUMBER, true, &from, &to);
	/* "24 orange stow" is a move that begins with a number. */
	if (to > from + 1 && plain_number(p.token[from], &digits) &&
	    spoken(&p, from, to, out))
		return;
	if (from >= to || !plain_number(p.token[from], &digits)) {
		from = 0;
		to = p.n;
		plain_strip(&p, PRONOUN, true, &from, &to);
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
