/* SPDX-License-Identifier: MIT */

/* A line without what carries no meaning around a number, a move or a command:
 * "I take number 2, please." is 2. A line with more to it stays as it is. A
 * verb may have another form, and stand anywhere: at the end, as our own lists
 * have it in Dutch, "Ten Haff charteren". */

#include "desk/plain.h"

#include <ctype.h>

#include "base/utf8.h"
#include "desk/game_words.h"

/* A word that asks for something by itself. */
static bool
is_command(const struct plain *p, struct slice t)
{
	return word_in(p->j->words, "command", plain_bare(t), 0) != NULL;
}

/* Whether a command alone is rather said to people, with more around it than a
 * full stop: "Clear, thanks!", "Terug!". */
static bool
is_aloud(const struct plain *p, int i)
{
	struct slice t = plain_bare(p->token[i]);

	return word_in(p->j->words, "aloud", t, 0) != NULL &&
	    (p->n > 1 || memchr(p->token[i].at, '!', p->token[i].len) != NULL);
}

/* Tokens from..to-1 as they stand in the line, without what stands around them
 * and the stop of a sentence; of a number alone its digits. */
static void
join_written(const struct plain *p, int from, int to, struct buf *out)
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

/* The same, and what is one word of the game written as one. */
static void
join(const struct plain *p, int from, int to, struct buf *out)
{
	struct slice digits;

	for (int i = from + 1; i < to; i++)
		if (plain_is_code(p, i, &digits)) {
			if (i - 1 > from) {
				join_written(p, from, i - 1, out);
				buf_char(out, ' ');
			}
			buf_add(out, digits.at, digits.len);
			from = i;
		}
	join_written(p, from, to, out);
}

/* Whether a token is a noun for a number, behind it (1) or before it (2). */
static const char *const sides[] = { "after", "before", NULL };

static unsigned
choice_side(const struct plain *p, int i)
{
	return plain_ids(p, "choice", i, i + 1, sides);
}

/* A noun and its number in one word: "nr2", "n.2". out: the digits. */
static bool
noun_number(const struct plain *p, int i, struct slice *out)
{
	struct slice word = plain_word(p, i);
	size_t n = 0;

	while (n < word.len && !isdigit((unsigned char)word.at[n]))
		n++;
	*out = (struct slice){ word.at + n, word.len - n };
	return n > 0 && plain_number(*out, out) &&
	    names_ids(p->j->words, "choice", word.at, n, sides) & 2;
}

/* A word that counts, with nothing but filler around: "two", "take two". But
 * "we two" are people, "nice one" is praise, and whoever takes one may take
 * any. */
static bool
is_counted(const struct plain *p, int from, const char *id)
{
	if (p->please || (from > 0 && choice_side(p, from - 1) & 2))
		return true;
	if (strcmp(id, "1") == 0 &&
	    (p->chosen || (p->chat && !plain_stops(p, from - 1))))
		return false;
	return p->chosen ||
	    (!p->pronoun && !(from > 0 && plain_is_article(p, from - 1)));
}

/* Whether somebody says when they answer, "I'll answer the third". */
static bool
is_promised(const struct plain *p, int from)
{
	static const char *const who[] = { "pronoun", NULL },
				 *const answer[] = { "beside", NULL };
	int at = from - 1;

	if (at >= 0 && plain_is_article(p, at))
		at--;
	return at > 0 && plain_ids(p, "heading", at, at + 1, answer) &&
	    plain_ids(p, "filler", at - 1, at, who);
}

/* A word for a place in the list; "first" alone may begin anything, and "the
 * 2nd" is a day, also behind "I play". */
static bool
is_placed(const struct plain *p, int from, const char *id)
{
	if (isdigit((unsigned char)*p->token[from].at) || is_promised(p, from))
		return false;
	return p->please || p->chosen ||
	    (!p->pronoun && !p->chat &&
		(strcmp(id, "1") != 0 ||
		    (from > 0 && plain_is_article(p, from - 1))));
}

/* The digits of a word for a number, or for a place in the list; NULL: it is
 * none, or who writes is called so. */
static const char *
count_word(const struct plain *p, int i, bool *place)
{
	struct slice t = plain_word(p, i);
	const char *id;

	if (plain_is_writer(p, p->token[i]))
		return NULL;
	*place = !plain_is_own(p, "count", t, &id);
	return !*place || plain_is_own(p, "ordinal", t, &id) ? id : NULL;
}

/* A number of the list in words, [from, to) of the line: alone, behind its noun
 * or as what is chosen ("two", "option two", "the third please"), a place in
 * the list also before its noun ("third option"). NULL: it is none; else its
 * digits. */
static const char *
counted(const struct plain *p, int from, int to)
{
	const char *id;
	bool place;

	if (to == from + 2)
		return choice_side(p, from + 1) & 1 &&
			plain_is_own(p, "ordinal", plain_word(p, from), &id) ?
		    id :
		    NULL;
	if (to != from + 1 || (id = count_word(p, from, &place)) == NULL)
		return NULL;
	return (place ? is_placed : is_counted)(p, from, id) ? id : NULL;
}

/* A verb of the game with what follows, or a command alone; behind chat, only
 * what reads as a move. */
static bool
asks(const struct plain *p, int from, int to)
{
	struct buf said = BUF_INIT;
	bool yes;

	if (from >= to || plain_is_inverted(p, from, to))
		return false;
	if (!p->chat)
		return plain_is_verb(p, p->token[from]) ||
		    (to == from + 1 && is_command(p, p->token[from]) &&
			!is_aloud(p, from));
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
	if (plain_is_inverted(p, k, to))
		k++;
	if (to > k + 1) {
		join(p, k + 1, to, &rest);
		buf_printf(out, " %s", rest.data);
	}
	yes = job_reads(p->j, out->data);
	buf_release(&rest);
	return yes;
}

/* Whether tokens [from, to) say what a verb is done to anyway: "turn". */
static bool
says_whole(const struct plain *p, int from, int to)
{
	const char *id = NULL;

	for (; from < to && id == NULL; from++) {
		id = word_in(p->j->game_words, "small", plain_word(p, from), 0);
		id = id != NULL && strcmp(id, "whole") == 0 ? id : NULL;
	}
	return id != NULL;
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
	bool alone = !says_whole(p, k + 1, to);
	size_t i = 0;
	int n = 0;

	utf8_fold(t.at, t.len, &word);
	if (words != NULL)
		i = names_from(words, buf_text(&word), word.len);
	for (; words != NULL && i < words->n &&
	    strncmp(words->sorted[i]->word, buf_text(&word), word.len) == 0;
	    i++) {
		const struct name *v = words->sorted[i];

		if (strcmp(v->word, buf_text(&word)) != 0 ||
		    (strcmp(v->kind, "verb") != 0 &&
			strcmp(v->kind, "said") != 0) ||
		    (k > from && k + 1 < to && *v->kind == 'v' && !v->other) ||
		    (one != NULL && strcmp(one, v->id) == 0) ||
		    word_is_answer(p->j, v->word, v->rank, alone) ||
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

/* Whether all that is left is one number, said again in words: "2 (two)"; "1,
 * 1" may be twice the same move. */
static bool
is_repeated(const struct plain *p, int from, int to, const char **digits)
{
	const char *id = NULL;
	int written = 0;

	*digits = NULL;
	for (; from < to; from++) {
		struct slice t = plain_word(p, from), n;

		if (!plain_is_own(p, "count", t, &id)) {
			if (!plain_number(t, &n) || written++ > 0)
				return false;
			id = n.at;
		}
		if (*digits != NULL &&
		    strtol(id, NULL, 10) != strtol(*digits, NULL, 10))
			return false;
		*digits = id;
	}
	return *digits != NULL;
}

/* "I take option 2", also where `take` is a verb of the game. */
static bool
number_named(struct plain *p, struct slice *digits)
{
	int from = 0, to = p->n;
	const char *id;

	plain_strip(p, NUMBER, false, &from, &to);
	id = counted(p, from, to);
	if (id != NULL)
		*digits = (struct slice){ id, strlen(id) };
	else if (to > from + 1 && is_repeated(p, from, to, &id))
		*digits = (struct slice){ id, strspn(id, "0123456789") };
	else if (to != from + 1 ||
	    !(noun_number(p, from, digits) ||
		(from > 0 && choice_side(p, from - 1) & 2 &&
		    plain_number(p->token[from], digits))))
		return false;
	return true;
}

/* "Take 3" in the words of a verb, where that is a move. */
static bool
is_taken(const struct job *j, const char *verb, struct slice digits,
    struct buf *out)
{
	struct buf said = BUF_INIT, move = BUF_INIT;
	bool makes;

	buf_printf(&said, "%s %.*s", verb, (int)digits.len, digits.at);
	makes = word_id(j, "filler", verb, strlen(verb), 0) != NULL &&
	    job_makes(j, said.data, &move);
	if (makes)
		buf_str(out, said.data);
	buf_release(&said);
	buf_release(&move);
	return makes;
}

/* "Take three", "take the 3" and "I'll have the 3", where a 3x can be taken: as
 * "take 3" is read, which may be number 3. */
static bool
thing_taken(struct plain *p, struct buf *out)
{
	const struct names *w = p->j->game_words;
	struct slice digits;
	int from = 0, to = p->n;
	const char *id;
	bool article, noun, place, taken = false;

	plain_strip(p, NUMBER, false, &from, &to);
	if (w == NULL || from == 0 || to != from + 1)
		return false;
	article = plain_is_article(p, from - 1);
	noun = choice_side(p, from - 1) & 2;
	if (noun && !article)
		return false;
	if (!plain_number(p->token[from], &digits)) {
		id = count_word(p, from, &place);
		if (id == NULL || place)
			return false;
		digits = (struct slice){ id, strlen(id) };
	}
	for (int k = 0; k < from && !taken; k++) {
		struct slice t = plain_word(p, k);

		id = word_in(w, "verb", t, 0);
		id = id != NULL ? id : word_in(w, "said", t, 0);
		taken = id != NULL && is_taken(p->j, id, digits, out);
	}
	article = article && p->chosen && !noun;
	for (size_t i = 0; article && i < w->n && !taken; i++)
		taken = w->at[i].rank == 0 &&
		    strcmp(w->at[i].kind, "verb") == 0 &&
		    is_taken(p->j, w->at[i].id, digits, out);
	return taken;
}

long
plain_count(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	int from = 0, to;
	const char *id;
	bool place;
	long n = 0;

	plain_cut(&p, line, strlen(line));
	to = p.n;
	plain_strip(&p, NUMBER, false, &from, &to);
	if (to == from + 1 && (id = count_word(&p, from, &place)) != NULL)
		n = strtol(id, NULL, 10);
	plain_release(&p);
	return n;
}

/* Whether a command is given what may be any text, in which courtesy is said to
 * others or is of a name. */
static bool
takes_text(const struct job *j, const struct meaning *m)
{
	static const char *const texts[] = { "entropy", "invite", "admit",
		"title" };
	const char *id;

	if (m->command->flags & (COMMAND_BLOCK | COMMAND_PARAGRAPH) ||
	    strstr(m->args, ": ") != NULL)
		return true;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (meaning_is(m, texts[i]))
			return true;
	id = word_id(j, "setting", m->args, strcspn(m->args, " "), 0);
	return meaning_is(m, "set") && id != NULL && strcmp(id, "name") == 0;
}

/* Whether behind courtesy stands rather a command than prose, "Please set lang
 * nl", "Please join 5"; not "Please join us", "Please hold 2 days". */
static bool
is_given(const struct job *j, const struct meaning *m)
{
	return (utf8_digit(*m->args) &&
		   m->args[strspn(m->args, "0123456789")] == '\0') ||
	    (meaning_is(m, "absence") &&
		m->args[strcspn(m->args, "0123456789")] != '\0') ||
	    (meaning_is(m, "set") &&
		word_id(j, "setting", m->args, strcspn(m->args, " "), 0) !=
		    NULL);
}

/* Whether a comma parts a word from what stands behind it. */
static bool
is_parted(const struct plain *p, int i)
{
	struct slice t = p->token[i];

	return t.len > 0 && strchr(",;", t.at[t.len - 1]) != NULL;
}

/* Whether a token is no word: what a list has in front, "- "; not "//". */
static bool
is_signs(struct slice t)
{
	for (size_t k = 0; k < t.len; k++)
		if (strchr("-*+>", t.at[k]) == NULL)
			return false;
	return true;
}

/* How many words at the end of a line ask or thank: "please", ", thank you very
 * much". "Because you asked" is a reason. */
static int
asking_behind(const struct plain *p)
{
	enum { PHRASE = 4 };
	static const char *const please[] = { "please", NULL },
				 *const thanks[] = { "thanks", NULL };

	for (int n = PHRASE; n > 0; n--) {
		int from = p->n - n;

		if (from > 0 &&
		    (plain_ids(p, "filler", from, p->n, please) ||
			(is_parted(p, from - 1) &&
			    plain_ids(p, "filler", from, p->n, thanks))))
			return n;
	}
	return 0;
}

/* A command with what it is given, without courtesy and the signs around it:
 * "*join 5*", "set notify turn, thanks". */
static bool
command_said(const struct plain *p, struct buf *out)
{
	static const char *const please[] = { "please", NULL };
	int from = 0, to = p->n - asking_behind(p);
	struct buf said = BUF_INIT;
	bool asked = false, is = false;
	struct meaning m;

	while (from < to && is_signs(p->token[from]))
		from++;
	if (from < to && plain_ids(p, "filler", from, from + 1, please)) {
		asked = true;
		from++;
	}
	if (from < to) {
		join_written(p, from, to, &said);
		m = meaning_of(p->j, buf_text(&said));
		is = m.is == MEANS_COMMAND && *m.args != '\0' &&
		    !takes_text(p->j, &m) && (!asked || is_given(p->j, &m));
	}
	if (is)
		buf_str(out, said.data);
	buf_release(&said);
	return is;
}

/* As plain_line, of a line that is cut. Whether it is other than the line. */
static bool
said_plainly(struct plain *p, struct buf *out)
{
	struct slice digits;
	int from = 0, to = p->n;

	if (thing_taken(p, out))
		return true;
	if (number_named(p, &digits)) {
		buf_add(out, digits.at, digits.len);
		return true;
	}
	plain_strip(p, NUMBER, true, &from, &to);
	/* "24 orange stow" is a move that begins with a number; "3 and trade"
	 * is number 3, and more. */
	if (to > from + 1 && plain_number(p->token[from], &digits) &&
	    !number_parted(p, from) && spoken(p, from, to, out))
		return true;
	if (from >= to || !plain_number(p->token[from], &digits)) {
		from = 0;
		to = p->n;
		plain_strip(p, PRONOUN, true, &from, &to);
		if (!asks(p, from, to) &&
		    !(to == from + 2 && plain_is_code(p, from + 1, &digits)))
			return spoken(p, from, to, out) || command_said(p, out);
	}
	if (from < to)
		join(p, from, to, out);
	return from < to;
}

void
plain_line(const struct job *j, const char *at, size_t len, struct buf *out)
{
	static const char *const resign[] = { "resign", NULL };
	struct plain p = { .j = j };

	/* Who asks does not tell. */
	if (memchr(at, '?', len) == NULL)
		plain_cut(&p, at, len);
	/* "Mi ritiro", I resign, is no `ritira`, withdraw. */
	if (p.n > 0 && plain_ids(&p, "command", 0, p.n, resign))
		join_written(&p, 0, p.n, out);
	else if (!said_plainly(&p, out))
		buf_add(out, at, len);
	plain_release(&p);
}
