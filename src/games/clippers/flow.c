/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

#include "games/clippers/lines.h"

/*
 * The order of things: set-up, the deal, whose turn it is, what passes by
 * itself, what leaves the game and when it is over.
 */

static int
setup_options(const struct options *o, struct clip_position *p, struct err *e)
{
	p->plain = 1;
	for (int i = 0; o != NULL && i < o->n; i++) {
		const char *value = o->at[i].value;

		if (strcmp(o->at[i].key, "lay") != 0 ||
		    (strcmp(value, "1") != 0 && strcmp(value, "2") != 0))
			return err_set(e, ERR_GIVEUP,
			    "option %s=%s: Clippers knows lay=1|2",
			    o->at[i].key, value);
		p->plain = (uint8_t)(value[0] - '0');
	}
	return 0;
}

int
clip_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e)
{
	struct clip_position *p = pos;

	if (setup_options(o, p, e) < 0)
		return -1;
	p->grapnel = p->at = 1; /* R4 */
	for (int s = 1; s <= p->seats; s++) {
		p->seat[s].money = d->money;
		p->seat[s].reserve = d->posts;
	}
	for (int c = 0; c < CLIP_COLOURS; c++)
		p->sticks[c] = d->company[c].sticks;
	for (int c = 0; c < CLIP_PORTS; c++) { /* R1 */
		p->stock[c] = (uint8_t)(d->company[c].clippers - 1);
		p->heads[c][CLIP_ISLANDS + c] = 1;
	}
	clip_find_ways(d, p);
	for (int i = 0; i < CLIP_CARDS; i++)
		p->cards[i] = d->card[i].count;
	p->cards[CLIP_2X] = (uint8_t)(p->cards[CLIP_2X] -
	    (p->seats == 2       ? 2 :
		    p->seats < 5 ? 1 :
				   0)); /* R3 */
	return 0;
}

void
clip_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out)
{
	const struct clip_position *p = pos;
	int16_t nation[CLIP_NATIONS];

	(void)d;
	*out = (struct event){ .kind = EVENT_CHANCE, .verb = CLIP_DEPARTURES };
	for (int i = 0; i < CLIP_NATIONS; i++)
		nation[i] = (int16_t)i;
	rng_shuffle(r, nation, CLIP_NATIONS);
	for (int s = 1; s <= p->seats; s++)
		event_arg(out, nation[s - 1]);
}

/* All five cards are shuffled, once. */
void
clip_label(const struct game_data *d, const void *pos, struct buf *out)
{
	(void)d;
	(void)pos;
	buf_str(out, "departures 1");
}

/* R2. */
int
clip_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e)
{
	struct clip_position *p = pos;
	unsigned seen = 0;

	if (p->stage != CLIP_DEAL || ev->verb != CLIP_DEPARTURES ||
	    ev->n != p->seats)
		return err_set(e, ERR_CORRUPT,
		    "no such chance event is due here");
	for (int i = 0; i < ev->n; i++) {
		if (ev->arg[i] < 0 || ev->arg[i] >= CLIP_NATIONS ||
		    (seen & 1u << ev->arg[i]))
			return err_set(e, ERR_CORRUPT,
			    "departures are different nations, one a seat");
		seen |= 1u << ev->arg[i];
	}
	for (int s = 1; s <= p->seats; s++) {
		const struct clip_departure *dep =
		    &d->departure[ev->arg[s - 1]];

		p->seat[s].nation = (uint8_t)(ev->arg[s - 1] + 1);
		p->posts[dep->two][s] += 2;
		for (int i = 0; i < CLIP_ONES; i++)
			p->posts[dep->one[i]][s]++;
		p->seat[s].reserve = (uint8_t)(d->posts - 2 - CLIP_ONES);
	}
	p->stage = CLIP_BUY;
	(void)out;
	return 0;
}

/* R10: cards and unused clippers go back, the grapnel passes on. */
static void
next_round(struct clip_position *p, struct events *out)
{
	for (int s = 1; s <= p->seats; s++) {
		struct clip_seat *seat = &p->seat[s];

		if (seat->card != 0)
			p->cards[seat->card - 1]++;
		if (seat->clipper != 0) {
			p->stock[seat->clipper - 1]++;
			DERIVE(out, s, CLIP_RETURNED,
			    [CLIP_GONE_COLOUR] = seat->clipper - 1);
		}
		seat->card = seat->card_used = seat->clipper = 0;
	}
	p->grapnel = (uint8_t)(p->grapnel % p->seats + 1);
	p->at = p->grapnel;
	p->stage = CLIP_BUY;
	p->round++;
	DERIVE(out, p->grapnel, CLIP_ROUND, p->round);
}

/* R7, R8: in phase 3 a 5x that has laid has nothing left, unless a clipper
 * must be opened. */
static bool
passes_by_itself(const struct clip_position *p)
{
	const struct clip_seat *s = &p->seat[p->at];

	return p->stage == CLIP_LAY_2 && s->card == CLIP_5X + 1 &&
	    s->card_used && !p->must_open;
}

static void
step(struct clip_position *p, struct events *out)
{
	p->at = (uint8_t)(p->at % p->seats + 1);
	if (p->at != p->grapnel)
		return;
	if (p->stage == CLIP_LAY_2)
		next_round(p, out);
	else
		p->stage++;
}

void
clip_begin_turn(const struct game_data *d, struct clip_position *p,
    struct events *out)
{
	for (;;) {
		int clipper = p->seat[p->at].clipper;

		p->laid = p->must_open = 0;
		if (p->stage == CLIP_LAY_2 && clipper != 0)
			p->must_open = clip_can_open(d, p, clipper - 1);
		if (!passes_by_itself(p))
			break;
		step(p, out);
	}
	p->turn++;
}

void
clip_pass_on(const struct game_data *d, struct clip_position *p,
    struct events *out)
{
	step(p, out);
	clip_begin_turn(d, p, out);
}

/* A clipper of the colour in stock or held (R15). */
static bool
clipper_left(const struct clip_position *p, int colour)
{
	if (p->stock[colour] > 0)
		return true;
	for (int s = 1; s <= p->seats; s++)
		if (p->seat[s].clipper == colour + 1)
			return true;
	return false;
}

static void
colour_gone(struct clip_position *p, int colour, struct events *out)
{
	DERIVE(out, 0, CLIP_GONE, [CLIP_GONE_COLOUR] = colour,
	    [CLIP_GONE_STICKS] = p->sticks[colour]);
	p->sticks[colour] = 0;
}

void
clip_after_stick(const struct game_data *d, struct clip_position *p,
    struct events *out)
{
	bool extend = false, sticks = false;
	struct ending e;

	for (int c = 0; c < CLIP_COLOURS; c++) {
		bool can = clip_can_extend(d, p, c);

		if (p->sticks[c] > 0 && !can &&
		    (c == CLIP_PURPLE ?
			    clip_purple_open(d, p) :
			    !(clipper_left(p, c) && clip_can_open(d, p, c))))
			colour_gone(p, c, out);
		extend |= can;
		sticks |= p->sticks[c] > 0;
	}
	if (extend && sticks)
		return;
	p->over_stage = p->stage;
	p->stage = STAGE_OVER;
	p->laid = 0;
	e = clip_ending(d, p);
	ending_tell(&e, NULL, CLIP_ENDED, out);
}
