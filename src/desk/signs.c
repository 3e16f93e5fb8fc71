/* SPDX-License-Identifier: MIT */

/* What stands below a move that was made, and is no order: how people sign,
 * "Kind regards, / Anna Smith / Head of Sales", and what they say as they go,
 * "Loads of luck". An order with a letter wrong is none of it. */

#include "desk/judge.h"
#include "desk/plain.h"

#include "base/near.h"
#include "base/utf8.h"
#include "post/words.h"

/* The line with the word that may be meant in place of its first. */
static void
corrected(const struct job *j, const char *line, const struct meaning *m,
    struct buf *out)
{
	struct buf said = BUF_INIT;

	if (m->is == MEANS_TYPO)
		buf_printf(&said, "%s %s", m->near, m->args);
	else
		buf_str(&said, line);
	plain_line(j, buf_text(&said), said.len, out);
	buf_release(&said);
}

/* A word that is sought among the things of the game. */
struct thing {
	struct slice word;
	bool found;
};

/* Whether one of the words of a text is it, or but for a letter: "toyz". */
static void
seek(void *arg, int n, const char *text)
{
	static const char parts[] = " >:=*-";
	enum { SHORTEST = 4 };
	struct thing *s = arg;
	struct slice t = s->word;

	(void)n;
	while (*text != '\0' && !s->found) {
		size_t len = strcspn(text, parts);

		s->found = (len == t.len && memcmp(text, t.at, len) == 0) ||
		    (len >= SHORTEST && t.len >= SHORTEST &&
			near_bytes(t.at, t.len, text, len) <= 1);
		text += len + (text[len] != '\0');
	}
}

/* Whether a word may be what a verb is done to, or how often. */
static bool
is_thing(const struct job *j, struct slice t)
{
	const struct names *w = j->game_words;
	struct thing s = { t, false };

	for (size_t i = 0; i < t.len; i++)
		if (utf8_digit(t.at[i]))
			return true;
	if (t.len == 0 || word_in(j->words, "small", t, 0) != NULL)
		return false;
	for (size_t i = 0; w != NULL && i < w->n && !s.found; i++)
		if (strcmp(w->at[i].kind, "small") != 0)
			seek(&s, 0, w->at[i].word);
	if (!s.found && j->at.m->table != NULL)
		moves_each(j->at.m, j->at.seat, NULL, j->lang, seek, &s);
	return s.found || word_in(j->words, "count", t, 0) != NULL ||
	    word_in(j->words, "times", t, 0) != NULL;
}

static bool
has_thing(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	bool has = false;

	plain_cut(&p, line, strlen(line));
	for (int i = 1; i < p.n && !has; i++)
		has = is_thing(j, plain_word(&p, i));
	plain_release(&p);
	return has;
}

/* Whether a line whose first word is a verb, or looks like one of ours, may be
 * meant as an order: it is that word alone, it reads as a move, or it has a
 * thing of the game. "Take care" is none in Clippers either. */
static bool
may_order(const struct job *j, const char *line, const struct meaning *m)
{
	struct buf said = BUF_INIT;
	const char *args;
	bool may;

	if (plain_is_courtesy(j, line))
		return false;
	corrected(j, line, m, &said);
	args = strchr(buf_text(&said), ' ');
	may = args == NULL || job_reads(j, said.data) ||
	    job_reads(j, args + 1) || has_thing(j, said.data);
	buf_release(&said);
	return may;
}

/* Whether somebody has signed in the lines above line i, and no order stands
 * between. */
static bool
is_signed_above(const struct job *j, int i)
{
	while (i-- > 0 && j->line[i].state == LINE_UNREAD)
		if (plain_is_named(j, j->line[i].text))
			return true;
	return false;
}

/* Whether no line below line i is an order. */
static bool
is_last(const struct job *j, int i)
{
	for (i++; i < j->n; i++) {
		const char *line = j->line[i].text;
		struct meaning m = meaning_of(j, line);

		if (m.is == MEANS_COMMAND ||
		    (m.is == MEANS_MOVE && may_order(j, line, &m)) ||
		    (m.is == MEANS_NUMBER &&
			line[strspn(line, "0123456789.")] == '\0'))
			return false;
	}
	return true;
}

bool
job_signs(const struct job *j, const struct line *l, const struct meaning *m)
{
	int i = (int)(l - j->line);
	const char *line = l->text, *id;
	long n;

	if (!j->at.moved || m->is == MEANS_COMMAND || !is_last(j, i))
		return false;
	if (m->is == MEANS_TYPO) {
		id = word_id(j, "command", m->near, strlen(m->near), 0);
		if (plain_is_capitals(j, line))
			return id == NULL || strcmp(id, "hold") != 0;
	}
	if (m->is == MEANS_TYPO || m->is == MEANS_MOVE)
		return !may_order(j, line, m);
	n = m->is == MEANS_NUMBER ? strtol(line, NULL, 10) : -1;
	return n >= 0 && line[strspn(line, "0123456789.")] != '\0' &&
	    (*line == '0' || n >= PRICE || is_signed_above(j, i));
}
