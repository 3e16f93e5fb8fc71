/* SPDX-License-Identifier: MIT */

/* What may be done to clocks, and the event that does it (apply.c). */

#include "clock/acts.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/span.h"

enum {
	HOUR = 3600,
	DAY = 86400,
	EXTRA_MOST = 366 * DAY, /* in one decision */
	HOLD_ALL = 14 * DAY,    /* in a game, of one holder */
	STOPS_MOST = 50         /* of a holder; rows, not days */
};

/* Whose decisions the act is about: the seat's, or those of all to act. None
 * is refused, but of all there may be nobody. */
static int
whose(const struct clock_game *g, int seat, seat_set *out, struct buf *words,
    struct refusal *why)
{
	*out = seat ? g->act & SEAT_BIT(seat) : g->act;
	if (seat)
		buf_printf(words, "p%d ", seat);
	return seat && !*out ? refuse_int(why, "not-to-act", "number", seat) :
			       0;
}

static int
ask_more(const struct clocks *c, const struct clock_game *g,
    const struct clock_act *act, struct buf *words, struct refusal *why)
{
	seat_set seats;

	if (whose(g, act->seat, &seats, words, why))
		return -1;
	for (int s = 1; s <= g->seats; s++)
		if ((!act->seat || s == act->seat) &&
		    c->pace[s].extra + act->seconds > EXTRA_MOST)
			return refuse(why, "span-too-long");
	buf_str(words, "extend=");
	span_format(act->seconds, words);
	return 0;
}

/* Nobody is left less than the minimum by it who had that. */
static int
ask_due(const struct clocks *c, const struct clock_game *g,
    const struct clock_act *act, struct buf *words, struct refusal *why)
{
	char stamp[CLOCK_STAMP_SIZE];
	seat_set seats;

	if (whose(g, act->seat, &seats, words, why))
		return -1;
	if (!seats)
		return refuse(why, "nobody-to-act");
	if (act->until > g->now + EXTRA_MOST)
		return refuse(why, "span-too-long");
	for (int s = 1; s <= g->seats; s++) {
		if (!(seats & SEAT_BIT(s)))
			continue;
		if (act->until <= g->now ||
		    (act->until < g->now + c->row.minimum &&
			act->until < c->pace[s].due))
			return refuse(why, "deadline-too-soon");
		if (!clocks_until(c, g, s, act->until))
			return refuse(why, "clock-stands-still");
	}
	clock_stamp(act->until, stamp);
	buf_printf(words, "due=%s", stamp);
	return 0;
}

static void
add_since(const struct clock_game *g, struct buf *words)
{
	char stamp[CLOCK_STAMP_SIZE];

	if (clocks_asked(g) == g->now)
		return;
	clock_stamp(clocks_asked(g), stamp);
	buf_printf(words, " since=%s", stamp);
}

static int
ask_pause(const struct clocks *c, const struct clock_game *g, int64_t until,
    struct buf *words, struct refusal *why)
{
	char stamp[CLOCK_STAMP_SIZE];

	if (clocks_paused(c, g->now))
		return refuse(why, "already-paused");
	if (until && (until <= g->now || until > g->now + EXTRA_MOST))
		return refuse(why,
		    until <= g->now ? "moment-over" : "span-too-long");
	buf_str(words, "pause");
	if (until) {
		clock_stamp(until, stamp);
		buf_printf(words, " until=%s", stamp);
	}
	add_since(g, words);
	return 0;
}

static int64_t
on_the_wall(const char *zone, int64_t t)
{
	struct clock_local l;
	int64_t shown = t;

	(void)clock_local(t, zone, &l);
	(void)clock_utc(&l, "UTC", &shown);
	return shown;
}

/* Seconds, of which a day has no more for being an hour longer in the zone, if
 * there is one. */
static int64_t
length(const char *zone, int64_t from, int64_t until)
{
	int64_t shown = zone != NULL ?
	    on_the_wall(zone, until) - on_the_wall(zone, from) :
	    until - from;

	return shown < until - from ? shown : until - from;
}

/* Seconds used up, by days of the zone, and in how many pieces; what is going
 * to be replaced from `at` on (0: nothing) does not count from there. */
static int64_t
used_up(const struct clocks *c, const struct clock_game *g, int seat,
    enum clock_why why, int64_t at, const char *zone, int *pieces)
{
	const struct clock_stop *s;
	int64_t sum = 0;

	*pieces = 0;
	for (size_t i = 0;
	    (s = clocks_own(c, seat, g->holder[seat], why, &i));) {
		int64_t until = at && s->until > g->now ? at : s->until;

		++*pieces;
		if (until > s->from)
			sum += length(zone, s->from, until);
	}
	return sum;
}

static int
refuse_days(struct refusal *why, const char *code, int64_t left)
{
	refuse(why, code);
	if (left >= DAY)
		refusal_int(why, "days", (long)(left / DAY));
	return -1;
}

void
clock_absence_words(int seat, int64_t from, int64_t until, struct buf *out)
{
	char a[CLOCK_STAMP_SIZE], b[CLOCK_STAMP_SIZE];

	clock_stamp(from, a);
	clock_stamp(until, b);
	buf_printf(out, "p%d from=%s until=%s", seat, a, b);
}

static int
ask_absence(const struct clocks *c, const struct clock_game *g,
    const struct clock_act *act, struct buf *words, struct refusal *why)
{
	int64_t from = act->from, left;
	int pieces;

	if (from < clocks_asked(g))
		from = clocks_asked(g);
	if (act->until <= from)
		return refuse(why, "absence-over");
	left = c->row.absence -
	    used_up(c, g, act->seat, CLOCK_ABSENCE,
		from < g->now ? from : g->now, act->zone, &pieces);
	if (length(act->zone, from, act->until) > left || pieces >= STOPS_MOST)
		return refuse_days(why, "absence-too-long", left);
	clock_absence_words(act->seat, from, act->until, words);
	return 0;
}

bool
clocks_absent(const struct clocks *c, int seat, int holder, int64_t from,
    int64_t until)
{
	const struct clock_stop *s;

	for (size_t i = 0;
	    (s = clocks_own(c, seat, holder, CLOCK_ABSENCE, &i));)
		if (until ? s->until == until && s->from <= from :
			    s->until > from)
			return true;
	return false;
}

static int
ask_back(const struct clocks *c, const struct clock_game *g, int seat,
    struct buf *words, struct refusal *why)
{
	const struct clock_stop *s;
	bool was = false;

	for (size_t i = 0;
	    (s = clocks_own(c, seat, g->holder[seat], CLOCK_ABSENCE, &i));)
		was |= s->until > g->now;
	if (!was)
		return refuse(why, "not-absent");
	buf_printf(words, "p%d back", seat);
	return 0;
}

int
clocks_ask(const struct clocks *c, const struct clock_game *g,
    const struct clock_act *act, struct buf *words, struct refusal *why)
{
	if (act->what != DO_SET && !c->row.turn)
		return refuse(why, "no-clock");
	switch (act->what) {
	case DO_SET:
		clock_words(act->to, words);
		return 0;
	case DO_EXTEND:
		return ask_more(c, g, act, words, why);
	case DO_DUE:
		return ask_due(c, g, act, words, why);
	case DO_PAUSE:
		return ask_pause(c, g, act->until, words, why);
	case DO_RESUME:
		buf_str(words, "resume");
		return clocks_paused(c, g->now) ? 0 : refuse(why, "not-paused");
	case DO_ABSENCE:
		return ask_absence(c, g, act, words, why);
	default:
		return ask_back(c, g, act->seat, words, why);
	}
}

void
clocks_resumed(const struct clocks *c, const struct clock_game *g, int64_t at,
    struct clocks *out)
{
	*out = *c;
	out->stop = mem_zero(c->n_stop + 1, sizeof *c->stop);
	for (size_t i = 0; i < c->n_stop; i++) {
		out->stop[i] = c->stop[i];
		if (!out->stop[i].until && !out->stop[i].seat)
			out->stop[i].until = at;
	}
	clocks_settle(out, g);
}

static void
set_to(struct clocks *c, const struct clock_game *g, const struct clock_row *to)
{
	struct buf words = BUF_INIT;

	clock_words(to, &words);
	snprintf(c->row.zone, sizeof c->row.zone, "%s", to->zone);
	(void)clocks_apply(c, g, words.data);
	clocks_settle(c, g);
	buf_release(&words);
}

static seat_set
sooner_by(const struct clocks *has, const struct clocks *had, int seats)
{
	seat_set sooner = 0;

	for (int s = 1; s <= seats; s++) {
		const struct clock_seat *x = &had->pace[s], *y = &has->pace[s];

		if ((y->due && y->due < x->due) ||
		    (y->late && y->late < (x->late ? x->late : x->due)))
			sooner |= SEAT_BIT(s);
	}
	return sooner;
}

/* Of turns to come: at which hour of a week they begin makes a difference where
 * clocks stand still on days of it. */
static seat_set
sooner_later(struct clocks *has, struct clocks *had,
    const struct clock_game *all)
{
	seat_set sooner = has->row.minimum < had->row.minimum ? all->act : 0;

	for (int64_t t = all->now; t <= all->now + 7 * DAY; t += HOUR) {
		for (int s = 1; s <= all->seats; s++) {
			clocks_opened(has, s, t);
			clocks_opened(had, s, t);
		}
		clocks_settle(has, all);
		clocks_settle(had, all);
		sooner |= sooner_by(has, had, all->seats);
	}
	return sooner;
}

seat_set
clocks_sooner(const struct clocks *c, const struct clock_game *g,
    seat_set people, const struct clock_row *to, const struct clock_row *usual)
{
	struct clock_game all = *g;
	struct clocks had, has;
	seat_set sooner;

	all.act |= people;
	clocks_resumed(c, g, g->now, &had);
	clocks_resumed(c, g, g->now, &has);
	if (!had.row.turn)
		set_to(&had, g, usual);
	set_to(&has, g, to);
	sooner = sooner_by(&has, &had, g->seats) |
	    sooner_later(&has, &had, &all);
	clocks_close(&had);
	clocks_close(&has);
	return sooner;
}

/* What is held already is not held twice. */
void
clocks_hold(const struct clocks *c, const struct clock_game *g, int seat,
    int64_t until, struct buf *words)
{
	int64_t from = clocks_held(c, g, seat, clocks_asked(g)), left;
	char stamp[CLOCK_STAMP_SIZE];
	int pieces;

	left = HOLD_ALL - used_up(c, g, seat, CLOCK_HOLD, 0, NULL, &pieces);
	if (until > g->now + CLOCK_HOLD_MOST)
		until = g->now + CLOCK_HOLD_MOST;
	if (until > from + left)
		until = from + left;
	if (!c->row.turn || until <= from || pieces >= STOPS_MOST)
		return;
	clock_stamp(until, stamp);
	buf_printf(words, "p%d hold=%s", seat, stamp);
	add_since(g, words);
}
