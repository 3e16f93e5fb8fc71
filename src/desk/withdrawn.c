/* SPDX-License-Identifier: MIT */

#include "desk/withdrawn.h"

#include "desk/senses.h"
#include "desk/things.h"

bool
withdrawn_never(const struct job *j, const char *line)
{
	static const char *const none[] = { "none", NULL },
				 *const sorry[] = { "sorry", NULL };
	struct plain p = { .j = j };
	bool never;
	int n;

	plain_cut(&p, line, strlen(line));
	n = senses_phrase(&p, 0, "doubt", none);
	never = (n > 0 && senses_parted(&p, n)) ||
	    senses_phrase(&p, 0, "filler", sorry) > 0;
	plain_release(&p);
	return never;
}

bool
withdrawn_sorry(const struct plain *p)
{
	struct senses r = { .p = p };

	while (senses_next(&r))
		if (r.sense != SENSE_SORRY && r.sense != SENSE_AMEND)
			return false;
	return p->n > 0;
}

/* Where the last clause begins. */
static int
last_clause(const struct plain *p)
{
	int from = p->n - 1;

	while (from > 0 && !senses_stop(p, from - 1))
		from--;
	return from;
}

/* Whether a denial ends at token i: a clause does, or what it waits for begins:
 * "Don't play this until". */
static bool
is_said(const struct plain *p, int i, bool deed)
{
	static const char *const ids[] = { "if", "condition", NULL };

	return senses_parted(p, i) ||
	    (deed && senses_phrase(p, i, "behind", ids) > 0);
}

/* Whether the words from `from` on take the order back, and nothing more is
 * said before they do. alone: they need to be about it; not "I don't". */
static bool
takes_back(const struct plain *p, int from, const struct plain *order,
    bool alone)
{
	static const char *const who[] = { "pronoun", "being", NULL },
				 *const no[] = { "no", NULL };
	struct senses r = { .p = p, .order = order, .at = from };
	bool seen[SENSE_NOT + 1] = { false }, self = false;

	for (int at = from; senses_next(&r); at = r.at) {
		if (r.sense == SENSE_MORE)
			return false;
		seen[r.sense] = true;
		self = self ||
		    (at == from && plain_ids(p, "filler", at, r.at, who));
		if (seen[SENSE_BACK] && senses_parted(p, r.at))
			return true;
		if (seen[SENSE_NOT] && is_said(p, r.at, seen[SENSE_DEED]))
			return !(alone && self && r.sense == SENSE_NOT);
	}
	/* "I mean it!" */
	return seen[SENSE_AMEND] && !seen[SENSE_DEED] &&
	    (!alone || plain_ids(p, "verdict", from, from + 1, no));
}

/* Tokens before `to` without the signs that they end in. */
static void
cut_asked(const struct plain *p, int to, struct plain *out)
{
	const char *at = p->token[0].at,
		   *end = p->token[to - 1].at + p->token[to - 1].len;

	while (end > at && strchr("?!.", end[-1]) != NULL)
		end--;
	*out = (struct plain){ .j = p->j };
	if (end > at)
		plain_cut(out, at, (size_t)(end - at));
}

/* Whether words that end in a question mark name no more than the order. */
static bool
asks_order(const struct plain *p, int to, const struct plain *order)
{
	struct plain asked;
	struct senses r = { .p = &asked, .order = order };
	bool yes = true;

	cut_asked(p, to, &asked);
	while (yes && senses_next(&r))
		yes = r.sense != SENSE_MORE;
	plain_release(&asked);
	return yes;
}

/* Whether words are of the order: they say no more than it, or name it, or are
 * one alone, "Haha". */
static bool
is_about(const struct plain *p, int to, const struct plain *order)
{
	static const char *const ids[] = { "order", NULL },
				 *const small[] = { "small", NULL };
	bool yes = to == 1 || asks_order(p, to, order);

	for (int i = 0; i < to && !yes; i++)
		yes = plain_ids(p, "doubt", i, i + 1, ids) ||
		    (thing_in(p, i, i + 1, order) &&
			!plain_ids(p, "small", i, i + 1, small));
	return yes;
}

/* Whether the words from `from` on take back whatever stands before them:
 * "Just kidding!", "Never!". */
static bool
is_of_anything(const struct plain *p, int from)
{
	static const char *const back[] = { "back", NULL };
	int n = 1;

	for (int i = from; i < p->n && n > 0; i += n) {
		n = senses_phrase(p, i, "remark", back);
		n = n > 0 ? n : plain_courtesy(p, i);
	}
	return n > 0;
}

/* Whether the last clause takes the order back by itself, whatever stands
 * before it: "Sent too soon, please ignore"; not what is asked, answers what
 * was, "Will I win? Not yet!", takes back another thing, "You cheat! Just
 * kidding", or goes on, "but no". */
static bool
ends_back(const struct plain *p, const struct plain *order)
{
	static const char *const but[] = { "but", NULL };
	const int from = p->n > 0 ? last_clause(p) : 0;
	const struct slice *last, *before;

	if (from == 0)
		return false;
	last = &p->token[p->n - 1];
	before = &p->token[from - 1];
	if (last->at[last->len - 1] == '?' ||
	    plain_ids(p, "verdict", from, from + 1, but))
		return false;
	return (before->at[before->len - 1] != '?' ||
		   asks_order(p, from, order)) &&
	    (!is_of_anything(p, from) || is_about(p, from, order)) &&
	    takes_back(p, from, order, true);
}

bool
withdrawn_below(const struct plain *p, const struct plain *order)
{
	static const char *const condition[] = { "condition", NULL },
				 *const none[] = { "none", NULL };

	return (senses_phrase(p, 0, "behind", condition) > 0 &&
		   senses_phrase(p, 0, "doubt", none) == 0) ||
	    takes_back(p, 0, order, false) || ends_back(p, order);
}

/* How many words from i on put what stands before them in place of another. */
static int
instead(const struct plain *p, int i)
{
	static const char *const ids[] = { "instead", "of", NULL };

	return senses_phrase(p, i, "denial", ids);
}

/* The same of what stands behind them: "Instead 3"; not "Instead of 3". */
static int
instead_before(const struct plain *p, int i)
{
	static const char *const ids[] = { "instead", "should", NULL },
				 *const of[] = { "of", NULL };

	return senses_phrase(p, i, "denial", of) > 0 ?
	    0 :
	    senses_phrase(p, i, "denial", ids);
}

/* How many words from i on put a number that stands behind them in place of
 * another: those, and "Instead of 4". */
static int
number_instead(const struct plain *p, int i)
{
	static const char *const of[] = { "of", NULL };
	struct slice digits;
	int n = senses_phrase(p, i, "denial", of);

	if (n == 0)
		return instead_before(p, i);
	return i + n < p->n && plain_number(p->token[i + n], &digits) ? n + 1 :
									0;
}

int
withdrawn_before(const struct plain *p, int i)
{
	int n = 0, courtesy;

	for (; i < p->n && (n = number_instead(p, i)) == 0; i += courtesy)
		if ((courtesy = plain_courtesy(p, i)) == 0)
			break;
	return n > 0 ? i + n : 0;
}

bool
withdrawn_instead(const struct plain *p)
{
	for (int i = 0; i < p->n; i++)
		if (instead(p, i) > 0)
			return true;
	return false;
}

/* Whether what was read takes something back. */
static bool
is_back(enum sense sense)
{
	return sense == SENSE_SORRY || sense == SENSE_AMEND ||
	    sense == SENSE_BACK;
}

bool
withdrawn_at_all(const struct plain *p)
{
	struct senses r = { .p = p };

	while (senses_next(&r))
		if (is_back(r.sense) || r.sense == SENSE_NOT)
			return true;
	for (int i = 0; i < p->n; i++)
		if (instead_before(p, i) > 0)
			return true;
	return withdrawn_instead(p);
}

/* Whether behind a thing nothing more is said up to where it is put in place of
 * the order, in the line: "B6 instead", "B6, not D2". taken: before it. */
static bool
stands_alone(struct senses r, bool taken)
{
	bool denied = false;

	while (!taken || !senses_parted(r.p, r.at)) {
		int from = r.at, n = from < r.p->n ? instead(r.p, from) : 0;

		r.at += n;
		if (n == 0 && (!senses_next(&r) || r.sense == SENSE_MORE))
			return false;
		denied = denied || r.sense == SENSE_NOT;
		taken = taken || n > 0 || is_back(r.sense) ||
		    (denied && thing_in(r.p, from, r.at, r.order));
	}
	return true;
}

bool
withdrawn_for_other(const struct plain *p, const struct plain *order)
{
	struct senses r = { .p = p, .order = order };
	/* Words that take back were read, and right before; "no" was; nothing
	 * more was said in the clause. */
	bool taken = false, behind = false, none = false, near = true;

	while (r.at < p->n) {
		int from = r.at, n;

		near = near || (from > 0 && senses_parted(p, from));
		n = near ? instead_before(p, from) : 0;
		if (n > 0) {
			r.at += n;
			taken = behind = true;
			continue;
		}
		n = near ? thing_other(p, from, order) : 0;
		r.at += n;
		if (n > 0 &&
		    (none ? r.at == p->n : behind || stands_alone(r, taken)))
			return true;
		if (n == 0)
			(void)senses_next(&r);
		none = n == 0 && is_back(r.sense) && senses_none(&r, from);
		if (n == 0 && is_back(r.sense) && !none)
			taken = behind = near = true;
		else if (n > 0 || r.sense == SENSE_MORE || r.sense == SENSE_NOT)
			near = behind = false;
	}
	return false;
}

/* Whether words from i on name a number, a verb or a thing. */
static bool
names_any(const struct plain *p, int i, const struct plain *order)
{
	struct slice digits;

	for (; i < p->n; i++)
		if (plain_number(p->token[i], &digits) ||
		    plain_is_verb(p, p->token[i]) ||
		    thing_other(p, i, order) > 0)
			return true;
	return false;
}

bool
withdrawn_asked(const struct plain *p, const struct plain *order)
{
	static const char *const asks[] = { "asks", NULL },
				 *const to[] = { "or", NULL };
	struct plain asked;
	bool yes = false, question = false;
	int i;

	for (i = 0; i < p->n; i++)
		question = question ||
		    memchr(p->token[i].at, '?', p->token[i].len) != NULL;
	if (!question)
		return false;
	cut_asked(p, p->n, &asked);
	i = senses_behind_courtesy(&asked, 0);
	if (i < asked.n)
		yes = senses_phrase(&asked, i, "doubt", asks) > 0 ||
		    (senses_phrase(&asked, i, "or", to) > 0 &&
			names_any(&asked, i + 1, order));
	plain_release(&asked);
	return yes;
}

/* Whether the words from `from` on, a clause, deny what stands below them and
 * say no more; not in an apology, "Sorry I did not play". */
static bool
denies_below(const struct plain *p, int from, const struct plain *order)
{
	struct senses r = { .p = p, .order = order, .at = from };
	bool sorry = false, denied = false;

	while (senses_next(&r)) {
		sorry = sorry || r.sense == SENSE_SORRY;
		denied = (denied || r.sense == SENSE_NOT) && !sorry &&
		    r.sense != SENSE_MORE;
	}
	return denied;
}

/* Whether any of these words, or the last of them, leave open what follows:
 * "Question for Bruno", "torn between". Words of courtesy do not, nor does an
 * apology: "Sorry if it is late". */
static bool
is_open(const struct plain *p, int from, bool last)
{
	static const char *const above[] = { "above", "maybe", NULL };
	struct senses r = { .p = p, .at = from };
	int at = from;

	for (; senses_next(&r); at = r.at) {
		if (r.sense == SENSE_SORRY)
			return false;
		for (int n = 1; n <= SENSES_WORDS && at + n <= p->n; n++)
			if (r.sense != SENSE_COURTESY &&
			    (!last || at + n == p->n) &&
			    plain_ids(p, "doubt", at, at + n, above))
				return true;
	}
	return false;
}

/* Whether a sentence does no more than deny what follows it: "Don't play this
 * yet!". */
static bool
is_denial(const struct plain *p, const struct plain *order)
{
	static const char *const deed[] = { "deed", "order", NULL };
	struct senses r = { .p = p, .order = order };
	bool points = false;
	int from = 0;

	for (; senses_next(&r); from = r.at) {
		if (r.sense == SENSE_MORE)
			return false;
		points = points || plain_ids(p, "doubt", from, r.at, deed) ||
		    thing_in(p, from, r.at, order);
	}
	return points && denies_below(p, last_clause(p), order);
}

/* Whether a clause says when, and no more: "Next turn:". */
static bool
is_later(const struct plain *p, int from)
{
	static const char *const later[] = { "later", NULL };
	struct senses r = { .p = p, .at = from };
	bool when = false;

	while (r.at < p->n) {
		int n = senses_phrase(p, r.at, "doubt", later);

		r.at += n;
		when = when || n > 0;
		if (n == 0 && senses_next(&r) && r.sense != SENSE_DEED)
			return false;
	}
	return when;
}

/* How many words from i on are for somebody else. */
static int
another(const struct plain *p, int i)
{
	static const char *const who[] = { "who", NULL };
	int n = senses_phrase(p, i, "doubt", who);

	return n == 0 && i < p->n && !plain_is_writer(p, p->token[i]) ?
	    plain_is_somebody(p->j, plain_word(p, i)) :
	    n;
}

/* Whether a clause says what somebody else does, or what its writer might do,
 * and no more: "Bruno would play", "You wrote", "Can I play", "If I play". */
static bool
is_of_another(const struct plain *p, int from)
{
	static const char *const does[] = { "does", NULL };
	static const char *const might[] = { "might", NULL };
	static const char *const none[] = { "none", NULL };
	struct senses r = { .p = p, .at = senses_behind_courtesy(p, from) };
	int who = another(p, r.at);
	int n = senses_phrase(p, r.at + who, "doubt", does);

	n = who > 0 && n > 0 ? who + n : senses_phrase(p, r.at, "doubt", might);
	if (n == 0 || senses_phrase(p, r.at, "doubt", none) > 0)
		return false;
	r.at += n;
	while (senses_next(&r))
		if (r.sense != SENSE_DEED)
			return false;
	return true;
}

/* Whether the last sentence depends on somebody else: "If Bruno agrees, my
 * move". */
static bool
depends(const struct plain *p)
{
	static const char *const ids[] = { "if", "condition", NULL },
				 *const none[] = { "none", NULL };
	bool yes = false;

	for (int i = 0; i < p->n; i++) {
		const char *last = p->token[i].at + p->token[i].len - 1;
		int at = senses_behind_courtesy(p, i),
		    n = senses_phrase(p, at, "behind", ids);

		yes = yes ||
		    ((i == 0 || plain_stops(p, i - 1)) && n > 0 &&
			senses_phrase(p, at, "doubt", none) == 0 &&
			another(p, at + n) > 0);
		yes = yes && strchr("?!.", *last) == NULL;
	}
	return yes;
}

/* Whether the last clause of a line above, from `from` on, leaves open what
 * follows it, or denies it. colon: it ends in one. */
static bool
opens(const struct plain *p, int from, bool colon, const struct plain *order)
{
	static const char *const begun[] = { "begun", NULL };

	return denies_below(p, from, order) || is_open(p, from, !colon) ||
	    (colon && is_later(p, from)) || is_of_another(p, from) ||
	    depends(p) ||
	    senses_phrase(p, senses_behind_courtesy(p, from), "doubt", begun) >
	    0;
}

bool
withdrawn_above(const struct plain *p, const struct plain *order)
{
	const struct slice *last = &p->token[p->n - 1];
	const char end = last->at[last->len - 1];
	int from = last_clause(p);

	return strchr(".!", end) != NULL ?
	    is_denial(p, order) :
	    end != '?' && opens(p, from, end == ':', order);
}
