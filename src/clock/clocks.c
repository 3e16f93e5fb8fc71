/* SPDX-License-Identifier: MIT */

/* Clocks as they are kept, and what they are worked out to be. */

#include "clock/clocks.h"

#include "base/mem.h"
#include "base/span.h"
#include "clock/deadline.h"

int
clocks_open(struct clocks *c, struct db *db, int64_t game, struct err *e)
{
	int rc = clock_get(db, game, &c->row, e);

	if (rc <= 0)
		return rc;
	if (clock_seat_all(db, game, c->pace, e) ||
	    clock_stop_all(db, game, &c->stop, &c->n_stop, e))
		return -1;
	memcpy(c->before, c->pace, sizeof c->pace);
	return 0;
}

void
clocks_close(struct clocks *c)
{
	free(c->stop);
}

/* A stop without length is none. */
static int
write_stop(struct clock_stop *s, struct db *db, int64_t game, struct err *e)
{
	if (!s->changed)
		return 0;
	if (s->until != s->from)
		return clock_stop_put(db, game, s, e);
	return s->id ? clock_stop_drop(db, s->id, e) : 0;
}

int
clocks_write(struct clocks *c, struct db *db, int64_t game, struct err *e)
{
	if (c->set && clock_put(db, game, &c->row, e))
		return -1;
	for (int s = 1; s <= SEATS_MAX; s++)
		if (memcmp(&c->pace[s], &c->before[s], sizeof c->pace[s]) !=
			0 &&
		    clock_seat_put(db, game, s, &c->pace[s], e))
			return -1;
	for (size_t i = 0; i < c->n_stop; i++)
		if (write_stop(&c->stop[i], db, game, e))
			return -1;
	return 0;
}

void
clocks_stop(struct clocks *c, const struct clock_stop *s)
{
	if (s->until <= s->from && (s->until || s->why != CLOCK_PAUSE))
		return;
	c->stop = mem_more(c->stop, c->n_stop, sizeof *c->stop);
	c->stop[c->n_stop] = *s;
	c->stop[c->n_stop++].changed = true;
}

void
clocks_cut(struct clock_stop *s, int64_t now)
{
	s->until = s->from >= now ? s->from : now;
	s->changed = true;
}

struct clock_stop *
clocks_own(const struct clocks *c, int seat, int holder, enum clock_why why,
    size_t *i)
{
	while (*i < c->n_stop) {
		struct clock_stop *s = &c->stop[(*i)++];
		if (s->seat == seat && s->why == why && s->holder == holder &&
		    s->until > s->from)
			return s;
	}
	return NULL;
}

/* The stops of one seat, for deadline.h. Absences, like outages, are worth
 * their length and no more: else a short one would be worth the minimum. */
static size_t
stops_of(const struct clocks *c, int seat, int holder, struct stop *out)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_stop; i++) {
		const struct clock_stop *s = &c->stop[i];
		if (s->seat && (s->seat != seat || s->holder != holder))
			continue;
		out[n++] = (struct stop){ s->from,
			s->until ? s->until : DEADLINE_NEVER,
			s->why == CLOCK_ABSENCE || s->why == CLOCK_OUTAGE };
	}
	return n;
}

static struct pace
pace_of(const struct clock_row *r)
{
	return (struct pace){ r->turn, r->grace, r->minimum, r->days, r->zone };
}

int64_t
clocks_until(const struct clocks *c, const struct clock_game *g, int seat,
    int64_t until)
{
	const struct pace p = pace_of(&c->row);
	struct stop *stop = mem_zero(c->n_stop + 1, sizeof *stop);
	size_t n = stops_of(c, seat, g->holder[seat], stop);
	int64_t time = deadline_runs(&p, g->now, until, stop, n);

	if (deadline_due(&p, g->now, time - p.turn, stop, n) != until)
		time = 0;
	free(stop);
	return time;
}

static int
reminders_of(const struct clocks *c, const char *own, int64_t list[SPAN_LIST])
{
	const char *text = own != NULL && *own ? own : c->row.remind;
	int n = strcmp(text, "off") != 0 ? span_list_parse(text, list) : 0;

	return n < 0 ? 0 : n;
}

static int64_t
or_never(int64_t t)
{
	return t == DEADLINE_NEVER ? 0 : t;
}

void
clocks_remind_anew(struct clocks *c, int seat, int64_t now)
{
	struct clock_seat *s = &c->pace[seat];
	int64_t left = s->due > now ? s->due - now : 0;

	if (s->due && (!s->reminded || s->reminded > left + 1))
		s->reminded = left + 1;
}

/* A deadline that is later than it was is reminded of anew: what counts as sent
 * are the reminders whose moment lies behind. */
static void
remind_anew(struct clock_seat *s, int64_t due, int64_t now)
{
	if (s->reminded && due > s->due && due > now)
		s->reminded = due - now + 1;
}

static void
settle_seat(struct clocks *c, const struct clock_game *g, int seat,
    const struct stop *stop, size_t n)
{
	const struct pace p = pace_of(&c->row);
	struct clock_seat *s = &c->pace[seat];
	int64_t list[SPAN_LIST], which;
	int64_t due = deadline_due(&p, s->since, s->extra, stop, n);

	remind_anew(s, or_never(due), g->now);
	s->due = or_never(due);
	s->late = or_never(deadline_late(&p, due, stop, n));
	if (s->late && s->late <= s->lapsed)
		s->late = 0;
	s->remind = deadline_remind(due, s->since, g->now, list,
	    reminders_of(c, g->remind[seat], list),
	    s->reminded ? s->reminded - 1 : -1, &which);
}

static void
settle_last(struct clocks *c, const struct clock_game *g)
{
	struct clock_seat first = c->pace[1];
	/* (What a computer player waits for has no beginning.) */
	bool since = first.since && first.late && !first.due;

	memset(c->pace, 0, sizeof c->pace);
	if (!g->last)
		return;
	c->pace[1].since = since ? first.since : g->now;
	c->pace[1].late = c->pace[1].since + g->last;
}

/* Whose turn it is, and who waits in it for another, has a stop that is still
 * going; others have none. */
static void
settle_waiting(struct clocks *c, const struct clock_game *g, int waits)
{
	struct clock_stop stop = { .seat = waits,
		.holder = g->holder[waits],
		.why = CLOCK_PAUSE,
		.from = g->now };
	bool going = waits == 0;

	for (size_t i = 0; i < c->n_stop; i++) {
		struct clock_stop *s = &c->stop[i];

		if (!s->seat || s->until)
			continue;
		if (s->seat == waits && s->holder == stop.holder)
			going = true;
		else
			clocks_cut(s, g->now);
	}
	if (!going)
		clocks_stop(c, &stop);
}

void
clocks_settle(struct clocks *c, const struct clock_game *g)
{
	seat_set act = c->row.turn ? g->act : 0;
	int waits = c->row.turn && !(act & SEAT_BIT(g->own)) &&
		c->pace[g->own].since ?
	    g->own :
	    0;
	struct stop *stop;

	if (g->last >= 0) {
		settle_last(c, g);
		return;
	}
	settle_waiting(c, g, waits);
	stop = mem_zero(c->n_stop + 1, sizeof *stop);
	for (int s = 1; s <= SEATS_MAX; s++) {
		if (act & SEAT_BIT(s) || s == waits)
			settle_seat(c, g, s, stop,
			    stops_of(c, s, g->holder[s], stop));
		else
			c->pace[s] = (struct clock_seat){ 0 };
	}
	free(stop);
}

void
clocks_opened(struct clocks *c, int seat, int64_t now)
{
	c->pace[seat] = (struct clock_seat){ .since = now };
}

/* Of those whose moment has passed one is sent, the last. */
bool
clocks_remind(struct clocks *c, const struct clock_game *g, int seat)
{
	struct clock_seat *s = &c->pace[seat];

	clocks_settle(c, g);
	if (!s->remind || s->remind > g->now)
		return false;
	s->reminded = s->due - s->remind + 1;
	return true;
}

bool
clocks_late(const struct clocks *c, int seat, int64_t now)
{
	return c->pace[seat].late && c->pace[seat].late <= now;
}

bool
clocks_paused(const struct clocks *c, int64_t now)
{
	for (size_t i = 0; i < c->n_stop; i++)
		if (c->stop[i].why == CLOCK_PAUSE && !c->stop[i].seat &&
		    (!c->stop[i].until || c->stop[i].until > now))
			return true;
	return false;
}

int64_t
clocks_stopped(const struct clocks *c, enum clock_why why, int seat, int holder,
    int64_t now)
{
	const struct clock_stop *s;

	for (size_t i = 0; (s = clocks_own(c, seat, holder, why, &i));)
		if (s->from <= now && s->until > now)
			return s->until;
	return 0;
}
