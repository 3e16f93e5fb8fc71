/* SPDX-License-Identifier: MIT */

/* What a time does to clocks in which nobody could reach us. */

#include "clock/acts.h"

enum { HOUR = 3600 };

/* A moment of a machine's clock that was ahead. */
static bool
is_wrong(int64_t t, int64_t now)
{
	return t > now + CLOCK_WRONG_SECONDS;
}

static bool
correct_seat(struct clock_seat *s, int64_t now)
{
	if (!is_wrong(s->since, now) && !is_wrong(s->lapsed, now))
		return false;
	if (is_wrong(s->since, now))
		s->since = now;
	s->lapsed = 0;
	return true;
}

/* The end of a pause may well lie ahead, and that of an absence no longer than
 * its days last; and holds and what a computer player waits for, a grace of the
 * game's, so far. */
static bool
ends_wrong(const struct clock_stop *s, int64_t now, const struct clock_row *c)
{
	int64_t held = c->grace > CLOCK_HOLD_MOST ? c->grace : CLOCK_HOLD_MOST;

	if (s->why == CLOCK_HOLD)
		return is_wrong(s->until, now + held);
	if (s->why == CLOCK_PAUSE && !s->seat)
		return s->until && is_wrong(s->from, now);
	if (s->why == CLOCK_ABSENCE && s->until - s->from <= c->absence)
		return false;
	return is_wrong(s->until, now);
}

static bool
correct_stop(struct clock_stop *s, int64_t now, const struct clock_row *c)
{
	bool begins = (s->why == CLOCK_PAUSE || s->why == CLOCK_PAUSED) &&
	    is_wrong(s->from, now);
	bool ends = ends_wrong(s, now, c);

	if (begins)
		s->from = now;
	if (ends)
		clocks_cut(s, s->why == CLOCK_HOLD ? now + c->grace : now);
	s->changed |= begins;
	return begins || ends;
}

bool
clocks_correct(struct clocks *c, int64_t now)
{
	bool wrong = false;

	for (int s = 1; s <= SEATS_MAX; s++)
		wrong |= correct_seat(&c->pace[s], now);
	for (size_t i = 0; i < c->n_stop; i++)
		wrong |= correct_stop(&c->stop[i], now, &c->row);
	for (int s = 1; s <= SEATS_MAX && wrong; s++)
		c->pace[s].reminded = 0;
	return wrong;
}

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
	bool wrong = clocks_correct(c, g->now), off;
	int64_t opened;

	if (g->last >= 0)
		return extend_last(c, g, from, until);
	clocks_settle(c, g);
	opened = first_opened(c, until);
	/* We have never been there: an hour of it is no matter. */
	if (!wrong && (opened >= until || (!from && until - opened <= HOUR)))
		return 0;
	s.from = from < opened ? opened : from;
	/* (What was put right the log has to say, if with a second.) */
	if (s.from >= until)
		s.from = until - 1;
	clocks_resumed(c, g, until, &before);
	clocks_stop(c, &s);
	clocks_resumed(c, g, until, &after);
	off = wrong || puts_off(&before, &after);
	clocks_close(&before);
	clocks_close(&after);
	if (!off)
		c->n_stop--;
	clocks_settle(c, g);
	return off ? until - s.from : 0;
}
