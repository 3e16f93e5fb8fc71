/* SPDX-License-Identifier: MIT */
#include "games/claim/tour.h"

/* Hundredths of a point. */
enum {
	POINT = CLAIM_POINT,
	UNKNOWN = 430, /* to discover a system, and what comes of it */
	FUEL = 19      /* a cube, when calls are compared */
};
/* Turns ahead; percent of what a call there is worth that is short of cargo; of
 * what is worth a turn later, in thousandths; tenths of a turn to a claim;
 * calls that are thought on from. */
enum { AHEAD = 12, SHORT = 18, KEEP = 905, PACE = 29, CALLS = 3 };

int
claim_worth_of(const struct claim_tour *t, int f)
{
	return POINT * t->d->colour[t->p.bottom[f]].value *
	    t->d->colour[t->p.top[f]].value;
}

bool
claim_trades(const struct claim_tour *t, struct claim_ship *ship, int f)
{
	int bottom = t->p.bottom[f], top = t->p.top[f];
	int pay = t->d->colour[top].value;

	if (ship->hold[bottom] < pay)
		return false;
	ship->hold[bottom] = (uint8_t)(ship->hold[bottom] - pay);
	ship->hold[top] = (uint8_t)(ship->hold[top] +
	    t->d->colour[bottom].value);
	return claim_fits(t->d, ship->parts, ship->hold);
}

int
claim_turns_at(const struct claim_tour *t, const struct claim_ship *ship, int f)
{
	return t->d->colour[t->p.bottom[f]].value -
	    (ship->at == f ? ship->turns : 0);
}

/* What a turn at a field is worth to a ship. */
static int
gain_at(const struct claim_tour *t, const struct claim_ship *ship, int f)
{
	int need, have, turns;
	struct claim_ship after;

	if (!claim_in(t->p.known, f))
		return UNKNOWN;
	if (claim_in(t->p.seat[t->seat].claims, f))
		return 0;
	if (t->p.bottom[f] == t->p.top[f]) {
		turns = claim_turns_at(t, ship, f);
		if (ship->hold[t->p.bottom[f]] < turns &&
		    claim_room(t->d, ship, t->p.bottom[f]) < turns)
			return 0;
		return turns == 1 ? claim_worth_of(t, f) :
				    claim_worth_of(t, f) * 5 / (4 * turns);
	}
	need = t->d->colour[t->p.top[f]].value;
	have = ship->hold[t->p.bottom[f]];
	after = *ship;
	return have >= need && claim_trades(t, &after, f) ?
	    claim_worth_of(t, f) :
	    claim_worth_of(t, f) * have / need * SHORT / 100;
}

/* The same of a call there, less what the way costs; 0: it is too far. */
static int
gain_of_call(const struct claim_tour *t, const struct claim_ship *ship, int f,
    int cost)
{
	struct claim_ship there = *ship;

	if (cost > ship->hold[CLAIM_RED])
		return 0;
	there.hold[CLAIM_RED] = (uint8_t)(ship->hold[CLAIM_RED] - cost);
	return gain_at(t, &there, f) - FUEL * cost;
}

struct claim_call
claim_best_call(const struct claim_tour *t, const struct claim_ship *ship)
{
	uint8_t cost[CLAIM_FIELDS];
	struct claim_call best = { 0 };

	claim_costs(t->d, t->p.blocked, ship->at, cost);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		int gain = gain_of_call(t, ship, f, cost[f]);

		if (gain > best.gain)
			best = (struct claim_call){ gain, f, cost[f] };
	}
	return best;
}

/* The call is made; how many turns it took. */
static int
make_call(struct claim_tour *t, struct claim_ship *ship, int f, int *gain)
{
	int turns = 1;

	*gain = gain_at(t, ship, f);
	if (!claim_in(t->p.known, f)) {
		t->p.known |= (uint32_t)1 << f;
	} else if (t->p.bottom[f] == t->p.top[f]) {
		turns = claim_turns_at(t, ship, f);
		*gain = claim_worth_of(t, f);
	} else {
		claim_trades(t, ship, f);
	}
	t->p.seat[t->seat].claims |= (uint32_t)1 << f;
	ship->at = (uint8_t)f;
	ship->turns = 0;
	return turns;
}

/* What is left of a worth, in thousandths, so many turns later. */
static int
later(int keep, int turns)
{
	for (; turns > 0; turns--)
		keep = keep * KEEP / 1000;
	return keep;
}

int
claim_tour(struct claim_tour *t, struct claim_ship ship)
{
	int worth = 0, keep = 1000;

	for (int left = t->turns; left > 0;) {
		struct claim_call c = claim_best_call(t, &ship);
		int gain = 0, turns = 1;

		if (c.gain > 0) {
			ship.hold[CLAIM_RED] = (uint8_t)(ship.hold[CLAIM_RED] -
			    c.cost);
			turns = make_call(t, &ship, c.at, &gain);
		} else if (ship.at == CLAIM_HUB) {
			ship.hold[CLAIM_RED] = (uint8_t)(ship.hold[CLAIM_RED] +
			    ship.parts * t->d->refuel);
		} else {
			break;
		}
		left -= turns;
		keep = later(keep, turns);
		if (left >= 0)
			worth += gain * keep / 1000;
	}
	return worth + ship.hold[CLAIM_RED] * CLAIM_LEFT;
}

int
claim_rounds_left(const struct game_data *d, const struct claim_position *p)
{
	int most = 0, left = d->rounds - p->round, claims;

	for (int s = 1; s <= p->seats; s++) {
		int n = __builtin_popcount(p->seat[s].claims);

		most = n > most ? n : most;
	}
	claims = (d->claims[p->seats] - most) * PACE / 10;
	left = claims < left ? claims : left;
	return left < AHEAD ? left : AHEAD;
}

/* The calls that gain most at once, best first; how many there are. */
static int
good_calls(const struct claim_tour *t, const struct claim_ship *ship,
    struct claim_call best[CALLS])
{
	uint8_t cost[CLAIM_FIELDS];
	int n = 0;

	claim_costs(t->d, t->p.blocked, ship->at, cost);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		int gain = gain_of_call(t, ship, f, cost[f]), at = n;

		if (gain <= 0)
			continue;
		for (; at > 0 && best[at - 1].gain < gain; at--)
			if (at < CALLS)
				best[at] = best[at - 1];
		if (at < CALLS)
			best[at] = (struct claim_call){ gain, f, cost[f] };
		n = n < CALLS ? n + 1 : n;
	}
	return n;
}

/* What it would win that begins with this call. */
static int
tour_by(struct claim_tour t, struct claim_ship ship,
    const struct claim_call *first)
{
	int gain, turns;

	ship.hold[CLAIM_RED] = (uint8_t)(ship.hold[CLAIM_RED] - first->cost);
	turns = make_call(&t, &ship, first->at, &gain);
	t.turns -= turns;
	if (t.turns < 0)
		return 0;
	return (gain + claim_tour(&t, ship)) * later(1000, turns) / 1000;
}

struct claim_call
claim_next_call(const struct claim_tour *t, const struct claim_ship *ship)
{
	struct claim_call good[CALLS], next = { 0 };
	int n = good_calls(t, ship, good), most = INT32_MIN;

	for (int i = 0; i < n; i++) {
		int worth = tour_by(*t, *ship, &good[i]);

		if (worth > most) {
			most = worth;
			next = good[i];
		}
	}
	return next;
}
