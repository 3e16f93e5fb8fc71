/* SPDX-License-Identifier: MIT */

/* From the text of a mail to lines, and from a line to what it means: a
 * command, a move, a number, a slip of the pen, or prose. */

#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/errand.h"
#include "text/texts.h"

enum { LINES_MAX = 1000, LINE_MAX_BYTES = 600, WRAPPED = 50 };

static char *
folded(const char *at, size_t len)
{
	struct buf b = BUF_INIT;

	utf8_fold(at, len, &b);
	buf_str(&b, "");
	return buf_steal(&b);
}

/* Letters between two words: insertion, deletion, another letter, two
 * letters exchanged. */
static int
distance(const char *a, const char *b)
{
	enum { MAX = 24 };
	int d[MAX + 1][MAX + 1];
	int n = (int)strlen(a), m = (int)strlen(b);

	if (n > MAX || m > MAX || abs(n - m) > 2)
		return 9;
	for (int i = 0; i <= n; i++)
		d[i][0] = i;
	for (int j = 0; j <= m; j++)
		d[0][j] = j;
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= m; j++) {
			int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			if (d[i - 1][j] + 1 < best)
				best = d[i - 1][j] + 1;
			if (d[i][j - 1] + 1 < best)
				best = d[i][j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < best)
				best = d[i - 2][j - 2] + 1;
			d[i][j] = best;
		}
	return d[n][m];
}

/* Two letters off in a word of five or more; in one of four a single one, and
 * shorter ones never: else half of all short words would be slips. */
static bool
is_near(const char *word, const char *target)
{
	size_t len = strlen(word);

	if (len < 4)
		return false;
	return distance(word, target) <= (len >= 5 ? 2 : 1);
}

static const struct command *
command_named(const char *name)
{
	for (size_t i = 0; command_table[i]; i++)
		if (!strcmp(command_table[i]->name, name))
			return command_table[i];
	return NULL;
}

static const struct command *
exact_command(const struct errand *er, const char *word)
{
	const struct command *c = command_named(word);
	const char *id;

	if (c || names_find(er->words, "command", word, strlen(word), 0, &id) !=
	    NAME_FOUND)
		return c;
	/* `yes` is for confirmations, which never come here. */
	if (!strcmp(id, "yes"))
		return NULL;
	c = command_named(id);
	return c ? c : &command_later;
}

static bool
is_verb(const struct errand *er, const char *word, size_t min_prefix)
{
	const struct texts *t = er->desk->house.texts;
	const char *id;

	if (er->game_words)
		return names_find(er->game_words, "verb", word, strlen(word),
			min_prefix, &id) != NAME_NONE;
	/* About no game: a verb of any is no prose. */
	for (size_t i = 0; game_registry[i]; i++)
		if (names_find(texts_names(t, game_registry[i]->name, er->lang),
		    "verb", word, strlen(word), min_prefix, &id) != NAME_NONE)
			return true;
	return false;
}

/* Commands that a prefix may stand for; more than one: ambiguous. */
static int
prefix_command(const struct errand *er, const char *word,
	const struct command **out)
{
	size_t len = strlen(word);
	const char *id;
	int n = 0;

	if (len < 3)
		return 0;
	for (size_t i = 0; command_table[i]; i++)
		if (!strncmp(command_table[i]->name, word, len)) {
			*out = command_table[i];
			n++;
		}
	if (n == 0)
		switch (names_find(er->words, "command", word, len, 3, &id)) {
		case NAME_AMBIGUOUS:
			return 2;
		case NAME_FOUND:
			*out = command_named(id);
			return *out != NULL && (*out)->name;
		}
	return n;
}

/* "resend, resign": what an ambiguous word may mean. */
static void
name_candidates(const struct errand *er, const char *word, struct buf *out)
{
	const struct names *n = er->game_words;
	size_t len = strlen(word);

	for (size_t i = 0; command_table[i]; i++)
		if (!strncmp(command_table[i]->name, word, len))
			buf_printf(out, "%s%s", out->len ? ", " : "",
				command_table[i]->name);
	for (size_t i = 0; n && i < n->n; i++)
		if (!strcmp(n->at[i].kind, "verb") && n->at[i].rank <= 1 &&
		    !strncmp(n->at[i].word, word, len))
			buf_printf(out, "%s%s", out->len ? ", " : "",
				n->at[i].word);
}

static const char *
near_word(const struct errand *er, const char *word)
{
	const struct names *n;

	for (size_t i = 0; command_table[i]; i++)
		if (is_near(word, command_table[i]->name))
			return command_table[i]->name;
	n = er->words;
	for (size_t i = 0; n && i < n->n; i++)
		if (!strcmp(n->at[i].kind, "command") &&
		    is_near(word, n->at[i].word))
			return n->at[i].word;
	n = er->game_words;
	for (size_t i = 0; n && i < n->n; i++)
		if (!strcmp(n->at[i].kind, "verb") &&
		    is_near(word, n->at[i].word))
			return n->at[i].word;
	return NULL;
}

static bool
is_number(const char *line)
{
	const char *p = line;

	while (isdigit((unsigned char)*p))
		p++;
	return p > line && p - line <= 4 &&
		(!*p || *p == ' ' || ((*p == '.' || *p == ')') && !p[1]));
}

static void
decide(const struct errand *er, const char *word, struct meaning *out)
{
	const struct command *c = exact_command(er, word);
	const char *id;
	int n;

	out->is = MEANS_COMMAND;
	out->command = c;
	if (c)
		return;
	out->is = MEANS_MOVE;
	if (is_verb(er, word, 0))
		return;
	out->is = MEANS_PROSE;
	if (names_find(er->words, "prose", word, strlen(word), 0, &id) ==
	    NAME_FOUND)
		return;
	n = prefix_command(er, word, &c);
	if (n > 1 || (n == 1 && is_verb(er, word, 3))) {
		out->is = MEANS_AMBIGUOUS;
		name_candidates(er, word, &out->candidates);
	} else if (n == 1 && !(c->flags & COMMAND_WHOLE)) {
		out->is = MEANS_COMMAND;
		out->command = c;
	} else if (is_verb(er, word, 3)) {
		out->is = MEANS_MOVE;
	} else if ((out->near = near_word(er, word)) != NULL) {
		out->is = MEANS_TYPO;
	}
}

void
meaning_of(const struct errand *er, const char *line, struct meaning *out)
{
	size_t len = strcspn(line, " \t:,!?.");
	const char *args = line + strcspn(line, " \t");
	char *word = folded(line, len);

	memset(out, 0, sizeof *out);
	while (*args == ' ' || *args == '\t')
		args++;
	out->args = args;
	if (is_number(line))
		out->is = MEANS_NUMBER;
	else if (*word)
		decide(er, word, out);
	free(word);
}

static void
add_line(struct errand *er, const char *at, size_t len)
{
	struct line *l;

	er->line = mem_grow(er->line, (size_t)er->n + 1, sizeof *er->line);
	l = &er->line[er->n++];
	memset(l, 0, sizeof *l);
	l->text = mem_ndup(at, len);
}

static bool
starts_command(const struct errand *er, const char *line, bool number)
{
	struct meaning m;

	meaning_of(er, line, &m);
	buf_release(&m.candidates);
	return m.is == MEANS_COMMAND || m.is == MEANS_MOVE ||
		(number && m.is == MEANS_NUMBER);
}

/* Mail programs break long lines: what follows a long command and means
 * nothing by itself belongs to it. */
static bool
continues(struct errand *er, const char *at, size_t len)
{
	struct meaning m;
	struct line *l = er->n ? &er->line[er->n - 1] : NULL;
	struct buf b = BUF_INIT;
	char *text;
	bool prose;

	if (!l || strlen(l->text) < WRAPPED || strlen(l->text) > LINE_MAX_BYTES)
		return false;
	if (!starts_command(er, l->text, false))
		return false;
	text = mem_ndup(at, len);
	meaning_of(er, text, &m);
	buf_release(&m.candidates);
	free(text);
	prose = m.is == MEANS_PROSE || m.is == MEANS_NUMBER ||
	    m.is == MEANS_TYPO;
	if (!prose)
		return false;
	buf_printf(&b, "%s %.*s", l->text, (int)len, at);
	free(l->text);
	l->text = buf_steal(&b);
	return true;
}

static bool
ends_message(const char *at, size_t len)
{
	char *word = folded(at, len);
	bool yes = !strcmp(word, "end of message");

	free(word);
	return yes;
}

static void
split(struct errand *er, const char *text)
{
	bool broken = false;             /* an empty line came between */

	for (const char *p = text; *p && er->n <= LINES_MAX; ) {
		size_t n = strcspn(p, "\n"), len = n;
		const char *at = p, *hash;

		p += n + (p[n] == '\n');
		if ((hash = memchr(at, '#', len)) != NULL)
			len = (size_t)(hash - at);
		while (len && isspace((unsigned char)*at))
			at++, len--;
		while (len && isspace((unsigned char)at[len - 1]))
			len--;
		if (len == 0) {
			broken = true;
			continue;
		}
		if (ends_message(at, len))
			return;
		if (len > LINE_MAX_BYTES)
			len = utf8_prefix(at, len, LINE_MAX_BYTES);
		if (*at != '>' && (broken || !continues(er, at, len)))
			add_line(er, at, len);
		broken = false;
	}
}

/* "Re: [pq42] moves" -> "moves". */
static const char *
bare_subject(const char *s)
{
	const char *close;

	for (;;) {
		size_t n;
		while (*s == ' ')
			s++;
		n = strcspn(s, ":[ ");
		if (s[n] == ':' && n >= 2 && n <= 4)
			s += n + 1;
		else if (*s == '[' && (close = strchr(s, ']')) != NULL)
			s = close + 1;
		else
			return s;
	}
}

/* No part of what is too long to be read to the end is obeyed. */
static void
drop_lines(struct errand *er)
{
	while (er->n)
		free(er->line[--er->n].text);
	er->msg.defects |= MESSAGE_TOO_LARGE;
}

void
errand_lines(struct errand *er)
{
	split(er, er->msg.text);
	if (er->n > LINES_MAX) {
		drop_lines(er);
		return;
	}
	if (er->n == 0 && *bare_subject(er->msg.subject)) {
		const char *s = bare_subject(er->msg.subject);
		if (starts_command(er, s, true))
			split(er, s);
	}
}
