/* SPDX-License-Identifier: MIT */
#include "games/antwerp/check.h"
#include "game/verb_args.h"
#include "games/antwerp/play.h"

/* What several moves are refused for, and whether a move's numbers exist. */

int
ant_refuse_place(const struct game_data *d, struct refusal *why,
    const char *code, int node)
{
	return refuse_str(why, code, "place", d->node[node].id);
}

int
ant_refuse_card(const struct game_data *d, struct refusal *why,
    const char *code, int sort, int card)
{
	return refuse_str(why, code, sort == ANT_ORDER ? "order" : "card",
	    ant_card_id(d, sort, card));
}

int
ant_check_reserve(const struct game_data *d, const struct ant_position *p,
    int seat, int good, struct refusal *why)
{
	if (p->seat[seat].reserve == 0)
		return refuse(why, "no-ship-left");
	if (p->supply[good] > 0)
		return 0;
	return refuse_str(why, "no-cube-left", "good", d->good[good].id);
}

int
ant_check_start(const struct game_data *d, const struct ant_position *p,
    int place, struct refusal *why)
{
	if (d->node[place].start && p->ship[place].owner != 0)
		return ant_refuse_place(d, why, "start-taken", place);
	if (d->node[place].start)
		return 0;
	ant_refuse_place(d, why, "not-a-choice", place);
	return refusal_int(why, "start", 1);
}

static int
wish_place(const struct move *m, int i)
{
	return m->arg[i] / ANT_WISH;
}

int
ant_check_ships(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, int at, struct refusal *why)
{
	for (int i = at; i < m->n; i++)
		if (p->ship[wish_place(m, i)].owner == 0)
			return ant_refuse_place(d, why, "no-ship-there",
			    wish_place(m, i));
	for (int i = at; i < m->n; i++)
		if (p->ship[wish_place(m, i)].owner != seat)
			return ant_refuse_place(d, why, "not-your-ship",
			    wish_place(m, i));
	return 0;
}

/* The two ways of a fork, as arguments of a refusal. */
static void
add_ways(const struct game_data *d, int place, int colour, struct refusal *why)
{
	const struct ant_place *from = &d->node[place];

	refusal_str(why, "colour", d->colour[colour].id);
	if (from->outs[colour] != 2)
		return;
	refusal_str(why, "one",
	    d->node[d->channel[from->out[colour][0]].to].id);
	refusal_str(why, "other",
	    d->node[d->channel[from->out[colour][1]].to].id);
}

static bool
is_way(const struct game_data *d, int place, int colour, int to)
{
	int channel = d->between[place][to];

	return channel != ANT_NONE &&
	    (d->channel[channel].colours >> colour & 1);
}

int
ant_check_wishes(const struct game_data *d, const struct ant_position *p,
    int seat, int colour, const struct move *m, int at, struct refusal *why)
{
	for (int place = 0, i = at; place < d->places; place++) {
		bool named = i < m->n && wish_place(m, i) == place;

		i += named;
		if (named || p->ship[place].owner != seat ||
		    !ant_fork(d, p, place, colour))
			continue;
		ant_refuse_place(d, why, "choice-required", place);
		add_ways(d, place, colour, why);
		return -1;
	}
	for (int i = at; i < m->n; i++) {
		int place = wish_place(m, i);
		bool fork = ant_fork(d, p, place, colour);

		if (fork && is_way(d, place, colour, m->arg[i] % ANT_WISH))
			continue;
		ant_refuse_place(d, why, "not-a-choice", place);
		refusal_int(why, fork ? "fork" : "no_fork", 1);
		add_ways(d, place, colour, why);
		return -1;
	}
	return 0;
}

static bool
in(int n, int end)
{
	return n >= 0 && n < end;
}

static bool
is_place(const struct game_data *d, int n)
{
	return in(n, d->places);
}

/* A colour and wishes, from the argument `at` on. */
static bool
sail_formed(const struct game_data *d, const struct move *m, int at)
{
	int first = at + ANT_SAIL_WISHES;

	if (m->n < first || !in(m->arg[at + ANT_SAIL_COLOUR], ANT_COLOURS))
		return false;
	for (int i = first; i < m->n; i++)
		if (m->arg[i] < 0 || !is_place(d, wish_place(m, i)) ||
		    !ant_is_node(d, m->arg[i] % ANT_WISH) ||
		    (i > first && wish_place(m, i) <= wish_place(m, i - 1)))
			return false;
	return true;
}

/* Locks stand in their order; one that stands twice is refused later. */
static bool
lock_card_formed(const struct game_data *d, const struct move *m)
{
	int end = m->n, first = ANT_PLAY_LOCKS;

	if (ant_played(d, m)->does == ANT_SWITCH &&
	    (m->n <= first || !in(m->arg[--end], 2)))
		return false;
	for (int i = first; i < end; i++)
		if (!in(m->arg[i], ANT_LOCKS) ||
		    (i > first && m->arg[i] < m->arg[i - 1]))
			return false;
	return true;
}

static bool
play_formed(const struct game_data *d, const struct move *m)
{
	int sort = m->arg[ANT_PLAY_SORT], from = m->arg[ANT_PLAY_FROM];
	int to = m->arg[ANT_PLAY_TO];
	bool two = m->n == ANT_PLAY_TO + 1;

	if (sort == ANT_ORDER || !in(m->arg[ANT_PLAY_KIND], d->kinds[sort]))
		return false;
	if (sort == ANT_LOCK)
		return lock_card_formed(d, m);
	switch (ant_played(d, m)->does) {
	case ANT_SAIL_ALONE:
	case ANT_EXTRA_COLOUR:
		return sail_formed(d, m, ANT_PLAY_WITH);
	case ANT_EXTRA_SHIP:
		return two && in(m->arg[ANT_PLAY_GOOD], ANT_GOODS) &&
		    is_place(d, m->arg[ANT_PLAY_START]);
	case ANT_STEP_BACK:
		return two && is_place(d, from) && is_place(d, to);
	case ANT_SWAP_CARGO:
		return two && is_place(d, from) && is_place(d, to) &&
		    from <= to;
	default:
		return m->n == ANT_PLAY_WITH;
	}
}

static bool
offer_formed(const struct ant_position *p, const struct move *m)
{
	int given = 0, wanted = 0;

	if (m->arg[ANT_OFFER_TO] > p->seats)
		return false;
	for (int i = 0; i < ANT_PRODUCTS; i++) {
		int give = m->arg[ANT_OFFER_GIVE + i];
		int want = m->arg[ANT_OFFER_WANT + i];

		if (!in(give, 256) || !in(want, 256))
			return false;
		given += give;
		wanted += want;
	}
	return given > 0 && wanted > 0;
}

static bool
standing_formed(const struct game_data *d, const struct move *m)
{
	int way = m->arg[ANT_STANDING_WAY], set = m->arg[ANT_STANDING_SET];
	bool one = m->n == ANT_STANDING_SET + 1;
	bool placed = m->n == ANT_STANDING_WAY + 1 &&
	    is_place(d, m->arg[ANT_STANDING_PLACE]);

	switch (m->arg[ANT_STANDING_THING]) {
	case ANT_T_POLICY:
		return one && in(set, 2);
	case ANT_T_DOUBLE:
		return one && in(set, ANT_EVERY_GOOD + 1);
	case ANT_T_ANCHOR:
		return one && in(set, ANT_ANCHOR_ASK + 1);
	case ANT_T_FORK:
		return placed && (way == 0 || ant_is_node(d, way - 1));
	case ANT_T_DROP:
		return placed && in(way, ANT_ANY + 1);
	default:
		return false;
	}
}

bool
ant_well_formed(const struct game_data *d, const struct ant_position *p,
    const struct move *m)
{
	if (!verb_fits(d, EVENT_MOVE, m->verb, m->arg, m->n))
		return false;
	switch (m->verb) {
	case ANT_V_LOAD:
		return is_place(d, m->arg[ANT_LOAD_PLACE]);
	case ANT_V_SAIL:
		return sail_formed(d, m, 0);
	case ANT_V_EXCHANGE:
	case ANT_V_FULFIL:
		return m->arg[ANT_FULFIL_ORDER] < d->orders;
	case ANT_V_PLAY:
		return play_formed(d, m);
	case ANT_V_OFFER:
		return offer_formed(p, m);
	case ANT_V_STANDING:
		return standing_formed(d, m);
	default:
		return true;
	}
}
