/* SPDX-License-Identifier: MIT */

/* What somebody may have meant who wrote no order: the one thing that the mail
 * names and that could be done, which the answer asks about, and the moves
 * nearest to a line that was refused. */

#include <cjson/cJSON.h>
#include <ctype.h>
#include <limits.h>

#include "base/near.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "desk/choices.h"
#include "desk/game_words.h"
#include "desk/meant.h"
#include "desk/plain.h"
#include "post/words.h"

enum { NEAREST = 3, TYPOS = 2, SHORT = 5 };

struct search {
	const struct names *words, *game_words; /* borrowed */
	const char *line;                       /* folded */
	const char *joined; /* the same with "b 6" as one word */
	long counted;       /* the number that it is in words */
	struct near_move best[NEAREST];
	int found;
	/* the things that the line names, or nearly does; of those that it
	 * nearly does the nearest */
	struct near_move named, almost;
	int names, almosts;
	int verbs;   /* of the names those that are a verb alone */
	int numbers; /* and those that are numbers of the list */
	bool things; /* a number alone names nothing */
};

static bool
ends_word(char c)
{
	return !isalnum((unsigned char)c) && !(c & 0x80);
}

/* Whether the line has the text, as whole words. */
static bool
has_words(const char *line, const char *text)
{
	size_t len = strlen(text);

	for (const char *p = line; (p = strstr(p, text)) != NULL; p++)
		if ((p == line || ends_word(p[-1])) && ends_word(p[len]))
			return true;
	return false;
}

static void
spaced(struct buf *text)
{
	for (size_t i = 0; i < text->len; i++)
		if (strchr("-=*", text->data[i]) != NULL)
			text->data[i] = ' ';
}

/* Whether words, spaced, have the token. */
static bool
is_said(const char *words, struct slice t)
{
	struct buf one = BUF_INIT;
	bool yes;

	buf_add(&one, t.at, t.len);
	spaced(&one);
	yes = has_words(words, buf_text(&one));
	buf_release(&one);
	return yes;
}

/* Whether the line has all things of a move, which stand behind its verb: "the
 * Teutonic, please" names a charter. */
static bool
has_things(const char *line, const char *move)
{
	struct buf said = BUF_INIT, things = BUF_INIT;
	char *rest = NULL, *thing;
	bool all = strchr(move, ' ') != NULL;

	buf_str(&said, line);
	spaced(&said);
	buf_str(&things, move + strcspn(move, " "));
	thing = strtok_r(things.data, " >", &rest);
	for (; thing != NULL && all; thing = strtok_r(NULL, " >", &rest))
		all = is_said(buf_text(&said),
		    (struct slice){ thing, strlen(thing) });
	buf_release(&said);
	buf_release(&things);
	return all;
}

static bool
has_digit(struct slice t)
{
	for (size_t i = 0; i < t.len; i++)
		if (isdigit((unsigned char)t.at[i]))
			return true;
	return false;
}

/* Whether things of the game are called by that number, "3x". */
static bool
calls_things(const struct search *s, int n)
{
	const struct names *w = s->game_words;
	char digits[16];
	size_t len = (size_t)snprintf(digits, sizeof digits, "%d", n), i;

	if (w == NULL)
		return false;
	i = names_from(w, digits, len);
	return i < w->n && strncmp(w->sorted[i]->word, digits, len) == 0 &&
	    isalpha((unsigned char)w->sorted[i]->word[len]);
}

/* The verb of the game that a word is, as it is written or as people say it;
 * NULL: it is none, or carries no meaning before a number ("go for 3", "take
 * 3", but where a 3x can be taken). */
static const char *
verb_of(const struct search *s, int n, struct slice t)
{
	const char *id = word_in(s->game_words, "verb", t, 0);

	if (word_in(s->words, "filler", t, 0) != NULL)
		return n == 0 || calls_things(s, n) ? id : NULL;
	return id != NULL ? id : word_in(s->game_words, "said", t, 0);
}

/* By what a line names a move: its things, its number, or that behind a noun
 * for one, "option 6", which is of the list whatever stands beside it. */
enum named_by { THINGS, PLAIN, OPTION };

/* Whether a token asks for more than the move: another number, a verb that is
 * not the move's, or beside the number of a move what is none of its
 * things: "load barley 2" is not number 2, "load toys". */
static bool
is_more(const struct search *s, const struct near_move *m, const char *move,
    struct slice t, enum named_by by)
{
	const char *count = word_in(s->words, "count", t, 0);
	struct slice verb = { move, strcspn(move, " ") };
	const char *of = verb_of(s, by == PLAIN ? m->n : 0, t), *own;

	if (has_digit(t))
		return strtol(t.at, NULL, 10) != m->n &&
		    strtol(t.at, NULL, 10) < PRICE && !is_said(move, t);
	if (count != NULL && strcmp(count, "1") != 0)
		return strtol(count, NULL, 10) != m->n && !is_said(move, t);
	if (by == OPTION)
		return false;
	if (by == PLAIN && word_is_thing(s->game_words, t) && !is_said(move, t))
		return true;
	own = word_in(s->game_words, "verb", verb, 0);
	return of != NULL && own != NULL && strcmp(of, own) != 0;
}

/* Whether a number before these words is of what the list tells of a move: "in
 * 3 stars for 12" is no number 12 in another class. */
static bool
counts_own(const struct names *words, const char *behind)
{
	struct slice next = { behind, strcspn(behind, " \t.,;:!?") };

	return word_in(words, "told", next, 0) != NULL;
}

/* Whether the line asks for more than the move: "fly D2, then trade", "1 and
 * 3", "red to Hao x2". Of such a one half would be done. */
static bool
asks_more(const struct search *s, const struct near_move *m, const char *move,
    enum named_by by)
{
	for (const char *p = s->joined; *p != '\0';) {
		struct slice t = { p, strcspn(p, " \t?") };

		p += t.len + strspn(p + t.len, " \t?");
		t = plain_bare(t);
		if (t.len > 0 &&
		    (!number_counts(s->words, p) ||
			(by == PLAIN && counts_own(s->words, p))) &&
		    is_more(s, m, move, t, by))
			return true;
	}
	return false;
}

/* How near a move is: what the line has of its words counts more than letters
 * that happen to be the same, and things more than its verb: a wrong one is
 * beside the right things. */
static size_t
how_far(const struct search *s, const char *move, size_t letters)
{
	enum { SHARED = 2, LEAST = 2, MOST = 32 };
	size_t shared = 0;

	for (const char *p = s->line; *p != '\0' && shared < MOST;) {
		struct slice t = { p, strcspn(p, " \t?>") };

		p += t.len + strspn(p + t.len, " \t?>");
		t = plain_bare(t);
		if (t.len >= LEAST && is_said(move, t))
			shared += word_in(s->game_words, "verb", t, 0) != NULL ?
			    1 :
			    2;
	}
	return letters + SHARED * (MOST - shared);
}

static void
keep_near(struct search *s, const struct near_move *m)
{
	int i = s->found < NEAREST ? s->found++ : NEAREST;

	while (i > 0 && s->best[i - 1].far > m->far) {
		if (i < NEAREST)
			s->best[i] = s->best[i - 1];
		i--;
	}
	if (i < NEAREST)
		s->best[i] = *m;
}

static void
keep_almost(struct search *s, const struct near_move *m)
{
	if (s->almosts && s->almost.far < m->far)
		return;
	s->almosts = s->almosts && s->almost.far == m->far ? s->almosts + 1 : 1;
	s->almost = *m;
}

/* Whether the first number is an amount of what stands behind it, a noun of the
 * game: "3 fuel", "take 3 fuel". */
static bool
counts_things(const struct search *s)
{
	const char *p = s->joined + strcspn(s->joined, "0123456789");
	struct slice t;

	p += strspn(p, "0123456789");
	t = (struct slice){ p + (*p == ' '), 0 };
	t.len = strcspn(t.at, " \t.,;:!?");
	return *p == ' ' && t.len > 0 &&
	    word_in(s->game_words, "small", t, 0) != NULL;
}

static void
look_at(void *arg, int n, const char *text)
{
	struct search *s = arg;
	struct near_move m = { .n = n };
	struct buf folded = BUF_INIT, apart = BUF_INIT;
	bool number;
	size_t letters;

	if (strlen(text) >= sizeof m.text)
		return;
	snprintf(m.text, sizeof m.text, "%s", text);
	utf8_fold(text, strlen(text), &folded);
	buf_str(&apart, buf_text(&folded));
	spaced(&apart);
	letters = near_distance(s->line, buf_text(&folded));
	m.far = how_far(s, buf_text(&apart), letters);
	keep_near(s, &m);
	m.far = letters;
	number = !s->things && !counts_things(s) &&
	    (number_stands(s->words, s->joined, n, false) ||
		(n && n == s->counted));
	if (number || has_words(s->line, buf_text(&folded)) ||
	    has_things(s->line, buf_text(&folded)) ||
	    has_things(s->joined, buf_text(&folded))) {
		s->named = m;
		s->names += 1 +
		    asks_more(s, &m, buf_text(&apart),
			!number                                   ? THINGS :
			    number_chosen(s->words, s->joined, n) ? OPTION :
								    PLAIN);
		s->verbs += strchr(text, ' ') == NULL;
		s->numbers += number_stands(s->words, s->joined, n, true);
	} else if (strlen(s->line) >= SHORT && m.far <= TYPOS) {
		keep_almost(s, &m);
	}
	buf_release(&apart);
	buf_release(&folded);
}

static void
search(const struct job *j, const char *line, struct search *s)
{
	struct buf folded = BUF_INIT, joined = BUF_INIT;

	utf8_fold(line, strlen(line), &folded);
	number_joined(j->words, buf_text(&folded), &joined);
	s->joined = buf_text(&joined);
	s->words = j->words;
	s->game_words = j->game_words;
	s->line = buf_text(&folded);
	s->counted = plain_count(j, line);
	moves_each(j->at.m, j->at.seat, NULL, j->lang, look_at, s);
	buf_release(&folded);
	buf_release(&joined);
	s->line = s->joined = NULL;
}

/* The move of a number of the list. */
static void
look_for(void *arg, int n, const char *text)
{
	struct near_move *m = arg;

	if (n == m->n && strlen(text) < sizeof m->text)
		snprintf(m->text, sizeof m->text, "%s", text);
}

static bool
with_number(const struct job *j, long n, struct near_move *out)
{
	struct near_move one = { .n = n < INT_MAX ? (int)n : 0 };

	if (one.n > 0)
		moves_each(j->at.m, j->at.seat, NULL, j->lang, look_for, &one);
	if (*one.text != '\0')
		*out = one;
	return *one.text != '\0';
}

/* The one thing that all lines together name in the words of the list, loose:
 * with more beside: 1, 0, -1. */
static int
lists_one(struct job *j, bool loose, struct near_move *out, struct err *e)
{
	int n = job_listed_near(j, loose, e);

	return n < 0 ? -1 : with_number(j, n, out);
}

/* Whether tokens [from, to) are what is moved by that verb, another move than
 * *out. */
static bool
with_verb(struct job *j, const char *verb, const struct plain *p, int from,
    int to, struct near_move *out)
{
	struct slice first = p->token[from],
		     last = plain_bare(p->token[to - 1]);
	struct buf said = BUF_INIT, move = BUF_INIT;
	bool other;

	buf_printf(&said, "%s %.*s", verb, (int)(last.at + last.len - first.at),
	    first.at);
	other = job_makes(j, said.data, &move) && move.len < MOVE_BYTES &&
	    strchr(move.data, ' ') != NULL && strcmp(out->text, move.data) != 0;
	if (other)
		snprintf(out->text, sizeof out->text, "%s", move.data);
	buf_release(&said);
	buf_release(&move);
	return other;
}

/* The one move that a line of several words is with a verb before it: "barley
 * on oostgat". */
static bool
lacks_verb(struct job *j, const char *line, struct near_move *out)
{
	const struct names *w = j->game_words;
	struct plain p = { .j = j };
	struct near_move one = { .n = 0 };
	int from = 0, to, found = 0;

	plain_cut(&p, line, strlen(line));
	to = p.n;
	plain_strip(&p, NUMBER, true, &from, &to);
	for (size_t i = 0; w != NULL && to > from + 1 && i < w->n; i++)
		if (w->at[i].rank == 0 && strcmp(w->at[i].kind, "verb") == 0)
			found += with_verb(j, w->at[i].word, &p, from, to,
			    &one);
	plain_release(&p);
	if (found == 1)
		*out = one;
	return found == 1;
}

/* How often a line says that its move is made: "twice"; 1. */
static long
times_meant(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	long n = 0;

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n && n == 0; i++) {
		const char *id = word_in(j->words, "times", plain_word(&p, i),
		    0);

		n = id != NULL ? strtol(id, NULL, 10) : 0;
	}
	plain_release(&p);
	return n > 0 ? n : 1;
}

/* What the lines name, if nothing of them is against it, as often as they say:
 * 1, 0, -1. */
static int
as_said(struct job *j, struct near_move *out, struct err *e)
{
	int rc = job_fits(j, out->n, out->text, e);

	for (int i = 0; i < j->n && rc == 1; i++) {
		long n = times_meant(j, j->line[i].text);
		struct buf said = BUF_INIT, move = BUF_INIT;

		if (n < 2)
			continue;
		buf_printf(&said, "%s*%ld", out->text, n);
		if (job_reads(j, said.data))
			rc = job_makes(j, said.data, &move) &&
			    move.len < MOVE_BYTES;
		if (rc == 1 && move.len > 0) {
			out->n = 0;
			snprintf(out->text, sizeof out->text, "%s", move.data);
		}
		buf_release(&said);
		buf_release(&move);
	}
	return rc;
}

/* How many things a line that means m names; *out is the last. Who writes two
 * numbers of the list means both, whatever else they may be: several. things:
 * not by a number alone. */
static int
line_names(struct job *j, const char *line, const struct meaning *m,
    bool things, struct near_move *out, bool *several)
{
	struct search s = { .things = things };

	search(j, line, &s);
	*several |= s.numbers > 1;
	if (s.names || s.almosts)
		*out = s.names ? s.named : s.almost;
	/* "stow purple=11" has a verb alone, and is near another. */
	if (s.names > s.verbs || s.almosts)
		return s.names > s.verbs ? s.names : s.names + s.almosts;
	/* "Stow mixed" is not "stow"; "stow nothing: 1" has its number. */
	if (s.names)
		return s.numbers == 0 && s.named.far > TYPOS &&
			meant_alone(j, &s.named) ?
		    0 :
		    s.names;
	return m->is == MEANS_PROSE ? lacks_verb(j, line, out) :
	    m->is == MEANS_MOVE     ? meant_misspelt(j, line, out) :
				      0;
}

/* Whether what a line comes to is "the other one", no number of the list. */
static bool
comes_to_one(const struct job *j, const char *line)
{
	return plain_settled(j, line) == 1 &&
	    !number_stands(j->words, line, 1, false);
}

int
meant_below(struct job *j, struct near_move *out, struct err *e)
{
	int rc = 0;

	if (j->n > ANSWER_LINES)
		return 0;
	for (int i = j->n;
	    i-- > 0 && j->line[i].state != LINE_DONE && rc == 0;) {
		const char *line = j->line[i].text;
		struct meaning m = meaning_of(j, line);
		struct job one = *j;
		bool several = false;

		one.line = &j->line[i];
		one.n = 1;
		if (m.is != MEANS_PROSE || one.line->passed_over ||
		    strchr(line, '?') != NULL || plain_is_courtesy(j, line) ||
		    meant_none(j, one.line))
			continue;
		rc = line_names(&one, line, &m, true, out, &several) == 1;
		if (rc == 0)
			rc = lists_one(&one, false, out, e);
		if (rc == 1)
			rc = as_said(&one, out, e);
	}
	return rc;
}

/* The one thing that such lines name. */
static int
lines_name(struct job *j, struct near_move *out, struct err *e)
{
	int orders = 0, names = 0, rc;
	bool settled = false, several = false;

	for (int i = 0; i < j->n; i++) {
		const char *line = j->line[i].text;
		struct meaning m = meaning_of(j, line);

		if (j->line[i].early)
			continue;
		orders += m.is != MEANS_PROSE;
		if (m.is == MEANS_COMMAND)
			return 0;
		if (comes_to_one(j, line))
			continue;
		if (with_number(j, plain_settled(j, line), out))
			settled = true, names++;
		else
			names += line_names(j, line, &m, false, out, &several);
	}
	if (orders > 1 || several)
		return 0;
	rc = settled ? 0 : lists_one(j, false, out, e);
	if (rc == 0 && names == 0)
		rc = lists_one(j, true, out, e);
	if (rc == 0)
		rc = names == 1;
	return rc == 1 && !settled ? as_said(j, out, e) : rc;
}

int
meant_names(struct job *j, struct near_move *out, struct err *e)
{
	struct line may[ANSWER_LINES];
	struct job some = *j;

	for (int i = 0; i < j->n; i++)
		if (j->line[i].marked)
			return with_number(j, strtol(j->line[i].text, NULL, 10),
			    out);
	if (j->n > ANSWER_LINES)
		return 0;
	some.line = may;
	some.n = 0;
	for (int i = 0; i < j->n; i++) {
		if (!meant_none(j, &j->line[i]))
			may[some.n++] = j->line[i];
		else if (meaning_of(j, j->line[i].text).is != MEANS_PROSE)
			return 0;
	}
	return lines_name(&some, out, e);
}

bool
meant_thing(struct job *j, const char *line, const struct meaning *m)
{
	struct near_move one;
	bool several = false;

	return line_names(j, line, m, true, &one, &several) == 1;
}

int
meant_tell(struct job *j, struct err *e)
{
	struct search s = { .found = 0 };
	struct near_move one;
	int refused = -1, rc;

	if (!(j->answer.empty || j->answer.refused) || !job_can_move(j))
		return 0;
	for (int i = 0; i < j->n; i++) {
		if (j->line[i].state == LINE_REFUSED &&
		    j->line[i].game == j->at.m->game.id)
			refused = i;
		j->answer.points |= meant_points(j, &j->line[i]);
	}
	rc = j->at.moved || j->answer.meant != NULL ? 0 :
						      meant_names(j, &one, e);
	if (rc == 1)
		j->answer.meant = meant_told(j, &one);
	if (rc < 0 || refused < 0 || j->line[refused].early ||
	    meaning_of(j, j->line[refused].text).is == MEANS_COMMAND)
		return rc < 0 ? -1 : 0;
	search(j, j->line[refused].text, &s);
	j->answer.near = cJSON_CreateArray();
	for (int i = 0; i < s.found; i++)
		cJSON_AddItemToArray(j->answer.near, meant_told(j, &s.best[i]));
	return 0;
}
