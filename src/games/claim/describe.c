/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/claim/play.h"

/*
 * What a legal move does. A mail lists as one: the flights of a ship, and
 * the ways to split it.
 */

enum { LOW_FUEL = 8 };

/* "trades" of a trade: "trade" is also what a template is given of all. */
static void
describe_is(const char *verb, struct cJSON *out)
{
	char key[16];

	(void)snprintf(key, sizeof key, "%ss", verb);
	cJSON_AddTrueToObject(tree_object(out, "is"), key);
}

static void
describe_cubes(const struct game_data *d, const struct move *m,
    struct cJSON *out)
{
	bool stow = m->verb == CLAIM_V_STOW;
	int count = 0, value = 0, colours = 0;
	uint8_t mixed[CLAIM_COLOURS];

	for (int c = 0; c < CLAIM_COLOURS; c++) {
		mixed[c] = (uint8_t)m->arg[c];
		colours += m->arg[c] > 0;
		count += m->arg[c];
		value += m->arg[c] * d->colour[c].value;
	}
	verb_tell_counts(claim_colours, d, "cubes", m->arg, out);
	if (!stow)
		tree_add_str(out, "family", "divide");
	tree_flag(out, "example", stow && colours > 1);
	tree_flag(out, "empty", count == 0);
	tree_flag(out, "mixed",
	    stow && memcmp(mixed, d->mixed, sizeof mixed) == 0);
	tree_add_int(out, "value", value);
}

/* Whether the ship could make the full trade at a field, with its fuel of
 * then, and claim it (R6, R10). */
static bool
may_claim(const struct game_data *d, const struct claim_position *p, int seat,
    const struct claim_ship *ship, int field, int cost)
{
	uint8_t hold[CLAIM_COLOURS];
	int full;

	if (field == CLAIM_HUB || !claim_in(p->known, field) ||
	    claim_in(p->seat[seat].claims, field) ||
	    p->bottom[field] == p->top[field])
		return false;
	full = claim_full(d, p, field);
	if (full == 0 ||
	    ship->hold[p->bottom[field]] < claim_pay(d, p, field, full))
		return false;
	memcpy(hold, ship->hold, sizeof hold);
	hold[CLAIM_RED] = (uint8_t)(hold[CLAIM_RED] - cost);
	hold[p->bottom[field]] = (uint8_t)(hold[p->bottom[field]] -
	    claim_pay(d, p, field, full));
	hold[p->top[field]] = (uint8_t)(hold[p->top[field]] + full);
	return claim_fits(d, ship->parts, hold);
}

/* The fields that most flights go to: those where a claim could be made at
 * once, the nearest that nobody has seen, and the hub for who is short of
 * fuel. */
static bool
is_obvious(const struct game_data *d, const struct claim_position *p, int seat,
    const struct claim_ship *ship, int field, int cost)
{
	uint8_t costs[CLAIM_FIELDS];

	if (field == CLAIM_HUB)
		return ship->hold[CLAIM_RED] <= LOW_FUEL;
	if (claim_in(p->known, field))
		return may_claim(d, p, seat, ship, field, cost);
	claim_costs(d, p->blocked, ship->at, costs);
	for (int f = 0; f < CLAIM_FIELDS; f++)
		if (f != CLAIM_HUB && !claim_in(p->known, f) &&
		    !claim_in(p->blocked, f) && costs[f] < cost)
			return false;
	return true;
}

static void
describe_fly(const struct game_data *d, const struct claim_position *p,
    int seat, const struct claim_ship *ship, const struct move *m,
    struct cJSON *out)
{
	int field = m->arg[CLAIM_ACT_FIELD], cost = m->arg[CLAIM_FLY_COST];
	static const char *const name[] = { "", "main ", "tender " };
	bool known = claim_in(p->known, field);
	char say[32];
	static const char *const family[] = { "fly:ship", "fly:main",
		"fly:tender" };

	tree_add_int(out, "cost", cost);
	if (is_obvious(d, p, seat, ship, field, cost))
		tree_add_str(out, "row", "fly");
	else
		tree_add_str(out, "family", family[m->arg[CLAIM_ACT_SHIP]]);
	tree_add_str(out, "field", d->field[field].id);
	tree_add_int(out, "fuel", ship->hold[CLAIM_RED] - cost);
	tree_flag(out, "example", known && field != CLAIM_HUB);
	tree_flag(out, "hub", field == CLAIM_HUB);
	(void)snprintf(say, sizeof say, "fly %s%s",
	    name[m->arg[CLAIM_ACT_SHIP]], d->field[field].id);
	tree_add_str(out, "say", say);
	tree_flag(out, "unknown", !known && field != CLAIM_HUB);
	if (known && field != CLAIM_HUB)
		tree_add_int(out, "value",
		    d->colour[p->bottom[field]].value *
			d->colour[p->top[field]].value);
}

static void
describe_trade(const struct game_data *d, const struct claim_position *p,
    int seat, const struct claim_ship *ship, const struct move *m,
    struct cJSON *out)
{
	int f = ship->at, n = m->arg[CLAIM_ACT_N], pay = claim_pay(d, p, f, n);
	int lost = pay * d->colour[p->bottom[f]].value -
	    n * d->colour[p->top[f]].value;
	bool full = n == claim_full(d, p, f);
	bool claims = full && !claim_in(p->seat[seat].claims, f);
	int value = d->colour[p->bottom[f]].value * d->colour[p->top[f]].value;

	tree_flag(out, "claims", claims);
	tree_flag(out, "example", claims);
	tree_add_str(out, "field", d->field[f].id);
	tree_flag(out, "full", full);
	if (lost > 0)
		tree_add_int(out, "lost", lost);
	claim_tell_count(d, "paid", p->bottom[f], pay, out);
	claim_tell_count(d, "received", p->top[f], n, out);
	if (claims)
		tree_add_int(out, "value", value);
}

/* What a load or unload makes of the ship's series (R9). */
static void
describe_load(const struct game_data *d, const struct claim_position *p,
    int seat, const struct claim_ship *ship, const struct move *m,
    struct cJSON *out)
{
	bool load = m->verb == CLAIM_V_LOAD;
	int f = ship->at, c = p->bottom[f], of = d->colour[c].value;
	bool open = !claim_in(p->seat[seat].claims, f);
	int series = ship->series == (load ? CLAIM_LOADS : CLAIM_UNLOADS) ?
	    ship->turns + 1 :
	    1;

	tree_flag(out, "claims", open && series == of);
	tree_add_str(out, "colour", d->colour[c].id);
	tree_add_str(out, "field", d->field[f].id);
	tree_add_int(out, "have", ship->hold[c] + (load ? 1 : -1));
	tree_add_int(out, "of", of);
	if (open)
		tree_add_int(out, "series", series);
	if (open && series == of)
		tree_add_int(out, "value", of * of);
}

static void
describe_end(const struct game_data *d, const struct claim_position *p,
    int seat, struct cJSON *out)
{
	const struct claim_ship *ship = p->seat[seat].ship;
	cJSON *list = tree_list(out, "discovers");

	for (int i = 0; i < 2; i++)
		if (ship[i].parts != 0 && ship[i].at != CLAIM_HUB &&
		    !claim_in(p->known, ship[i].at) &&
		    (list->child == NULL || ship[0].at != ship[1].at))
			tree_add_str(tree_member(list), "field",
			    d->field[ship[i].at].id);
}

static void
describe_ship(const struct game_data *d, const struct claim_position *p,
    int seat, const struct move *m, struct cJSON *out)
{
	const struct claim_ship *ship =
	    &p->seat[seat].ship[m->arg[CLAIM_ACT_SHIP] == CLAIM_TENDER];
	int lost = 0;

	claim_tell_ship(m->arg[CLAIM_ACT_SHIP], out);
	switch (m->verb) {
	case CLAIM_V_FLY:
		describe_fly(d, p, seat, ship, m, out);
		break;
	case CLAIM_V_TRADE:
		describe_trade(d, p, seat, ship, m, out);
		break;
	case CLAIM_V_LOAD:
	case CLAIM_V_UNLOAD:
		describe_load(d, p, seat, ship, m, out);
		break;
	case CLAIM_V_REFUEL:
		tree_add_int(out, "fuel",
		    ship->hold[CLAIM_RED] + m->arg[CLAIM_ACT_N]);
		tree_add_int(out, "taken", m->arg[CLAIM_ACT_N]);
		break;
	default:
		for (int c = 0; c < CLAIM_COLOURS; c++)
			lost += ship->hold[c];
		tree_add_str(out, "field", d->field[ship->at].id);
		if (lost > 0)
			tree_add_int(out, "lost", lost);
		break;
	}
}

void
claim_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out)
{
	const struct claim_position *p = pos;

	switch (m->verb) {
	case CLAIM_V_STOW:
	case CLAIM_V_SPLIT:
		describe_cubes(d, m, out);
		break;
	case CLAIM_V_MERGE:
		break;
	case CLAIM_V_END:
		describe_end(d, p, seat, out);
		break;
	default:
		describe_ship(d, p, seat, m, out);
		break;
	}
	describe_is(verb_told(&claim_verbs, m->verb), out);
	verb_describe(&claim_verbs, seat, m, out);
}
