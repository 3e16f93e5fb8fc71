/* SPDX-License-Identifier: MIT */

/* What a time does to clocks in which nobody could reach us. */

#include "clock/acts.h"

enum { HOUR = 3600 };

/* When the first decision that is open was opened, though its clock may stand
 * still: what lies before it stopped none, whatever a machine that was wrong
 * about the time believes. */
static int64_t
first_opened(const struct clocks *c, int64_t until)
{
	int64_t from = until;

	for (int s = 1; s <= SEATS_MAX; s++)
		if (c->pace[s].since && c->pace[s].since < from)
			from = c->pace[s].since;
	return from;
}

/* Nobody could have taken a seat over, or revived the game; and whom should we
 * tell of it? */
static int64_t
extend_last(struct clocks *c, const struct clock_game *g, int64_t from,
    int64_t until)
{
	struct clock_seat *first = &c->pace[1];

	clocks_settle(c, g);
	if (first->since > from)
		from = first->since;
	if (from < until)
		first->since += until - from;
	clocks_settle(c, g);
	return 0;
}

static bool
puts_off(const struct clocks *before, const struct clocks *after)
{
	for (int s = 1; s <= SEATS_MAX; s++)
		if (after->pace[s].late != before->pace[s].late ||
		    after->pace[s].due != before->pace[s].due)
			return true;
	return false;
}

int64_t
clocks_outage(struct clocks *c, const struct clock_game *g, int64_t from,
    int64_t until)
{
	struct clock_stop s = { .why = CLOCK_OUTAGE, .until = until };
	struct clocks before, after;
	int64_t opened;
	bool off;

	if (g->last >= 0)
		return extend_last(c, g, from, until);
	clocks_settle(c, g);
	opened = first_opened(c, until);
	/* We have never been there: an hour of it is no matter. */
	if (opened >= until || (!from && until - opened <= HOUR))
		return 0;
	s.from = from < opened ? opened : from;
	clocks_resumed(c, g, until, &before);
	clocks_stop(c, &s);
	clocks_resumed(c, g, until, &after);
	off = puts_off(&before, &after);
	clocks_close(&before);
	clocks_close(&after);
	if (!off)
		c->n_stop--;
	clocks_settle(c, g);
	return off ? until - s.from : 0;
}
