/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/reasons.h"
#include "games/claim/play.h"
#include "games/claim/tour.h"

/*
 * What a seat may hope for: its points, and what each of its ships would win
 * by itself from here on, one call a turn, always the one that pays best;
 * cargo counts by the systems yet unknown for which it would do. Of others
 * their points count alone: who claims a system takes it from nobody.
 */

/* Hundredths of a point. */
enum {
	POINT = CLAIM_POINT,
	NOW = 390,   /* to discover a system where a ship stands */
	CARGO = 5,   /* a cube's value */
	FLEXIBLE = 2 /* a system's that there could be */
};

/* What the cargo would do for, of all systems that there could be; and what it
 * is worth as it is. */
static int
cargo_worth(const struct game_data *d, const uint8_t *hold)
{
	int sum = CARGO * (claim_value(d, hold) - hold[CLAIM_RED]);

	for (int b = CLAIM_RED + 1; b < CLAIM_COLOURS; b++)
		for (int t = 0; t < CLAIM_COLOURS; t++)
			if (t != b && hold[b] >= d->colour[t].value)
				sum += FLEXIBLE * d->colour[b].value *
				    d->colour[t].value;
	return sum;
}

/* Systems that its ships will discover now. */
static int
discover(struct claim_tour *t)
{
	int worth = 0;

	for (int i = 0; i < 2; i++) {
		const struct claim_ship *ship = &t->p.seat[t->seat].ship[i];

		if (ship->parts == 0 || ship->at == CLAIM_HUB ||
		    claim_in(t->p.known, ship->at))
			continue;
		t->p.known |= (uint32_t)1 << ship->at;
		t->p.seat[t->seat].claims |= (uint32_t)1 << ship->at;
		worth += NOW;
	}
	return worth;
}

int
claim_worth(const struct game_data *d, const void *pos, int seat)
{
	const struct claim_position *p = pos;
	struct claim_tour t = { .d = d,
		.p = *p,
		.seat = seat,
		.turns = claim_rounds_left(d, p) };
	int worth = POINT * claim_score(d, p, seat), others = 0;

	for (int s = 1; s <= p->seats; s++)
		others += s == seat ? 0 : POINT * claim_score(d, p, s);
	worth += discover(&t);
	for (int i = 0; i < 2; i++) {
		const struct claim_ship *ship = &p->seat[seat].ship[i];

		if (ship->parts != 0)
			worth += claim_tour(&t, *ship) +
			    cargo_worth(d, ship->hold);
	}
	/* Which cargo of the good ones is taken matters little: any of them. */
	if (p->stage == CLAIM_STOW ||
	    (p->round == 1 && p->at == 1 && seat != 1))
		worth /= 16;
	return worth - others / (p->seats - 1);
}

/* The dearest colour takes what the others leave, if that comes out even. */
static void
stowage(const struct game_data *d, struct claim_ship ship, const int16_t *n,
    struct moves *out)
{
	int last = CLAIM_COLOURS - 1, left = d->cargo_value;
	struct move *m;

	for (int c = CLAIM_RED + 1; c < last; c++) {
		left -= n[c] * d->colour[c].value;
		ship.hold[c] = (uint8_t)n[c];
	}
	if (left < 0 || left % d->colour[last].value != 0)
		return;
	ship.hold[last] = (uint8_t)(left / d->colour[last].value);
	if (!claim_fits(d, ship.parts, ship.hold))
		return;
	m = moves_of(out, CLAIM_V_STOW, CLAIM_COLOURS);
	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
		m->arg[c] = ship.hold[c];
}

/* R2: mixed cargo that uses all that may be spent. */
static void
stowages(const struct game_data *d, const struct claim_ship *ship,
    struct moves *out)
{
	int16_t n[CLAIM_COLOURS] = { 0 };

	for (n[1] = 2; n[1] <= 8; n[1]++)
		for (n[2] = 2; n[2] <= 7; n[2]++)
			for (n[3] = 1; n[3] <= 5; n[3]++)
				for (n[4] = 0; n[4] <= 4; n[4]++)
					stowage(d, *ship, n, out);
}

/* R10: the tender with so much fuel, and the cheapest cargo if any. */
static void
division(const struct claim_ship *ship, int fuel, int cargo, struct moves *out)
{
	struct move *m = moves_of(out, CLAIM_V_SPLIT, CLAIM_COLOURS);
	int half = ship->hold[CLAIM_RED] / 2;

	m->arg[CLAIM_RED] = (int16_t)(half < fuel ? half : fuel);
	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS && cargo > 0; c++) {
		int n = ship->hold[c] < cargo ? ship->hold[c] : cargo;

		m->arg[c] = (int16_t)n;
		cargo -= n;
	}
}

void
claim_ideas(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct claim_position *p = pos;
	const struct claim_ship *ship = &p->seat[seat].ship[0];
	int room = d->cubes * d->compartments * d->parts[CLAIM_TENDER];

	if (p->stage == CLAIM_STOW)
		stowages(d, ship, out);
	if (p->stage != CLAIM_PLAY || p->at != seat ||
	    claim_split(&p->seat[seat]) || ship->moved || ship->acted)
		return;
	division(ship, d->cubes, room - d->cubes, out);
	division(ship, room - d->cubes, d->cubes, out);
	division(ship, room, 0, out);
}

/* Why (reasons): what the parts above have become. */

/* The field that a seat's first ship would call at next, and trade or load;
 * CLAIM_HUB: none. */
static int
next_call(const struct game_data *d, const struct claim_position *p, int seat)
{
	struct claim_tour t = { .d = d, .p = *p, .seat = seat };
	int f = claim_best_call(&t, &p->seat[seat].ship[0]).at;

	return claim_in(p->known, f) ? f : CLAIM_HUB;
}

/* What its ships would win from here on, without the fuel that is left. */
static int
tours(const struct game_data *d, const struct claim_position *p, int seat,
    int fuel)
{
	struct claim_tour t = { .d = d,
		.p = *p,
		.seat = seat,
		.turns = claim_rounds_left(d, p) };
	int worth = -CLAIM_LEFT * fuel;

	(void)discover(&t);
	for (int i = 0; i < 2; i++)
		if (p->seat[seat].ship[i].parts != 0)
			worth += claim_tour(&t, p->seat[seat].ship[i]);
	return worth;
}

static int
aboard(const struct game_data *d, const struct claim_position *p, int seat,
    int *fuel)
{
	int worth = 0;

	*fuel = 0;
	for (int i = 0; i < 2; i++) {
		const struct claim_ship *ship = &p->seat[seat].ship[i];

		*fuel += ship->hold[CLAIM_RED];
		worth += ship->parts != 0 ? cargo_worth(d, ship->hold) : 0;
	}
	return worth;
}

static void
why_field(const struct game_data *d, const char *code, int gain, int field,
    struct reasons *out)
{
	struct cJSON *o = reasons_add(out, code, gain);

	if (o != NULL)
		tree_add_str(o, "field", d->field[field].id);
}

/* Who else could be there in their next turn; the first of them. */
static void
why_rival(const struct game_data *d, const struct claim_position *p, int seat,
    int field, struct reasons *out)
{
	uint8_t cost[CLAIM_FIELDS];
	struct cJSON *o;

	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < 2 && s != seat; i++) {
			const struct claim_ship *ship = &p->seat[s].ship[i];

			if (ship->parts == 0)
				continue;
			claim_costs(d, p->blocked, ship->at, cost);
			if (cost[field] > ship->hold[CLAIM_RED])
				continue;
			o = reasons_note(out, "rival");
			if (o != NULL) {
				tree_add_str(o, "field", d->field[field].id);
				tree_add_str(o, "seat", seat_id(s));
			}
			return;
		}
}

/* Fields that its ships have come to, and will discover. */
static void
why_found(const struct game_data *d, const struct claim_position *was,
    const struct claim_position *is, int seat, struct reasons *out)
{
	for (int i = 0; i < 2; i++) {
		const struct claim_ship *ship = &is->seat[seat].ship[i];

		if (ship->parts == 0 || ship->at == CLAIM_HUB ||
		    claim_in(was->known, ship->at) ||
		    ship->at == was->seat[seat].ship[0].at ||
		    ship->at == was->seat[seat].ship[1].at)
			continue;
		why_field(d, "unknown", NOW, ship->at, out);
		why_rival(d, is, seat, ship->at, out);
	}
}

static void
why_claims(const struct game_data *d, const struct claim_position *was,
    const struct claim_position *is, int seat, struct reasons *out)
{
	uint32_t new = is->seat[seat].claims & ~was->seat[seat].claims;
	struct claim_tour t = { .d = d, .p = *is, .seat = seat };

	for (int f = 0; f < CLAIM_FIELDS; f++)
		if (claim_in(new, f))
			why_field(d, "claimed", claim_worth_of(&t, f), f, out);
}

void
claim_reasons(const struct game_data *d, const void *before, const void *after,
    int seat, struct reasons *out)
{
	const struct claim_position *was = before, *is = after;
	int fuel, left, cargo = aboard(d, was, seat, &fuel), gain;
	struct cJSON *o;

	cargo = aboard(d, is, seat, &left) - cargo;
	why_claims(d, was, is, seat, out);
	why_found(d, was, is, seat, out);
	reasons_add(out, "cargo", cargo);
	o = reasons_add(out, "fuel", CLAIM_LEFT * (left - fuel));
	if (o != NULL)
		tree_add_int(o, "n", abs(left - fuel));
	if (was->stage == CLAIM_STOW)
		return;
	gain = tours(d, is, seat, left) - tours(d, was, seat, fuel);
	if (gain > 0 && next_call(d, is, seat) != CLAIM_HUB)
		why_field(d, "next", gain, next_call(d, is, seat), out);
	else
		reasons_add(out, "prospects", gain);
}
