/* SPDX-License-Identifier: MIT */

#include "desk/senses.h"

#include "desk/things.h"

/* Whether tokens [from, to) are the order, or words that go with one. */
static bool
is_deed(const struct plain *p, int from, int to, const struct plain *order)
{
	static const char *const deed[] = { "deed", "order", "maybe", NULL },
				 *const who[] = { "pronoun", "being", NULL },
				 *const noun[] = { "after", "before", NULL },
				 *const small[] = { "small", "to", NULL };

	return (order != NULL && thing_in(p, from, to, order)) ||
	    plain_ids(p, "doubt", from, to, deed) ||
	    plain_ids(p, "filler", from, to, who) ||
	    plain_ids(p, "choice", from, to, noun) ||
	    plain_ids(p, "small", from, to, small);
}

/* "No typo!", not "No, typo!" */
static bool
is_one_clause(const struct plain *p, int from, int to)
{
	while (from < to - 1 && !senses_stop(p, from))
		from++;
	return from == to - 1;
}

static enum sense
sense_of(const struct plain *p, int from, int to, const struct plain *order)
{
	static const char *const back[] = { "back", NULL },
				 *const denial[] = { "denial", NULL },
				 *const amend[] = { "amend", "rather", NULL },
				 *const sorry[] = { "sorry", NULL },
				 *const none[] = { "none", NULL };

	if (plain_ids(p, "doubt", from, to, none) && is_one_clause(p, from, to))
		return SENSE_COURTESY;
	if (plain_ids(p, "behind", from, to, back))
		return SENSE_BACK;
	if (plain_ids(p, "denial", from, to, denial))
		return SENSE_NOT;
	if (plain_ids(p, "amend", from, to, amend))
		return plain_ids(p, "filler", from, to, sorry) ? SENSE_SORRY :
								 SENSE_AMEND;
	if (plain_ids(p, "remark", from, to, back))
		return SENSE_BACK;
	return is_deed(p, from, to, order) ? SENSE_DEED : SENSE_MORE;
}

/* The most words from i on that say one thing: how many. */
static int
read_words(const struct plain *p, int i, const struct plain *order,
    enum sense *sense)
{
	int courtesy = plain_courtesy(p, i);

	for (int n = SENSES_WORDS; n > 0 && n >= courtesy; n--)
		if (i + n <= p->n &&
		    (*sense = sense_of(p, i, i + n, order)) != SENSE_MORE)
			return n;
	*sense = courtesy > 0 ? SENSE_COURTESY : SENSE_MORE;
	return courtesy > 0 ? courtesy : 1;
}

int
senses_phrase(const struct plain *p, int i, const char *kind,
    const char *const *ids)
{
	for (int n = SENSES_WORDS; n > 0; n--)
		if (i + n <= p->n && plain_ids(p, kind, i, i + n, ids))
			return n;
	return 0;
}

int
senses_behind_courtesy(const struct plain *p, int i)
{
	int n;

	while (i < p->n && (n = plain_courtesy(p, i)) > 0)
		i += n;
	return i;
}

bool
senses_stop(const struct plain *p, int i)
{
	return plain_stops(p, i) || p->token[i].at[p->token[i].len - 1] == '?';
}

bool
senses_parted(const struct plain *p, int i)
{
	static const char *const but[] = { "but", NULL };

	return i == p->n || senses_stop(p, i - 1) ||
	    plain_ids(p, "verdict", i, i + 1, but);
}

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

bool
senses_none(const struct senses *r, int from)
{
	static const char *const no[] = { "no", NULL };

	return plain_ids(r->p, "verdict", from, r->at, no) &&
	    !senses_parted(r->p, r->at);
}

/* Whether the order is named at token i, maybe behind an article. */
static bool
names_order(const struct senses *r, int i)
{
	i += plain_is_article(r->p, i);
	for (int n = SENSES_WORDS; n > 0 && r->order != NULL; n--)
		if (i + n <= r->p->n && thing_in(r->p, i, i + n, r->order))
			return true;
	return false;
}

bool
senses_next(struct senses *r)
{
	const int from = r->at;

	if (from == r->p->n)
		return false;
	if (from > 0 && senses_parted(r->p, from))
		r->denied = false;
	r->at += read_words(r->p, from, r->order, &r->sense);
	/* "No Rhea" */
	if (r->sense == SENSE_AMEND && senses_none(r, from) &&
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
