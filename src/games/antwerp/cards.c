/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/* Hands, decks and product stacks. */

bool
ant_can_draw(const struct ant_position *p, int seat, int sort)
{
	return p->seat[seat].hand[sort].n < ANT_HAND &&
	    (p->deck[sort].n > 0 || p->deck[sort].discards > 0);
}

int
ant_take_card(struct ant_position *p, int seat, int sort)
{
	struct ant_deck *deck = &p->deck[sort];
	struct ant_hand *h = &p->seat[seat].hand[sort];
	int card = deck->card[--deck->n];

	deck->card[deck->n] = 0;
	h->card[h->n] = (uint8_t)card;
	h->from[h->n++] = deck->shuffle;
	if (p->stage == ANT_TURN && sort != ANT_ORDER)
		h->fresh++;
	return card;
}

void
ant_draw_card(struct ant_position *p, int seat, int sort, struct events *out)
{
	struct event *ev;
	int card;

	if (!ant_can_draw(p, seat, sort))
		return;
	if (p->deck[sort].n == 0) {
		p->due = (uint8_t)(sort + 1);
		p->due_for = (uint8_t)seat;
		return;
	}
	card = ant_take_card(p, seat, sort);
	if (out == NULL)
		return;
	out->beyond = true;
	ev = events_add(out, EVENT_DERIVED, seat, ANT_CARD);
	event_arg(ev, sort);
	event_arg(ev, card);
}

int
ant_held(const struct ant_hand *h, int card)
{
	for (int i = 0; i < h->n; i++)
		if (h->card[i] == card)
			return i;
	return -1;
}

int
ant_usable(const struct ant_hand *h, int card)
{
	int at = ant_held(h, card);

	return at < h->n - h->fresh ? at : -1;
}

int
ant_lose_card(struct ant_hand *h, int at)
{
	int card = h->card[at];

	h->n--;
	for (int i = at; i < h->n; i++) {
		h->card[i] = h->card[i + 1];
		h->from[i] = h->from[i + 1];
	}
	h->card[h->n] = 0;
	h->from[h->n] = 0;
	if (h->fresh > h->n)
		h->fresh = h->n;
	return card;
}

void
ant_discard(struct ant_position *p, int seat, int sort, int at)
{
	struct ant_deck *deck = &p->deck[sort];

	deck->discard[deck->discards++] =
	    (uint8_t)ant_lose_card(&p->seat[seat].hand[sort], at);
}

int
ant_top(const struct ant_position *p, int good)
{
	const struct ant_stack *s = &p->stack[good];

	return s->n == 0 ? 0 : s->card[s->n - 1] + 1;
}

void
ant_put_under(struct ant_position *p, int product)
{
	struct ant_stack *s = &p->stack[product / 2];

	memmove(s->card + 1, s->card, s->n);
	s->card[0] = (uint8_t)product;
	s->n++;
	s->known++;
}

int
ant_take_product(struct ant_position *p, int seat, int good)
{
	struct ant_stack *s = &p->stack[good];
	int product = s->card[--s->n];

	s->card[s->n] = 0;
	if (s->known > s->n)
		s->known = s->n;
	if (seat != 0)
		p->seat[seat].product[product]++;
	return product;
}
