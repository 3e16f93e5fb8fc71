/* SPDX-License-Identifier: MIT */

/* What a time does to clocks in which nobody could reach us. */

#include "clock/clocks.h"

enum { HOUR = 3600 };

/* When the first decision that is open was opened: what lies before it stopped
 * no clock, whatever a machine that was wrong about the time believes. */
static int64_t
first_opened(const struct clocks *c, int64_t until)
{
	int64_t from = until;

	for (int s = 1; s <= SEATS_MAX; s++)
		if (c->pace[s].due && c->pace[s].since < from)
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

int64_t
clocks_outage(struct clocks *c, const struct clock_game *g, int64_t from,
    int64_t until)
{
	struct clock_stop s = { .why = CLOCK_OUTAGE, .until = until };
	struct clock_seat before[SEATS_MAX + 1];
	int64_t opened;

	if (g->last >= 0)
		return extend_last(c, g, from, until);
	if (clocks_paused(c, until))
		return 0;
	clocks_settle(c, g);
	opened = first_opened(c, until);
	/* We have never been there: an hour of it is no matter. */
	if (opened >= until || (!from && until - opened <= HOUR))
		return 0;
	s.from = from < opened ? opened : from;
	memcpy(before, c->pace, sizeof before);
	clocks_stop(c, &s);
	clocks_settle(c, g);
	for (int i = 1; i <= SEATS_MAX; i++)
		if (c->pace[i].late != before[i].late ||
		    c->pace[i].due != before[i].due)
			return until - s.from;
	c->n_stop--;
	return 0;
}
