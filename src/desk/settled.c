/* SPDX-License-Identifier: MIT */

/* The number that a line says first, or comes to, with more beside: "Four,
 * please. Lovely weather here, 14 degrees!" and "3, no, 4". And what a line
 * says of an order above it: "No wait, 5.", "Never mind.", "Alternative: 4". */

#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/things.h"
#include "desk/withdrawn.h"

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

/* Whether words that end with token i, so many at least, take back what was
 * said before; not "rather than", which compares. */
static bool
amends(const struct plain *p, int i, int least)
{
	enum { RATHER = 2 };
	static const char *const ids[] = { "amend", "rather", NULL },
				 *const than[] = { "than", NULL };
	unsigned found = 0;

	for (int from = i + 1 - least; from >= 0 && from > i - PHRASE; from--)
		found |= plain_ids(p, "amend", from, i + 1, ids);
	return found != 0 &&
	    (found != RATHER || i + 1 == p->n ||
		!plain_ids(p, "amend", i + 1, i + 2, than));
}

/* Whether it is said as chats correct: a star and what is meant, "*4"; with one
 * behind it too it is put in bold. */
static bool
is_starred(const char *at, size_t len)
{
	return len > 1 && *at == '*' && memchr(at + 1, '*', len - 1) == NULL;
}

/* The last of its numbers, if a word that takes back, or a star, stands before
 * it and another number before that: "11... no, 12". */
static long
amended(const struct plain *p)
{
	long first = 0, last = 0;
	bool taken_back = false;

	for (int i = 0; i < p->n; i++) {
		long n = number_of(p, i);

		if (n > 0 && first == 0)
			first = n;
		else if (n > 0 &&
		    (taken_back || is_starred(p->token[i].at, p->token[i].len)))
			last = n;
		else if (first > 0 && n == 0)
			taken_back |= amends(p, i, 1);
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

/* The token behind the last words that take back, before a number or a verb:
 * behind "Sorry, I meant", of "Sorry, I meant 5", or behind "Instead" and
 * "Oops, that should be"; 0: there are none, as in "5, sorry for the wait" and
 * "No. 5". */
static int
behind_amends(const struct plain *p)
{
	static const char *const noun[] = { "before", NULL };
	int behind = withdrawn_before(p, 0);

	for (int i = behind;
	    i < p->n && number_of(p, i) == 0 && !plain_is_verb(p, p->token[i]);
	    i++) {
		bool may_number = plain_ids(p, "choice", i, i + 1, noun);

		if (amends(p, i, may_number ? 2 : 1)) {
			behind = withdrawn_before(p, i + 1);
			behind = behind > 0 ? behind : i + 1;
			i = behind - 1;
		}
	}
	return behind;
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

/* Whether a line is an order that can be taken back: none that only shows. */
static bool
is_order(const struct meaning *m, bool *moves)
{
	*moves = m->is == MEANS_MOVE || m->is == MEANS_NUMBER ||
	    (meaning_is(m, "ahead") && *m->args != '\0');
	return *moves || (m->is == MEANS_COMMAND && !command_shows(m->command));
}

/* The order right above; -1: none. */
static int
order_right_above(const struct job *j)
{
	bool moves;

	for (int i = j->n - 1; i >= 0; i--) {
		struct meaning m = meaning_of(j, j->line[i].text);

		if (is_order(&m, &moves))
			return i;
		if (m.is != MEANS_COMMAND)
			break;
	}
	return -1;
}

/* The first of the orders right above that have nothing between; -1: none. */
static int
orders_right_above(const struct job *j)
{
	int first = order_right_above(j);
	bool moves;

	while (first > 0) {
		struct meaning m = meaning_of(j, j->line[first - 1].text);

		if (!is_order(&m, &moves))
			break;
		first--;
	}
	return first;
}

/* The last order above, in the same game, that another of its kind corrects: a
 * move, or (not moves) what is none, else a move too; -1: none, or too far, for
 * it is looked for from each line that may correct one. */
static int
order_above(const struct job *j, bool moves)
{
	const int far = j->n - 150;
	int other = -1;

	for (int i = j->n - 1; i >= 0 && i >= far; i--) {
		struct meaning m = meaning_of(j, j->line[i].text);
		bool is_move, is = is_order(&m, &is_move);

		if (meaning_is(&m, "game"))
			break;
		if (is && is_move == moves)
			return i;
		if (is && is_move && other < 0)
			other = i;
	}
	return other;
}

/* Whether the words name a move, with a few more behind it: "charter rhea
 * instead"; what is sent ahead need not read yet. */
static bool
reads_within(const struct job *j, const char *text)
{
	char *said, *end;
	bool reads;

	if (!job_can_move(j))
		return true;
	said = mem_dup(text);
	while (!(reads = job_reads(j, said)) &&
	    (end = strrchr(said, ' ')) != NULL)
		*end = '\0';
	free(said);
	return reads;
}

/* Whether a number stands alone, or before a word or two that it does not
 * count: "5 instead", not "5 days". */
static bool
stands_out(const struct job *j, const char *text)
{
	enum { FEW = 2 };
	const char *behind = text + strspn(text, "0123456789.):,; ");
	int words = 0;

	for (const char *p = behind; *p != '\0'; words++) {
		p += strcspn(p, " ");
		p += strspn(p, " ");
	}
	return words <= FEW && !number_counts(j->words, behind);
}

/* Whether it asks for a number politely, which alone is no order: "can I have
 * 5". */
static bool
requests(const struct job *j, const char *at, size_t len)
{
	struct plain p = { .j = j };
	struct slice digits;
	int from = 0, to;
	bool yes;

	plain_cut(&p, at, len);
	to = p.n;
	plain_strip(&p, NUMBER, true, &from, &to);
	yes = p.request && plain_number(p.token[p.n - 1], &digits);
	plain_release(&p);
	return yes;
}

/* What stands behind words that take back: an order in place of another, "No,
 * rather 5", "Sorry, charter rhea instead" (moves) and "No wait, disagree"; or
 * what one has to say or asks to see, "Sorry, back in 5", "Sorry, board". no:
 * that is right before it, "No comment", "No trade this time". */
static bool
is_other(const struct job *j, const char *at, size_t len, bool no, bool *moves)
{
	struct buf plain = BUF_INIT;
	struct meaning m;
	bool other;

	plain_line(j, at, len, &plain);
	m = meaning_of(j, buf_text(&plain));
	*moves = m.is != MEANS_COMMAND;
	other = m.is == MEANS_NUMBER ? stands_out(j, plain.data) :
	    m.is == MEANS_MOVE       ? reads_within(j, plain.data) &&
		!(no && strchr(plain.data, ' ') == NULL) :
	    m.is == MEANS_PROSE ? requests(j, at, len) :
				  !no && is_order(&m, moves) && *m.args == '\0';
	buf_release(&plain);
	return other;
}

/* Whether a line says so of an order. */
static bool
says_of_order(const struct plain *p, const char *order_line,
    bool (*says)(const struct plain *p, const struct plain *order))
{
	struct buf said = BUF_INIT;
	struct plain order;
	bool yes;

	if (p->n == 0)
		return false;
	thing_order(p->j, order_line, &said, &order);
	yes = says(p, &order);
	plain_release(&order);
	buf_release(&said);
	return yes;
}

/* Of that of line `above`; -1: there is none. */
static bool
says_of(const struct plain *p, int above,
    bool (*says)(const struct plain *p, const struct plain *order))
{
	return above >= 0 && says_of_order(p, p->j->line[above].text, says);
}

/* Whether the line right above an order, but for greetings, leaves it open. */
static bool
is_left_open(const struct job *j, const struct meaning *m, const char *order)
{
	bool moves, open = false, greets = is_order(m, &moves);

	for (int i = j->n - 1; i >= 0 && greets && !open; i--) {
		const char *line = j->line[i].text;
		struct meaning above = meaning_of(j, line);
		struct plain p = { .j = j };

		if (above.is != MEANS_PROSE && above.is != MEANS_TYPO)
			break;
		plain_cut(&p, line, strlen(line));
		open = says_of_order(&p, order, withdrawn_above);
		greets = plain_is_named(j, line);
		plain_release(&p);
	}
	return open;
}

/* Whether a line says what is meant in place of an order above: with words that
 * take that back, and one of its own. */
static bool
says_other(const struct plain *p, const struct meaning *m, bool *moves)
{
	/* To read things costs some hundred readings of moves: in a mail of a
	 * thousand lines nobody corrects one. */
	enum { LINES_MOST = 100 };
	int behind = behind_amends(p);
	const struct slice *last = &p->token[p->n - 1];
	const char *at;

	*moves = true;
	if (m->is == MEANS_MOVE || m->is == MEANS_NUMBER)
		return behind > 0 || withdrawn_instead(p);
	if (m->is != MEANS_PROSE && m->is != MEANS_TYPO)
		return false;
	if (p->j->n <= LINES_MOST && withdrawn_at_all(p) &&
	    says_of(p, order_above(p->j, true), withdrawn_for_other))
		return true;
	if (behind == 0 || behind == p->n)
		return false;
	at = p->token[behind].at;
	return is_other(p->j, at, (size_t)(last->at + last->len - at),
	    behind == 1 && !plain_stops(p, 0), moves);
}

/* The order that a move is in place of, if a line between the two says no more
 * than sorry: "2", "Sorry!", "3"; -1: there is none. */
static int
order_behind_sorry(const struct job *j, const struct meaning *m,
    const char *plain)
{
	struct plain p = { .j = j };
	const int above = j->n - 2;
	struct meaning order;
	bool moves = false, sorry;

	if (above < 0 ||
	    !(m->is == MEANS_MOVE ||
		(m->is == MEANS_NUMBER && stands_out(j, plain))))
		return -1;
	order = meaning_of(j, j->line[above].text);
	if (!is_order(&order, &moves) || !moves)
		return -1;
	plain_cut(&p, j->line[above + 1].text, strlen(j->line[above + 1].text));
	sorry = withdrawn_sorry(&p);
	plain_release(&p);
	return sorry ? above : -1;
}

/* Whether a word is a thing of the game, "5x". */
static bool
is_thing_alone(const struct job *j, const char *at, size_t len)
{
	struct plain p = { .j = j };
	bool yes;

	plain_cut(&p, at, len);
	yes = p.n == 1 && thing_is(&p, 0, 1);
	plain_release(&p);
	return yes;
}

/* The move right above that such a line is in place of; in a list of them each
 * is one of its own; -1: none. */
static int
order_above_star(const struct job *j, const struct meaning *m, const char *at,
    size_t len)
{
	const struct line *l;
	struct meaning order;
	int above;
	bool moves;

	if (!is_starred(at, len) ||
	    !((is_order(m, &moves) && moves) ||
		is_thing_alone(j, at + 1, len - 1)))
		return -1;
	above = order_right_above(j);
	if (above < 0)
		return -1;
	l = &j->line[above];
	order = meaning_of(j, l->text);
	(void)is_order(&order, &moves);
	return moves && (l->written == NULL || *l->written != '*') ? above : -1;
}

/* Whether the order right above is a move. */
static bool
moves_right_above(const struct job *j)
{
	int above = order_right_above(j);
	struct meaning m;
	bool moves;

	if (above < 0)
		return false;
	m = meaning_of(j, j->line[above].text);
	return is_order(&m, &moves) && moves;
}

/* Whether a line that is no move may take back what is above it: "take that
 * back" is `undo`, and asks nobody else yet; "Hold on" is no `hold`, and
 * "Cancel" below a move no end of the game. */
static bool
may_withdraw(const struct job *j, const struct meaning *m)
{
	return m->is == MEANS_PROSE || m->is == MEANS_TYPO ||
	    meaning_is(m, "undo") ||
	    (meaning_is(m, "hold") && *m->args != '\0') ||
	    (meaning_is(m, "cancel") && moves_right_above(j));
}

enum unsettles
plain_unsettles(const struct job *j, const char *at, size_t len,
    const char *plain, int *above)
{
	struct meaning m = meaning_of(j, plain);
	struct plain p = { .j = j };
	bool second, moves;

	plain_cut(&p, at, len);
	second = p.n > 0 && m.is == MEANS_NUMBER && is_second(j, &p);
	if (may_withdraw(j, &m) &&
	    says_of(&p, order_right_above(j), withdrawn_asked))
		*above = orders_right_above(j);
	else if (p.n > 0 && says_other(&p, &m, &moves))
		*above = order_above(j, moves);
	else if (may_withdraw(j, &m) &&
	    says_of(&p, order_right_above(j), withdrawn_below))
		*above = order_right_above(j);
	else
		*above = order_behind_sorry(j, &m, plain);
	plain_release(&p);
	if (*above < 0)
		*above = order_above_star(j, &m, at, len);
	if (*above >= 0)
		return TAKEN_BACK;
	return second                  ? SECOND :
	    is_left_open(j, &m, plain) ? LEFT_OPEN :
					 SETTLED;
}
