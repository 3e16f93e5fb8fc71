/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

/* What a ship does at the field where it stands: one thing a turn (R4). */

/* The ship that the move names and that has not acted; NULL. */
static struct claim_ship *
ready(struct claim_position *p, int seat, const struct move *m, int *index,
    struct refusal *why)
{
	struct claim_ship *ship;

	*index = claim_check_ship(p, seat, m->arg[CLAIM_ACT_SHIP], why);
	if (*index < 0)
		return NULL;
	ship = &p->seat[seat].ship[*index];
	if (ship->acted)
		claim_refuse_acted(p, seat, *index, why);
	return ship->acted ? NULL : ship;
}

/* The ship stands at the hub: what may be done there, if there is room. */
static int
refuse_at_hub(const struct game_data *d, const struct claim_ship *ship,
    const char *code, struct refusal *why)
{
	refuse(why, code);
	return claim_room(d, ship, CLAIM_RED) > 0 ?
	    refusal_int(why, "refuels", 1) :
	    -1;
}

static int
refuse_field(const struct game_data *d, struct refusal *why, const char *code,
    int field)
{
	return refuse_str(why, code, "field", d->field[field].id);
}

/* A known system that the seat has not used this turn (R6). */
static int
check_system(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, struct refusal *why)
{
	int field = ship->at;

	if (field == CLAIM_HUB)
		return refuse_at_hub(d, ship, "no-system-here", why);
	if (!claim_in(p->known, field))
		return refuse_field(d, why, "unknown-system", field);
	if (claim_in(p->served, field))
		return refuse_field(d, why, "already-traded-here", field);
	return 0;
}

int
claim_refuse_cargo(const struct game_data *d, struct refusal *why, int colour,
    int need, int have)
{
	refuse_str(why, "not-enough-cargo", "colour", d->colour[colour].id);
	refusal_int(why, "need", need);
	return refusal_int(why, "have", have);
}

void
claim_tell_move(const struct claim_position *p, int seat, int index,
    const struct move *m, struct events *out)
{
	struct move own;

	if (out == NULL)
		return;
	own = *m;
	own.arg[CLAIM_ACT_SHIP] = (int16_t)claim_name(&p->seat[seat], index);
	events_move(out, seat, &own);
}

/* R9. */
static void
claim(const struct game_data *d, struct claim_position *p, int seat, int field,
    struct events *out)
{
	struct claim_seat *s = &p->seat[seat];
	int n = 0;

	if (claim_in(s->claims, field))
		return;
	s->claims |= (uint32_t)1 << field;
	for (int f = 1; out != NULL && f < CLAIM_FIELDS; f++)
		n += claim_in(s->claims, f);
	DERIVE(out, seat, CLAIM_CLAIMED, [CLAIM_CLAIM_FIELD] = field,
	    [CLAIM_CLAIM_VALUE] = d->colour[p->bottom[field]].value *
		d->colour[p->top[field]].value,
	    [CLAIM_CLAIM_N] = n, [CLAIM_CLAIM_OF] = d->claims[p->seats]);
}

/* Whether the ship can pay for n and has room for them. */
static bool
may_receive(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int n)
{
	int bottom = p->bottom[ship->at], top = p->top[ship->at];
	int pay = claim_pay(d, p, ship->at, n);
	struct claim_ship after = *ship;

	if (pay > ship->hold[bottom])
		return false;
	after.hold[bottom] = (uint8_t)(after.hold[bottom] - pay);
	after.hold[top] = (uint8_t)(after.hold[top] + n);
	return claim_fits(d, after.parts, after.hold);
}

/* If n cannot be received: why, and the most that can. */
static int
check_received(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int n, struct refusal *why)
{
	int bottom = p->bottom[ship->at], most = n - 1;
	int pay = claim_pay(d, p, ship->at, n);

	if (may_receive(d, p, ship, n))
		return 0;
	if (pay > ship->hold[bottom])
		claim_refuse_cargo(d, why, bottom, pay, ship->hold[bottom]);
	else
		refuse(why, "no-room");
	while (most > 0 && !may_receive(d, p, ship, most))
		most--;
	return most > 0 ? refusal_int(why, "most", most) : -1;
}

static int
check_trade(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int n, struct refusal *why)
{
	int f = ship->at, bottom, full;

	if (check_system(d, p, ship, why) < 0)
		return -1;
	bottom = p->bottom[f];
	if (bottom == p->top[f]) {
		refuse_field(d, why, "double-system", f);
		return refusal_str(why, "colour", d->colour[bottom].id);
	}
	if (n == 0)
		return refuse(why, "nothing-received");
	full = claim_full(d, p, f);
	if (n > full)
		return refuse_int(why, "too-much", "full", full);
	return check_received(d, p, ship, n, why);
}

/* R6. */
int
claim_trade(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int i, f, n = m->arg[CLAIM_ACT_N], pay;
	struct claim_ship *ship = ready(p, seat, m, &i, why);

	if (ship == NULL || check_trade(d, p, ship, n, why) < 0)
		return -1;
	f = ship->at;
	pay = claim_pay(d, p, f, n);
	ship->hold[p->bottom[f]] = (uint8_t)(ship->hold[p->bottom[f]] - pay);
	ship->hold[p->top[f]] = (uint8_t)(ship->hold[p->top[f]] + n);
	ship->acted = 1;
	ship->series = ship->turns = 0;
	p->served |= (uint32_t)1 << f;
	claim_tell_move(p, seat, i, m, out);
	DERIVE(out, seat,
	    CLAIM_TRADED, [CLAIM_ACT_SHIP] = claim_name(&p->seat[seat], i),
	    [CLAIM_ACT_FIELD] = f, [CLAIM_TRADE_PAYS] = p->bottom[f],
	    [CLAIM_TRADE_PAID] = pay, [CLAIM_TRADE_TAKES] = p->top[f],
	    [CLAIM_TRADE_TOOK] = n,
	    [CLAIM_TRADE_LOST] = pay * d->colour[p->bottom[f]].value -
		n * d->colour[p->top[f]].value);
	if (n == claim_full(d, p, f))
		claim(d, p, seat, f, out);
	return 0;
}

/* R9: the ship's series goes on or begins; true if it claims the system. */
static bool
count_series(const struct game_data *d, const struct claim_position *p,
    int seat, int kind, struct claim_ship *ship)
{
	if (claim_in(p->seat[seat].claims, ship->at)) {
		ship->series = ship->turns = 0;
		return false;
	}
	ship->turns = (uint8_t)(ship->series == kind ? ship->turns + 1 : 1);
	ship->series = (uint8_t)kind;
	if (ship->turns < d->colour[p->bottom[ship->at]].value)
		return false;
	ship->series = ship->turns = 0;
	return true;
}

static int
check_double(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, bool load, struct refusal *why)
{
	int colour = p->bottom[ship->at];

	if (check_system(d, p, ship, why) < 0)
		return -1;
	if (colour != p->top[ship->at])
		return refuse_field(d, why, "not-a-double", ship->at);
	if (!load && ship->hold[colour] == 0)
		return claim_refuse_cargo(d, why, colour, 1, 0);
	if (load && claim_room(d, ship, colour) < 1)
		return refuse(why, "no-room");
	return 0;
}

/* R7. */
int
claim_load_unload(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	bool load = m->verb == CLAIM_V_LOAD, claims;
	int i, f, colour;
	struct claim_ship *ship = ready(p, seat, m, &i, why);

	if (ship == NULL || check_double(d, p, ship, load, why) < 0)
		return -1;
	f = ship->at;
	colour = p->bottom[f];
	ship->hold[colour] = (uint8_t)(ship->hold[colour] + (load ? 1 : -1));
	ship->acted = 1;
	p->served |= (uint32_t)1 << f;
	claims = count_series(d, p, seat, load ? CLAIM_LOADS : CLAIM_UNLOADS,
	    ship);
	claim_tell_move(p, seat, i, m, out);
	DERIVE(out, seat, load ? CLAIM_LOADED : CLAIM_UNLOADED,
	    [CLAIM_ACT_SHIP] = claim_name(&p->seat[seat], i),
	    [CLAIM_ACT_FIELD] = f, [CLAIM_LOAD_COLOUR] = colour,
	    [CLAIM_LOAD_HAVE] = ship->hold[colour],
	    [CLAIM_LOAD_SERIES] = ship->turns,
	    [CLAIM_LOAD_OF] = d->colour[colour].value);
	if (claims)
		claim(d, p, seat, f, out);
	return 0;
}

/* R8. */
int
claim_refuel(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int i, n = m->arg[CLAIM_ACT_N], most, room;
	struct claim_ship *ship = ready(p, seat, m, &i, why);

	if (ship == NULL)
		return -1;
	if (ship->at != CLAIM_HUB)
		return refuse(why, "not-at-hub");
	if (n == 0)
		return refuse(why, "nothing-received");
	most = ship->parts * d->refuel;
	if (n > most) {
		refuse_int(why, "too-much", "full", most);
		return refusal_int(why, "fuel", 1);
	}
	room = claim_room(d, ship, CLAIM_RED);
	if (n > room) {
		refuse(why, "no-room");
		return room > 0 ? refusal_int(why, "most", room) : -1;
	}
	ship->hold[CLAIM_RED] = (uint8_t)(ship->hold[CLAIM_RED] + n);
	ship->acted = 1;
	ship->series = ship->turns = 0;
	claim_tell_move(p, seat, i, m, out);
	DERIVE(out, seat,
	    CLAIM_REFUELLED, [CLAIM_ACT_SHIP] = claim_name(&p->seat[seat], i),
	    [CLAIM_ACT_N] = n, [CLAIM_REFUEL_FUEL] = ship->hold[CLAIM_RED]);
	return 0;
}

/* R11. */
int
claim_tow(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int i, from, lost = 0;
	struct claim_ship *ship = ready(p, seat, m, &i, why);

	(void)d;
	if (ship == NULL)
		return -1;
	if (ship->moved)
		return refuse(why, "already-moved");
	if (ship->at == CLAIM_HUB)
		return refuse_at_hub(d, ship, "already-at-hub", why);
	if (ship->hold[CLAIM_RED] > 0)
		return refuse_int(why, "still-has-fuel", "have",
		    ship->hold[CLAIM_RED]);
	for (int c = 0; c < CLAIM_COLOURS; c++)
		lost += ship->hold[c];
	from = ship->at;
	memset(ship->hold, 0, sizeof ship->hold);
	ship->at = CLAIM_HUB;
	ship->moved = ship->acted = 1;
	ship->series = ship->turns = 0;
	claim_tell_move(p, seat, i, m, out);
	DERIVE(out, seat,
	    CLAIM_TOWED, [CLAIM_ACT_SHIP] = claim_name(&p->seat[seat], i),
	    [CLAIM_ACT_FIELD] = from, [CLAIM_TOW_LOST] = lost);
	return 0;
}
