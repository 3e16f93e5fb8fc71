/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

/*
 * What a legal move does. A mail lists as one: the flights of a ship, and
 * the ways to split it.
 */

/* "trades" of a trade: "trade" is also what a template is given of all. */
static void
describe_is(const char *verb, struct json *out)
{
	char key[16];

	(void)snprintf(key, sizeof key, "%ss", verb);
	verb_tell_is(key, out);
}

static bool
is_mixed(const struct game_data *d, const struct move *m)
{
	for (int c = 0; c < CLAIM_COLOURS; c++)
		if (m->arg[c] != d->mixed[c])
			return false;
	return true;
}

static void
describe_cubes(const struct game_data *d, const struct move *m,
    struct json *out)
{
	bool stow = m->verb == CLAIM_V_STOW;
	int count = 0, value = 0;

	for (int c = 0; c < CLAIM_COLOURS; c++) {
		count += m->arg[c];
		value += m->arg[c] * d->colour[c].value;
	}
	verb_tell_counts(claim_colours, d, "cubes", m->arg, out);
	if (!stow)
		json_kstr(out, "family", "divide");
	json_kflag(out, "mixed", stow && is_mixed(d, m));
	json_kflag(out, "none", count == 0);
	json_kint(out, "value", value);
}

static void
describe_fly(const struct game_data *d, const struct claim_ship *ship,
    const struct move *m, struct json *out)
{
	static const char *const family[] = { "fly:ship", "fly:main",
		"fly:tender" };

	json_kint(out, "cost", m->arg[2]);
	json_kstr(out, "family", family[m->arg[0]]);
	json_kstr(out, "field", d->field[m->arg[1]].id);
	json_kint(out, "fuel", ship->hold[CLAIM_RED] - m->arg[2]);
}

static void
describe_trade(const struct game_data *d, const struct claim_position *p,
    int seat, const struct claim_ship *ship, const struct move *m,
    struct json *out)
{
	int f = ship->at, n = m->arg[1], pay = claim_pay(d, p, f, n);
	int lost = pay * d->colour[p->bottom[f]].value -
	    n * d->colour[p->top[f]].value;
	bool full = n == claim_full(d, p, f);
	bool claims = full && !claim_in(p->seat[seat].claims, f);
	int value = d->colour[p->bottom[f]].value * d->colour[p->top[f]].value;

	json_kflag(out, "claims", claims);
	json_kstr(out, "field", d->field[f].id);
	json_kflag(out, "full", full);
	if (lost > 0)
		json_kint(out, "lost", lost);
	claim_tell_count(d, "paid", p->bottom[f], pay, out);
	claim_tell_count(d, "received", p->top[f], n, out);
	if (claims)
		json_kint(out, "value", value);
}

/* What a load or unload makes of the ship's series (R9). */
static void
describe_load(const struct game_data *d, const struct claim_position *p,
    int seat, const struct claim_ship *ship, const struct move *m,
    struct json *out)
{
	bool load = m->verb == CLAIM_V_LOAD;
	int f = ship->at, c = p->bottom[f], of = d->colour[c].value;
	bool open = !claim_in(p->seat[seat].claims, f);
	int series = ship->series == (load ? CLAIM_LOADS : CLAIM_UNLOADS) ?
	    ship->turns + 1 : 1;

	json_kflag(out, "claims", open && series == of);
	json_kstr(out, "colour", d->colour[c].id);
	json_kstr(out, "field", d->field[f].id);
	json_kint(out, "have", ship->hold[c] + (load ? 1 : -1));
	json_kint(out, "of", of);
	if (open)
		json_kint(out, "series", series);
	if (open && series == of)
		json_kint(out, "value", of * of);
}

static void
describe_end(const struct game_data *d, const struct claim_position *p,
    int seat, struct json *out)
{
	const struct claim_seat *s = &p->seat[seat];
	int fields[2], n = 0;

	for (int i = 0; i < 2; i++)
		if (s->ship[i].parts != 0 && s->ship[i].at != CLAIM_HUB &&
		    !claim_in(p->known, s->ship[i].at) &&
		    (n == 0 || fields[0] != s->ship[i].at))
			fields[n++] = s->ship[i].at;
	json_key(out, "discovers");
	json_array(out);
	for (int i = 0; i < n; i++) {
		json_object(out);
		json_kstr(out, "field", d->field[fields[i]].id);
		json_kflag(out, "more", i + 1 < n);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
describe_ship(const struct game_data *d, const struct claim_position *p,
    int seat, const struct move *m, struct json *out)
{
	const struct claim_ship *ship =
	    &p->seat[seat].ship[m->arg[0] == CLAIM_TENDER];
	int lost = 0;

	claim_tell_ship(m->arg[0], out);
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
		json_kint(out, "fuel", ship->hold[CLAIM_RED] + m->arg[1]);
			json_kint(out, "n", m->arg[1]);
		break;
	default:
		for (int c = 0; c < CLAIM_COLOURS; c++)
			lost += ship->hold[c];
		json_kstr(out, "field", d->field[ship->at].id);
			if (lost > 0)
			json_kint(out, "lost", lost);
		json_kflag(out, "one_lost", lost == 1);
		break;
	}
}

void
claim_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct json *out)
{
	const struct claim_position *p = pos;

	json_object(out);
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
	json_kstr(out, "seat", seat_id(seat));
	json_kstr(out, "verb", verb_told(&claim_verbs, m->verb));
	json_object_end(out);
}
