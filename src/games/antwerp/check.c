/* SPDX-License-Identifier: MIT */
#include "games/antwerp/check.h"
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

static bool
wishes_formed(const struct game_data *d, const struct move *m, int at)
{
	if (m->n < at || !in(m->arg[at - 1], ANT_COLOURS))
		return false;
	for (int i = at; i < m->n; i++)
		if (m->arg[i] < 0 || !is_place(d, wish_place(m, i)) ||
		    !ant_is_node(d, m->arg[i] % ANT_WISH) ||
		    (i > at && wish_place(m, i) <= wish_place(m, i - 1)))
			return false;
	return true;
}

/* Locks stand in their order; one that stands twice is refused later. */
static bool
lock_card_formed(const struct game_data *d, const struct move *m)
{
	int end = m->n;

	if (d->card[ANT_LOCK][m->arg[1]].does == ANT_SWITCH &&
	    (m->n < 3 || !in(m->arg[--end], 2)))
		return false;
	for (int i = 2; i < end; i++)
		if (!in(m->arg[i], ANT_LOCKS) ||
		    (i > 2 && m->arg[i] < m->arg[i - 1]))
			return false;
	return true;
}

static bool
play_formed(const struct game_data *d, const struct move *m)
{
	if (m->n < 2 || !in(m->arg[0], ANT_SORTS) || m->arg[0] == ANT_ORDER ||
	    !in(m->arg[1], d->kinds[m->arg[0]]))
		return false;
	if (m->arg[0] == ANT_LOCK)
		return lock_card_formed(d, m);
	switch (d->card[ANT_SHIP][m->arg[1]].does) {
	case ANT_SAIL_ALONE:
	case ANT_EXTRA_COLOUR:
		return wishes_formed(d, m, 3);
	case ANT_EXTRA_SHIP:
		return m->n == 4 && in(m->arg[2], ANT_GOODS) &&
		    is_place(d, m->arg[3]);
	case ANT_STEP_BACK:
		return m->n == 4 && is_place(d, m->arg[2]) &&
		    is_place(d, m->arg[3]);
	case ANT_SWAP_CARGO:
		return m->n == 4 && is_place(d, m->arg[2]) &&
		    is_place(d, m->arg[3]) && m->arg[2] <= m->arg[3];
	default:
		return m->n == 2;
	}
}

static bool
offer_formed(const struct ant_position *p, const struct move *m)
{
	int given = 0, wanted = 0;

	if (m->n != 1 + 2 * ANT_PRODUCTS || m->arg[0] < 1 ||
	    m->arg[0] > p->seats)
		return false;
	for (int i = 0; i < ANT_PRODUCTS; i++) {
		int give = m->arg[1 + i], want = m->arg[1 + ANT_PRODUCTS + i];

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
	if (m->n < 2)
		return false;
	switch (m->arg[0]) {
	case ANT_T_POLICY:
	case ANT_T_DOUBLE:
		return m->n == 2 && in(m->arg[1], 2);
	case ANT_T_ANCHOR:
		return m->n == 2 && in(m->arg[1], ANT_ANCHOR_ASK + 1);
	case ANT_T_FORK:
		return m->n == 3 && is_place(d, m->arg[1]) &&
		    (m->arg[2] == 0 || ant_is_node(d, m->arg[2] - 1));
	case ANT_T_DROP:
		return m->n == 3 && is_place(d, m->arg[1]) &&
		    in(m->arg[2], ANT_ANY + 1);
	default:
		return false;
	}
}

bool
ant_well_formed(const struct game_data *d, const struct ant_position *p,
    const struct move *m)
{
	switch (m->verb) {
	case ANT_V_LOAD:
		return m->n == 2 && in(m->arg[0], ANT_GOODS) &&
		    is_place(d, m->arg[1]);
	case ANT_V_SAIL:
		return m->n >= 1 && wishes_formed(d, m, 1);
	case ANT_V_EXCHANGE:
	case ANT_V_FULFIL:
		return m->n == 1 && in(m->arg[0], d->orders);
	case ANT_V_PLAY:
		return play_formed(d, m);
	case ANT_V_OFFER:
		return offer_formed(p, m);
	case ANT_V_CHOOSE:
		return m->n == 1;
	case ANT_V_STANDING:
		return standing_formed(d, m);
	default:
		return m->verb >= ANT_V_ACCEPT && m->verb <= ANT_V_END &&
		    m->n == 0;
	}
}
