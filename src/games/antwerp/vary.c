/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/*
 * What a reader cannot know, replaced by another possibility.
 *
 * Cards: a card in another's hand, or in a deck, came out of one shuffle, and
 * everybody knows which cards went into it. So hidden cards of one shuffle
 * can stand for each other, and for no others. Product cards are taken and
 * put away face up: who holds which follows from what all saw. Hidden is
 * only what lies between a stack's top and the cards that were seen put
 * under it. Standing orders may have changed unseen at any time, but while a
 * shuffle is due.
 */

enum { HIDDEN = ANT_ORDERS };

/* The hidden cards of a sort from one shuffle: where each lies. */
static int
hidden(struct ant_position *p, int reader, int sort, int shuffle,
    uint8_t *at[HIDDEN])
{
	struct ant_deck *deck = &p->deck[sort];
	int n = 0;

	for (int s = 1; s <= p->seats; s++) {
		struct ant_hand *h = &p->seat[s].hand[sort];

		for (int i = 0; i < h->n && s != reader; i++)
			if (h->from[i] == shuffle && n < HIDDEN)
				at[n++] = &h->card[i];
	}
	for (int i = 0; i < deck->n && deck->shuffle == shuffle; i++)
		if (n < HIDDEN)
			at[n++] = &deck->card[i];
	return n;
}

static void
exchange(uint8_t *at[HIDDEN], int n, struct rng *r)
{
	int16_t card[HIDDEN];

	for (int i = 0; i < n; i++)
		card[i] = *at[i];
	rng_shuffle(r, card, (size_t)n);
	for (int i = 0; i < n; i++)
		*at[i] = (uint8_t)card[i];
}

static void
vary_stack(struct ant_stack *s, struct rng *r)
{
	uint8_t *at[HIDDEN];
	int n = 0;

	for (int i = s->known; i + 1 < s->n; i++)
		at[n++] = &s->card[i];
	exchange(at, n, r);
}

/* One of the two ways of a fork at place, + 1; 0 if there is none. */
static int
fork_way(const struct game_data *d, int place, struct rng *r)
{
	int colour = (int)rng_below(r, ANT_COLOURS);
	const struct ant_place *from = &d->node[place];

	if (from->outs[colour] != 2)
		return 0;
	return d->channel[from->out[colour][rng_below(r, 2)]].to + 1;
}

static void
vary_standing(const struct game_data *d, struct ant_standing *s,
    struct rng *r)
{
	s->policy = (uint8_t)rng_below(r, ANT_ASK + 1);
	s->anchor = (uint8_t)rng_below(r, ANT_ANCHOR_ASK + 1);
	s->twice = (uint8_t)rng_below(r, 2);
	for (int i = 0; i < d->places; i++) {
		s->fork[i] = (uint8_t)fork_way(d, i, r);
		s->drop[i] = (uint8_t)rng_below(r, ANT_ANY + 1);
	}
}

/* Cards in others' hands and standing orders; what lies in decks, and face
 * down in stacks. How many of each there are is known. */
void
ant_seen(const struct game_data *d, void *copy, int reader)
{
	struct ant_position *p = copy;

	(void)d;
	for (int s = 1; s <= p->seats; s++) {
		struct ant_seat *seat = &p->seat[s];

		if (s == reader)
			continue;
		for (int k = 0; k < ANT_SORTS; k++)
			memset(seat->hand[k].card, 0,
			    sizeof seat->hand[k].card);
		memset(&seat->standing, 0, sizeof seat->standing);
	}
	for (int k = 0; k < ANT_SORTS; k++)
		memset(p->deck[k].card, 0, sizeof p->deck[k].card);
	for (int g = 0; g < ANT_GOODS; g++)
		if (p->stack[g].n > 1)
			memset(p->stack[g].card, 0, p->stack[g].n - 1u);
}

void
ant_vary(const struct game_data *d, void *pos, int reader, struct rng *r)
{
	struct ant_position *p = pos;
	uint8_t *at[HIDDEN];

	if (reader == ARCHIVE)
		return;
	for (int sort = 0; sort < ANT_SORTS; sort++)
		for (int k = 1; k <= p->deck[sort].shuffle; k++)
			exchange(at, hidden(p, reader, sort, k, at), r);
	for (int g = 0; g < ANT_GOODS; g++)
		vary_stack(&p->stack[g], r);
	for (int s = 1; s <= p->seats && !ant_chance_is_due(p); s++)
		if (s != reader)
			vary_standing(d, &p->seat[s].standing, r);
}
