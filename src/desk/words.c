/* SPDX-License-Identifier: MIT */

/* From the text of a mail to lines, and from a line to what it means: a
 * command, a move, a number, a slip of the pen, or prose. */

#include <ctype.h>

#include "base/mem.h"
#include "base/near.h"
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

const char *
word_own(const struct errand *er, const char *kind, const char *id)
{
	const struct names *n = er->words;

	for (size_t i = 0; i < n->n; i++)
		if (n->at[i].rank == 0 && !strcmp(n->at[i].kind, kind) &&
		    !strcmp(n->at[i].id, id))
			return n->at[i].word;
	return id;
}

/* Two letters off in a word of five or more; in one of four a single one, and
 * shorter ones never: else half of all short words would be slips. */
static bool
is_near(const char *word, const char *target)
{
	size_t len = strlen(word), other = strlen(target);

	if (len < 4 || len > other + 2 || other > len + 2)
		return false;
	return near_distance(word, target) <= (len >= 5 ? 2 : 1);
}

static const struct command *
command_named(const struct errand *er, const char *name)
{
	const struct command *const *c = er->desk->commands;

	for (; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}

bool
meaning_is(const struct meaning *m, const char *command)
{
	return m->is == MEANS_COMMAND && !strcmp(m->command->name, command);
}

/* A word as a command or as a verb: what it was found to be, and how good
 * that is (names_place). */
struct hit {
	int found, place;
	const char *id;
};

/* "p2" or "P2", alone or with more behind it. */
static bool
is_seat(const char *args)
{
	return (*args == 'p' || *args == 'P') &&
		isdigit((unsigned char)args[1]) &&
		!isalnum((unsigned char)args[2]);
}

/* A word that is a command only before a seat. */
static bool
is_on_seat(const struct errand *er, const struct hit *h)
{
	const struct command *c = h->found == NAME_FOUND ?
		command_named(er, h->id) : NULL;

	return c && c->flags & COMMAND_ON_SEAT;
}

static struct hit
hit_command(const struct errand *er, const char *word, const char *args)
{
	struct hit h;

	h.found = names_place(er->words, "command", word, strlen(word), 3,
		&h.id, &h.place);
	if (h.found == NAME_NONE && command_named(er, word)) {
		h.found = NAME_FOUND;
		h.id = word;
	}
	/* `yes` is for confirmations, which never come here. */
	if (h.found == NAME_FOUND && !strcmp(h.id, "yes"))
		h.found = NAME_NONE;
	if (is_on_seat(er, &h) && !is_seat(args))
		h.found = NAME_NONE;
	return h;
}

static struct hit
hit_verb(const struct errand *er, const char *word)
{
	const struct texts *t = er->desk->house.texts;
	const struct names *words = er->game_words;
	struct hit h = { NAME_NONE, 0, NULL };

	if (words) {
		h.found = names_place(words, "verb", word, strlen(word), 3,
			&h.id, &h.place);
		return h;
	}
	/* About no game: a verb of any is no prose. */
	for (size_t i = 0; !h.found && game_registry[i]; i++) {
		words = texts_names(t, game_registry[i]->name, er->lang);
		h.found = names_place(words, "verb", word, strlen(word), 3,
			&h.id, &h.place);
	}
	return h;
}

static void
add_candidates(const struct names *n, const char *kind, const char *word,
	const struct names *but, struct buf *out)
{
	size_t len = strlen(word);
	const char *id;

	for (size_t i = 0; n && i < n->n; i++) {
		const struct name *c = &n->at[i];

		if (c->rank > 1 || strcmp(c->kind, kind) ||
		    strncmp(c->word, word, len) ||
		    names_find(but, "command", c->word, strlen(c->word), 0,
		    &id) == NAME_FOUND)
			continue;
		buf_printf(out, "%s%s", out->len ? ", " : "", c->word);
	}
}

/* "resend, resign": what an ambiguous word may mean, in the reader's language
 * and in English. */
static void
name_candidates(const struct errand *er, const char *word, struct buf *out)
{
	add_candidates(er->words, "command", word, NULL, out);
	add_candidates(er->game_words, "verb", word, er->words, out);
}

/* The nearest word of a kind in the reader's language, else in English: what
 * looks like a word of another language is prose. */
static const char *
near_name(const struct names *n, const char *kind, const char *word)
{
	for (int rank = 0; rank <= 1; rank++)
		for (size_t i = 0; n && i < n->n; i++)
			if (n->at[i].rank == rank &&
			    !strcmp(n->at[i].kind, kind) &&
			    is_near(word, n->at[i].word))
				return n->at[i].word;
	return NULL;
}

static const char *
near_word(const struct errand *er, const char *word)
{
	const char *near = near_name(er->words, "command", word);

	return near ? near : near_name(er->game_words, "verb", word);
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

static bool
is_exact(struct hit h)
{
	return h.found != NAME_NONE && h.place < NAME_EXACT;
}

/* A word of prose that is none of our words as a whole. One of another
 * language is no prose if it begins a word of the writer's or of English
 * ("sto" is Italian, and `stow` in Claim), and one of his own is none if it
 * begins a verb and more words follow. */
static bool
is_prose(const struct errand *er, const char *word, bool more,
	struct hit command, struct hit verb)
{
	const char *id;
	int place;

	if (is_exact(command) || is_exact(verb) || names_place(er->words,
	    "prose", word, strlen(word), 0, &id, &place) != NAME_FOUND)
		return false;
	place += NAME_EXACT;
	if (verb.found && (verb.place < place ||
	    (more && verb.place == place)))
		return false;
	return !command.found || command.place >= place;
}

/* The better of the two; a word that is as good a command as a verb is a
 * command if it is whole, and ambiguous if it is cut. */
static void
choose(const struct errand *er, const char *word, struct hit command,
	struct hit verb, struct meaning *out)
{
	bool tie = command.place == verb.place && !is_exact(command);

	out->is = MEANS_MOVE;
	if (!command.found || (verb.found && verb.place < command.place))
		return;
	out->is = MEANS_AMBIGUOUS;
	if (command.found == NAME_AMBIGUOUS || (verb.found && tie)) {
		name_candidates(er, word, &out->candidates);
		return;
	}
	out->is = MEANS_COMMAND;
	/* Every word of words.json has its command (test-commands). */
	out->command = command_named(er, command.id);
}

static void
decide(const struct errand *er, const char *word, bool more,
	struct meaning *out)
{
	struct hit command = hit_command(er, word, out->args);
	struct hit verb = hit_verb(er, word);
	const struct command *c;

	out->is = MEANS_PROSE;
	/* No game has seats in its moves. */
	if (is_on_seat(er, &command))
		verb.found = NAME_NONE;
	if (is_prose(er, word, more, command, verb))
		return;
	if (!is_exact(command) && !is_exact(verb)) {
		c = command.found == NAME_FOUND ? command_named(er, command.id) :
			NULL;
		/* An abbreviation of what must be written whole. */
		if (c && (c->flags & COMMAND_WHOLE))
			command.found = NAME_NONE;
	}
	if (command.found || verb.found)
		choose(er, word, command, verb, out);
	else if ((out->near = near_word(er, word)) != NULL)
		out->is = MEANS_TYPO;
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
		decide(er, word, *out->args && isspace((unsigned char)
		    line[len]), out);
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
ends_message(const struct errand *er, const char *at, size_t len)
{
	char *word = folded(at, len);
	const char *id;
	bool yes;

	for (char *c = word; *c; c++)
		if (*c == ' ')
			*c = '-';
	yes = names_find(er->words, "signature", word, strlen(word), 0, &id) ==
		NAME_FOUND;
	free(word);
	return yes;
}

/* The text that belongs to the line just added, if it is of those. */
static const char *
take_block(struct errand *er, const char *at, size_t len, const char *p)
{
	struct line *l = er->n ? &er->line[er->n - 1] : NULL;

	if (!l || l->block)
		return p;
	if (block_ends(er, at, len))
		block_stray(er);
	else if (block_opens(er, l->text))
		return block_read(er, p, l);
	return p;
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
		if (ends_message(er, at, len))
			return;
		if (len > LINE_MAX_BYTES)
			len = utf8_prefix(at, len, LINE_MAX_BYTES);
		if (*at != '>' && (broken || !continues(er, at, len)))
			add_line(er, at, len);
		broken = false;
		if (*at != '>')
			p = take_block(er, at, len, p);
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
	while (er->n) {
		free(er->line[--er->n].text);
		free(er->line[er->n].block);
	}
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
