/* SPDX-License-Identifier: MIT */

/* From the text of a mail to lines, and from a line to what it means: a
 * command, a move, a number, a typo, or prose. */

#include <ctype.h>

#include "base/mem.h"
#include "base/near.h"
#include "base/utf8.h"
#include "computer/level.h"
#include "desk/command.h"
#include "desk/game_words.h"
#include "desk/paragraph.h"
#include "desk/plain.h"
#include "desk/seated.h"
#include "text/texts.h"

/* What ends the first word of a line. */
#define WORD_END " \t:,!?."

const char *
word_in(const struct names *names, const char *kind, struct slice t,
    size_t prefix)
{
	struct buf word = BUF_INIT;
	const char *id;

	utf8_fold(t.at, t.len, &word);
	if (names_find(names, kind, buf_text(&word), word.len, prefix, &id) !=
	    NAME_FOUND)
		id = NULL;
	buf_release(&word);
	return id;
}

const char *
word_id(const struct job *j, const char *kind, const char *at, size_t len,
    size_t prefix)
{
	return word_in(j->words, kind, (struct slice){ at, len }, prefix);
}

const char *
word_own(const struct job *j, const char *kind, const char *id)
{
	const struct names *n = j->words;

	for (size_t i = 0; i < n->n; i++)
		if (n->at[i].rank == 0 && strcmp(n->at[i].kind, kind) == 0 &&
		    strcmp(n->at[i].id, id) == 0)
			return n->at[i].word;
	return id;
}

/* Two letters off in a word of five or more; in one of four a single one, and
 * shorter ones never: else half of all short words would be typos. */
enum { NEAR_MIN = 4 };

static bool
is_near(const char *word, size_t len, const char *target)
{
	size_t other = strlen(target);

	if (len > other + 2 || other > len + 2)
		return false;
	return near_distance(word, target) <= (len >= 5 ? 2 : 1);
}

const struct command *
command_named(const struct command *const *tables, const char *name)
{
	for (; *tables; tables++)
		for (const struct command *c = *tables; c->name; c++)
			if (strcmp(c->name, name) == 0)
				return c;
	return NULL;
}

static const struct command *
command_of(const struct job *j, const char *name)
{
	return command_named(j->desk->commands, name);
}

bool
meaning_is(const struct meaning *m, const char *command)
{
	return m->is == MEANS_COMMAND && strcmp(m->command->name, command) == 0;
}

bool
meaning_is_bare(const struct meaning *m, const char *line)
{
	return m->is == MEANS_NUMBER &&
	    line[strspn(line, "0123456789.")] == '\0';
}

bool
meaning_gives_office(const struct meaning *m)
{
	return meaning_is(m, "create") || meaning_is(m, "deputize");
}

/* A word as a command or as a verb: what it was found to be, and how good
 * that is (names_place). */
struct hit {
	int found, place;
	const char *id;
};

static bool
is_exact(struct hit h)
{
	return h.found != NAME_NONE && h.place < NAME_EXACT;
}

/* "p2" or "P2", alone or with more behind it. */
static bool
is_seat(const char *args)
{
	return (*args == 'p' || *args == 'P') &&
	    isdigit((unsigned char)args[1]) && !isalnum((unsigned char)args[2]);
}

/* A word that is a command only before a seat. */
static bool
is_on_seat(const struct job *j, const struct hit *h)
{
	const struct command *c = h->found == NAME_FOUND ?
	    command_of(j, h->id) :
	    NULL;

	return c != NULL && c->flags & COMMAND_ON_SEAT;
}

static bool
is_whole(const struct job *j, const struct hit *h)
{
	const struct command *c = h->found == NAME_FOUND ?
	    command_of(j, h->id) :
	    NULL;

	return c != NULL && c->flags & COMMAND_WHOLE;
}

static struct hit
hit_command(const struct job *j, const char *word, const char *args)
{
	struct hit h;

	h.found = names_place(j->words, "command", word, strlen(word), 3, &h.id,
	    &h.place);
	/* Of another language only whole words: "one" is English, and no Dutch
	 * "oneens" cut short. */
	if (h.place >= NAME_CUT(2))
		h.found = NAME_NONE;
	if (h.found == NAME_NONE && command_of(j, word) != NULL) {
		h.found = NAME_FOUND;
		h.id = word;
	}
	/* `yes` is for confirmations, which never come here. */
	if (h.found == NAME_FOUND && strcmp(h.id, "yes") == 0)
		h.found = NAME_NONE;
	/* Not cut off, either. */
	if (is_on_seat(j, &h) && !is_seat(args) && !is_exact(h))
		h.found = NAME_NONE;
	return h;
}

static struct hit
hit_verb(const struct job *j, const char *word)
{
	const struct texts *t = j->desk->club.texts;
	const struct names *words = j->game_words;
	struct hit h = { NAME_NONE, 0, NULL };

	if (words != NULL) {
		h.found = names_place(words, "verb", word, strlen(word), 3,
		    &h.id, &h.place);
		if (is_exact(h) && word_is_answer(j, word, h.place, true))
			h.found = NAME_NONE;
		return h;
	}
	/* About no game: a verb of any is no prose. */
	for (size_t i = 0; !h.found && game_registry[i] != NULL; i++) {
		words = texts_names(t, game_registry[i]->name, j->lang);
		h.found = names_place(words, "verb", word, strlen(word), 3,
		    &h.id, &h.place);
	}
	return h;
}

/* Whether a list, "a, b", has the word. */
static bool
is_listed(const char *list, const char *word)
{
	size_t len = strlen(word), n;

	for (; *list != '\0'; list += n + strspn(list + n, ", ")) {
		n = strcspn(list, ",");
		if (n == len && memcmp(list, word, len) == 0)
			return true;
	}
	return false;
}

static void
add_candidates(const struct names *n, const char *kind, const char *word,
    const struct names *but, bool other, struct buf *out)
{
	size_t len = strlen(word);
	const char *id;

	for (size_t i = 0; n != NULL && i < n->n; i++) {
		const struct name *c = &n->at[i];

		if (c->rank > 1 || c->other != other ||
		    strcmp(c->kind, kind) != 0 ||
		    strncmp(c->word, word, len) != 0 ||
		    is_listed(buf_text(out), c->word) ||
		    names_find(but, "command", c->word, strlen(c->word), 0,
			&id) == NAME_FOUND)
			continue;
		buf_printf(out, "%s%s", out->len ? ", " : "", c->word);
	}
}

/* In the reader's language and in English. */
void
meaning_candidates(const struct job *j, const char *line, struct buf *out)
{
	struct buf word = BUF_INIT;

	utf8_fold(line, strcspn(line, WORD_END), &word);
	for (int other = 0; other <= 1 && out->len == 0; other++) {
		add_candidates(j->words, "command", buf_text(&word), NULL,
		    other, out);
		add_candidates(j->game_words, "verb", buf_text(&word), j->words,
		    other, out);
	}
	buf_release(&word);
}

static bool
has_office(const struct job *j)
{
	return j->at.moderator || j->waiting.office;
}

/* What only a moderator may do is nobody else's with a wrong letter: "reject"
 * is no `eject`. */
static bool
is_meant(const struct job *j, const struct name *n)
{
	const struct command *c = strcmp(n->kind, "command") == 0 ?
	    command_of(j, n->id) :
	    NULL;

	return c == NULL || has_office(j) ||
	    !(c->flags & (COMMAND_OFFICE | COMMAND_MODERATOR));
}

/* The nearest word of a kind in the reader's language, else in English: what
 * looks like a word of another language is prose. */
static const char *
near_name(const struct job *j, const struct names *n, const char *kind,
    const char *word)
{
	const char *english = NULL;
	size_t len = strlen(word);

	for (size_t i = 0; n != NULL && len >= NEAR_MIN && i < n->n; i++) {
		const struct name *name = &n->at[i];

		if (name->rank > 1 || (name->rank == 1 && english != NULL) ||
		    name->kind[0] != kind[0] || strcmp(name->kind, kind) != 0 ||
		    strcmp(name->id, "yes") == 0 ||
		    !is_near(word, len, name->word) || !is_meant(j, name))
			continue;
		if (name->rank == 0)
			return name->word;
		english = name->word;
	}
	return english;
}

/* What people say for a verb of the game is no command with a wrong letter; a
 * number in words, "three", and a thing of the game, "port", are no order. */
static const char *
near_word(const struct job *j, const char *word)
{
	struct slice t = { word, strlen(word) };
	const char *near;

	if (word_in(j->words, "count", t, 0) != NULL ||
	    word_is_thing(j->game_words, t))
		return NULL;
	near = word_in(j->game_words, "said", t, 0) == NULL ?
	    near_name(j, j->words, "command", word) :
	    NULL;

	return near != NULL ? near : near_name(j, j->game_words, "verb", word);
}

static bool
is_number(const char *line)
{
	const char *p = line;

	while (isdigit((unsigned char)*p))
		p++;
	if (p == line || p - line > 4)
		return false;
	p += *p && strchr(".):,;", *p) != NULL;
	return !*p || *p == ' ';
}

/* A word of prose that is none of our words as a whole. One of another
 * language is no prose if it begins a word of the writer's or of English
 * ("sto" is Italian, and `stow` in Claim), and one of their own is none if it
 * begins a verb and more words follow. */
static bool
is_prose(const struct job *j, const char *word, bool more, struct hit command,
    struct hit verb)
{
	const char *id;
	int place;

	if (is_exact(command) || is_exact(verb) ||
	    names_place(j->words, "prose", word, strlen(word), 0, &id,
		&place) != NAME_FOUND)
		return false;
	place = NAME_CUT(place);
	if (verb.found && (verb.place < place || (more && verb.place == place)))
		return false;
	return !command.found || command.place >= place;
}

/* The better of the two; a word that is as good a command as a verb is a
 * command if it is whole, and ambiguous if it is cut. */
static void
choose(const struct job *j, struct hit command, struct hit verb,
    struct meaning *out)
{
	bool tie = command.place == verb.place && !is_exact(command);

	out->is = MEANS_MOVE;
	if (!command.found || (verb.found && verb.place < command.place))
		return;
	out->is = command.found == NAME_AMBIGUOUS || (verb.found && tie) ?
	    MEANS_AMBIGUOUS :
	    MEANS_COMMAND;
	if (out->is == MEANS_AMBIGUOUS)
		return;
	/* Every word of words.json has its command (test-commands). */
	out->command = command_of(j, command.id);
}

static bool
says_something(const char *args)
{
	while (*args && *args != '?' && !isalnum((unsigned char)*args) &&
	    !(*args & 0x80))
		args++;
	return *args;
}

/* "resend p2", "deputize 42". */
static bool
says_which(const struct meaning *m)
{
	const char *args = m->args;

	return (m->command->flags & COMMAND_OF_SEAT && args_seat(&args)) ||
	    (m->command->flags & COMMAND_OF_GAME && args_game(args));
}

static void
decide(const struct job *j, const char *word, bool more, struct meaning *out)
{
	struct hit command = hit_command(j, word, out->args);
	struct hit verb = hit_verb(j, word);
	const struct command *c;

	out->is = MEANS_PROSE;
	/* No game has seats in its moves; its verb is no command without. */
	if (is_on_seat(j, &command) && is_seat(out->args))
		verb.found = NAME_NONE;
	else if (is_on_seat(j, &command) && verb.found != NAME_NONE)
		command.found = NAME_NONE;
	if (is_prose(j, word, more, command, verb))
		return;
	if (!is_exact(command) && !is_exact(verb)) {
		/* A piece of a drawing is cut off from nothing; in it stand
		 * blanks in rows. */
		if (more &&
		    (!says_something(out->args) ||
			strstr(out->args, "   ") != NULL))
			return;
		c = command.found == NAME_FOUND ? command_of(j, command.id) :
						  NULL;
		/* An abbreviation of what must be written whole. */
		if (c != NULL && (c->flags & COMMAND_WHOLE))
			command.found = NAME_NONE;
	} else if (more && verb.found == NAME_FOUND && is_whole(j, &command)) {
		/* "chart rhea" is a charter. */
		command.found = NAME_NONE;
	}
	if (command.found || verb.found) {
		choose(j, command, verb, out);
		if (out->is == MEANS_COMMAND &&
		    out->command->flags & COMMAND_BARE &&
		    says_something(out->args) && !says_which(out))
			out->is = MEANS_PROSE;
		if (out->is == MEANS_COMMAND &&
		    out->command->flags & COMMAND_OFFICE && !has_office(j))
			out->is = MEANS_PROSE;
	} else if ((out->near = near_word(j, word)) != NULL)
		out->is = MEANS_TYPO;
}

/* Bytes of the first n words. */
static size_t
first_words(const char *line, int n)
{
	size_t len = 0;

	while (n-- > 0) {
		len += strspn(line + len, " \t");
		len += strcspn(line + len, n ? " \t" : WORD_END);
	}
	return len;
}

/* A command of several words ("sign up") as one, with hyphens: bytes of it in
 * the line; 0 if it begins with none. */
static size_t
several_words(const struct job *j, const char *line, struct buf *out)
{
	const char *id;

	for (int n = 3; n > 1; n--) {
		size_t len = first_words(line, n);

		buf_clear(out);
		utf8_fold(line, len, out);
		for (size_t i = 0; i < out->len; i++)
			if (out->data[i] == ' ')
				out->data[i] = '-';
		if (names_find(j->words, "command", buf_text(out), out->len, 0,
			&id) == NAME_FOUND)
			return len;
	}
	buf_clear(out);
	return 0;
}

enum { DIGITS = 6 };

int
paragraph_form(const char *behind)
{
	const char *p = behind + strspn(behind, " \t");
	size_t digits = strspn(p + (*p == '#'), "0123456789");

	if (digits > DIGITS || (*p == '#' && digits == 0))
		return -1;
	p += (*p == '#') + digits;
	p += strspn(p, " \t");
	return *p == ':' ? (int)(p + 1 - behind) :
	    *p == '\0'   ? (int)(p - behind) :
			   -1;
}

/* A command with a paragraph, or what may be one with a wrong letter. */
static bool
of_paragraph(const struct job *j, const struct meaning *m)
{
	const struct command *c = m->is == MEANS_COMMAND ? m->command : NULL;

	if (m->is == MEANS_TYPO) {
		const char *id = word_id(j, "command", m->near, strlen(m->near),
		    0);

		c = id != NULL ? command_of(j, id) : NULL;
	}
	return c != NULL && c->flags & COMMAND_PARAGRAPH;
}

/* Whether what is no whole word of ours is one that people have for each other:
 * "John" is no `join`, "Cari saluti" no cargo, and "Kevin," calls somebody. But
 * "Pres Bruno" is cut from one of ours. */
static bool
is_for_people(const struct job *j, const struct meaning *m, const char *word,
    const char *line)
{
	struct slice w = { word, strlen(word) };

	if (m->is == MEANS_PROSE || m->is == MEANS_NUMBER ||
	    word_in(j->words, "command", w, 0) != NULL ||
	    word_in(j->game_words, "verb", w, 0) != NULL)
		return false;
	return plain_is_named(j, m->is == MEANS_TYPO ? line : word) ||
	    plain_is_courtesy(j, line) ||
	    (m->is == MEANS_TYPO && line[strlen(line) - 1] == ',' &&
		plain_is_capitals(j, line));
}

/* A word that is rather said to people than a command, set apart from what
 * follows: "Clear, thanks!" and "Terug!". */
static bool
is_aloud(const struct job *j, const struct slice *word, char next)
{
	return (next == '!' || next == ',') &&
	    word_in(j->words, "aloud", *word, 0) != NULL;
}

struct meaning
meaning_of(const struct job *j, const char *line)
{
	struct meaning m = { .args = line };
	struct buf word = BUF_INIT;
	size_t len = several_words(j, line, &word);

	if (len == 0) {
		len = first_words(line, 1);
		utf8_fold(line, len, &word);
	}
	m.args += len;
	m.args += strcspn(m.args, " \t");
	m.args += strspn(m.args, " \t");
	if (is_number(line) &&
	    !number_dates(j->words, line + strspn(line, "0123456789")))
		m.is = MEANS_NUMBER;
	else if (word.len)
		decide(j, word.data,
		    *m.args && isspace((unsigned char)line[len]), &m);
	if (is_for_people(j, &m, buf_text(&word), line) ||
	    (m.is == MEANS_COMMAND &&
		is_aloud(j, &(struct slice){ line, len }, line[len])))
		m.is = MEANS_PROSE;
	/* Who does not set it asks for it: "deadline?" */
	if (meaning_is(&m, "deadline") && *m.args == '\0' && !has_office(j))
		m.command = command_of(j, "status");
	if (of_paragraph(j, &m) && paragraph_form(line + len) < 0)
		m.is = MEANS_PROSE;
	buf_release(&word);
	return m;
}

int
word_level(const struct job *j, const char **args)
{
	size_t n = strcspn(*args, " ");
	const char *id = word_id(j, "level", *args, n, 0);

	if (id == NULL)
		return LEVEL_NONE;
	*args += n + strspn(*args + n, " ");
	return (int)level_find(id, strlen(id));
}
