/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "game/verb_args.h"
#include "games/claim/play.h"

/*
 * What a legal move does. A mail lists as one: the flights of a ship, and
 * the ways to split it.
 */

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
	int count = 0, value = 0;

	for (int c = 0; c < CLAIM_COLOURS; c++) {
		count += m->arg[c];
		value += m->arg[c] * d->colour[c].value;
	}
	verb_tell_counts(claim_colours, d, "cubes", m->arg, out);
	if (!stow)
		tree_add_str(out, "family", "divide");
	tree_flag(out, "none", count == 0);
	tree_add_int(out, "value", value);
}

static void
describe_fly(const struct game_data *d, const struct claim_ship *ship,
    const struct move *m, struct cJSON *out)
{
	static const char *const family[] = { "fly:ship", "fly:main",
		"fly:tender" };

	tree_add_int(out, "cost", m->arg[CLAIM_FLY_COST]);
	tree_add_str(out, "family", family[m->arg[CLAIM_ACT_SHIP]]);
	tree_add_str(out, "field", d->field[m->arg[CLAIM_ACT_FIELD]].id);
	tree_add_int(out, "fuel",
	    ship->hold[CLAIM_RED] - m->arg[CLAIM_FLY_COST]);
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
		describe_fly(d, ship, m, out);
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
		tree_add_int(out, "n", m->arg[CLAIM_ACT_N]);
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
