/* SPDX-License-Identifier: MIT */

/* What stands below a move that was made, and is no order: how people sign,
 * "Kind regards, / Anna Smith / Head of Sales", and what they say as they go,
 * "Loads of luck". An order with a letter wrong is none of it. */

#include "desk/command.h"
#include "desk/judge.h"
#include "desk/plain.h"
#include "desk/seated.h"

#include "base/near.h"
#include "base/utf8.h"
#include "mail/quoting.h"
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
	/* As the mail found it: behind a turn there are no moves. */
	if (!s.found && j->at.m != NULL && j->at.seen != NULL)
		moves_each(j->at.m, j->at.seat, j->at.seen, j->lang, seek, &s);
	return s.found || word_in(j->words, "count", t, 0) != NULL ||
	    word_in(j->words, "times", t, 0) != NULL;
}

/* Whether a verb is done to a thing, or to all there is. */
static bool
has_thing(const struct job *j, const char *line)
{
	static const char *const ids[] = { "all", NULL };
	struct plain p = { .j = j };
	bool has;

	plain_cut(&p, line, strlen(line));
	has = p.n > 1 && plain_ids(&p, "amount", 1, p.n, ids);
	for (int i = 1; i < p.n && !has; i++)
		has = is_thing(j, plain_word(&p, i));
	plain_release(&p);
	return has;
}

/* Whether somebody has signed in the lines above line i, and no order stands
 * between. */
static bool
is_signed_above(const struct job *j, int i)
{
	while (i-- > 0 && j->line[i].state == LINE_UNREAD)
		if (plain_is_named(j, j->line[i].text) ||
		    plain_is_capitals(j, j->line[i].text))
			return true;
	return false;
}

/* Whether a line calls or thanks somebody, "Hello Bruno". */
static bool
calls(const struct job *j, const char *line)
{
	static const char *const ids[] = { "greeting", "thanks", NULL };
	struct plain p = { .j = j };
	bool calls;

	plain_cut(&p, line, strlen(line));
	calls = p.n > 0 && plain_ids(&p, "filler", 0, 1, ids);
	plain_release(&p);
	return calls || plain_is_courtesy(j, line);
}

/* Whether somebody has signed an order so: a name at the top of a mail, or in a
 * greeting, is whom it is for. */
static bool
is_order_signed(const struct job *j, int i)
{
	bool named = false;

	while (i-- > 0 && j->line[i].state == LINE_UNREAD)
		named = named ||
		    (!calls(j, j->line[i].text) &&
			(plain_is_named(j, j->line[i].text) ||
			    plain_is_capitals(j, j->line[i].text)));
	return named && i >= 0;
}

/* Commands that are given no thing of the game, and the kind of word
 * (words.json) that stands first behind them; NULL: any. */
static const struct argument {
	const char *command, *kind;
} arguments[] = {
	{ "absence", NULL },
	{ "broadcast", NULL },
	{ "press", "recipient" },
	{ "propose", "proposal" },
	{ "set", "setting" },
};

/* Whether a line begins with a word but for one letter. */
static bool
begins_nearly(const char *line, const char *word)
{
	struct buf first = BUF_INIT;
	bool yes;

	utf8_fold(line, strcspn(line, " \t:,!?."), &first);
	yes = near_distance(buf_text(&first), word) <= 1;
	buf_release(&first);
	return yes;
}

/* Whether a line may be a command with what that is given, "Pres Bruno"; not
 * "Props to Bruno", "Absent friends", nor what stands below a name. */
static bool
is_given(const struct job *j, int line, const struct meaning *m)
{
	enum { KNOWN = sizeof arguments / sizeof *arguments };
	const char *id = word_id(j, "command", m->near, strlen(m->near), 0);
	size_t n = 0, len = strcspn(m->args, " :,.!");

	while (id != NULL && n < KNOWN && strcmp(arguments[n].command, id) != 0)
		n++;
	if (id == NULL || n == KNOWN || is_signed_above(j, line))
		return false;
	if (arguments[n].kind == NULL)
		return begins_nearly(j->line[line].text, m->near);
	id = word_id(j, arguments[n].kind, m->args, len, 0);
	if (id != NULL)
		return strcmp(id, "to") != 0;
	return strcmp(arguments[n].command, "press") == 0 && j->at.m != NULL &&
	    seated_at(j->at.m, m->args, &len) != 0;
}

/* Whether line i, whose first word is a verb, or looks like one of ours, may be
 * meant as an order: it is that word alone, it reads as a move, it has a thing
 * of the game, or what its command is given. "Take care" is none in Clippers
 * either. */
static bool
may_order(const struct job *j, int i, const struct meaning *m)
{
	const char *line = j->line[i].text, *args;
	struct buf said = BUF_INIT;
	bool may;

	if (plain_is_courtesy(j, line))
		return false;
	corrected(j, line, m, &said);
	args = strchr(buf_text(&said), ' ');
	may = args == NULL || job_reads(j, said.data) ||
	    job_reads(j, args + 1) || has_thing(j, said.data) ||
	    (m->is == MEANS_TYPO && is_given(j, i, m));
	buf_release(&said);
	return may;
}

/* Whether line i is an order. */
static bool
is_order(const struct job *j, int i)
{
	const char *line = j->line[i].text;
	struct meaning m = meaning_of(j, line);

	return m.is == MEANS_COMMAND ||
	    (m.is == MEANS_MOVE && may_order(j, i, &m)) ||
	    meaning_is_bare(&m, line);
}

/* Whether no line from line i on is an order. They are looked through from the
 * bottom up, and not anew for each line: the last order (j->order) is one to
 * all above it, and from where on there is none (j->no_order) there is none
 * until a line is obeyed. */
static bool
none_from(struct job *j, int i)
{
	if (j->no_order > 0 && j->no_order <= i)
		return true;
	if (j->order >= i && is_order(j, j->order))
		return false;
	for (int k = j->n - 1; k >= i; k--)
		if (is_order(j, k)) {
			j->order = k;
			return false;
		}
	j->no_order = i;
	return true;
}

bool
job_signs(struct job *j, const struct line *l, const struct meaning *m)
{
	int i = (int)(l - j->line);
	const char *line = l->text, *id;
	long n;

	if (!j->at.moved && (m->is != MEANS_TYPO || !is_order_signed(j, i)))
		return false;
	if (m->is == MEANS_MOVE)
		return none_from(j, i);
	if (!none_from(j, i + 1))
		return false;
	/* The link of a list's footer. */
	if (m->is == MEANS_COMMAND)
		return m->command->flags & COMMAND_ASKED && *m->args == '\0';
	if (m->is == MEANS_TYPO) {
		id = word_id(j, "command", m->near, strlen(m->near), 0);
		if (plain_is_capitals(j, line))
			return id == NULL ||
			    (strcmp(id, "hold") != 0 && !is_given(j, i, m));
		return !may_order(j, i, m);
	}
	n = m->is == MEANS_NUMBER ? strtol(line, NULL, 10) : -1;
	return n >= 0 && line[strspn(line, "0123456789.")] != '\0' &&
	    (*line == '0' || n >= PRICE || is_signed_above(j, i));
}

/* The number of a telephone: a word, and no more but seven digits or more. */
static bool
is_telephone(const char *line)
{
	enum { DIGITS_LEAST = 7 };
	size_t word = strcspn(line, " :.+0123456789"), digits = 0;
	const char *number = line + word;

	for (const char *s = number; *s != '\0'; s++)
		digits += utf8_digit(*s);
	return word > 0 && digits >= DIGITS_LEAST &&
	    number[strspn(number, " :.+-()/0123456789")] == '\0';
}

bool
job_is_added(const struct line *l, const struct meaning *m)
{
	const char *text = l->written != NULL ? l->written : l->text;
	struct slice s = { text, strlen(text) };

	return l->block == NULL && !l->taken_back && !l->early &&
	    (quoting_banner(s) || quoting_disclaimer(s) ||
		(m->is == MEANS_TYPO && is_telephone(text)));
}
