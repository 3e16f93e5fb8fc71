/* SPDX-License-Identifier: MIT */
#include "game/holds.h"
#include "games/antwerp/play.h"

/* What holds in every position of a game. */

/* Every ship is in reserve or at a place, with a cube that is not in supply. */
static int
audit_ships(const struct game_data *d, const struct ant_position *p,
    struct err *e)
{
	int ships[ANT_SEATS + 1] = { 0 }, cubes[ANT_GOODS] = { 0 };

	for (int i = 0; i < ANT_PLACES; i++) {
		if (p->ship[i].owner == 0) {
			HOLDS(p->ship[i].good == 0, "a cube without a ship");
			continue;
		}
		HOLDS(i < d->places && p->ship[i].owner <= p->seats &&
			p->ship[i].good < ANT_GOODS,
		    "a ship at place %d", i);
		ships[p->ship[i].owner]++;
		cubes[p->ship[i].good]++;
	}
	for (int s = 1; s <= p->seats; s++)
		HOLDS(ships[s] + p->seat[s].reserve == d->ships[p->seats],
		    "R1: p%d has %d ships out and %d in reserve", s, ships[s],
		    p->seat[s].reserve);
	for (int g = 0; g < ANT_GOODS; g++)
		HOLDS(cubes[g] + p->supply[g] == d->good[g].cubes,
		    "R1: %d cubes of %s", cubes[g] + p->supply[g],
		    d->good[g].id);
	return 0;
}

static int
audit_products(const struct game_data *d, const struct ant_position *p,
    struct err *e)
{
	int n[ANT_PRODUCTS] = { 0 };

	for (int g = 0; g < ANT_GOODS; g++) {
		const struct ant_stack *s = &p->stack[g];

		HOLDS(s->known <= s->n, "R13: known cards of stack %d", g);
		for (int i = 0; i < s->n; i++) {
			HOLDS(s->card[i] / 2 == g, "R13: a stack of %s",
			    d->good[g].id);
			n[s->card[i]]++;
		}
	}
	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < ANT_PRODUCTS; i++)
			n[i] += p->seat[s].product[i];
	for (int i = 0; i < ANT_PRODUCTS; i++)
		HOLDS(n[i] == (p->dealt > i / 2 ? ANT_EACH : 0),
		    "R1: %d cards of %s", n[i], d->product[i].id);
	return 0;
}

static int
audit_hand(const struct ant_hand *h, const struct ant_deck *deck, int seat,
    struct err *e)
{
	HOLDS(h->n <= ANT_HAND && h->fresh <= h->n, "R6: the hand of p%d",
	    seat);
	for (int i = 0; i < ANT_HAND; i++)
		HOLDS(i < h->n ?
			h->from[i] >= 1 && h->from[i] <= deck->shuffle &&
			    (i == 0 || h->from[i] >= h->from[i - 1]) :
			h->card[i] == 0 && h->from[i] == 0,
		    "R6: the cards of p%d", seat);
	return 0;
}

static int
audit_sort(const struct game_data *d, const struct ant_position *p, int sort,
    struct err *e)
{
	const struct ant_deck *deck = &p->deck[sort];
	int kinds = sort == ANT_ORDER ? d->orders : d->kinds[sort];
	int n[ANT_ORDERS] = { 0 };

	for (int i = 0; i < deck->n; i++)
		n[deck->card[i]]++;
	for (int i = 0; i < deck->discards; i++)
		n[deck->discard[i]]++;
	for (int s = 1; s <= p->seats; s++) {
		const struct ant_seat *seat = &p->seat[s];

		if (audit_hand(&seat->hand[sort], deck, s, e) < 0)
			return -1;
		for (int i = 0; i < seat->hand[sort].n; i++)
			n[seat->hand[sort].card[i]]++;
		for (int i = 0; sort == ANT_ORDER && i < seat->done; i++)
			n[seat->order[i]]++;
	}
	for (int i = 0; i < kinds; i++) {
		int all = sort == ANT_ORDER ? 1 : d->card[sort][i].count;

		if (p->dealt <= ANT_GOODS + sort)
			all = 0;
		HOLDS(n[i] == all, "R1: %d cards %s", n[i],
		    ant_card_id(d, sort, i));
	}
	return 0;
}

static int
audit_turn(const struct ant_position *p, struct err *e)
{
	int open = (p->pending.what != ANT_P_NONE) + (p->offer.from != 0) +
	    (p->due != 0);

	HOLDS(p->at >= 1 && p->at <= p->seats, "whose turn it is");
	HOLDS(open <= 1, "%d things wait at once", open);
	HOLDS(p->sail.on ? p->pending.what != ANT_P_NONE || p->due != 0 :
			   p->sail.n == 0,
	    "R9: a sail that nobody waits for");
	HOLDS((p->pending.what != ANT_P_NONE) == (p->pending.seat != 0),
	    "R11: who must choose");
	HOLDS(p->offer.from == 0 ||
		(p->offer.from == p->at && p->offer.to != p->at &&
		    p->offer.to <= p->seats),
	    "R7: whose offer it is");
	HOLDS(p->offers <= ANT_OFFERS && p->open < 1 << ANT_LOCKS, "R7, R14");
	HOLDS(p->stage != STAGE_OVER || open == 0,
	    "R20: something waits at the end");
	for (int s = 1; s <= p->seats; s++)
		HOLDS(p->seat[s].done < 3 || p->lap != 0,
		    "R20: p%d has three orders", s);
	return 0;
}

int
ant_audit(const struct game_data *d, const void *pos, struct err *e)
{
	const struct ant_position *p = pos;

	if (audit_ships(d, p, e) < 0 || audit_products(d, p, e) < 0)
		return -1;
	for (int sort = 0; sort < ANT_SORTS; sort++)
		if (audit_sort(d, p, sort, e) < 0)
			return -1;
	return audit_turn(p, e);
}
