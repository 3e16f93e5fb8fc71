/* SPDX-License-Identifier: MIT */

#include "desk/withdrawn.h"

#include "desk/things.h"

enum { WORDS = 5 };

/* What some words say of an order beside them. */
enum sense {
	SENSE_MORE,     /* another thing */
	SENSE_COURTESY, /* nothing */
	SENSE_DEED, /* what is denied, of the order too, "yet", or who does */
	SENSE_SORRY,
	SENSE_AMEND, /* that it was wrong, alone: "no" */
	SENSE_BACK,  /* that it is not to be done, alone: "never mind" */
	SENSE_NOT    /* that what they stand beside is not */
};

/* Whether tokens [from, to) are the order, or words that go with one. */
static bool
is_deed(const struct plain *p, int from, int to, const struct plain *order)
{
	static const char *const deed[] = { "deed", "maybe", NULL },
				 *const who[] = { "pronoun", "being", NULL },
				 *const noun[] = { "after", "before", NULL },
				 *const small[] = { "small", "to", NULL };

	return (order != NULL && thing_in(p, from, to, order)) ||
	    plain_ids(p, "doubt", from, to, deed) ||
	    plain_ids(p, "filler", from, to, who) ||
	    plain_ids(p, "choice", from, to, noun) ||
	    plain_ids(p, "small", from, to, small);
}

static enum sense
sense_of(const struct plain *p, int from, int to, const struct plain *order)
{
	static const char *const back[] = { "back", NULL },
				 *const denial[] = { "denial", NULL },
				 *const amend[] = { "amend", "rather", NULL },
				 *const sorry[] = { "sorry", NULL },
				 *const none[] = { "none", NULL };

	if (plain_ids(p, "doubt", from, to, none))
		return SENSE_COURTESY;
	if (plain_ids(p, "behind", from, to, back))
		return SENSE_BACK;
	if (plain_ids(p, "denial", from, to, denial))
		return SENSE_NOT;
	if (plain_ids(p, "amend", from, to, amend))
		return plain_ids(p, "filler", from, to, sorry) ? SENSE_SORRY :
								 SENSE_AMEND;
	return is_deed(p, from, to, order) ? SENSE_DEED : SENSE_MORE;
}

/* The most words from i on that say one thing: how many. */
static int
read_words(const struct plain *p, int i, const struct plain *order,
    enum sense *sense)
{
	int courtesy = plain_courtesy(p, i);

	for (int n = WORDS; n > 0 && n >= courtesy; n--)
		if (i + n <= p->n &&
		    (*sense = sense_of(p, i, i + n, order)) != SENSE_MORE)
			return n;
	*sense = courtesy > 0 ? SENSE_COURTESY : SENSE_MORE;
	return courtesy > 0 ? courtesy : 1;
}

/* The longest phrase of such a kind that begins at i: how many words; 0. */
static int
phrase(const struct plain *p, int i, const char *kind, const char *const *ids)
{
	for (int n = WORDS; n > 0; n--)
		if (i + n <= p->n && plain_ids(p, kind, i, i + n, ids))
			return n;
	return 0;
}

/* Behind words of courtesy from i on. */
static int
behind_courtesy(const struct plain *p, int i)
{
	int n;

	while (i < p->n && (n = plain_courtesy(p, i)) > 0)
		i += n;
	return i;
}

/* Whether a clause ends before token i: "not D2 | but B6". */
static bool
is_parted(const struct plain *p, int i)
{
	static const char *const but[] = { "but", NULL };

	return i == p->n || plain_stops(p, i - 1) ||
	    plain_ids(p, "verdict", i, i + 1, but);
}

/* Words of a clause one after the other. */
struct senses {
	const struct plain *p, *order; /* order NULL: of none */
	int at;                        /* behind those that were read */
	enum sense sense;              /* theirs */
	bool denied; /* "not" stands before them, in the clause */
};

/* Whether words of courtesy say how something is: "not great". */
static bool
is_praise(const struct plain *p, int from, int to)
{
	static const char *const polite[] = { "please", "polite", NULL },
				 *const none[] = { "none", NULL },
				 *const says[] = { "chat", "wish", "thanks",
					 "greeting", "laugh", NULL };

	return !plain_ids(p, "doubt", from, to, none) &&
	    !plain_ids(p, "filler", from, to, polite) &&
	    plain_ids(p, "filler", from, to, says);
}

/* "No blue", in which "no" takes nothing back. */
static bool
is_none(const struct senses *r, int from)
{
	static const char *const no[] = { "no", NULL };

	return plain_ids(r->p, "verdict", from, r->at, no) &&
	    !is_parted(r->p, r->at);
}

/* Whether the order is named at token i, maybe behind an article. */
static bool
names_order(const struct senses *r, int i)
{
	i += plain_is_article(r->p, i);
	for (int n = WORDS; n > 0 && r->order != NULL; n--)
		if (i + n <= r->p->n && thing_in(r->p, i, i + n, r->order))
			return true;
	return false;
}

/* The next of them; false: there are none. */
static bool
read_next(struct senses *r)
{
	const int from = r->at;

	if (from == r->p->n)
		return false;
	if (from > 0 && is_parted(r->p, from))
		r->denied = false;
	r->at += read_words(r->p, from, r->order, &r->sense);
	/* "No Rhea" */
	if (r->sense == SENSE_AMEND && is_none(r, from) &&
	    names_order(r, r->at))
		r->sense = SENSE_NOT;
	if (r->denied && r->sense == SENSE_COURTESY &&
	    is_praise(r->p, from, r->at)) {
		/* "Not my move" */
		r->at = from + 1;
		r->sense = sense_of(r->p, from, r->at, r->order);
	}
	r->denied = r->denied || r->sense == SENSE_NOT;
	return true;
}

bool
withdrawn_never(const struct job *j, const char *line)
{
	static const char *const none[] = { "none", NULL },
				 *const sorry[] = { "sorry", NULL };
	struct plain p = { .j = j };
	bool never;
	int n;

	plain_cut(&p, line, strlen(line));
	n = phrase(&p, 0, "doubt", none);
	never = (n > 0 && is_parted(&p, n)) ||
	    phrase(&p, 0, "filler", sorry) > 0;
	plain_release(&p);
	return never;
}

bool
withdrawn_sorry(const struct plain *p)
{
	struct senses r = { .p = p };

	while (read_next(&r))
		if (r.sense != SENSE_SORRY && r.sense != SENSE_AMEND)
			return false;
	return p->n > 0;
}

bool
withdrawn_below(const struct plain *p, const struct plain *order)
{
	static const char *const condition[] = { "condition", NULL },
				 *const none[] = { "none", NULL };
	struct senses r = { .p = p, .order = order };
	bool seen[SENSE_NOT + 1] = { false };

	if (phrase(p, 0, "behind", condition) > 0 &&
	    phrase(p, 0, "doubt", none) == 0)
		return true;
	while (read_next(&r)) {
		if (r.sense == SENSE_MORE)
			return false;
		seen[r.sense] = true;
		if ((seen[SENSE_NOT] || seen[SENSE_BACK]) && is_parted(p, r.at))
			return true;
	}
	/* "I mean it!" */
	return seen[SENSE_AMEND] && !seen[SENSE_DEED];
}

/* How many words from i on put what stands before them in place of another. */
static int
instead(const struct plain *p, int i)
{
	static const char *const ids[] = { "instead", "of", NULL };

	return phrase(p, i, "denial", ids);
}

/* The same of what stands behind them: "Instead 3"; not "Instead of 3". */
static int
instead_before(const struct plain *p, int i)
{
	static const char *const ids[] = { "instead", "should", NULL },
				 *const of[] = { "of", NULL };

	return phrase(p, i, "denial", of) > 0 ? 0 :
						phrase(p, i, "denial", ids);
}

int
withdrawn_before(const struct plain *p)
{
	int i = behind_courtesy(p, 0), n = instead_before(p, i);

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

	while (read_next(&r))
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

	while (!taken || !is_parted(r.p, r.at)) {
		int from = r.at, n = from < r.p->n ? instead(r.p, from) : 0;

		r.at += n;
		if (n == 0 && (!read_next(&r) || r.sense == SENSE_MORE))
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

		near = near || (from > 0 && is_parted(p, from));
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
			(void)read_next(&r);
		none = n == 0 && is_back(r.sense) && is_none(&r, from);
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
	static const char *const asks[] = { "asks", NULL }, *const or [
	] = { "or", NULL };
	const char *at = p->n > 0 ? p->token[0].at : "", *end;
	struct plain asked = { .j = p->j };
	bool yes = false;
	int i;

	end = p->n > 0 ? p->token[p->n - 1].at + p->token[p->n - 1].len : at;
	if (memchr(at, '?', (size_t)(end - at)) == NULL)
		return false;
	while (strchr("?!.", end[-1]) != NULL)
		end--;
	if (end > at)
		plain_cut(&asked, at, (size_t)(end - at));
	i = behind_courtesy(&asked, 0);
	if (i < asked.n)
		yes = phrase(&asked, i, "doubt", asks) > 0 ||
		    (phrase(&asked, i, "or", or) > 0 &&
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

	while (read_next(&r)) {
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

	for (; read_next(&r); at = r.at) {
		if (r.sense == SENSE_SORRY)
			return false;
		for (int n = 1; n <= WORDS && at + n <= p->n; n++)
			if (r.sense != SENSE_COURTESY &&
			    (!last || at + n == p->n) &&
			    plain_ids(p, "doubt", at, at + n, above))
				return true;
	}
	return false;
}

/* Where the last clause begins. */
static int
last_clause(const struct plain *p)
{
	int from = p->n - 1;

	while (from > 0 && !plain_stops(p, from - 1))
		from--;
	return from;
}

/* Whether a sentence does no more than deny what follows it: "Don't play this
 * yet!". */
static bool
is_denial(const struct plain *p, const struct plain *order)
{
	static const char *const deed[] = { "deed", NULL };
	struct senses r = { .p = p, .order = order };
	bool points = false;
	int from = 0;

	for (; read_next(&r); from = r.at) {
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
		int n = phrase(p, r.at, "doubt", later);

		r.at += n;
		when = when || n > 0;
		if (n == 0 && read_next(&r) && r.sense != SENSE_DEED)
			return false;
	}
	return when;
}

/* How many words from i on are for somebody else. */
static int
another(const struct plain *p, int i)
{
	static const char *const who[] = { "who", NULL };
	int n = phrase(p, i, "doubt", who);

	return n == 0 && i < p->n && !plain_is_writer(p, p->token[i]) ?
	    plain_is_somebody(p->j, plain_word(p, i)) :
	    n;
}

/* Whether a clause says what somebody else does, and no more: "Bruno would
 * play", "You wrote". */
static bool
is_of_another(const struct plain *p, int from)
{
	static const char *const does[] = { "does", NULL };
	struct senses r = { .p = p, .at = behind_courtesy(p, from) };
	int who = another(p, r.at), n = phrase(p, r.at + who, "doubt", does);

	r.at += who + n;
	while (who > 0 && n > 0 && read_next(&r))
		if (r.sense != SENSE_DEED)
			return false;
	return who > 0 && n > 0;
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
		int at = behind_courtesy(p, i),
		    n = phrase(p, at, "behind", ids);

		yes = yes ||
		    ((i == 0 || plain_stops(p, i - 1)) && n > 0 &&
			phrase(p, at, "doubt", none) == 0 &&
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
	    phrase(p, behind_courtesy(p, from), "doubt", begun) > 0;
}

bool
withdrawn_above(const struct plain *p, const struct plain *order)
{
	const struct slice *last = &p->token[p->n - 1];
	const char end = last->at[last->len - 1];
	int from = last_clause(p);

	return strchr(".!", end) != NULL ? is_denial(p, order) :
					   end != '?' &&
		opens(p, from, end == ':', order);
}
