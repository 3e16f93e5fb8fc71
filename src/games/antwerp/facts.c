/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/antwerp/play.h"

/* Facts of a position (section F of the game's page). */

static void
facts_cards(const struct game_data *d, const char *key, int sort,
    const uint8_t *card, int n, struct json *out)
{
	json_karray(out, key);
	for (int i = 0; i < n; i++)
		json_str(out, ant_card_id(d, sort, card[i]));
	json_array_end(out);
}

static void
facts_decks(const struct ant_position *p, struct json *out)
{
	json_kobject(out, "decks");
	json_kint(out, "lock", p->deck[ANT_LOCK].n);
	json_kint(out, "orders", p->deck[ANT_ORDER].n);
	json_kint(out, "ship", p->deck[ANT_SHIP].n);
	json_object_end(out);
}

/* Keys and sorts of a card. */
static const struct {
	const char *key;
	int sort;
} sorts[] = { { "lock", ANT_LOCK }, { "orders", ANT_ORDER },
	{ "ship", ANT_SHIP } };

static void
facts_discards(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "discards");
	for (int i = 0; i < ANT_SORTS; i++)
		facts_cards(d, sorts[i].key, sorts[i].sort,
		    p->deck[sorts[i].sort].discard,
		    p->deck[sorts[i].sort].discards, out);
	json_object_end(out);
}

static void
facts_docks(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "docks");
	for (int i = 0; i < ANT_GOODS; i++) {
		int top = ant_top(p, i);

		json_kobject(out, d->good[i].id);
		json_kint(out, "stack", p->stack[i].n);
		json_kstr(out, "top", top == 0 ? NULL : d->product[top - 1].id);
		json_object_end(out);
	}
	json_object_end(out);
}

/* The archive's: top first. */
static void
facts_face_down(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "face_down");
	for (int i = 0; i < ANT_SORTS; i++) {
		const struct ant_deck *deck = &p->deck[sorts[i].sort];

		json_karray(out, sorts[i].key);
		for (int k = deck->n; k-- > 0;)
			json_str(out,
			    ant_card_id(d, sorts[i].sort, deck->card[k]));
		json_array_end(out);
	}
	json_object_end(out);
}

static void
facts_stacks(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "stacks");
	for (int i = 0; i < ANT_GOODS; i++) {
		const struct ant_stack *s = &p->stack[i];

		json_karray(out, d->good[i].id);
		for (int k = s->n; k-- > 0;)
			json_str(out, d->product[s->card[k]].id);
		json_array_end(out);
	}
	json_object_end(out);
}

static void
facts_products(const struct game_data *d, const char *key, const uint8_t *n,
    struct json *out)
{
	json_kobject(out, key);
	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (n[i] > 0)
			json_kint(out, d->product[i].id, n[i]);
	json_object_end(out);
}

static void
facts_hands(const struct ant_seat *s, struct json *out)
{
	int products = 0;

	for (int i = 0; i < ANT_PRODUCTS; i++)
		products += s->product[i];
	json_kobject(out, "hand_sizes");
	json_kint(out, "lock", s->hand[ANT_LOCK].n);
	json_kint(out, "orders", s->hand[ANT_ORDER].n);
	json_kint(out, "products", products);
	json_kint(out, "ship", s->hand[ANT_SHIP].n);
	json_object_end(out);
}

/* For all goods or none; or which. */
static void
facts_twice(const struct game_data *d, int goods, struct json *out)
{
	if (goods == 0 || goods == ANT_EVERY_GOOD) {
		json_kbool(out, "double_yield", goods != 0);
		return;
	}
	json_karray(out, "double_yield");
	for (int i = 0; i < ANT_GOODS; i++)
		if (goods >> i & 1)
			json_str(out, d->good[i].id);
	json_array_end(out);
}

static void
facts_standing(const struct game_data *d, const struct ant_standing *s,
    struct json *out)
{
	json_kobject(out, "standing");
	json_kstr(out, "anchor", ant_anchor_word[s->anchor]);
	facts_twice(d, s->twice, out);
	json_kobject(out, "drop_anchor");
	for (int i = 0; i < d->places; i++)
		if (s->drop[i] != 0)
			json_kstr(out, d->node[i].id,
			    s->drop[i] == ANT_ANY ?
				"any" :
				d->colour[s->drop[i] - 1].id);
	json_object_end(out);
	json_kobject(out, "fork");
	for (int i = 0; i < d->places; i++)
		if (s->fork[i] != 0)
			json_kstr(out, d->node[i].id,
			    d->node[s->fork[i] - 1].id);
	json_object_end(out);
	json_kstr(out, "forks", ant_policy_word[s->policy]);
	json_object_end(out);
}

static void
facts_seat(const struct game_data *d, const struct ant_position *p, int seat,
    bool all, struct json *out)
{
	const struct ant_seat *s = &p->seat[seat];
	const struct ant_hand *h = s->hand;

	json_object(out);
	facts_hands(s, out);
	json_kint(out, "order_points", ant_order_points(d, p, seat));
	facts_cards(d, "orders_done", ANT_ORDER, s->order, s->done, out);
	json_kint(out, "reserve", s->reserve);
	if (all) {
		json_kint(out, "score", ant_score(d, p, seat));
		facts_products(d, "products", s->product, out);
		facts_cards(d, "orders", ANT_ORDER, h[ANT_ORDER].card,
		    h[ANT_ORDER].n, out);
		facts_cards(d, "ship_cards", ANT_SHIP, h[ANT_SHIP].card,
		    h[ANT_SHIP].n, out);
		facts_cards(d, "lock_cards", ANT_LOCK, h[ANT_LOCK].card,
		    h[ANT_LOCK].n, out);
		facts_standing(d, &s->standing, out);
	}
	json_object_end(out);
}

static void
facts_seats(const struct game_data *d, const struct ant_position *p, int reader,
    struct json *out)
{
	json_kobject(out, "seats");
	for (int s = 1; s <= p->seats; s++) {
		json_key(out, seat_id(s));
		facts_seat(d, p, s, reader == ARCHIVE || reader == s, out);
	}
	json_object_end(out);
}

static void
facts_locks(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "locks");
	for (int i = 0; i < ANT_LOCKS; i++)
		json_kstr(out, d->lock[i].id,
		    ant_open_closed[p->open >> i & 1]);
	json_object_end(out);
}

static void
facts_offer(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_key(out, "offer");
	if (p->offer.from == 0) {
		json_null(out);
		return;
	}
	json_object(out);
	json_kstr(out, "from", seat_id(p->offer.from));
	json_kstr(out, "to", seat_id(p->offer.to));
	facts_products(d, "give", p->offer.give, out);
	facts_products(d, "want", p->offer.want, out);
	json_object_end(out);
}

static void
facts_pending(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	bool fork = p->pending.what == ANT_P_FORK;
	int16_t choice[2];
	int n = ant_choices(d, p, choice);

	json_key(out, "pending");
	if (n == 0) {
		json_null(out);
		return;
	}
	json_object(out);
	json_kstr(out, "seat", seat_id(p->pending.seat));
	json_kstr(out, "what", fork ? "fork" : "anchor");
	json_kstr(out, "at", d->node[p->pending.at].id);
	json_karray(out, "choices");
	for (int i = 0; i < n; i++)
		json_str(out,
		    fork ? d->node[choice[i]].id :
			   ant_sort_word[choice[i] == ANT_SAY_LOCK ? ANT_LOCK :
								     ANT_SHIP]);
	json_array_end(out);
	json_object_end(out);
}

static void
facts_ships(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "ships");
	for (int i = 0; i < d->places; i++) {
		if (p->ship[i].owner == 0)
			continue;
		json_kobject(out, d->node[i].id);
		json_kstr(out, "good", d->good[p->ship[i].good].id);
		json_kstr(out, "owner", seat_id(p->ship[i].owner));
		json_object_end(out);
	}
	json_object_end(out);
}

static void
facts_supply(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kobject(out, "supply");
	for (int i = 0; i < ANT_GOODS; i++)
		json_kint(out, d->good[i].id, p->supply[i]);
	json_object_end(out);
}

static void
facts_turn(const struct game_data *d, const struct ant_position *p,
    struct json *out)
{
	json_kint(out, "round", p->round);
	json_kbool(out, "last_round", p->lap != 0);
	json_kstr(out, "phase",
	    p->stage == STAGE_OVER            ? "over" :
		p->pending.what != ANT_P_NONE ? "choice" :
						"turn");
	json_kstr(out, "active", seat_id(p->at));
	seats_write(out, "to_act", SEAT_BIT(ant_actor(p)));
	json_kbool(out, "order_done", p->order_done != 0);
	json_kbool(out, "main_done", p->main_done != 0);
	facts_pending(d, p, out);
	facts_offer(d, p, out);
}

void
ant_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	const struct ant_position *p = pos;

	json_object(out);
	json_kstr(out, "game", "antwerp");
	facts_turn(d, p, out);
	facts_seats(d, p, reader, out);
	facts_ships(d, p, out);
	facts_locks(d, p, out);
	facts_docks(d, p, out);
	facts_supply(d, p, out);
	facts_decks(p, out);
	facts_discards(d, p, out);
	if (reader == ARCHIVE) {
		facts_face_down(d, p, out);
		facts_stacks(d, p, out);
	}
	json_object_end(out);
}

/* Hidden are shuffles, what a seat draws, and standing orders (R19). */
enum redaction
ant_redact(const struct game_data *d, const void *now, const struct event *ev,
    int reader)
{
	(void)d;
	(void)now;
	if (reader == ARCHIVE)
		return REDACT_SHOW;
	if (ev->kind == EVENT_CHANCE)
		return REDACT_HIDE;
	if (ev->actor != reader &&
	    ((ev->kind == EVENT_MOVE && ev->verb == ANT_V_STANDING) ||
		(ev->kind == EVENT_DERIVED && ev->verb == ANT_CARD)))
		return REDACT_OMIT;
	return REDACT_SHOW;
}

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

/* How they lay does not count: only what they are. */
static void
exchange(uint8_t *at[HIDDEN], int n, struct rng *r)
{
	int16_t card[HIDDEN];

	for (int i = 0; i < n; i++) {
		int k = i;

		for (; k > 0 && card[k - 1] > *at[i]; k--)
			card[k] = card[k - 1];
		card[k] = *at[i];
	}
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
vary_standing(const struct game_data *d, struct ant_standing *s, struct rng *r)
{
	s->policy = (uint8_t)rng_below(r, ANT_ASK + 1);
	s->anchor = (uint8_t)rng_below(r, ANT_ANCHOR_ASK + 1);
	s->twice = (uint8_t)rng_below(r, ANT_EVERY_GOOD + 1);
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
