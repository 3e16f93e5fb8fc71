/* SPDX-License-Identifier: MIT */

#include "desk/withdrawn.h"

enum { WORDS = 5 };

/* What some words say of an order beside them. */
enum sense {
	SENSE_MORE,     /* another thing */
	SENSE_COURTESY, /* nothing */
	SENSE_DEED,     /* what is denied, "do it", "yet", or who does */
	SENSE_SORRY,
	SENSE_AMEND, /* that it was wrong, alone: "no" */
	SENSE_NOT    /* that it is not to be done, whatever follows */
};

static enum sense
sense_of(const struct plain *p, int from, int to)
{
	static const char *const back[] = { "back", NULL },
				 *const denial[] = { "denial", NULL },
				 *const amend[] = { "amend", "rather", NULL },
				 *const sorry[] = { "sorry", NULL },
				 *const deed[] = { "deed", NULL },
				 *const who[] = { "pronoun", "being", NULL };

	if (plain_ids(p, "behind", from, to, back) ||
	    plain_ids(p, "denial", from, to, denial))
		return SENSE_NOT;
	if (plain_ids(p, "amend", from, to, amend))
		return plain_ids(p, "filler", from, to, sorry) ? SENSE_SORRY :
								 SENSE_AMEND;
	return plain_ids(p, "doubt", from, to, deed) ||
		plain_ids(p, "filler", from, to, who) ?
	    SENSE_DEED :
	    SENSE_MORE;
}

/* The most words from i on that say one thing: how many. */
static int
read_words(const struct plain *p, int i, enum sense *sense)
{
	int courtesy = plain_courtesy(p, i);

	for (int n = WORDS; n > 0 && n >= courtesy; n--)
		if (i + n <= p->n &&
		    (*sense = sense_of(p, i, i + n)) != SENSE_MORE)
			return n;
	*sense = courtesy > 0 ? SENSE_COURTESY : SENSE_MORE;
	return courtesy > 0 ? courtesy : 1;
}

bool
withdrawn_sorry(const struct plain *p)
{
	enum sense sense;

	for (int i = 0; i < p->n;) {
		i += read_words(p, i, &sense);
		if (sense != SENSE_SORRY && sense != SENSE_AMEND)
			return false;
	}
	return p->n > 0;
}

/* Whether a phrase of such a kind begins at i. */
static bool
begins(const struct plain *p, int i, const char *kind, const char *const *ids)
{
	for (int n = 1; n <= WORDS && i + n <= p->n; n++)
		if (plain_ids(p, kind, i, i + n, ids))
			return true;
	return false;
}

bool
withdrawn_below(const struct plain *p)
{
	static const char *const condition[] = { "condition", NULL };
	bool seen[SENSE_NOT + 1] = { false };
	enum sense sense;

	if (p->n > 0 && begins(p, 0, "behind", condition))
		return true;
	for (int i = 0; i < p->n;) {
		i += read_words(p, i, &sense);
		if (sense == SENSE_MORE)
			return false;
		seen[sense] = true;
		if (seen[SENSE_NOT] && plain_stops(p, i - 1))
			return true;
	}
	/* "I mean it!" */
	return seen[SENSE_NOT] || (seen[SENSE_AMEND] && !seen[SENSE_DEED]);
}

bool
withdrawn_asked(const struct plain *p)
{
	static const char *const asks[] = { "asks", NULL };
	int i = 0, n;

	if (p->n == 0 ||
	    memchr(p->token[p->n - 1].at, '?', p->token[p->n - 1].len) == NULL)
		return false;
	while (i < p->n && (n = plain_courtesy(p, i)) > 0)
		i += n;
	return begins(p, i, "doubt", asks);
}

/* Whether tokens [from, to) deny, or leave open, what follows them. */
static bool
is_open(const struct plain *p, int from, int to)
{
	static const char *const denial[] = { "denial", NULL },
				 *const above[] = { "above", NULL };

	return plain_ids(p, "denial", from, to, denial) ||
	    plain_ids(p, "doubt", from, to, above);
}

/* Whether any words of it do, "Draft, do not send:"; of courtesy none do. */
static bool
has_open(const struct plain *p)
{
	for (int i = 0, courtesy; i < p->n; i += courtesy > 0 ? courtesy : 1) {
		courtesy = plain_courtesy(p, i);
		for (int n = 1; n <= WORDS && courtesy == 0 && i + n <= p->n;
		    n++)
			if (is_open(p, i, i + n))
				return true;
	}
	return false;
}

/* Whether its last words do. */
static bool
ends_open(const struct plain *p)
{
	for (int n = 1; n <= WORDS && n <= p->n; n++)
		if (is_open(p, p->n - n, p->n))
			return true;
	return false;
}

bool
withdrawn_above(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	char end;
	bool open = false;

	plain_cut(&p, line, strlen(line));
	if (p.n > 0) {
		end = p.token[p.n - 1].at[p.token[p.n - 1].len - 1];
		open = end == ':' ? has_open(&p) :
				    strchr(".!?", end) == NULL && ends_open(&p);
	}
	plain_release(&p);
	return open;
}
