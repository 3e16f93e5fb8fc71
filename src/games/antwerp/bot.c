/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/*
 * The late rule (R22) and the computer player. The player thinks of a board
 * on which others have no cards and no standing orders and whose stacks and
 * decks hold nothing unknown, so it cannot know more than its seat; of what
 * it may do it takes what leaves it best off there: points, products that fit
 * its orders, and ships on their way, less some of the same for the others.
 */

int
ant_late(const struct game_data *d, const void *pos, int seat, struct move *out)
{
	const struct ant_position *p = pos;
	struct moves legal = MOVES_INIT;
	int asked = seat != p->at;

	memset(out, 0, sizeof *out);
	if (seat == 0 || ant_actor(p) != seat)
		return -1;
	if (p->offer.from != 0) {
		out->verb = ANT_V_DECLINE;
		return asked;
	}
	if (p->pending.seat == 0 && p->main_done) {
		out->verb = ANT_V_END;
		return 0;
	}
	ant_legal(d, p, seat, &legal);
	for (int i = 0; i < legal.n && out->verb == 0; i++)
		if (legal.at[i].verb == ANT_V_CHOOSE ||
		    legal.at[i].verb == ANT_V_SAIL)
			*out = legal.at[i];
	moves_release(&legal);
	return out->verb == 0 ? -1 : asked;
}

/* It thinks in hundredths of a point. */
enum {
	POINT = 100,
	FIT = 40,   /* a product that an order wants */
	CARD = 20,  /* a card in hand */
	OTHERS = 3, /* a third of what the others have */
	LOCKED = 3, /* channels that a closed lock costs */
	FAR = 14,   /* channels from which nothing counts */
	WORTH = 40, /* least gain for which to play a card */
};

/* What a seat does not know is nothing. */
static void
forget(struct ant_position *p, int seat)
{
	for (int s = 1; s <= p->seats; s++) {
		if (s == seat)
			continue;
		memset(p->seat[s].hand, 0, sizeof p->seat[s].hand);
		memset(&p->seat[s].standing, 0, sizeof p->seat[s].standing);
		memset(p->seat[s].product, 0, sizeof p->seat[s].product);
	}
	memset(p->deck, 0, sizeof p->deck);
	for (int g = 0; g < ANT_GOODS; g++)
		for (int i = 0; i + 1 < p->stack[g].n; i++)
			p->stack[g].card[i] = (uint8_t)(2 * g);
}

/* Channels from each node to the dock of a good, closed locks dear. Lower
 * ranks first, so that every end of a channel is known. */
static void
distances(const struct game_data *d, const struct ant_position *p, int good,
    int *far)
{
	int top = 0;

	for (int i = 0; i < ANT_NODES; i++) {
		far[i] = i == d->good[good].dock ? 0 : FAR;
		if (i < d->places && d->node[i].rank > top)
			top = d->node[i].rank;
	}
	for (int rank = 1; rank <= top; rank++)
		for (int i = 0; i < d->channels; i++) {
			const struct ant_channel *c = &d->channel[i];
			int cost = c->lock != ANT_NONE &&
				!(p->open >> c->lock & 1) ?
			    LOCKED :
			    1;

			if (d->node[c->from].rank == rank &&
			    far[c->to] + cost < far[c->from])
				far[c->from] = far[c->to] + cost;
		}
}

/* What a ship with this good may bring: mostly the product on top. */
static int
good_worth(const struct game_data *d, const struct ant_position *p, int good)
{
	int a = d->product[2 * good].points;
	int b = d->product[2 * good + 1].points, top = ant_top(p, good);

	if (p->stack[good].n == 0)
		return 0;
	return POINT * (a + b + d->product[top - 1].points) / 3;
}

static void
value_ships(const struct game_data *d, const struct ant_position *p, int *value)
{
	for (int g = 0; g < ANT_GOODS; g++) {
		int far[ANT_NODES], worth = good_worth(d, p, g);

		distances(d, p, g, far);
		for (int i = 0; i < d->places; i++)
			if (p->ship[i].owner != 0 && p->ship[i].good == g)
				value[p->ship[i].owner] += worth *
				    (FAR - far[i]) / (2 * FAR);
	}
}

/* Products of the seat's own that its orders want, each once. */
static int
value_fit(const struct game_data *d, const struct ant_seat *s)
{
	int value = 0;

	for (int i = 0; i < s->hand[ANT_ORDER].n; i++) {
		const struct ant_order *o =
		    &d->order[s->hand[ANT_ORDER].card[i]];
		int have = 0;

		for (int k = 0; k < o->n; k++)
			have += s->product[o->product[k]] > 0;
		value += FIT * have * have / o->n;
	}
	return value;
}

static int
value_of(const struct game_data *d, const struct ant_position *p, int seat)
{
	int value[ANT_SEATS + 1] = { 0 }, all = 0;
	const struct ant_seat *s = &p->seat[seat];

	value_ships(d, p, value);
	for (int i = 1; i <= p->seats; i++) {
		value[i] += POINT * ant_score(d, p, i);
		if (i != seat)
			all += value[i];
	}
	return value[seat] + value_fit(d, s) +
	    CARD * (s->hand[ANT_LOCK].n + s->hand[ANT_SHIP].n) -
	    all / (OTHERS * (p->seats - 1));
}

/* What the seat thinks of a move, made on the board it knows. */
static int
think(const struct game_data *d, const struct ant_position *known, int seat,
    const struct move *m)
{
	struct ant_position after = *known;
	struct refusal why;
	int value;

	if (ant_apply(d, &after, seat, m, NULL, &why) < 0)
		return -1000 * POINT;
	value = value_of(d, &after, seat);
	/* What it draws is a card too; an order is drawn for an order. */
	if (after.pending.seat == seat)
		value += CARD;
	return m->verb == ANT_V_FULFIL ? value + POINT : value;
}

/* Whether a move must gain something to be made. */
static bool
is_extra(const struct move *m)
{
	return m->verb == ANT_V_PLAY;
}

int
ant_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	struct ant_position known = *(const struct ant_position *)pos;
	struct moves legal = MOVES_INIT;
	int best = 0, now;
	bool found = false;

	memset(out, 0, sizeof *out);
	if (seat == 0 || ant_actor(pos) != seat)
		return -1;
	ant_legal(d, pos, seat, &legal);
	forget(&known, seat);
	now = value_of(d, &known, seat);
	for (int i = 0; i < legal.n; i++) {
		const struct move *m = &legal.at[i];
		int value = think(d, &known, seat, m);

		if (is_extra(m) && value < now + WORTH)
			continue;
		/* What does not end the turn comes before what does. */
		if (is_extra(m))
			value += POINT;
		value = 4 * value + (int)rng_below(own, 4);
		if (found && value <= best)
			continue;
		found = true;
		best = value;
		*out = *m;
	}
	moves_release(&legal);
	return out->verb == 0 ? -1 : 0;
}
