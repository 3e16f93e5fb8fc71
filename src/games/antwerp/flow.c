/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/antwerp/play.h"

/* The order of things: set-up, shuffles, whose turn it is, the end. */

enum { DEALS = ANT_GOODS + ANT_SORTS }; /* chance events of R1 */

bool
ant_chance_is_due(const struct ant_position *p)
{
	return p->stage == ANT_DEAL || p->due != 0;
}

int
ant_actor(const struct ant_position *p)
{
	if (p->stage != ANT_TURN || p->due != 0)
		return 0;
	if (p->pending.seat != 0)
		return p->pending.seat;
	return p->offer.to != 0 ? p->offer.to : p->at;
}

int
ant_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e)
{
	struct ant_position *p = pos;

	if (o != NULL && o->n > 0)
		return err_set(e, ERR_GIVEUP, "option %s: Antwerp has none",
		    o->at[0].key);
	p->at = 1;
	for (int s = 1; s <= p->seats; s++)
		p->seat[s].reserve = d->ships[p->seats];
	for (int g = 0; g < ANT_GOODS; g++)
		p->supply[g] = d->good[g].cubes;
	return 0;
}

/* What is due: the verb, and the good of a product stack. */
static int
due_verb(const struct ant_position *p, int *good)
{
	*good = 0;
	if (p->stage == ANT_TURN)
		return ANT_C_ORDERS + p->due - 1;
	*good = p->dealt;
	if (p->dealt < ANT_GOODS)
		return ANT_C_PRODUCTS;
	return ANT_C_ORDERS + p->dealt - ANT_GOODS;
}

/* The cards to be shuffled, in data order: for products their good before
 * them. Returns how many words the event has. */
static int
due_list(const struct game_data *d, const struct ant_position *p, int verb,
    int good, int16_t *list)
{
	int sort = verb - ANT_C_ORDERS, n = 0, count[ANT_ORDERS] = { 0 };
	int kinds = sort == ANT_ORDER ? d->orders :
	    verb == ANT_C_PRODUCTS    ? 0 :
					d->kinds[sort];

	if (verb == ANT_C_PRODUCTS) {
		list[n++] = (int16_t)good; /* ANT_STOCK_GOOD */
		for (int i = 0; i < ANT_STACK; i++)
			list[n++] = (int16_t)(2 * good + i / ANT_EACH);
		return n;
	}
	for (int i = 0; i < p->deck[sort].discards; i++)
		count[p->deck[sort].discard[i]]++;
	if (p->stage == ANT_DEAL)
		for (int i = 0; i < kinds; i++)
			count[i] = sort == ANT_ORDER ? 1 :
						       d->card[sort][i].count;
	for (int i = 0; i < kinds; i++)
		for (int k = 0; k < count[i]; k++)
			list[n++] = (int16_t)i;
	return n;
}

void
ant_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out)
{
	const struct ant_position *p = pos;
	int good, verb = due_verb(p, &good),
		  head = verb == ANT_C_PRODUCTS ? ANT_STOCK_PRODUCTS : 0;

	out->kind = EVENT_CHANCE;
	out->actor = 0;
	out->verb = (uint8_t)verb;
	out->n = (uint16_t)due_list(d, p, verb, good, out->arg);
	rng_shuffle(r, out->arg + head, (size_t)(out->n - head));
}

/* "products toys 1 …", "ship-cards 3 …". */
void
ant_label(const struct game_data *d, const void *pos, struct buf *out)
{
	const struct ant_position *p = pos;
	int good, verb = due_verb(p, &good);
	bool products = verb == ANT_C_PRODUCTS;
	struct event ev = { .kind = EVENT_CHANCE, .verb = (uint8_t)verb };

	ev.n = (uint16_t)due_list(d, p, verb, good, ev.arg);
	verbs_label(d, &ev, products ? 2 : 1,
	    products ? 1 : p->deck[verb - ANT_C_ORDERS].shuffle + 1, out);
}

static void
lay_stack(struct ant_stack *s, const struct event *ev)
{
	for (int i = ev->n - 1; i >= ANT_STOCK_PRODUCTS; i--)
		s->card[s->n++] = (uint8_t)ev->arg[i];
}

static void
lay_deck(struct ant_deck *deck, const struct event *ev)
{
	memset(deck->discard, 0, sizeof deck->discard);
	deck->discards = 0;
	deck->shuffle++;
	for (int i = ev->n - 1; i >= 0; i--)
		deck->card[deck->n++] = (uint8_t)ev->arg[i];
}

/* R1, once everything is shuffled. */
static void
deal(struct ant_position *p)
{
	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < 3; i++)
			(void)ant_take_card(p, s, ANT_ORDER);
	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < 2; i++)
			(void)ant_take_card(p, s, ANT_LOCK);
	p->stage = ANT_TURN;
}

int
ant_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e)
{
	struct ant_position *p = pos;
	int16_t list[ANT_ORDERS];
	int good, verb, seat = p->due_for;

	if (!ant_chance_is_due(p))
		return err_set(e, ERR_CORRUPT, "no chance event is due");
	verb = due_verb(p, &good);
	if (ev->kind != EVENT_CHANCE || ev->verb != verb ||
	    !event_shuffles(ev, verb == ANT_C_PRODUCTS, list,
		due_list(d, p, verb, good, list)))
		return err_set(e, ERR_CORRUPT,
		    "this is not a shuffle of the cards that are due");
	if (verb == ANT_C_PRODUCTS)
		lay_stack(&p->stack[good], ev);
	else
		lay_deck(&p->deck[verb - ANT_C_ORDERS], ev);
	if (p->stage == ANT_DEAL) {
		if (++p->dealt == DEALS)
			deal(p);
		return 0;
	}
	p->due = p->due_for = 0;
	ant_draw_card(p, seat, verb - ANT_C_ORDERS, out);
	ant_sail_on(d, p, out);
	return 0;
}

int
ant_order_points(const struct game_data *d, const struct ant_position *p,
    int seat)
{
	int points = 0;

	for (int i = 0; i < p->seat[seat].done; i++)
		points += d->order[p->seat[seat].order[i]].points;
	return points;
}

int
ant_score(const struct game_data *d, const struct ant_position *p, int seat)
{
	int points = ant_order_points(d, p, seat);

	for (int i = 0; i < ANT_PRODUCTS; i++)
		points += p->seat[seat].product[i] * d->product[i].points;
	return points;
}

struct ending
ant_ending(const struct game_data *d, const void *pos)
{
	const struct ant_position *p = pos;
	struct ending e = { .seats = p->seats };

	for (int s = 1; s <= p->seats; s++) {
		e.score[s] = ant_score(d, p, s);
		e.tie[s] = ant_order_points(d, p, s);
	}
	return e;
}

static void
clear_turn(struct ant_position *p)
{
	p->main_done = p->order_done = p->offers = 0;
	for (int s = 1; s <= p->seats; s++)
		for (int k = 0; k < ANT_SORTS; k++)
			p->seat[s].hand[k].fresh = 0;
}

/* R8, R20. */
void
ant_pass_on(const struct game_data *d, struct ant_position *p,
    struct events *out)
{
	bool last = p->at == p->seats;
	struct ending e;

	clear_turn(p);
	if ((p->lap == 2 && p->at == p->last) ||
	    (last && d->max_rounds > 0 && p->round >= d->max_rounds)) {
		p->stage = STAGE_OVER;
		if (out != NULL)
			/* What the others hold in products shows now. */
			out->beyond = true;
		e = ant_ending(d, p);
		ending_tell(&e, NULL, ANT_ENDED, out);
		return;
	}
	if (p->lap == 1)
		p->lap = 2;
	p->round = (uint16_t)(p->round + last);
	p->at = (uint8_t)(last ? 1 : p->at + 1);
	p->turn++;
}
