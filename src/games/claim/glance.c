/* SPDX-License-Identifier: MIT */
#include "games/claim/tour.h"

/*
 * The move at a glance: each ship makes the call that gains it most with those
 * behind it. What it makes is legal, and a turn of it soon ends.
 */

/* It splits while there is much to discover, for fuel enough for both. */
enum { SPLIT_ROUND = 3, SPLIT_FUEL = 24, TENDER_FUEL = 18 };

static void
act(struct move *out, int verb, int ship, int n, int more)
{
	const int16_t arg[] = { (int16_t)ship, (int16_t)n, (int16_t)more };

	*out = (struct move){ .verb = (uint8_t)verb };
	out->n = verb == CLAIM_V_FLY                        ? 3 :
	    verb == CLAIM_V_TRADE || verb == CLAIM_V_REFUEL ? 2 :
							      1;
	memcpy(out->arg, arg, out->n * sizeof *arg);
}

static bool
refuel(const struct game_data *d, const struct claim_ship *ship, int name,
    struct move *out)
{
	int most = ship->parts * d->refuel;
	int room = claim_room(d, ship, CLAIM_RED);

	act(out, CLAIM_V_REFUEL, name, most < room ? most : room, 0);
	return room > 0;
}

/* It goes on with what it began, and loads if there is room for all. */
static bool
load(const struct claim_tour *t, const struct claim_ship *ship, int name,
    struct move *out)
{
	int f = ship->at, colour = t->p.bottom[f];
	int room = claim_room(t->d, ship, colour);
	bool unloads = ship->series == CLAIM_UNLOADS ||
	    (ship->series != CLAIM_LOADS && room < claim_turns_at(t, ship, f));

	act(out, unloads ? CLAIM_V_UNLOAD : CLAIM_V_LOAD, name, 0, 0);
	return unloads ? ship->hold[colour] > 0 : room > 0;
}

/* What a ship does where it stands; false: nothing. */
static bool
act_here(const struct claim_tour *t, const struct claim_ship *ship, int name,
    struct move *out)
{
	struct claim_ship after = *ship;
	int f = ship->at;

	if (f == CLAIM_HUB)
		return refuel(t->d, ship, name, out);
	if (!claim_in(t->p.known, f) || claim_in(t->p.served, f) ||
	    claim_in(t->p.seat[t->seat].claims, f))
		return false;
	if (t->p.bottom[f] == t->p.top[f])
		return load(t, ship, name, out);
	act(out, CLAIM_V_TRADE, name, claim_full(t->d, &t->p, f), 0);
	return claim_trades(t, &after, f);
}

/* Back to the hub, where no call pays. */
static bool
go_home(const struct claim_tour *t, const struct claim_ship *ship, int name,
    struct move *out)
{
	int cost;

	if (ship->at == CLAIM_HUB)
		return act_here(t, ship, name, out);
	cost = claim_cost(t->d, t->p.blocked, ship->at, CLAIM_HUB);
	if (ship->hold[CLAIM_RED] == 0)
		act(out, CLAIM_V_TOW, name, 0, 0);
	else
		act(out, CLAIM_V_FLY, name, CLAIM_HUB, cost);
	return ship->hold[CLAIM_RED] == 0 || cost <= ship->hold[CLAIM_RED];
}

/* What a ship does next; false: it has done all. */
static bool
next_of(const struct game_data *d, const struct claim_position *p, int seat,
    int i, struct move *out)
{
	const struct claim_ship *ship = &p->seat[seat].ship[i];
	const struct claim_ship *other = &p->seat[seat].ship[!i];
	struct claim_tour t = { .d = d,
		.p = *p,
		.seat = seat,
		.turns = claim_rounds_left(d, p) };
	int name = claim_name(&p->seat[seat], i);
	struct claim_call c;

	if (ship->parts == 0 || ship->acted)
		return false;
	if (ship->moved)
		return act_here(&t, ship, name, out);
	if (other->parts != 0 && other->at != CLAIM_HUB &&
	    (other->moved || other->acted)) { /* it is the other one's */
		t.p.known |= (uint32_t)1 << other->at;
		t.p.seat[seat].claims |= (uint32_t)1 << other->at;
	}
	c = claim_next_call(&t, ship);
	if (c.gain <= 0)
		return go_home(&t, ship, name, out);
	if (c.at == ship->at)
		return act_here(&t, ship, name, out);
	act(out, CLAIM_V_FLY, name, c.at, c.cost);
	return true;
}

static bool
to_split(const struct claim_position *p, int seat)
{
	const struct claim_ship *ship = &p->seat[seat].ship[0];

	return !claim_split(&p->seat[seat]) && !ship->moved && !ship->acted &&
	    p->round <= SPLIT_ROUND && ship->hold[CLAIM_RED] >= SPLIT_FUEL;
}

int
claim_glance(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	const struct claim_position *p = pos;

	(void)own;
	if (claim_late(d, pos, seat, out) < 0)
		return -1;
	if (p->stage != CLAIM_PLAY)
		return 0;
	if (to_split(p, seat)) {
		*out = (struct move){ .verb = CLAIM_V_SPLIT,
			.n = CLAIM_COLOURS };
		out->arg[CLAIM_RED] = TENDER_FUEL;
		return 0;
	}
	for (int i = 0; i < 2; i++)
		if (next_of(d, p, seat, i, out))
			return 0;
	*out = (struct move){ .verb = CLAIM_V_END };
	return 0;
}
