/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/* Trade (R7). What is given is checked at the offer, what is wanted only at
 * `accept`, so that an offer tells nothing of the hand it goes to. */

enum { OFFERS_MAX = 2 };

/* The offer as arguments of an event about it. */
static void
tell_offer(const struct ant_position *p, int actor, int verb,
    struct events *out)
{
	struct event *ev = events_add(out, EVENT_DERIVED, actor, verb);

	event_arg(ev, p->offer.from);
	event_arg(ev, p->offer.to);
	for (int i = 0; i < ANT_PRODUCTS; i++)
		event_arg(ev, p->offer.give[i]);
	for (int i = 0; i < ANT_PRODUCTS; i++)
		event_arg(ev, p->offer.want[i]);
}

static int
refuse_product(const struct game_data *d, struct refusal *why,
    const char *code, int product, int need, int have)
{
	refuse(why, code);
	refusal_str(why, "product", d->product[product].id);
	refusal_int(why, "need", need);
	refusal_int(why, "have", have);
	return -1;
}

int
ant_offer(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	if (m->arg[0] == seat) {
		refuse(why, "unknown-seat");
		refusal_str(why, "word", seat_id(seat));
		refusal_int(why, "self", 1);
		return -1;
	}
	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (m->arg[1 + i] > p->seat[seat].product[i])
			return refuse_product(d, why, "products-missing", i,
			    m->arg[1 + i], p->seat[seat].product[i]);
	if (p->offers == OFFERS_MAX)
		return refuse(why, "too-many-offers");
	p->offers++;
	p->offer.from = (uint8_t)seat;
	p->offer.to = (uint8_t)m->arg[0];
	for (int i = 0; i < ANT_PRODUCTS; i++) {
		p->offer.give[i] = (uint8_t)m->arg[1 + i];
		p->offer.want[i] = (uint8_t)m->arg[1 + ANT_PRODUCTS + i];
	}
	if (out != NULL) {
		event_from_move(events_add(out, EVENT_MOVE, seat, m->verb),
		    seat, m);
		tell_offer(p, seat, ANT_OFFERED, out);
	}
	return 0;
}

static int
accept(const struct game_data *d, struct ant_position *p,
    struct refusal *why)
{
	struct ant_seat *from = &p->seat[p->offer.from];
	struct ant_seat *to = &p->seat[p->offer.to];

	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (p->offer.want[i] > to->product[i])
			return refuse_product(d, why, "offer-not-covered", i,
			    p->offer.want[i], to->product[i]);
	for (int i = 0; i < ANT_PRODUCTS; i++) {
		int change = p->offer.want[i] - p->offer.give[i];

		from->product[i] = (uint8_t)(from->product[i] + change);
		to->product[i] = (uint8_t)(to->product[i] - change);
	}
	return 0;
}

int
ant_answer(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	static const int told[] = { [ANT_V_ACCEPT] = ANT_ACCEPTED,
		[ANT_V_DECLINE] = ANT_DECLINED, [ANT_V_WITHDRAW] = ANT_WITHDREW };

	if (p->offer.from == 0)
		return refuse(why, "no-offer");
	if (seat != (m->verb == ANT_V_WITHDRAW ? p->offer.from :
	    p->offer.to)) {
		refuse(why, "not-for-you");
		refusal_str(why, "from", seat_id(p->offer.from));
		refusal_str(why, "to", seat_id(p->offer.to));
		return -1;
	}
	if (m->verb == ANT_V_ACCEPT && accept(d, p, why) < 0)
		return -1;
	if (out != NULL) {
		event_from_move(events_add(out, EVENT_MOVE, seat, m->verb),
		    seat, m);
		tell_offer(p, seat, told[m->verb], out);
	}
	memset(&p->offer, 0, sizeof p->offer);
	return 0;
}
