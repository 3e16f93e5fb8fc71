/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

/* The list of legal moves in the order of the game's page. */

/* A stowage or division, unless it is listed already. */
static void
add_hold(struct moves *out, int verb, const uint8_t *n)
{
	struct move *m = moves_of(out, verb, CLAIM_COLOURS);

	for (int c = 0; c < CLAIM_COLOURS; c++)
		m->arg[c] = n[c];
	for (int i = 0; i + 1 < out->n; i++)
		if (move_equal(&out->at[i], m)) {
			out->n--;
			return;
		}
}

static void
legal_stow(const struct game_data *d, const struct claim_position *p, int seat,
    struct moves *out)
{
	const struct claim_ship *ship = &p->seat[seat].ship[0];
	uint8_t n[CLAIM_COLOURS] = { 0 };

	add_hold(out, CLAIM_V_STOW, n);
	add_hold(out, CLAIM_V_STOW, d->mixed);
	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++) {
		int most = d->cargo_value / d->colour[c].value;
		int room = claim_room(d, ship, c);

		memset(n, 0, sizeof n);
		n[c] = (uint8_t)(most < room ? most : room);
		add_hold(out, CLAIM_V_STOW, n);
	}
}

static void
legal_trade(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int name, struct moves *out)
{
	int f = ship->at, full = claim_full(d, p, f);

	for (int n = 1; n <= full; n++) {
		struct claim_ship after = *ship;
		int pay = claim_pay(d, p, f, n);

		if (pay > ship->hold[p->bottom[f]])
			break;
		after.hold[p->bottom[f]] = (uint8_t)(after.hold[p->bottom[f]] -
		    pay);
		after.hold[p->top[f]] = (uint8_t)(after.hold[p->top[f]] + n);
		if (claim_fits(d, after.parts, after.hold))
			MOVE(out, CLAIM_V_TRADE, [CLAIM_ACT_SHIP] = name,
			    [CLAIM_ACT_N] = n);
	}
}

static void
legal_acts(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int name, struct moves *out)
{
	int f = ship->at;

	if (f == CLAIM_HUB) {
		int most = ship->parts * d->refuel;
		int room = claim_room(d, ship, CLAIM_RED);

		for (int n = 1; n <= most && n <= room; n++)
			MOVE(out, CLAIM_V_REFUEL, [CLAIM_ACT_SHIP] = name,
			    [CLAIM_ACT_N] = n);
	} else if (!claim_in(p->known, f) || claim_in(p->served, f)) {
		return;
	} else if (p->bottom[f] != p->top[f]) {
		legal_trade(d, p, ship, name, out);
	} else {
		if (claim_room(d, ship, p->bottom[f]) > 0)
			MOVE(out, CLAIM_V_LOAD, [CLAIM_ACT_SHIP] = name);
		if (ship->hold[p->bottom[f]] > 0)
			MOVE(out, CLAIM_V_UNLOAD, [CLAIM_ACT_SHIP] = name);
	}
}

static void
legal_ship(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int name, struct moves *out)
{
	uint8_t cost[CLAIM_FIELDS];

	if (ship->acted)
		return;
	if (!ship->moved && ship->hold[CLAIM_RED] > 0) {
		claim_costs(d, p->blocked, ship->at, cost);
		for (int f = 0; f < CLAIM_FIELDS; f++)
			if (f != ship->at && cost[f] <= ship->hold[CLAIM_RED])
				MOVE(out, CLAIM_V_FLY, [CLAIM_ACT_SHIP] = name,
				    [CLAIM_ACT_FIELD] = f,
				    [CLAIM_FLY_COST] = cost[f]);
	}
	legal_acts(d, p, ship, name, out);
	if (!ship->moved && ship->at != CLAIM_HUB && ship->hold[CLAIM_RED] == 0)
		MOVE(out, CLAIM_V_TOW, [CLAIM_ACT_SHIP] = name);
}

/* At most `fuel` and then `cargo` cubes of the dearest colours. */
static void
take(const struct claim_ship *ship, int fuel, int cargo, uint8_t *n)
{
	memset(n, 0, CLAIM_COLOURS);
	n[CLAIM_RED] = (uint8_t)(fuel < ship->hold[CLAIM_RED] ?
		fuel :
		ship->hold[CLAIM_RED]);
	for (int c = CLAIM_COLOURS - 1; c > CLAIM_RED; c--) {
		n[c] = (uint8_t)(cargo < ship->hold[c] ? cargo : ship->hold[c]);
		cargo -= n[c];
	}
}

static void
add_split(const struct game_data *d, const struct claim_ship *ship,
    const uint8_t *tender, struct moves *out)
{
	uint8_t rest[CLAIM_COLOURS];

	for (int c = 0; c < CLAIM_COLOURS; c++)
		rest[c] = (uint8_t)(ship->hold[c] - tender[c]);
	if (claim_fits(d, d->parts[CLAIM_MAIN], rest) &&
	    claim_fits(d, d->parts[CLAIM_TENDER], tender))
		add_hold(out, CLAIM_V_SPLIT, tender);
}

static void
legal_split(const struct game_data *d, const struct claim_ship *ship,
    struct moves *out)
{
	int all = d->parts[CLAIM_TENDER] * d->compartments, fuel;
	uint8_t n[CLAIM_COLOURS] = { 0 };

	if (ship->moved || ship->acted)
		return;
	add_split(d, ship, n, out);
	for (int c = 0; c < CLAIM_COLOURS; c++)
		n[c] = ship->hold[c] / 2;
	add_split(d, ship, n, out);
	take(ship, 2 * d->cubes, d->cubes, n);
	add_split(d, ship, n, out);
	fuel = ship->hold[CLAIM_RED];
	if (fuel > all * d->cubes)
		fuel = all * d->cubes;
	take(ship, fuel, (all - (fuel + d->cubes - 1) / d->cubes) * d->cubes,
	    n);
	add_split(d, ship, n, out);
}

void
claim_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct claim_position *p = pos;
	const struct claim_seat *s = &p->seat[seat];

	moves_clear(out);
	if (!(claim_turn_of(p) & SEAT_BIT(seat)))
		return;
	if (p->stage == CLAIM_STOW) {
		legal_stow(d, p, seat, out);
		return;
	}
	legal_ship(d, p, &s->ship[0], claim_name(s, 0), out);
	if (claim_split(s)) {
		legal_ship(d, p, &s->ship[1], CLAIM_TENDER, out);
		if (s->ship[0].at == s->ship[1].at)
			moves_of(out, CLAIM_V_MERGE, 0);
	} else {
		legal_split(d, &s->ship[0], out);
	}
	moves_of(out, CLAIM_V_END, 0);
}
