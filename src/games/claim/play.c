/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"
#include "game/verb_args.h"

/* What each move does: all or nothing, with the first refusal that applies
 * in the order of the game's page. Acts of a ship are in acts.c. */

/* A move of no meaning; where it comes from a player, parse has said so. */
static bool
well_formed(const struct game_data *d, const struct move *m)
{
	return verb_fits(d, EVENT_MOVE, m->verb, m->arg, m->n) &&
	    (m->verb != CLAIM_V_STOW || m->arg[CLAIM_RED] == 0);
}

int
claim_check_over(const struct claim_position *p, struct refusal *why)
{
	return p->stage == STAGE_OVER ? refuse(why, "game-over") : 0;
}

int
claim_check_turn(const struct claim_position *p, int seat, int verb,
    struct refusal *why)
{
	if (p->stage == CLAIM_BLOCKS || p->stage == CLAIM_ROLL || seat < 1 ||
	    seat > p->seats)
		return refuse(why, "not-your-turn");
	if ((verb == CLAIM_V_STOW) != (p->stage == CLAIM_STOW)) {
		refuse(why, "wrong-phase");
		if (p->stage == CLAIM_STOW)
			refusal_int(why, "stowing", 1);
		return -1;
	}
	if (p->stage == CLAIM_STOW || p->at == seat)
		return 0;
	return refuse_str(why, "not-your-turn", "seat", seat_id(p->at));
}

int
claim_check_ship(const struct claim_position *p, int seat, int name,
    struct refusal *why)
{
	const struct claim_seat *s = &p->seat[seat];

	if (name == CLAIM_UNSAID)
		return claim_split(s) ? refuse(why, "ship-required") : 0;
	if ((name == CLAIM_SHIP) == !claim_split(s))
		return name == CLAIM_TENDER;
	refuse_str(why, "unknown-ship", "ship", claim_ships->word[name]);
	if (claim_split(s))
		refusal_int(why, "split", 1);
	return -1;
}

/* R2. The choice of the last seat shows it all the others. */
static int
apply_stow(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct claim_ship *ship = &p->seat[seat].ship[0];
	uint8_t hold[CLAIM_COLOURS] = { d->fuel };
	long value = 0;

	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
		value += (long)m->arg[c] * d->colour[c].value;
	if (value > d->cargo_value) {
		refuse_int(why, "stow-too-valuable", "value", value);
		return refusal_int(why, "most", d->cargo_value);
	}
	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
		hold[c] = (uint8_t)m->arg[c];
	if (!claim_fits(d, ship->parts, hold))
		return refuse_int(why, "no-room", "stowing", 1);
	memcpy(ship->hold, hold, sizeof hold);
	p->seat[seat].chosen = 1;
	events_move(out, seat, m);
	if (claim_turn_of(p) == 0) {
		if (out != NULL)
			out->beyond = true;
		claim_begin(p, out);
	}
	return 0;
}

int
claim_refuse_acted(const struct claim_position *p, int seat, int index,
    struct refusal *why)
{
	refuse(why, "already-acted");
	if (claim_ready(&p->seat[seat].ship[1 - index]))
		refusal_int(why, "other", 1);
	return -1;
}

/* R5. */
static int
apply_fly(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int i = claim_check_ship(p, seat, m->arg[CLAIM_ACT_SHIP], why);
	int to = m->arg[CLAIM_ACT_FIELD], cost;
	struct claim_ship *ship;

	if (i < 0)
		return -1;
	ship = &p->seat[seat].ship[i];
	if (ship->acted)
		return claim_refuse_acted(p, seat, i, why);
	if (ship->moved)
		return refuse(why, "already-moved");
	if (claim_in(p->blocked, to))
		return refuse_str(why, "blocked-field", "field",
		    d->field[to].id);
	if (ship->at == to)
		return refuse_str(why, "already-there", "field",
		    d->field[to].id);
	cost = claim_cost(d, p->blocked, ship->at, to);
	if (m->arg[CLAIM_FLY_COST] != cost)
		return refuse_int(why, "wrong-cost", "cost", cost);
	if (ship->hold[CLAIM_RED] < cost) {
		refuse_int(why, "not-enough-fuel", "need", cost);
		return refusal_int(why, "have", ship->hold[CLAIM_RED]);
	}
	ship->hold[CLAIM_RED] = (uint8_t)(ship->hold[CLAIM_RED] - cost);
	ship->at = (uint8_t)to;
	ship->moved = 1;
	ship->series = ship->turns = 0;
	claim_tell_move(p, seat, i, m, out);
	DERIVE(out, seat,
	    CLAIM_FLEW, [CLAIM_ACT_SHIP] = claim_name(&p->seat[seat], i),
	    [CLAIM_ACT_FIELD] = to, [CLAIM_FLY_COST] = cost,
	    [CLAIM_FLY_FUEL] = ship->hold[CLAIM_RED]);
	return 0;
}

/* R10: what the tender gets, and whether both fit. */
static int
check_division(const struct game_data *d, const struct claim_ship *ship,
    const struct move *m, uint8_t *rest, uint8_t *tender, struct refusal *why)
{
	for (int c = 0; c < CLAIM_COLOURS; c++) {
		if (m->arg[c] > ship->hold[c])
			return claim_refuse_cargo(d, why, c, m->arg[c],
			    ship->hold[c]);
		tender[c] = (uint8_t)m->arg[c];
		rest[c] = (uint8_t)(ship->hold[c] - m->arg[c]);
	}
	if (claim_fits(d, d->parts[CLAIM_MAIN], rest) &&
	    claim_fits(d, d->parts[CLAIM_TENDER], tender))
		return 0;
	return refuse_int(why, "no-room", "dividing", 1);
}

static int
apply_split(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct claim_seat *s = &p->seat[seat];
	uint8_t rest[CLAIM_COLOURS], tender[CLAIM_COLOURS];

	if (claim_split(s))
		return refuse(why, "already-split");
	if (s->ship[0].moved || s->ship[0].acted)
		return refuse(why, "not-the-start-of-the-turn");
	if (check_division(d, &s->ship[0], m, rest, tender, why) < 0)
		return -1;
	s->ship[0].series = s->ship[0].turns = 0;
	s->ship[0].parts = d->parts[CLAIM_MAIN];
	memcpy(s->ship[0].hold, rest, sizeof rest);
	s->ship[1].parts = d->parts[CLAIM_TENDER];
	s->ship[1].at = s->ship[0].at;
	memcpy(s->ship[1].hold, tender, sizeof tender);
	events_move(out, seat, m);
	DERIVE(out, seat, CLAIM_SPLIT, [CLAIM_SPLIT_FIELD] = s->ship[0].at);
	for (int c = 0; c < CLAIM_COLOURS; c++)
		DERIVE_MORE(out, tender[c]);
	return 0;
}

static int
apply_merge(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct claim_seat *s = &p->seat[seat];

	if (!claim_split(s))
		return refuse(why, "already-whole");
	if (s->ship[0].at != s->ship[1].at) {
		refuse_str(why, "not-together", "main",
		    d->field[s->ship[0].at].id);
		return refusal_str(why, "tender", d->field[s->ship[1].at].id);
	}
	for (int c = 0; c < CLAIM_COLOURS; c++)
		s->ship[0].hold[c] = (uint8_t)(s->ship[0].hold[c] +
		    s->ship[1].hold[c]);
	memset(&s->ship[1], 0, sizeof s->ship[1]);
	s->ship[0].parts = d->parts[CLAIM_SHIP];
	s->ship[0].series = s->ship[0].turns = 0;
	s->ship[0].moved = s->ship[0].acted = 1;
	events_move(out, seat, m);
	DERIVE(out, seat, CLAIM_MERGED, [CLAIM_SPLIT_FIELD] = s->ship[0].at);
	return 0;
}

/* R4, R9: a series ends with a turn in which its ship did nothing. */
static int
apply_end(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	(void)why;
	for (int i = 0; i < 2; i++) {
		struct claim_ship *ship = &p->seat[seat].ship[i];

		if (!ship->acted)
			ship->series = ship->turns = 0;
		ship->moved = ship->acted = 0;
	}
	p->served = 0;
	events_move(out, seat, m);
	claim_pass_on(d, p, out);
	return 0;
}

int
claim_apply(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	static int (*const act[])(const struct game_data *,
	    struct claim_position *, int, const struct move *, struct events *,
	    struct refusal *) = {
		[CLAIM_V_STOW] = apply_stow,
		[CLAIM_V_FLY] = apply_fly,
		[CLAIM_V_TRADE] = claim_trade,
		[CLAIM_V_LOAD] = claim_load_unload,
		[CLAIM_V_UNLOAD] = claim_load_unload,
		[CLAIM_V_REFUEL] = claim_refuel,
		[CLAIM_V_SPLIT] = apply_split,
		[CLAIM_V_MERGE] = apply_merge,
		[CLAIM_V_TOW] = claim_tow,
		[CLAIM_V_END] = apply_end,
	};
	struct claim_position *p = pos;

	if (claim_check_over(p, why) < 0)
		return -1;
	if (!well_formed(d, m))
		return refuse(why, "unknown-command");
	if (claim_check_turn(p, seat, m->verb, why) < 0)
		return -1;
	return act[m->verb](d, p, seat, m, out, why);
}
