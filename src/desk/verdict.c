/* SPDX-License-Identifier: MIT */

/* Yes or no: what a mail answers to a question of ours. Every question that is
 * answered so comes here, for a mistake about one acts in somebody's name. */

#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/game_words.h"
#include "desk/judge.h"
#include "desk/things.h"

enum { PHRASE = 5 };

/* How many bytes of a line the words take that it begins with, two or more, and
 * that are such a verdict; 0: it does not. */
static size_t
begins(const struct job *j, struct slice line, const char *const *ids)
{
	struct plain p = { .j = j };
	size_t len = 0;

	plain_cut(&p, line.at, line.len);
	for (int n = 2; n <= p.n && len == 0 && !plain_stops(&p, n - 2); n++)
		if (n <= PHRASE && plain_ids(&p, "verdict", 0, n, ids)) {
			struct slice last = plain_bare(p.token[n - 1]);

			len = (size_t)(last.at + last.len - line.at);
		}
	plain_release(&p);
	return len;
}

/* What the first words of a line say: past emphasis and the like, up to what
 * ends them. *behind: what stands there. */
static enum verdict
first_word(const struct job *j, const char *line, size_t len,
    struct slice *behind)
{
	static const char *const no[] = { "no", NULL },
				 *const yes[] = { "yes", NULL },
				 *const neither[] = { "neither", NULL };
	static const char *const *const whole[] = { no, yes };
	struct slice all;
	const char *id;
	size_t n = 0, more;

	while (len && strchr("*_\"'([ \t", *line) != NULL)
		line++, len--;
	all = (struct slice){ line, len };
	while (n < len && strchr(" \t.,;:!?*_\"')]-", line[n]) == NULL)
		n++;
	id = word_id(j, "verdict", line, n, 0);
	for (int i = 0; i < 2; i++)
		if ((i == 0 || id == NULL) &&
		    (more = begins(j, all, whole[i])) > 0) {
			id = *whole[i];
			n = more;
		}
	*behind = (struct slice){ line + n, len - n };
	/* "no longer", "no problem" */
	if (id == NULL || begins(j, all, neither) > 0)
		return VERDICT_NONE;
	return strcmp(id, "yes") == 0 ? VERDICT_YES :
	    strcmp(id, "no") == 0     ? VERDICT_NO :
					VERDICT_NONE;
}

/* Whether tokens [from, to) deny, or take back what stands before them. */
static bool
denies(const struct plain *p, int from, int to)
{
	static const char *const no[] = { "no", NULL },
				 *const amend[] = { "amend", NULL },
				 *const sorry[] = { "sorry", NULL };

	return plain_ids(p, "verdict", from, to, no) ||
	    (plain_ids(p, "amend", from, to, amend) &&
		!plain_ids(p, "filler", from, to, sorry));
}

/* Whether a word is not written as those of titles and addresses are, with a
 * capital or a digit, nor links them ("of"). */
static bool
is_small(const struct plain *p, int i)
{
	static const char *const link[] = { "link", "joins", NULL };
	struct slice t = plain_bare(p->token[i]);

	return t.len > 0 && islower((unsigned char)*t.at) &&
	    memchr(t.at, '@', t.len) == NULL &&
	    memchr(t.at, '.', t.len) == NULL &&
	    !plain_ids(p, "filler", i, i + 1, link) &&
	    word_in(p->j->words, "small", plain_word(p, i), 0) == NULL;
}

/* Whether a word says when, or how long. */
static bool
is_time(const struct plain *p, int i)
{
	static const char *const kinds[] = { "unit", "day", "month" };
	size_t k = 0;

	while (k < sizeof kinds / sizeof *kinds &&
	    word_in(p->j->words, kinds[k], plain_word(p, i), 0) == NULL)
		k++;
	return k < sizeof kinds / sizeof *kinds;
}

/* Whether a word with a capital is of the name of somebody, "Anna de Laat", or
 * of a title or a firm, a line of such words that names nobody and no time and
 * has no other against a yes, "Next Step Consulting": it says nothing then. */
static bool
is_of_title(const struct plain *p, int i)
{
	enum { TITLE = 3 };
	static const char *const against[] = { "against", NULL };
	struct slice t = plain_bare(p->token[i]);
	bool is = p->n >= TITLE;

	if (t.len < 2 || !isupper((unsigned char)*t.at) ||
	    !islower((unsigned char)t.at[1]))
		return false;
	if (i > 0 && plain_is_somebody(p->j, plain_word(p, i)))
		return true;
	for (int k = 0; k < p->n && is; k++)
		is = (k == i || !plain_ids(p, "verdict", k, k + 1, against)) &&
		    !is_small(p, k) && !is_time(p, k) &&
		    !plain_is_somebody(p->j, plain_word(p, k));
	return is;
}

/* Whether the words from i on do, or begin what stands against a yes. */
static bool
objects(const struct plain *p, int i)
{
	static const char *const against[] = { "against", NULL },
				 *const but[] = { "but", NULL };

	for (int n = 1; n <= PHRASE && i + n <= p->n; n++)
		if (denies(p, i, i + n) ||
		    plain_ids(p, "verdict", i, i + n, but) ||
		    (plain_ids(p, "verdict", i, i + n, against) &&
			!is_of_title(p, i)))
			return true;
	return false;
}

/* How many words from i on leave a verdict what it is: the like of it, "that is
 * right", courtesy, a name, a word of what was asked; 0: none. */
static int
agrees(const struct plain *p, int i, enum verdict v, const struct plain *asked)
{
	static const char *const yes[] = { "yes", "same", NULL },
				 *const no[] = { "no", NULL };
	const char *const *same = v == VERDICT_NO ? no : yes;
	int n;

	for (n = PHRASE; n > 0; n--)
		if (i + n <= p->n && plain_ids(p, "verdict", i, i + n, same))
			return n;
	if (asked != NULL && thing_in(p, i, i + 1, asked))
		return 1;
	n = objects(p, i) ? 0 : plain_courtesy(p, i);
	for (int k = i + 1; k < i + n; k++)
		if (denies(p, k, k + 1))
			return 0;
	return n > 0 ? n : plain_is_somebody(p->j, plain_word(p, i));
}

/* Whether words leave a verdict what it is: nothing stands there that it may
 * not mean. */
static bool
all_agree(const struct job *j, struct slice words, enum verdict v,
    const struct plain *asked)
{
	struct plain p = { .j = j };
	bool yes = memchr(words.at, '?', words.len) == NULL;
	int i = 0;

	plain_cut(&p, words.at, words.len);
	yes = yes && (p.n > 0 || words.len < TOKENS_MAX);
	while (yes && i < p.n) {
		int n = agrees(&p, i, v, asked);

		yes = n > 0;
		i += n;
	}
	plain_release(&p);
	return yes;
}

/* Whether the words from i on take something back, deny it, or speak of who
 * writes: "PS: never mind", "I changed my mind". */
static bool
takes_back(const struct plain *p, int i)
{
	static const char *const amend[] = { "rather", NULL },
				 *const denial[] = { "denial", NULL },
				 *const back[] = { "back", NULL },
				 *const self[] = { "pronoun", "being", NULL };

	for (int n = 1; n <= PHRASE && i + n <= p->n; n++)
		if (plain_ids(p, "amend", i, i + n, amend) ||
		    plain_ids(p, "denial", i, i + n, denial) ||
		    plain_ids(p, "behind", i, i + n, back) ||
		    plain_ids(p, "remark", i, i + n, back) ||
		    plain_ids(p, "filler", i, i + n, self))
			return true;
	return objects(p, i);
}

/* Whether no words of a line do. */
static bool
takes_nothing_back(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	bool yes = true;

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n && yes; i++)
		yes = !takes_back(&p, i);
	plain_release(&p);
	return yes;
}

enum { TELEPHONE = 6 }; /* digits of its number, at least */

/* Whether a line may be an order: it is one of ours, a move or its number, or
 * looks like one and names a thing of the game, "Lod barley". */
static bool
may_order(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	struct buf text = BUF_INIT;
	struct meaning m;
	bool may, things = false;

	plain_line(j, line, strlen(line), &text);
	m = meaning_of(j, buf_text(&text));
	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n && !things; i++)
		things = word_is_thing(j->game_words, plain_word(&p, i));
	may = m.is == MEANS_COMMAND || m.is == MEANS_AMBIGUOUS ||
	    (things && (m.is != MEANS_PROSE || p.n == 1)) ||
	    (m.is == MEANS_MOVE && job_reads(j, buf_text(&text))) ||
	    (m.is == MEANS_NUMBER && text.len < TELEPHONE &&
		text.data[strspn(text.data, "0123456789.):,; ")] == '\0');
	plain_release(&p);
	buf_release(&text);
	return may;
}

/* Whether a line is a letter or more that somebody signs with, "A.", "-J.P.",
 * and not what goes on, "PS". */
static bool
is_initials(const char *line)
{
	enum { INITIALS = 3 };
	static const char *const others[] = { "PS", "PPS", "NB", "IF", "NO",
		"HM", "OK", "NOT", "BUT" };
	char word[INITIALS + 1] = "";
	int n = 0;

	for (line += strspn(line, "- "); isupper((unsigned char)*line); n++) {
		if (n < INITIALS)
			word[n] = *line;
		line++;
		line += *line == '.';
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(word, others[i]) == 0)
			return false;
	return n > 0 && n <= INITIALS && line[strspn(line, " ")] == '\0';
}

/* Whether something in a line ends a sentence; an initial, "A. Smith", and a
 * title, "Dr. Smith", do not. */
static bool
is_sentence(const char *line)
{
	enum { TITLE = 4 };
	size_t word = 0; /* letters of it so far, from a capital on */

	for (const char *s = line; *s != '\0'; s++) {
		if (*s == '!' || (*s == '.' && (word == 0 || word > TITLE)))
			return true;
		if (isupper((unsigned char)*s))
			word = 1;
		else if (isalpha((unsigned char)*s) && word > 0)
			word++;
		else
			word = 0;
		/* What stands at the end is one, unless it is an initial. */
		if (*s == '.' && s[strspn(s, ". ")] == '\0' && s > line + 1 &&
		    isalpha((unsigned char)s[-1]) &&
		    isalpha((unsigned char)s[-2]))
			return true;
	}
	return false;
}

/* Whether a line signs: "Anna Smith"; who answers need not be known yet. */
static bool
signs(const struct job *j, const char *line)
{
	return (is_initials(line) || plain_is_named(j, line) ||
		   (plain_is_capitals(j, line) && !is_sentence(line) &&
		       !may_order(j, line))) &&
	    strpbrk(line, "0123456789?") == NULL && takes_nothing_back(j, line);
}

/* Whether a line has nothing that people say to us about a yes: what something
 * depends on, a time, others who play. Small words: one, and two beside a
 * number of a telephone. */
static bool
is_below_name(const struct job *j, const char *line)
{
	static const char *const when[] = { "if", "condition", NULL },
				 *const deed[] = { "deed", "order", NULL };
	struct plain p = { .j = j };
	int small = 0, digits = 0, named = 0;
	bool may, waits = false;

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n; i++) {
		struct slice word = plain_word(&p, i);

		small += is_small(&p, i);
		waits = waits ||
		    (plain_ids(&p, "behind", i, i + 1, when) &&
			!is_of_title(&p, i));
		named += plain_is_somebody(j, word) ||
		    word_in(j->words, "unit", word, 0) != NULL ||
		    (word_in(j->words, "article", word, 0) == NULL &&
			plain_ids(&p, "doubt", i, i + 1, deed));
	}
	for (const char *s = line; *s != '\0'; s++)
		digits += utf8_digit(*s);
	may = p.n > 0 && !waits && (small == 0 || named == 0) &&
	    small <= (digits >= TELEPHONE ? 2 : 1) &&
	    !(small > 0 && *line >= 'a' && *line <= 'z' && digits == 0);
	plain_release(&p);
	return may && strpbrk(line, "?!") == NULL && !may_order(j, line) &&
	    takes_nothing_back(j, line);
}

/* Whether a line may say what a firm is: it has a number of a telephone or a
 * register, in one piece, and no time. */
static bool
is_of_firm(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	int digits = 0;
	bool time = false;

	for (const char *s = line; *s != '\0' && digits < TELEPHONE; s++)
		digits = utf8_digit(*s) ? digits + 1 : 0;
	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n && !time; i++)
		time = is_time(&p, i);
	plain_release(&p);
	return digits == TELEPHONE && !time;
}

/* "Hi," above a yes. */
static bool
greets(const struct job *j, struct slice words)
{
	char *line = mem_ndup(words.at, words.len);
	bool greets = plain_is_courtesy(j, line);

	free(line);
	return greets;
}

/* Whether a verdict stays one above a line: it agrees, signs, or stands below
 * what does as a title, an address or a telephone number: "Head of Sales".
 * Apart: below an empty line, where firms put what they are, with their
 * numbers. */
static bool
stays(const struct job *j, enum verdict v, struct slice words, bool apart,
    const struct plain *asked, bool *signature)
{
	char *line = mem_ndup(words.at, words.len);
	bool name = signs(j, line);
	bool stays = name || all_agree(j, words, v, asked) ||
	    ((*signature || (apart && is_of_firm(j, line))) &&
		is_below_name(j, line));

	*signature = *signature || name;
	free(line);
	return stays;
}

/* The text is what was newly written: quotes, signature and disclaimer are cut
 * (mail/quotes). The subject says nothing: it may be what another wrote. */
static enum verdict
read_verdict(const struct job *j, const struct plain *asked, bool *alone)
{
	enum verdict first = VERDICT_NONE, v;
	struct slice behind;
	bool any = false, signature = false, apart = false;

	*alone = false;
	for (const char *p = j->msg.text; *p;) {
		size_t n = strcspn(p, "\n"), space = strspn(p, " \t\r");
		struct slice line = { p + space, n - space };

		p += n + (p[n] == '\n');
		apart |= space >= n;
		if (space >= n || *line.at == '>')
			continue;
		v = first_word(j, line.at, line.len, &behind);
		if (!any && v == VERDICT_NONE && greets(j, line))
			continue;
		if (!any) {
			first = v;
			*alone = v != VERDICT_NONE &&
			    all_agree(j, behind, v, asked);
		} else if (first == VERDICT_NO && v == VERDICT_YES) {
			return VERDICT_BOTH;
		} else {
			*alone = *alone &&
			    stays(j, first, line, apart, asked, &signature);
		}
		any = true;
		apart = false;
	}
	return first == VERDICT_YES && !*alone ? VERDICT_BOTH : first;
}

enum verdict
job_verdict(const struct job *j)
{
	bool alone;

	return read_verdict(j, NULL, &alone);
}

enum verdict
job_verdict_on(const struct job *j, const struct plain *asked)
{
	bool alone;

	return read_verdict(j, asked, &alone);
}

bool
job_verdict_alone(const struct job *j)
{
	bool alone;
	enum verdict v = read_verdict(j, NULL, &alone);

	return alone && (v == VERDICT_YES || v == VERDICT_NO);
}
