/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/reasons.h"
#include "games/claim/play.h"

/*
 * What a seat may hope for: its points, and what each of its ships would win
 * by itself from here on, one call a turn, always the one that pays best;
 * cargo counts by the systems yet unknown for which it would do. Of others
 * their points count alone: who claims a system takes it from nobody.
 */

/* Hundredths of a point. */
enum {
	POINT = 100,
	UNKNOWN = 430, /* to discover a system, and what comes of it */
	NOW = 390,     /* the same, where a ship stands */
	FUEL = 19,     /* a cube, when calls are compared */
	LEFT = 15,     /* that is left in the end */
	CARGO = 5,     /* a cube's value */
	FLEXIBLE = 2   /* a system's that there could be */
};
/* Turns ahead; percent of what a call there is worth that is short of cargo; of
 * what is worth a turn later, in thousandths; tenths of a turn to a claim. */
enum { AHEAD = 12, SHORT = 18, KEEP = 905, PACE = 29 };

struct port_call {
	int gain, at, cost;
};

/* What a ship would do from here on. */
struct tour {
	const struct game_data *d;
	struct claim_position
	    p; /* with what it has found and claimed by then */
	int seat, turns;
};

static int
value_of(const struct tour *t, int f)
{
	return POINT * t->d->colour[t->p.bottom[f]].value *
	    t->d->colour[t->p.top[f]].value;
}

/* Whether the ship can trade in full there, and has then traded. */
static bool
trade(const struct tour *t, struct claim_ship *ship, int f)
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

/* Turns that a double takes. */
static int
turns_at(const struct tour *t, const struct claim_ship *ship, int f)
{
	return t->d->colour[t->p.bottom[f]].value -
	    (ship->at == f ? ship->turns : 0);
}

/* What a turn at a field is worth to a ship. */
static int
gain_at(const struct tour *t, const struct claim_ship *ship, int f)
{
	int need, have, turns;
	struct claim_ship after;

	if (!claim_in(t->p.known, f))
		return UNKNOWN;
	if (claim_in(t->p.seat[t->seat].claims, f))
		return 0;
	if (t->p.bottom[f] == t->p.top[f]) {
		turns = turns_at(t, ship, f);
		if (ship->hold[t->p.bottom[f]] < turns &&
		    claim_room(t->d, ship, t->p.bottom[f]) < turns)
			return 0;
		return turns == 1 ? value_of(t, f) :
				    value_of(t, f) * 5 / (4 * turns);
	}
	need = t->d->colour[t->p.top[f]].value;
	have = ship->hold[t->p.bottom[f]];
	after = *ship;
	return have >= need && trade(t, &after, f) ?
	    value_of(t, f) :
	    value_of(t, f) * have / need * SHORT / 100;
}

static struct port_call
best_call(const struct tour *t, const struct claim_ship *ship)
{
	uint8_t cost[CLAIM_FIELDS];
	struct port_call best = { 0 };
	struct claim_ship there;

	claim_costs(t->d, t->p.blocked, ship->at, cost);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		int gain;

		if (cost[f] > ship->hold[CLAIM_RED])
			continue;
		there = *ship;
		there.hold[CLAIM_RED] = (uint8_t)(ship->hold[CLAIM_RED] -
		    cost[f]);
		gain = gain_at(t, &there, f) - FUEL * cost[f];
		if (gain > best.gain)
			best = (struct port_call){ gain, f, cost[f] };
	}
	return best;
}

/* The call is made; how many turns it took. */
static int
make_call(struct tour *t, struct claim_ship *ship, int f, int *gain)
{
	int turns = 1;

	*gain = gain_at(t, ship, f);
	if (!claim_in(t->p.known, f)) {
		t->p.known |= (uint32_t)1 << f;
	} else if (t->p.bottom[f] == t->p.top[f]) {
		turns = turns_at(t, ship, f);
		*gain = value_of(t, f);
	} else {
		trade(t, ship, f);
	}
	t->p.seat[t->seat].claims |= (uint32_t)1 << f;
	ship->at = (uint8_t)f;
	ship->turns = 0;
	return turns;
}

static int
tour(struct tour *t, struct claim_ship ship)
{
	int worth = 0, keep = 1000;

	for (int left = t->turns; left > 0;) {
		struct port_call c = best_call(t, &ship);
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
		for (; turns > 0; turns--)
			keep = keep * KEEP / 1000;
		if (left >= 0)
			worth += gain * keep / 1000;
	}
	return worth + ship.hold[CLAIM_RED] * LEFT;
}

/* Rounds to come, as it looks. */
static int
rounds_left(const struct game_data *d, const struct claim_position *p)
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
discover(struct tour *t)
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
	struct tour t = { .d = d,
		.p = *p,
		.seat = seat,
		.turns = rounds_left(d, p) };
	int worth = POINT * claim_score(d, p, seat), others = 0;

	for (int s = 1; s <= p->seats; s++)
		others += s == seat ? 0 : POINT * claim_score(d, p, s);
	worth += discover(&t);
	for (int i = 0; i < 2; i++) {
		const struct claim_ship *ship = &p->seat[seat].ship[i];

		if (ship->parts != 0)
			worth += tour(&t, *ship) + cargo_worth(d, ship->hold);
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
	struct tour t = { .d = d, .p = *p, .seat = seat };
	int f = best_call(&t, &p->seat[seat].ship[0]).at;

	return claim_in(p->known, f) ? f : CLAIM_HUB;
}

/* What its ships would win from here on, without the fuel that is left. */
static int
tours(const struct game_data *d, const struct claim_position *p, int seat,
    int fuel)
{
	struct tour t = { .d = d,
		.p = *p,
		.seat = seat,
		.turns = rounds_left(d, p) };
	int worth = -LEFT * fuel;

	(void)discover(&t);
	for (int i = 0; i < 2; i++)
		if (p->seat[seat].ship[i].parts != 0)
			worth += tour(&t, p->seat[seat].ship[i]);
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
	struct tour t = { .d = d, .p = *is, .seat = seat };

	for (int f = 0; f < CLAIM_FIELDS; f++)
		if (claim_in(new, f))
			why_field(d, "claimed", value_of(&t, f), f, out);
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
	o = reasons_add(out, "fuel", LEFT * (left - fuel));
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
