/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/antwerp/play.h"

/*
 * The context of position.md (templates/en/antwerp/README), made from
 * what a reader sees of a position: hands, seats and what waits,
 * then the board.
 */

/* Started is a game with the first orders in hand. */
static int
stage_of(const struct ant_position *p)
{
	return p->stage == ANT_DEAL && p->seat[1].hand[ANT_ORDER].n > 0 ?
	    ANT_TURN :
	    p->stage;
}

static void
view_products(const struct game_data *d, const uint8_t *n, const char *key,
    cJSON *to)
{
	cJSON *list = tree_list(to, key), *one;

	for (int i = 0; i < ANT_PRODUCTS; i++) {
		if (n[i] == 0)
			continue;
		one = tree_member(list);
		tree_add_str(one, "product", d->product[i].id);
		tree_add_int(one, "count", n[i]);
		tree_add_int(one, "points", d->product[i].points);
	}
}

/* An order: what it takes, and of a hand what is missing. */
static void
view_order(const struct game_data *d, int order, const uint8_t *have, cJSON *to)
{
	const struct ant_order *o = &d->order[order];
	cJSON *list = tree_list(to, "products"), *one;
	int missing = 0;

	tree_add_str(to, "order", o->id);
	tree_add_int(to, "points", o->points);
	for (int i = 0; i < o->n; i++) {
		one = tree_member(list);
		tree_add_str(one, "product", d->product[o->product[i]].id);
		if (have == NULL)
			continue;
		missing += have[o->product[i]] == 0;
		tree_flag(one, "missing", have[o->product[i]] == 0);
	}
	tree_flag(to, "ready", have != NULL && missing == 0);
}

static void
view_orders(const struct game_data *d, const char *key, const uint8_t *order,
    int n, const uint8_t *have, cJSON *to)
{
	cJSON *list = tree_list(to, key);

	for (int i = 0; i < n; i++)
		view_order(d, order[i], have, tree_member(list));
}

static void
view_cards(const struct game_data *d, const char *key, int sort,
    const uint8_t *card, int n, cJSON *to)
{
	cJSON *list = tree_list(to, key);

	for (int i = 0; i < n; i++)
		tree_add_str(tree_member(list), "card",
		    ant_card_id(d, sort, card[i]));
}

/* What is ordered of places: the n-th is the word for that. */
static void
view_by_place(const struct game_data *d, const uint8_t *order, bool fork,
    cJSON *to)
{
	cJSON *list = tree_list(to, fork ? "forks" : "drops"), *one;

	for (int r = 0; r < d->places; r++) {
		int place = d->by_id[r], what = order[place];
		const char *word = what == 0 ? NULL :
		    fork                     ? ant_way_said(d, what - 1) :
		    what == ANT_ANY          ? "any" :
					       d->colour[what - 1].id;

		if (word == NULL)
			continue;
		one = tree_member(list);
		tree_add_str(one, "at_id", d->node[place].id);
		tree_add_str(one, "to_id", word);
		tree_flag(one, "any", !fork && what == ANT_ANY);
		if (!fork)
			tree_add_str(one, "colour", word);
	}
}

/* Of which goods, where it is not all or none. */
static void
view_twice(const struct game_data *d, int goods, cJSON *to)
{
	cJSON *list = tree_list(to, "twice_goods");

	for (int i = 0; i < ANT_GOODS && goods != ANT_EVERY_GOOD; i++)
		if (goods >> i & 1)
			tree_add_str(tree_member(list), "good", d->good[i].id);
}

static void
view_standing(const struct game_data *d, const struct ant_standing *s,
    cJSON *to)
{
	cJSON *o = tree_object(to, "standing");

	tree_flag(o, "asks", s->policy == ANT_ASK);
	tree_flag(o, "fewer", s->anchor == ANT_FEWER);
	tree_flag(o, "lock", s->anchor == ANT_ALWAYS_LOCK);
	tree_flag(o, "ship", s->anchor == ANT_ALWAYS_SHIP);
	tree_flag(o, "anchor_asks", s->anchor == ANT_ANCHOR_ASK);
	tree_flag(o, "twice", s->twice == ANT_EVERY_GOOD);
	view_twice(d, s->twice, o);
	view_by_place(d, s->fork, true, o);
	view_by_place(d, s->drop, false, o);
}

static int
products_of(const struct ant_seat *s)
{
	int n = 0;

	for (int i = 0; i < ANT_PRODUCTS; i++)
		n += s->product[i];
	return n;
}

/* Scores count what is in hand. */
static void
view_seat(const struct game_data *d, const struct ant_position *p, int seat,
    bool open, cJSON *to)
{
	const struct ant_seat *s = &p->seat[seat];

	tree_add_str(to, "seat", seat_id(seat));
	tree_add_int(to, "order_points", ant_order_points(d, p, seat));
	tree_add_int(to, "n_orders", s->hand[ANT_ORDER].n);
	tree_add_int(to, "n_ship", s->hand[ANT_SHIP].n);
	tree_add_int(to, "n_lock", s->hand[ANT_LOCK].n);
	tree_add_int(to, "n_products", products_of(s));
	tree_add_int(to, "reserve", s->reserve);
	tree_flag(to, "in_turn", p->at == seat && stage_of(p) == ANT_TURN);
	if (open)
		tree_add_int(to, "score", ant_score(d, p, seat));
	view_orders(d, "done", s->order, s->done, NULL, to);
}

/* What only its owner knows of a seat, with the products it goes with. */
static void
view_hand(const struct game_data *d, const struct ant_position *p, int seat,
    cJSON *to)
{
	const struct ant_seat *s = &p->seat[seat];
	const struct ant_hand *h = s->hand;

	view_orders(d, "orders", h[ANT_ORDER].card, h[ANT_ORDER].n, s->product,
	    to);
	view_cards(d, "ship_cards", ANT_SHIP, h[ANT_SHIP].card, h[ANT_SHIP].n,
	    to);
	view_cards(d, "lock_cards", ANT_LOCK, h[ANT_LOCK].card, h[ANT_LOCK].n,
	    to);
	view_products(d, s->product, "products", to);
	view_standing(d, &s->standing, to);
}

static void
view_mine(const struct game_data *d, const struct ant_position *p, int seat,
    cJSON *to)
{
	view_seat(d, p, seat, true, to);
	tree_add_str(to, "other", seat_id(seat % p->seats + 1));
	tree_flag(to, "trades",
	    p->at == seat && p->pending.seat == 0 && p->offer.from == 0 &&
		p->offers < ANT_OFFERS && products_of(&p->seat[seat]) > 0);
	view_hand(d, p, seat, to);
}

/* The archive's: hands, decks and the product cards of each dock, the first to
 * come first. */
static void
view_secrets(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	static const char *const key[] = { [ANT_ORDER] = "order_cards",
		[ANT_SHIP] = "ship_cards",
		[ANT_LOCK] = "lock_cards" };
	cJSON *to = tree_object(view, "face_down"), *list, *one;

	for (int sort = 0; sort < ANT_SORTS; sort++) {
		const struct ant_deck *deck = &p->deck[sort];

		list = tree_list(to, key[sort]);
		for (int i = deck->n; i-- > 0;)
			tree_add_str(tree_member(list),
			    sort == ANT_ORDER ? "order" : "card",
			    ant_card_id(d, sort, deck->card[i]));
	}
	list = tree_list(to, "stacks");
	for (int g = 0; g < ANT_GOODS; g++) {
		one = tree_member(list);
		tree_add_str(one, "dock", d->node[d->good[g].dock].id);
		one = tree_list(one, "products");
		for (int i = p->stack[g].n; i-- > 0;)
			tree_add_str(tree_member(one), "product",
			    d->product[p->stack[g].card[i]].id);
	}
	to = tree_list(view, "hands");
	for (int s = 1; s <= p->seats; s++) {
		one = tree_member(to);
		view_seat(d, p, s, true, one);
		view_hand(d, p, s, one);
	}
}

/* Ranks need every score, so only the archive is told them. */
static void
view_ranks(const struct game_data *d, const struct ant_position *p,
    cJSON *seats)
{
	struct ending e = ant_ending(d, p);

	for (int s = 1; s <= p->seats; s++) {
		cJSON *to = cJSON_GetArrayItem(seats, s - 1);

		tree_add_int(to, "rank", ending_rank(&e, s));
	}
}

static void
view_offer(const struct game_data *d, const struct ant_position *p, cJSON *view)
{
	cJSON *o;

	if (p->offer.from == 0)
		return;
	o = tree_object(view, "offer");
	ant_tell_seat("giver", p->offer.from, o);
	ant_tell_seat("taker", p->offer.to, o);
	view_products(d, p->offer.give, "give", o);
	view_products(d, p->offer.want, "want", o);
}

static void
view_pending(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	bool fork = p->pending.what == ANT_P_FORK;
	cJSON *o, *list, *one;
	int16_t choice[2];
	int n = ant_choices(d, p, choice);

	if (n == 0)
		return;
	o = tree_object(view, "pending");
	tree_add_str(o, "seat", seat_id(p->pending.seat));
	tree_add_str(o, "place", d->node[p->pending.at].id);
	tree_add_str(o, "id", d->node[p->pending.at].id);
	tree_add_str(o, "good", d->good[p->ship[p->pending.at].good].id);
	tree_flag(o, "fork", fork);
	tree_flag(o, "anchor", !fork);
	list = tree_list(o, "choices");
	for (int i = 0; i < n; i++) {
		const char *id = fork ?
		    d->node[choice[i]].id :
		    ant_sort_word[choice[i] == ANT_SAY_LOCK ? ANT_LOCK :
							      ANT_SHIP];

		one = tree_member(list);
		if (fork) {
			tree_add_str(one, "to", id);
			tree_flag(one, "docked", ant_is_dock(d, choice[i]));
		}
		tree_add_str(one, "id", id);
	}
}

/* The board for position.md: where ships stand, which colours would move
 * them where, and what is in their way. */

/* One end of a colour from a place, with what blocks the way. */
static void
view_end(const struct game_data *d, const struct ant_position *p, int channel,
    cJSON *to)
{
	const struct ant_channel *c = &d->channel[channel];
	cJSON *by;

	tree_add_str(to, "to", d->node[c->to].id);
	tree_add_str(to, "id", ant_way_said(d, c->to));
	tree_flag(to, "transit",
	    ant_is_end(c->to) && d->node[c->to].good == ANT_NONE);
	if (c->lock != ANT_NONE)
		tree_add_str(to, "lock_id", d->lock[c->lock].id);
	if (c->lock != ANT_NONE && !(p->open >> c->lock & 1))
		tree_flag(to, "locked", true);
	if (ant_is_end(c->to) || p->ship[c->to].owner == 0)
		return;
	by = tree_object(to, "taken");
	tree_add_str(by, "seat", seat_id(p->ship[c->to].owner));
	tree_add_str(by, "good", d->good[p->ship[c->to].good].id);
}

/* The colours that lead on from a place. */
static void
view_ways(const struct game_data *d, const struct ant_position *p, int place,
    cJSON *to)
{
	const struct ant_place *from = &d->node[place];
	cJSON *list = tree_list(to, "ways"), *way, *ends;

	for (int k = 0; k < ANT_COLOURS; k++) {
		if (from->outs[k] == 0)
			continue;
		way = tree_member(list);
		tree_add_str(way, "colour", d->colour[k].id);
		ends = tree_list(way, "ends");
		for (int i = 0; i < from->outs[k]; i++)
			view_end(d, p, from->out[k][i], tree_member(ends));
	}
}

static void
view_place(const struct game_data *d, const struct ant_position *p, int place,
    cJSON *to)
{
	tree_add_str(to, "place", d->node[place].id);
	tree_add_str(to, "id", d->node[place].id);
	tree_flag(to, "anchor", d->node[place].anchor);
	view_ways(d, p, place, to);
}

static void
view_ships(const struct game_data *d, const struct ant_position *p, cJSON *view)
{
	cJSON *list = tree_list(view, "ships"), *one;

	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < d->places; i++) {
			if (p->ship[i].owner != s)
				continue;
			one = tree_member(list);
			tree_add_str(one, "seat", seat_id(s));
			tree_add_str(one, "good", d->good[p->ship[i].good].id);
			view_place(d, p, i, one);
		}
	tree_flag(view, "no_ships", cJSON_GetArraySize(list) == 0);
}

static void
view_starts(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "starts"), *one;

	for (int i = 0; i < d->places; i++) {
		if (!d->node[i].start || p->ship[i].owner != 0)
			continue;
		one = tree_member(list);
		tree_add_str(one, "place", d->node[i].id);
		tree_add_str(one, "id", d->node[i].id);
	}
	list = tree_list(view, "supply");
	for (int g = 0; g < ANT_GOODS; g++) {
		if (p->supply[g] == 0)
			continue;
		one = tree_member(list);
		tree_add_str(one, "good", d->good[g].id);
		tree_add_int(one, "count", p->supply[g]);
	}
}

static void
view_docks(const struct game_data *d, const struct ant_position *p, cJSON *view)
{
	cJSON *list = tree_list(view, "docks"), *one;

	for (int g = 0; g < ANT_GOODS; g++) {
		int top = ant_top(p, g);

		one = tree_member(list);
		tree_add_str(one, "dock", d->node[d->good[g].dock].id);
		tree_add_str(one, "good", d->good[g].id);
		tree_add_int(one, "stack", p->stack[g].n);
		tree_add_int(one, "supply", p->supply[g]);
		tree_flag(one, "empty", top == 0);
		if (top == 0)
			continue;
		tree_add_str(one, "product", d->product[top - 1].id);
		tree_add_int(one, "points", d->product[top - 1].points);
	}
}

static void
view_locks(const struct game_data *d, const struct ant_position *p, cJSON *view)
{
	cJSON *list = tree_list(view, "locks"), *one;

	for (int i = 0; i < ANT_LOCKS; i++) {
		one = tree_member(list);
		tree_add_str(one, "lock", d->lock[i].id);
		tree_add_str(one, "id", d->lock[i].id);
		tree_flag(one, "open", p->open >> i & 1);
		tree_flag(one, "closed", !(p->open >> i & 1));
	}
}

/* A deck, and what lies in its discard. */
static void
view_deck(const struct game_data *d, const struct ant_position *p, int sort,
    const char *name, cJSON *view)
{
	const struct ant_deck *from = &p->deck[sort];
	cJSON *deck = tree_object(view, name), *list;

	tree_add_int(deck, "left", from->n);
	list = tree_list(deck, "discards");
	for (int i = 0; i < from->discards; i++)
		tree_add_str(tree_member(list),
		    sort == ANT_ORDER ? "order" : "card",
		    ant_card_id(d, sort, from->discard[i]));
	tree_flag(deck, "none", from->discards == 0);
}

static void
view_board(const struct game_data *d, const struct ant_position *p, cJSON *view)
{
	cJSON *list;

	view_ships(d, p, view);
	view_starts(d, p, view);
	view_docks(d, p, view);
	view_locks(d, p, view);
	view_deck(d, p, ANT_ORDER, "order_deck", view);
	view_deck(d, p, ANT_SHIP, "ship_deck", view);
	view_deck(d, p, ANT_LOCK, "lock_deck", view);
	list = tree_list(view, "places");
	for (int i = 0; i < d->places; i++)
		view_place(d, p, i, tree_member(list));
}

struct cJSON *
ant_view(const struct game_data *d, const void *seen, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const struct ant_position *p = seen;
	int stage = stage_of(p);

	tree_flag(view, "started", stage != ANT_DEAL);
	tree_flag(view, "sailing", stage != STAGE_OVER);
	tree_flag(view, "last_round", p->lap != 0 && stage == ANT_TURN);
	if (reader >= 1 && reader <= p->seats)
		view_mine(d, p, reader, tree_object(view, "mine"));
	list = tree_list(view, "seats");
	for (int s = 1; s <= p->seats; s++)
		view_seat(d, p, s, reader == s || reader == ARCHIVE,
		    tree_member(list));
	if (stage == STAGE_OVER && reader == ARCHIVE)
		view_ranks(d, p, list);
	view_offer(d, p, view);
	view_pending(d, p, view);
	view_board(d, p, view);
	if (reader == ARCHIVE)
		view_secrets(d, p, view);
	return view;
}
