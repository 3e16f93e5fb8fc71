/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/antwerp/view.h"

/*
 * The context of position.md (templates/en/antwerp/README), made from
 * what a reader sees of a position: hands, seats and what waits. The
 * board is in view_board.c.
 */

static void
add_more(cJSON *last)
{
	tree_flag(last, "more", last != NULL);
}

/* Started is a game with the first orders in hand. */
static int
stage_of(const struct ant_position *p)
{
	return p->stage == ANT_DEAL && p->seat[1].hand[ANT_ORDER].n > 0 ?
	    ANT_TURN : p->stage;
}

void
ant_view_products(const struct game_data *d, const uint8_t *n,
    const char *key, cJSON *to)
{
	cJSON *list = tree_list(to, key), *one = NULL;

	for (int i = 0; i < ANT_PRODUCTS; i++) {
		if (n[i] == 0)
			continue;
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, "product", d->product[i].id);
		tree_add_int(one, "count", n[i]);
		tree_flag(one, "many", n[i] > 1);
		tree_add_int(one, "points", d->product[i].points);
	}
}

/* An order: what it takes, and of a hand what is missing. */
static void
view_order(const struct game_data *d, int order, const uint8_t *have,
    cJSON *to)
{
	const struct ant_order *o = &d->order[order];
	cJSON *list = tree_list(to, "products"), *one = NULL;
	int missing = 0;

	tree_add_str(to, "order", o->id);
	tree_add_int(to, "points", o->points);
	for (int i = 0; i < o->n; i++) {
		add_more(one);
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
	cJSON *list = tree_list(to, key), *one = NULL;

	for (int i = 0; i < n; i++) {
		add_more(one);
		one = tree_member(list);
		view_order(d, order[i], have, one);
	}
}

static void
view_cards(const struct game_data *d, const char *key, int sort,
    const uint8_t *card, int n, cJSON *to)
{
	cJSON *list = tree_list(to, key), *one = NULL;

	for (int i = 0; i < n; i++) {
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, "card", ant_card_id(d, sort, card[i]));
	}
}

/* What is ordered of places: the n-th is the word for that. */
static void
view_by_place(const struct game_data *d, const uint8_t *order, bool fork,
    cJSON *to)
{
	cJSON *list = tree_list(to, fork ? "forks" : "drops"), *one = NULL;

	for (int r = 0; r < d->places; r++) {
		int place = d->by_id[r], what = order[place];
		const char *word = what == 0 ? NULL :
		    fork ? d->node[what - 1].id :
		    what == ANT_ANY ? "any" : d->colour[what - 1].id;

		if (word == NULL)
			continue;
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, "at_id", d->node[place].id);
		tree_add_str(one, "to_id", word);
		tree_flag(one, "any", !fork && what == ANT_ANY);
		if (!fork)
			tree_add_str(one, "colour", word);
	}
}

static void
view_standing(const struct game_data *d, const struct ant_standing *s,
    cJSON *to)
{
	cJSON *o = cJSON_AddObjectToObject(to, "standing");

	tree_flag(o, "asks", s->policy == ANT_ASK);
	tree_flag(o, "fewer", s->anchor == ANT_FEWER);
	tree_flag(o, "lock", s->anchor == ANT_ALWAYS_LOCK);
	tree_flag(o, "ship", s->anchor == ANT_ALWAYS_SHIP);
	tree_flag(o, "anchor_asks", s->anchor == ANT_ANCHOR_ASK);
	tree_flag(o, "twice", s->twice);
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
	tree_add_int(to, "n_done", s->done);
	tree_add_int(to, "n_orders", s->hand[ANT_ORDER].n);
	tree_add_int(to, "n_ship", s->hand[ANT_SHIP].n);
	tree_add_int(to, "n_lock", s->hand[ANT_LOCK].n);
	tree_add_int(to, "n_products", products_of(s));
	tree_add_int(to, "reserve", s->reserve);
	tree_flag(to, "one_ship", s->reserve == 1);
	tree_flag(to, "in_turn", p->active == seat && stage_of(p) == ANT_TURN);
	if (open)
		tree_add_int(to, "score", ant_score(d, p, seat));
	view_orders(d, "done", s->order, s->done, NULL, to);
	tree_flag(to, "more", seat < p->seats);
}

static void
view_mine(const struct game_data *d, const struct ant_position *p, int seat,
    cJSON *to)
{
	const struct ant_seat *s = &p->seat[seat];
	const struct ant_hand *h = s->hand;

	view_seat(d, p, seat, true, to);
	tree_add_str(to, "other", seat_id(seat % p->seats + 1));
	view_orders(d, "orders", h[ANT_ORDER].card, h[ANT_ORDER].n,
	    s->product, to);
	view_cards(d, "ship_cards", ANT_SHIP, h[ANT_SHIP].card,
	    h[ANT_SHIP].n, to);
	view_cards(d, "lock_cards", ANT_LOCK, h[ANT_LOCK].card,
	    h[ANT_LOCK].n, to);
	ant_view_products(d, s->product, "products", to);
	view_standing(d, &s->standing, to);
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
		tree_flag(to, "winner", ending_rank(&e, s) == 1);
	}
}

static void
view_offer(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	cJSON *o;

	if (p->offer.from == 0)
		return;
	o = cJSON_AddObjectToObject(view, "offer");
	tree_add_str(cJSON_AddObjectToObject(o, "giver"), "seat",
	    seat_id(p->offer.from));
	tree_add_str(cJSON_AddObjectToObject(o, "taker"), "seat",
	    seat_id(p->offer.to));
	ant_view_products(d, p->offer.give, "give", o);
	ant_view_products(d, p->offer.want, "want", o);
}

static void
view_pending(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	bool fork = p->pending.what == ANT_P_FORK;
	cJSON *o, *list, *one = NULL;
	int16_t choice[2];
	int n = ant_choices(d, p, choice);

	if (n == 0)
		return;
	o = cJSON_AddObjectToObject(view, "pending");
	tree_add_str(o, "seat", seat_id(p->pending.seat));
	tree_add_str(o, "place", d->node[p->pending.at].id);
	tree_add_str(o, "id", d->node[p->pending.at].id);
	tree_add_str(o, "good", d->good[p->ship[p->pending.at].good].id);
	tree_flag(o, "fork", fork);
	tree_flag(o, "anchor", !fork);
	list = tree_list(o, "choices");
	for (int i = 0; i < n; i++) {
		const char *id = fork ? d->node[choice[i]].id : ant_sort_word[
		    choice[i] == ANT_SAY_LOCK ? ANT_LOCK : ANT_SHIP];

		add_more(one);
		one = tree_member(list);
		if (fork)
			tree_add_str(one, "to", id);
		tree_add_str(one, "id", id);
	}
}

struct cJSON *
ant_view(const struct game_data *d, const void *seen, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const struct ant_position *p = seen;
	int stage = stage_of(p);

	tree_add_int(view, "round", p->round);
	tree_flag(view, "started", stage != ANT_DEAL);
	tree_flag(view, "running", stage == ANT_TURN);
	tree_flag(view, "over", stage == ANT_OVER);
	tree_flag(view, "last_round", p->lap != 0 && stage == ANT_TURN);
	tree_flag(view, "main_done", p->main_done);
	tree_flag(view, "main_open", !p->main_done);
	tree_add_str(cJSON_AddObjectToObject(view, "active"), "seat",
	    seat_id(p->active));
	if (reader >= 1 && reader <= p->seats)
		view_mine(d, p, reader,
		    cJSON_AddObjectToObject(view, "mine"));
	list = tree_list(view, "seats");
	for (int s = 1; s <= p->seats; s++)
		view_seat(d, p, s, reader == s || reader == ARCHIVE,
		    tree_member(list));
	if (stage == ANT_OVER && reader == ARCHIVE)
		view_ranks(d, p, list);
	view_offer(d, p, view);
	view_pending(d, p, view);
	ant_view_board(d, p, view);
	return view;
}
