/* SPDX-License-Identifier: MIT */

/* The number that a line says first, or comes to, with more beside: "Four,
 * please. Lovely weather here, 14 degrees!" and "3, no, 4". And what a line
 * says of an order above it: "No wait, 5.", "Never mind.", "Alternative: 4". */

#include <ctype.h>

#include "base/utf8.h"
#include "desk/plain.h"

/* The number of the list that a token is; 0. */
static long
number_of(const struct plain *p, int i)
{
	struct slice digits;
	const char *id;

	if (plain_number(p->token[i], &digits))
		return strtol(digits.at, NULL, 10);
	return plain_is_own(p, "count", plain_word(p, i), &id) ?
	    strtol(id, NULL, 10) :
	    0;
}

enum { PHRASE = 3 };

/* Whether words that end with token i take back what was said before. */
static bool
amends(const struct plain *p, int i)
{
	static const char *const ids[] = { "amend", NULL };
	unsigned found = 0;

	for (int from = i; from >= 0 && from > i - PHRASE; from--)
		found |= plain_ids(p, "amend", from, i + 1, ids);
	return found != 0;
}

/* The last of its numbers, if a word that takes back stands before it and
 * another number before that: "11... no, 12". */
static long
amended(const struct plain *p)
{
	long first = 0, last = 0;
	bool taken_back = false;

	for (int i = 0; i < p->n; i++) {
		long n = number_of(p, i);

		if (n > 0 && first == 0)
			first = n;
		else if (n > 0 && taken_back)
			last = n;
		else if (first > 0 && n == 0)
			taken_back |= amends(p, i);
	}
	return last;
}

/* The number that the first sentence is and no more, of several. */
static long
first_said(const struct plain *p)
{
	struct buf said = BUF_INIT;
	int i = 0;
	long n = 0;
	char *end;

	while (i < p->n &&
	    strchr(".!", p->token[i].at[p->token[i].len - 1]) == NULL)
		i++;
	if (i + 1 >= p->n)
		return 0;
	plain_line(p->j, p->token[0].at,
	    (size_t)(p->token[i].at + p->token[i].len - p->token[0].at), &said);
	if (isdigit((unsigned char)*buf_text(&said)))
		n = strtol(said.data, &end, 10);
	if (n != 0 && end[strspn(end, ".! ")] != '\0')
		n = 0;
	buf_release(&said);
	return n;
}

long
plain_settled(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	long n = 0;

	if (strchr(line, '?') == NULL)
		plain_cut(&p, line, strlen(line));
	if (p.n > 0)
		n = amended(&p);
	if (p.n > 0 && n == 0)
		n = first_said(&p);
	plain_release(&p);
	return n;
}

/* Whether an order takes back another before it says its own: "Sorry, I meant
 * 5", not "5, sorry for the wait" or "No. 5". */
static bool
corrects(const struct plain *p)
{
	static const char *const noun[] = { "before", NULL };

	for (int i = 0;
	    i < p->n && number_of(p, i) == 0 && !plain_is_verb(p, p->token[i]);
	    i++)
		if (amends(p, i) && !plain_ids(p, "choice", i, i + 1, noun))
			return true;
	return false;
}

/* Whether it does no more than take back, as far as its first stop. */
static bool
takes_back(struct plain *p)
{
	static const char *const ids[] = { "back", NULL };
	int from = 0, to = p->n;

	plain_strip(p, PRONOUN, true, &from, &to);
	for (int n = 1; n <= PHRASE && from + n <= p->n; n++)
		if ((from + n == p->n || plain_stops(p, from + n - 1)) &&
		    plain_ids(p, "behind", from, from + n, ids))
			return true;
	return false;
}

/* Whether it begins with words that put what they name first, or second. */
static unsigned
ranks(const struct plain *p)
{
	static const char *const ids[] = { "first", "else", "then", NULL };
	unsigned found = 0;

	for (int n = 1; n <= PHRASE && n <= p->n; n++)
		found |= plain_ids(p, "rank", 0, n, ids);
	return found;
}

/* A short line that is no order and ends in a number, "Preferred: 2". ranked:
 * whether it begins with such words. */
static bool
names_number(const struct job *j, const char *line, bool *ranked)
{
	enum { FEW = 6 };
	struct plain p = { .j = j };
	struct slice digits;
	bool yes;

	plain_cut(&p, line, strlen(line));
	yes = p.n > 1 && p.n <= FEW && plain_number(p.token[p.n - 1], &digits);
	*ranked = yes && ranks(&p) != 0;
	plain_release(&p);
	return yes;
}

/* Whether an order is the second of two of which one is meant: what it is
 * second to is a number, or a line that was not read and names one. */
static bool
is_second(const struct job *j, const struct plain *p)
{
	enum { ELSE = 2, THEN = 4 };
	struct slice digits;
	struct meaning m;
	unsigned says = ranks(p);
	bool ranked;

	if (j->n == 0 || plain_number(p->token[0], &digits))
		return false;
	m = meaning_of(j, j->line[j->n - 1].text);
	if (m.is == MEANS_NUMBER)
		return says & ELSE;
	return m.is == MEANS_PROSE &&
	    names_number(j, j->line[j->n - 1].text, &ranked) &&
	    (ranked || says & (ELSE | THEN));
}

/* The last order above, with no more than prose behind it; -1: none. */
static int
order_above(const struct job *j)
{
	for (int i = j->n - 1; i >= 0; i--) {
		struct meaning m = meaning_of(j, j->line[i].text);

		if (m.is == MEANS_MOVE || m.is == MEANS_NUMBER)
			return i;
		if (m.is != MEANS_PROSE)
			break;
	}
	return -1;
}

/* Whether a line says what is meant in place of the order above: one of its
 * own, or a few words with a number at their end, "No, rather 5". */
static bool
says_other(const struct plain *p, const struct meaning *m)
{
	enum { FEW = 5 };
	struct slice digits;

	return (m->is == MEANS_MOVE || m->is == MEANS_NUMBER ||
		   ((m->is == MEANS_PROSE || m->is == MEANS_TYPO) &&
		       p->n <= FEW &&
		       plain_number(p->token[p->n - 1], &digits))) &&
	    corrects(p);
}

enum unsettles
plain_unsettles(const struct job *j, const char *at, size_t len,
    const char *plain, int *above)
{
	struct meaning m = meaning_of(j, plain);
	struct plain p = { .j = j };
	bool other, back, second;

	plain_cut(&p, at, len);
	other = p.n > 0 && says_other(&p, &m);
	second = p.n > 0 && m.is == MEANS_NUMBER && is_second(j, &p);
	back = p.n > 0 && m.is == MEANS_PROSE && takes_back(&p);
	plain_release(&p);
	*above = other || back ? order_above(j) : -1;
	/* What says no other takes back what stands right above it. */
	if (*above >= 0 && (other || *above == j->n - 1))
		return TAKEN_BACK;
	return second ? SECOND : SETTLED;
}
