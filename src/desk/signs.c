/* SPDX-License-Identifier: MIT */

/* What stands below a move that was made, and is no order: how people sign,
 * "Kind regards, / Anna Smith / Head of Sales", and what they say as they go,
 * "Loads of luck". An order with a letter wrong is none of it. */

#include "desk/command.h"
#include "desk/game_words.h"
#include "desk/judge.h"
#include "desk/plain.h"
#include "desk/seated.h"

#include "base/near.h"
#include "base/utf8.h"
#include "game/rules.h"
#include "post/words.h"
#include "text/texts.h"

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
	if (!s.found && j->at.seen != NULL)
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
		if (plain_is_named(j, j->line[i].text))
			return true;
	return false;
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
	    (m.is == MEANS_NUMBER && line[strspn(line, "0123456789.")] == '\0');
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

	if (!j->at.moved)
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

/* Beside an order to the letter: what mail systems add, and signatures have,
 * begins nearly as a command does, "Think before you click", "Phone: 06-12". */
enum { FIRST_DIGITS = 6, SENTENCE = 3 };

/* Whether the first word of a line is one of ours as it is written. */
static bool
is_whole(const struct job *j, const char *line)
{
	size_t len = strcspn(line, " \t:,!?.");

	return word_id(j, "command", line, len, 0) != NULL;
}

/* Whether a line is an order to the letter, or was obeyed. */
static bool
is_exact(const struct job *j, const struct line *l)
{
	struct meaning m = meaning_of(j, l->text);

	if (l->passed_over || l->taken_back)
		return false;
	return m.is == MEANS_NUMBER ?
	    l->text[strspn(l->text, "0123456789.")] == '\0' :
	    m.is == MEANS_MOVE ?
	    l->state == LINE_DONE || job_reads(j, l->text) :
	    m.is == MEANS_COMMAND && *m.args == '\0' && is_whole(j, l->text);
}

/* Whether a word may be what a command is given: a number of the list or of a
 * game, a seat, a player, an address, a word of what it is about. */
static bool
is_argument(const struct job *j, const struct plain *p, int i)
{
	static const char *const kinds[] = { "recipient", "proposal", "setting",
		"topic", "lesson", "unit", "day", "month", "absence", "rules",
		"level", "who", "count", "times", "if", "amount", "change",
		"late", "part", "value", "language" };
	struct slice t = plain_bare(p->token[i]), word = plain_word(p, i);
	size_t digits = 0, from = t.len > 1 && (*t.at | 32) == 'p';

	while (from + digits < t.len && utf8_digit(t.at[from + digits]))
		digits++;
	if (digits > 0 && digits <= FIRST_DIGITS && from + digits == t.len &&
	    t.at[from] != '0')
		return true;
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (word_in(j->words, kinds[k], word, 0) != NULL)
			return true;
	return memchr(t.at, '@', t.len) != NULL || plain_is_somebody(j, word) ||
	    word_is_thing(j->game_words, word) ||
	    word_in(j->game_words, "verb", word, 0) != NULL;
}

/* Whether a word is a verb of any game: what is meant for another one. */
static bool
is_verb(const struct job *j, struct slice word)
{
	bool is = false;

	for (size_t i = 0; !is && game_registry[i] != NULL; i++)
		is = word_in(texts_names(j->desk->club.texts,
				 game_registry[i]->name, j->lang),
			 "verb", word, 0) != NULL;
	return is;
}

/* Whether a line has more words behind the first than a command is given, or
 * the number of a telephone, and begins with no verb. */
static bool
says_more(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	size_t digits = 0;
	bool more;

	plain_cut(&p, line, strlen(line));
	for (const char *s = line; *s != '\0'; s++)
		digits += utf8_digit(*s);
	more = p.n > (digits > FIRST_DIGITS ? 1 : SENTENCE) &&
	    !is_argument(j, &p, 1) && !is_verb(j, plain_word(&p, 0));
	plain_release(&p);
	return more;
}

/* Whether what stands behind a command joins a sentence to it: "and think". */
static bool
joins_more(const struct job *j, const char *args)
{
	static const char *const joins[] = { "joins", NULL };
	struct plain p = { .j = j };
	bool yes;

	plain_cut(&p, args, strlen(args));
	yes = p.n >= SENTENCE && plain_ids(&p, "filler", 0, 1, joins) != 0;
	plain_release(&p);
	return yes;
}

/* Whether a line that was refused says rather something else than an order that
 * is not quite right: "Stop and think". */
static bool
may_be_prose(const struct job *j, const char *line, const struct meaning *m)
{
	if (m->is == MEANS_COMMAND && is_whole(j, line))
		return meaning_is(m, "stop") && joins_more(j, m->args);
	return m->is != MEANS_MOVE && m->is != MEANS_NUMBER &&
	    says_more(j, line);
}

/* Whether a line is an order to the letter. j->exact is one behind it; -1: none
 * until a line is obeyed. */
static bool
has_exact(struct job *j)
{
	if (j->exact > 0 && is_exact(j, &j->line[j->exact - 1]))
		return true;
	for (int i = 0; i < j->n && j->exact >= 0; i++)
		if (is_exact(j, &j->line[i])) {
			j->exact = i + 1;
			return true;
		}
	j->exact = -1;
	return false;
}

bool
job_beside(struct job *j, const struct line *l, const struct meaning *m)
{
	return l->block == NULL && !l->taken_back && !l->early &&
	    may_be_prose(j, l->text, m) && has_exact(j);
}
