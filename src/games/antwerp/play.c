/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"
#include "game/verb_args.h"
#include "games/antwerp/check.h"

/* What each move does: all or nothing, with the first refusal that applies
 * in the order of the game's page. R15 and R16 are in cards.c. */

enum { ORDERS_TO_END = 3 };

/* R2, R16: it has been checked. */
void
ant_load_ship(struct ant_position *p, int seat, int good, int place,
    struct events *out)
{
	p->seat[seat].reserve--;
	p->supply[good]--;
	p->ship[place].owner = (uint8_t)seat;
	p->ship[place].good = (uint8_t)good;
	DERIVE(out, seat,
	    ANT_LOADED, [ANT_LOAD_GOOD] = good, [ANT_LOAD_PLACE] = place);
}

static int
apply_load(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int good = m->arg[ANT_LOAD_GOOD], place = m->arg[ANT_LOAD_PLACE];

	if (ant_check_reserve(d, p, seat, good, why) < 0 ||
	    ant_check_start(d, p, place, why) < 0)
		return -1;
	events_move(out, seat, m);
	p->main_done = 1;
	ant_load_ship(p, seat, good, place, out);
	return 0;
}

/* R3. */
static int
apply_sail(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	if (ant_check_ships(d, p, seat, m, ANT_SAIL_WISHES, why) < 0 ||
	    ant_check_wishes(d, p, seat, m->arg[ANT_SAIL_COLOUR], m,
		ANT_SAIL_WISHES, why) < 0)
		return -1;
	events_move(out, seat, m);
	p->main_done = 1;
	ant_sail(d, p, ANT_ALL, m->arg[ANT_SAIL_COLOUR], m, ANT_SAIL_WISHES,
	    out);
	return 0;
}

/* R4. */
static int
apply_exchange(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int at = ant_held(&p->seat[seat].hand[ANT_ORDER],
	    m->arg[ANT_FULFIL_ORDER]);

	if (at < 0)
		return ant_refuse_card(d, why, "order-not-in-hand", ANT_ORDER,
		    m->arg[ANT_FULFIL_ORDER]);
	events_move(out, seat, m);
	DERIVE(out, seat,
	    ANT_EXCHANGED, [ANT_FULFIL_ORDER] = m->arg[ANT_FULFIL_ORDER]);
	p->main_done = 1;
	ant_discard(p, seat, ANT_ORDER, at);
	ant_draw_card(p, seat, ANT_ORDER, out);
	return 0;
}

/* R20. */
static void
last_round(struct ant_position *p, int seat, struct events *out)
{
	if (p->seat[seat].done < ORDERS_TO_END || p->lap != 0)
		return;
	p->lap = 1;
	p->last = (uint8_t)seat;
	events_derive(out, seat, ANT_LAST, NULL, 0);
}

/* R5. */
static int
apply_fulfil(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	const struct ant_order *o = &d->order[m->arg[ANT_FULFIL_ORDER]];
	struct ant_seat *s = &p->seat[seat];
	int at = ant_held(&s->hand[ANT_ORDER], m->arg[ANT_FULFIL_ORDER]);

	if (at < 0)
		return ant_refuse_card(d, why, "order-not-in-hand", ANT_ORDER,
		    m->arg[ANT_FULFIL_ORDER]);
	if (p->order_done)
		return refuse(why, "order-already-fulfilled-this-turn");
	for (int i = 0; i < o->n; i++)
		if (s->product[o->product[i]] == 0) {
			ant_refuse_card(d, why, "products-missing", ANT_ORDER,
			    m->arg[ANT_FULFIL_ORDER]);
			return refusal_str(why, "product",
			    d->product[o->product[i]].id);
		}
	events_move(out, seat, m);
	for (int i = 0; i < o->n; i++) {
		s->product[o->product[i]]--;
		ant_put_under(p, o->product[i]);
	}
	p->order_done = 1;
	s->order[s->done++] = (uint8_t)ant_lose_card(&s->hand[ANT_ORDER], at);
	DERIVE(out, seat,
	    ANT_FULFILLED, [ANT_FULFIL_ORDER] = m->arg[ANT_FULFIL_ORDER],
	    [ANT_FULFIL_POINTS] = o->points, [ANT_FULFIL_DONE] = s->done);
	last_round(p, seat, out);
	ant_draw_card(p, seat, ANT_ORDER, out);
	return 0;
}

static int
apply_choose(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int16_t choice[2] = { 0, 0 };
	int n = ant_choices(d, p, choice);

	if (n == 2 && (m->arg[0] == choice[0] || m->arg[0] == choice[1])) {
		events_move(out, seat, m);
		ant_chosen(d, p, m->arg[0], out);
		return 0;
	}
	refuse(why, "not-a-choice");
	if (n == 0) {
		refusal_int(why, "nothing", 1);
	} else if (p->pending.what == ANT_P_FORK) {
		refusal_str(why, "place", d->node[p->pending.at].id);
		refusal_str(why, "one", d->node[choice[0]].id);
		refusal_str(why, "other", d->node[choice[1]].id);
	} else {
		refusal_int(why, "anchor", 1);
	}
	return -1;
}

static int
apply_end(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	(void)why;
	events_move(out, seat, m);
	ant_pass_on(d, p, out);
	return 0;
}

/* Whom the game waits for; an answer to an offer may be all it waits for. */
static int
refuse_turn(const struct ant_position *p, int seat, struct refusal *why)
{
	int whose = ant_actor(p);

	refuse(why, "not-your-turn");
	if (whose != 0)
		refusal_str(why, "seat", seat_id(whose));
	if (whose == seat) {
		refusal_int(why, "offer", 1);
		refusal_int(why, REFUSAL_APART, 1);
	}
	return -1;
}

/* A choice that waits for its seat, in its own turn or another's. */
static int
refuse_pending(const struct ant_position *p, struct refusal *why)
{
	refuse_int(why, "choice-required",
	    p->pending.what == ANT_P_FORK ? "fork" : "anchor", 1);
	return refusal_int(why, REFUSAL_APART, 1);
}

/* Trade (R7). What is given is checked at the offer, what is wanted only at
 * `accept`, so that an offer tells nothing of the hand it goes to. */

/* The offer as arguments of an event about it. */
static void
tell_offer(const struct ant_position *p, int actor, int verb,
    struct events *out)
{
	DERIVE(out, actor, verb, [ANT_OFFERED_FROM] = p->offer.from,
	    [ANT_OFFERED_TO] = p->offer.to);
	for (int i = 0; i < ANT_PRODUCTS; i++)
		DERIVE_MORE(out, p->offer.give[i]);
	for (int i = 0; i < ANT_PRODUCTS; i++)
		DERIVE_MORE(out, p->offer.want[i]);
}

static int
refuse_product(const struct game_data *d, struct refusal *why, const char *code,
    int product, int need, int have)
{
	refuse_str(why, code, "product", d->product[product].id);
	refusal_int(why, "need", need);
	return refusal_int(why, "have", have);
}

static int
apply_offer(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	if (m->arg[ANT_OFFER_TO] == seat) {
		refuse_str(why, "unknown-seat", "word", seat_id(seat));
		return refusal_int(why, "self", 1);
	}
	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (m->arg[ANT_OFFER_GIVE + i] > p->seat[seat].product[i])
			return refuse_product(d, why, "products-missing", i,
			    m->arg[ANT_OFFER_GIVE + i],
			    p->seat[seat].product[i]);
	if (p->offers == ANT_OFFERS)
		return refuse(why, "too-many-offers");
	p->offers++;
	p->offer.from = (uint8_t)seat;
	p->offer.to = (uint8_t)m->arg[ANT_OFFER_TO];
	for (int i = 0; i < ANT_PRODUCTS; i++) {
		p->offer.give[i] = (uint8_t)m->arg[ANT_OFFER_GIVE + i];
		p->offer.want[i] = (uint8_t)m->arg[ANT_OFFER_WANT + i];
	}
	events_move(out, seat, m);
	tell_offer(p, seat, ANT_OFFERED, out);
	return 0;
}

static int
accept(const struct game_data *d, struct ant_position *p, struct refusal *why)
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

static int
apply_answer(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	static const int told[] = { [ANT_V_ACCEPT] = ANT_ACCEPTED,
		[ANT_V_DECLINE] = ANT_DECLINED,
		[ANT_V_WITHDRAW] = ANT_WITHDREW };

	if (p->offer.from == 0)
		return refuse(why, "no-offer");
	if (seat != (m->verb == ANT_V_WITHDRAW ? p->offer.from : p->offer.to)) {
		refuse_str(why, "not-for-you", "from", seat_id(p->offer.from));
		return refusal_str(why, "to", seat_id(p->offer.to));
	}
	if (m->verb == ANT_V_ACCEPT && accept(d, p, why) < 0)
		return -1;
	events_move(out, seat, m);
	tell_offer(p, seat, told[m->verb], out);
	memset(&p->offer, 0, sizeof p->offer);
	return 0;
}

/* Standing orders (R19): secret, at any time but while a shuffle is due, and
 * whether the card is held is not asked. */

/* Whether two channels of one colour leave place, one of them to `to`. */
static bool
fork_end(const struct game_data *d, int place, int to)
{
	int channel = d->between[place][to];

	if (channel == ANT_NONE)
		return false;
	for (int k = 0; k < ANT_COLOURS; k++)
		if (d->node[place].outs[k] == 2 &&
		    (d->channel[channel].colours >> k & 1))
			return true;
	return false;
}

static int
apply_standing(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int place = m->arg[ANT_STANDING_PLACE], way = m->arg[ANT_STANDING_WAY];
	struct ant_standing *s = &p->seat[seat].standing;

	if (m->arg[ANT_STANDING_THING] == ANT_T_FORK && way != 0 &&
	    !fork_end(d, place, way - 1)) {
		ant_refuse_place(d, why, "not-a-choice", place);
		return refusal_str(why, "to", d->node[way - 1].id);
	}
	if (ant_chance_is_due(p))
		return refuse(why, "not-your-turn");
	switch (m->arg[ANT_STANDING_THING]) {
	case ANT_T_POLICY:
		s->policy = (uint8_t)m->arg[ANT_STANDING_SET];
		break;
	case ANT_T_ANCHOR:
		s->anchor = (uint8_t)m->arg[ANT_STANDING_SET];
		break;
	case ANT_T_DOUBLE:
		s->twice = (uint8_t)m->arg[ANT_STANDING_SET];
		break;
	case ANT_T_FORK:
		s->fork[place] = (uint8_t)way;
		break;
	default:
		s->drop[place] = (uint8_t)way;
		break;
	}
	events_move(out, seat, m);
	return 0;
}

int
ant_check(const struct ant_position *p, int seat, int verb, struct refusal *why)
{
	if (p->stage == STAGE_OVER)
		return refuse(why, "game-over");
	if (verb == ANT_V_STANDING ||
	    (verb >= ANT_V_ACCEPT && verb <= ANT_V_WITHDRAW))
		return 0;
	if (p->pending.seat != 0 && !ant_chance_is_due(p)) {
		if (seat != p->pending.seat)
			return refuse_turn(p, seat, why);
		return verb == ANT_V_CHOOSE ? 0 : refuse_pending(p, why);
	}
	if (seat != p->at || ant_chance_is_due(p))
		return refuse_turn(p, seat, why);
	if (p->offer.from != 0)
		return refuse_str(why, "offer-open", "to",
		    seat_id(p->offer.to));
	if (verb == ANT_V_LOAD || verb == ANT_V_SAIL || verb == ANT_V_EXCHANGE)
		return p->main_done ? refuse(why, "main-already-done") : 0;
	if (verb == ANT_V_END && !p->main_done)
		return refuse(why, "main-not-done");
	return 0;
}

int
ant_apply(const struct game_data *d, void *pos, int seat, const struct move *m,
    struct events *out, struct refusal *why)
{
	static int (*const act[ANT_VERBS])(const struct game_data *,
	    struct ant_position *, int, const struct move *, struct events *,
	    struct refusal *) = { [ANT_V_LOAD] = apply_load,
		[ANT_V_SAIL] = apply_sail,
		[ANT_V_EXCHANGE] = apply_exchange,
		[ANT_V_FULFIL] = apply_fulfil,
		[ANT_V_PLAY] = ant_play,
		[ANT_V_OFFER] = apply_offer,
		[ANT_V_ACCEPT] = apply_answer,
		[ANT_V_DECLINE] = apply_answer,
		[ANT_V_WITHDRAW] = apply_answer,
		[ANT_V_CHOOSE] = apply_choose,
		[ANT_V_STANDING] = apply_standing,
		[ANT_V_END] = apply_end };
	struct ant_position *p = pos;

	if (p->stage == STAGE_OVER)
		return refuse(why, "game-over");
	if (seat < 1 || seat > p->seats || !ant_well_formed(d, p, m))
		return refuse(why, "unknown-command");
	if (ant_check(p, seat, m->verb, why) < 0)
		return -1;
	return act[m->verb](d, p, seat, m, out, why);
}
