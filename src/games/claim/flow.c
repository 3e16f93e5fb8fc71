/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/claim/play.h"

/* The order of things: set-up, blocks, whose turn it is, discoveries, and
 * when the game is over. */

int
claim_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e)
{
	struct claim_position *p = pos;

	if (o != NULL && o->n > 0)
		return err_set(e, ERR_GIVEUP, "Claim has no option %s",
		    o->at[0].key);
	p->round = 0;
	for (int s = 1; s <= p->seats; s++) { /* R2 */
		p->seat[s].ship[0].parts = d->parts[CLAIM_SHIP];
		p->seat[s].ship[0].at = CLAIM_HUB;
		p->seat[s].ship[0].hold[CLAIM_RED] = d->fuel;
	}
	return 0;
}

/* R1: two fields blocked in each segment, and none out of reach. */
static bool
all_reached(const struct game_data *d, uint32_t blocked)
{
	uint8_t cost[CLAIM_FIELDS];

	claim_costs(d, blocked, CLAIM_HUB, cost);
	for (int f = 1; f < CLAIM_FIELDS; f++)
		if (!claim_in(blocked, f) && cost[f] == CLAIM_NONE)
			return false;
	return true;
}

static uint32_t
draw_blocks(const struct game_data *d, struct rng *r)
{
	uint32_t blocked = 0;

	for (int s = 0; s < CLAIM_SEGMENTS; s++) {
		int16_t field[CLAIM_FLOWER];

		for (int i = 0; i < CLAIM_FLOWER; i++)
			field[i] = (int16_t)(1 + s * CLAIM_FLOWER + i);
		rng_shuffle(r, field, CLAIM_FLOWER);
		for (int i = 0; i < d->blocked; i++)
			blocked |= (uint32_t)1 << field[i];
	}
	return blocked;
}

void
claim_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out)
{
	const struct claim_position *p = pos;
	int f = claim_due(p), bottom, top;

	*out = (struct event){ .kind = EVENT_CHANCE, .verb = CLAIM_C_BLOCKS };
	if (p->stage == CLAIM_BLOCKS) {
		uint32_t blocked;

		do
			blocked = draw_blocks(d, r);
		while (!all_reached(d, blocked));
		for (f = 1; f < CLAIM_FIELDS; f++)
			if (claim_in(blocked, f))
				event_arg(out, f);
		return;
	}
	if (claim_last(p, f)) {
		out->verb = CLAIM_C_FOUND;
		claim_found(p, f, &bottom, &top);
		event_args(out,
		    ARGS([CLAIM_FOUND_FIELD] = f, [CLAIM_FOUND_BOTTOM] = bottom,
			[CLAIM_FOUND_TOP] = top));
		return;
	}
	out->verb = CLAIM_C_ROLL;
	top = (int)rng_below(r, CLAIM_COLOURS);
	bottom = (int)rng_below(r, CLAIM_COLOURS);
	event_args(out,
	    ARGS([CLAIM_ROLL_FIELD] = f, [CLAIM_ROLL_RED] = top + 1,
		[CLAIM_ROLL_GREEN] = bottom + 1));
}

/* "blocks 1", "roll A4 1", "found A4 1": nothing of it comes twice. */
void
claim_label(const struct game_data *d, const void *pos, struct buf *out)
{
	const struct claim_position *p = pos;
	int f = claim_due(p);

	if (p->stage == CLAIM_BLOCKS)
		buf_str(out, "blocks 1");
	else
		buf_printf(out, "%s %s 1", claim_last(p, f) ? "found" : "roll",
		    d->field[f].id);
}

static int
chance_blocks(const struct game_data *d, struct claim_position *p,
    const struct event *ev, struct err *e)
{
	uint32_t blocked = 0;

	if (ev->n != CLAIM_SEGMENTS * d->blocked)
		return err_set(e, ERR_CORRUPT, "blocks names %d fields, not %d",
		    ev->n, CLAIM_SEGMENTS * d->blocked);
	for (int i = 0; i < ev->n; i++) {
		int f = ev->arg[i];

		if (f < 1 || f >= CLAIM_FIELDS ||
		    (i > 0 && f <= ev->arg[i - 1]) ||
		    d->field[f].segment != i / d->blocked)
			return err_set(e, ERR_CORRUPT,
			    "blocks names two fields of each segment, sorted");
		blocked |= (uint32_t)1 << f;
	}
	if (!all_reached(d, blocked))
		return err_set(e, ERR_CORRUPT,
		    "blocks leaves a field that cannot be reached");
	p->blocked = blocked;
	p->stage = CLAIM_STOW;
	return 0;
}

/* R12: the red die gives the top, the green one the bottom. */
static int
chance_discovery(const struct game_data *d, struct claim_position *p,
    const struct event *ev, struct events *out, struct err *e)
{
	int f = claim_due(p), bottom, top;
	bool last = claim_last(p, f);

	if (ev->verb != (last ? CLAIM_C_FOUND : CLAIM_C_ROLL) ||
	    !verb_fits(d, EVENT_CHANCE, ev->verb, ev->arg, ev->n) ||
	    ev->arg[last ? CLAIM_FOUND_FIELD : CLAIM_ROLL_FIELD] != f)
		return err_set(e, ERR_CORRUPT, "another discovery is due");
	if (last) {
		claim_found(p, f, &bottom, &top);
		if (ev->arg[CLAIM_FOUND_BOTTOM] != bottom ||
		    ev->arg[CLAIM_FOUND_TOP] != top)
			return err_set(e, ERR_CORRUPT, "%s is %s/%s",
			    d->field[f].id, d->colour[bottom].id,
			    d->colour[top].id);
	} else {
		top = ev->arg[CLAIM_ROLL_RED] - 1;
		bottom = ev->arg[CLAIM_ROLL_GREEN] - 1;
		if (top < 0 || top >= CLAIM_COLOURS || bottom < 0 ||
		    bottom >= CLAIM_COLOURS)
			return err_set(e, ERR_CORRUPT, "a die shows 1 to 6");
	}
	p->bottom[f] = (uint8_t)bottom;
	p->top[f] = (uint8_t)top;
	p->known |= (uint32_t)1 << f;
	p->seat[p->at].found++;
	DERIVE(out, p->at, CLAIM_DISCOVERED, [CLAIM_FOUND_FIELD] = f,
	    [CLAIM_FOUND_BOTTOM] = bottom, [CLAIM_FOUND_TOP] = top,
	    [CLAIM_FOUND_ROLLED] = !last, [CLAIM_FOUND_POINTS] = d->discovery);
	claim_pass_on(d, p, out);
	return 0;
}

int
claim_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e)
{
	struct claim_position *p = pos;

	if (p->stage == CLAIM_BLOCKS && ev->verb == CLAIM_C_BLOCKS)
		return chance_blocks(d, p, ev, e);
	if (p->stage == CLAIM_ROLL &&
	    (ev->verb == CLAIM_C_ROLL || ev->verb == CLAIM_C_FOUND))
		return chance_discovery(d, p, ev, out, e);
	return err_set(e, ERR_CORRUPT, "no such chance event is due here");
}

void
claim_begin(struct claim_position *p, struct events *out)
{
	for (int s = 1; out != NULL && s <= p->seats; s++) {
		DERIVE(out, s, CLAIM_STOWED, [CLAIM_RED] = 0);
		for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
			DERIVE_MORE(out, p->seat[s].ship[0].hold[c]);
	}
	p->stage = CLAIM_PLAY;
	p->round = 1;
	p->turn++;
	p->at = 1;
	DERIVE(out, p->at, CLAIM_ROUND, p->round);
}

/* R13, asked after a complete round. */
static bool
ended(const struct game_data *d, const struct claim_position *p)
{
	uint32_t open = CLAIM_SYSTEMS & ~p->blocked, claimed = 0;

	if (p->round >= d->rounds)
		return true;
	for (int s = 1; s <= p->seats; s++) {
		int n = 0;

		for (int f = 1; f < CLAIM_FIELDS; f++)
			n += claim_in(p->seat[s].claims, f);
		if (n >= d->claims[p->seats])
			return true;
		claimed |= p->seat[s].claims;
	}
	return claimed == open;
}

void
claim_pass_on(const struct game_data *d, struct claim_position *p,
    struct events *out)
{
	struct ending e;

	p->stage = CLAIM_ROLL;
	if (claim_due(p) != CLAIM_NONE)
		return;
	if (p->at == p->seats && ended(d, p)) {
		p->stage = STAGE_OVER;
		e = claim_ending(d, p);
		ending_tell(&e, NULL, CLAIM_ENDED, out);
		return;
	}
	p->stage = CLAIM_PLAY;
	p->turn++;
	p->at = (uint8_t)(p->at % p->seats + 1);
	if (p->at == 1) {
		p->round++;
		DERIVE(out, p->at, CLAIM_ROUND, p->round);
	}
}
