/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

/* Ways, room, trades, discoveries and scores: what the rules reckon with. */

void
claim_costs(const struct game_data *d, uint32_t blocked, int from,
    uint8_t cost[CLAIM_FIELDS])
{
	uint32_t left = (CLAIM_SYSTEMS | 1) & ~blocked;
	uint32_t edge = (uint32_t)1 << from;

	memset(cost, CLAIM_NONE, CLAIM_FIELDS);
	for (uint8_t n = 0; edge != 0; n++) {
		uint32_t next = 0;

		left &= ~edge;
		for (int f = 0; f < CLAIM_FIELDS; f++)
			if (claim_in(edge, f)) {
				cost[f] = n;
				next |= d->touch[f];
			}
		edge = next & left;
	}
}

int
claim_cost(const struct game_data *d, uint32_t blocked, int from, int to)
{
	uint8_t cost[CLAIM_FIELDS];

	claim_costs(d, blocked, from, cost);
	return cost[to];
}

bool
claim_fits(const struct game_data *d, int parts, const uint8_t *hold)
{
	int cargo = 0, cubes = d->cubes;

	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
		cargo += hold[c];
	return (hold[CLAIM_RED] + cubes - 1) / cubes +
	    (cargo + cubes - 1) / cubes <=
	    parts * d->compartments;
}

int
claim_room(const struct game_data *d, const struct claim_ship *s, int colour)
{
	int fuel = s->hold[CLAIM_RED], cargo = 0, cubes = d->cubes, other;

	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
		cargo += s->hold[c];
	other = colour == CLAIM_RED ? cargo : fuel;
	return (s->parts * d->compartments - (other + cubes - 1) / cubes) *
	    cubes -
	    (colour == CLAIM_RED ? fuel : cargo);
}

int
claim_value(const struct game_data *d, const uint8_t *hold)
{
	int value = 0;

	for (int c = 0; c < CLAIM_COLOURS; c++)
		value += hold[c] * d->colour[c].value;
	return value;
}

int
claim_full(const struct game_data *d, const struct claim_position *p, int field)
{
	return d->colour[p->bottom[field]].value;
}

int
claim_pay(const struct game_data *d, const struct claim_position *p, int field,
    int n)
{
	int bottom = d->colour[p->bottom[field]].value;

	return (n * d->colour[p->top[field]].value + bottom - 1) / bottom;
}

int
claim_due(const struct claim_position *p)
{
	const struct claim_seat *s = &p->seat[p->at];

	for (int i = 0; i < 2; i++)
		if (s->ship[i].parts != 0 && s->ship[i].at != CLAIM_HUB &&
		    !claim_in(p->known, s->ship[i].at))
			return s->ship[i].at;
	return CLAIM_NONE;
}

bool
claim_last(const struct claim_position *p, int field)
{
	uint32_t others = claim_segment((field - 1) / CLAIM_FLOWER) &
	    ~p->blocked & ~((uint32_t)1 << field);

	return (others & ~p->known) == 0;
}

void
claim_found(const struct claim_position *p, int field, int *bottom, int *top)
{
	int first = field - (field - 1) % CLAIM_FLOWER;
	int bottoms[CLAIM_COLOURS] = { 0 }, tops[CLAIM_COLOURS] = { 0 };

	for (int f = first; f < first + CLAIM_FLOWER; f++)
		if (claim_in(p->known, f)) {
			bottoms[p->bottom[f]]++;
			tops[p->top[f]]++;
		}
	*bottom = *top = 0;
	for (int c = 1; c < CLAIM_COLOURS; c++) {
		if (bottoms[c] > bottoms[*bottom])
			*bottom = c;
		if (tops[c] >= tops[*top])
			*top = c;
	}
}

int
claim_score(const struct game_data *d, const struct claim_position *p, int seat)
{
	const struct claim_seat *s = &p->seat[seat];
	int score = s->found * d->discovery;

	for (int f = 1; f < CLAIM_FIELDS; f++)
		if (claim_in(s->claims, f))
			score += d->colour[p->bottom[f]].value *
			    d->colour[p->top[f]].value;
	return score;
}

int
claim_aboard(const struct game_data *d, const struct claim_position *p,
    int seat)
{
	return claim_value(d, p->seat[seat].ship[0].hold) +
	    claim_value(d, p->seat[seat].ship[1].hold);
}

/* R14. */
struct ending
claim_ending(const struct game_data *d, const void *pos)
{
	const struct claim_position *p = pos;
	struct ending e = { .seats = p->seats };

	for (int s = 1; s <= p->seats; s++) {
		e.score[s] = claim_score(d, p, s);
		e.tie[s] = claim_aboard(d, p, s);
	}
	return e;
}

seat_set
claim_turn_of(const struct claim_position *p)
{
	seat_set set = 0;

	if (p->stage == CLAIM_PLAY)
		return SEAT_BIT(p->at);
	if (p->stage != CLAIM_STOW)
		return 0;
	for (int s = 1; s <= p->seats; s++)
		if (!p->seat[s].chosen)
			set |= SEAT_BIT(s);
	return set;
}
