/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

/*
 * The late rule (R14a) and the computer player: of all its legal moves the
 * one after which, with the best act that may follow it, it stands best by
 * its points, what its ships can claim or discover from where they are, and
 * their fuel.
 */

int
claim_late(const struct game_data *d, const void *pos, int seat,
    struct move *out)
{
	const struct claim_position *p = pos;

	memset(out, 0, sizeof *out);
	if (seat < 1 || !(claim_turn_of(p) & SEAT_BIT(seat)))
		return -1;
	if (p->stage == CLAIM_PLAY) {
		out->verb = CLAIM_V_END;
		return 0;
	}
	out->verb = CLAIM_V_STOW;
	out->n = CLAIM_COLOURS;
	for (int c = 0; c < CLAIM_COLOURS; c++)
		out->arg[c] = d->mixed[c];
	return 0;
}

/* The player thinks in hundredths of a point. */
enum {
	POINT = 100,
	UNKNOWN = 5 * POINT, /* a discovery, and what comes of it */
	FUEL = 25,
	FUEL_ENOUGH = 12, /* a cube of fuel, until there are */
	FUEL_MORE = 8,
	CARGO = 4, /* a unit of cargo's value */
	LATER = 55,
	MANY = 12 /* percent: the best chance, all */
};

/* What a ship may win at a field that it can reach. */
static int
chance_at(const struct game_data *d, const struct claim_position *p, int seat,
    const struct claim_ship *ship, int f)
{
	int bottom, top, need, have;

	if (!claim_in(p->known, f))
		return UNKNOWN;
	if (claim_in(p->seat[seat].claims, f))
		return 0;
	bottom = d->colour[p->bottom[f]].value;
	top = d->colour[p->top[f]].value;
	if (bottom == top) {
		int turns = ship->at == f ? ship->turns : 0;

		return POINT * bottom * bottom * (turns + 1) / (2 * bottom);
	}
	need = top;
	have = ship->hold[p->bottom[f]];
	if (have >= need)
		return POINT * bottom * top;
	return POINT * bottom * top * have / (3 * need);
}

static int
ship_worth(const struct game_data *d, const struct claim_position *p, int seat,
    const struct claim_ship *ship)
{
	int fuel = ship->hold[CLAIM_RED], best = 0, all = 0, worth;
	uint8_t cost[CLAIM_FIELDS];

	if (ship->parts == 0)
		return 0;
	worth = fuel < FUEL_ENOUGH ?
	    FUEL * fuel :
	    FUEL * FUEL_ENOUGH + FUEL_MORE * (fuel - FUEL_ENOUGH);
	worth += CARGO * (claim_value(d, ship->hold) - fuel);
	if (ship->at == CLAIM_HUB)
		fuel += ship->parts * d->refuel;
	claim_costs(d, p->blocked, ship->at, cost);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		int chance;

		if (cost[f] > fuel)
			continue;
		chance = chance_at(d, p, seat, ship, f) - FUEL * cost[f];
		if (f == ship->at && !claim_in(p->known, f)) {
			worth += UNKNOWN; /* it is discovered now */
			continue;
		}
		if (chance > best)
			best = chance;
		if (chance > 0)
			all += chance;
	}
	return worth + best * LATER / 100 + all * MANY / 100;
}

static int
standing(const struct game_data *d, const struct claim_position *p, int seat)
{
	const struct claim_seat *s = &p->seat[seat];
	int worth = POINT * claim_score(d, p, seat);

	worth += ship_worth(d, p, seat, &s->ship[0]);
	/* Two ships are seldom better than one, for one who sees no farther. */
	if (claim_split(s))
		worth += ship_worth(d, p, seat, &s->ship[1]) / 4;
	return worth;
}

/* The best that one act more of a ship can make of a position. */
static int
best_after(const struct game_data *d, const struct claim_position *p, int seat,
    int name, struct moves *list)
{
	int best = standing(d, p, seat);

	claim_legal(d, p, seat, list);
	for (int i = 0; i < list->n; i++) {
		const struct move *m = &list->at[i];
		struct claim_position after = *p;
		struct refusal why;
		int worth;

		if (m->verb < CLAIM_V_TRADE || m->verb > CLAIM_V_REFUEL ||
		    m->arg[CLAIM_ACT_SHIP] != name ||
		    claim_apply(d, &after, seat, m, NULL, &why) < 0)
			continue;
		worth = standing(d, &after, seat);
		if (worth > best)
			best = worth;
	}
	return best;
}

static int
worth_of(const struct game_data *d, const struct claim_position *p, int seat,
    const struct move *m, struct moves *list)
{
	struct claim_position after = *p;
	struct refusal why;

	if (m->verb == CLAIM_V_END)
		return standing(d, p, seat);
	if (m->verb == CLAIM_V_SPLIT ||
	    claim_apply(d, &after, seat, m, NULL, &why) < 0)
		return INT16_MIN;
	if (m->verb == CLAIM_V_FLY)
		return best_after(d, &after, seat, m->arg[CLAIM_ACT_SHIP],
		    list);
	return standing(d, &after, seat);
}

/* Ends its turn unless something is better than that. */
int
claim_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	const struct claim_position *p = pos;
	struct moves legal = MOVES_INIT, next = MOVES_INIT;
	int best;

	(void)own;
	if (claim_late(d, pos, seat, out) < 0)
		return -1;
	if (p->stage != CLAIM_PLAY)
		return 0;
	claim_legal(d, p, seat, &legal);
	best = worth_of(d, p, seat, out, &next);
	for (int i = 0; i < legal.n; i++) {
		int worth = worth_of(d, p, seat, &legal.at[i], &next);

		if (worth <= best)
			continue;
		best = worth;
		*out = legal.at[i];
	}
	moves_release(&legal);
	moves_release(&next);
	return 0;
}
