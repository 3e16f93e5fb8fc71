/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/antwerp/view.h"

/*
 * The context of position.md (templates/en/antwerp/README), made from a
 * reader's facts and the static data alone: hands, seats and what waits. The
 * board is in view_board.c.
 */

static void
add_more(cJSON *last)
{
	tree_flag(last, "more", last != NULL);
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

/* {place: what} of standing orders as [{"at_id","to_id"}]. */
static void
view_by_place(const cJSON *map, const char *key, cJSON *to)
{
	cJSON *list = tree_list(to, key), *one = NULL;
	const cJSON *item;

	cJSON_ArrayForEach(item, map) {
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, "at_id", item->string);
		tree_add_str(one, "to_id", item->valuestring);
		tree_flag(one, "any", strcmp(item->valuestring, "any") == 0);
		if (strcmp(key, "drops") == 0)
			tree_add_str(one, "colour", item->valuestring);
	}
}

static void
view_standing(const cJSON *s, cJSON *to)
{
	cJSON *o = cJSON_AddObjectToObject(to, "standing");
	const char *anchor = tree_str(s, "anchor");

	if (anchor == NULL)
		return;
	tree_flag(o, "asks", strcmp(tree_str(s, "forks"), "ask") == 0);
	tree_flag(o, "fewer", strcmp(anchor, "fewer") == 0);
	tree_flag(o, "lock", strcmp(anchor, "lock") == 0);
	tree_flag(o, "ship", strcmp(anchor, "ship") == 0);
	tree_flag(o, "anchor_asks", strcmp(anchor, "ask") == 0);
	tree_flag(o, "twice", cJSON_IsTrue(tree_get(s, "double_yield")));
	view_by_place(tree_get(s, "fork"), "forks", o);
	view_by_place(tree_get(s, "drop_anchor"), "drops", o);
}

static void
view_seat(const struct game_data *d, const struct ant_position *p,
    const cJSON *facts, int seat, cJSON *to)
{
	const struct ant_seat *s = &p->seat[seat];
	const cJSON *own = tree_get(tree_get(facts, "seats"),
	    seat_id(seat));
	const cJSON *sizes = tree_get(own, "hand_sizes");

	tree_add_str(to, "seat", seat_id(seat));
	tree_add_int(to, "order_points", tree_int(own, "order_points"));
	tree_add_int(to, "n_done", s->done);
	tree_add_int(to, "n_orders", tree_int(sizes, "orders"));
	tree_add_int(to, "n_ship", tree_int(sizes, "ship"));
	tree_add_int(to, "n_lock", tree_int(sizes, "lock"));
	tree_add_int(to, "n_products", tree_int(sizes, "products"));
	tree_add_int(to, "reserve", s->reserve);
	tree_flag(to, "one_ship", s->reserve == 1);
	tree_flag(to, "in_turn", p->active == seat && p->stage == ANT_TURN);
	if (tree_get(own, "score") != NULL)
		tree_add_int(to, "score", tree_int(own, "score"));
	view_orders(d, "done", s->order, s->done, NULL, to);
	tree_flag(to, "more", seat < p->seats);
}

static void
view_mine(const struct game_data *d, const struct ant_position *p,
    const cJSON *facts, int seat, cJSON *to)
{
	const struct ant_seat *s = &p->seat[seat];
	const struct ant_hand *h = s->hand;

	view_seat(d, p, facts, seat, to);
	tree_add_str(to, "other", seat_id(seat % p->seats + 1));
	view_orders(d, "orders", h[ANT_ORDER].card, h[ANT_ORDER].n,
	    s->product, to);
	view_cards(d, "ship_cards", ANT_SHIP, h[ANT_SHIP].card,
	    h[ANT_SHIP].n, to);
	view_cards(d, "lock_cards", ANT_LOCK, h[ANT_LOCK].card,
	    h[ANT_LOCK].n, to);
	ant_view_products(d, s->product, "products", to);
	view_standing(tree_get(tree_get(tree_get(facts, "seats"),
	    seat_id(seat)), "standing"), to);
}

/* Ranks need every score, so only the archive's facts have them. */
static void
view_ranks(const struct game_data *d, const struct ant_position *p,
    cJSON *seats)
{
	for (int s = 1; s <= p->seats; s++) {
		cJSON *to = cJSON_GetArrayItem(seats, s - 1);
		int rank = 1;

		for (int i = 1; i <= p->seats; i++)
			rank += ant_better(d, p, i, s) > 0;
		tree_add_int(to, "rank", rank);
		tree_flag(to, "winner", rank == 1);
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
    const cJSON *facts, cJSON *view)
{
	bool fork = p->pending.what == ANT_P_FORK;
	const cJSON *item;
	cJSON *o, *list, *one = NULL;

	if (p->pending.what == ANT_P_NONE)
		return;
	o = cJSON_AddObjectToObject(view, "pending");
	tree_add_str(o, "seat", seat_id(p->pending.seat));
	tree_add_str(o, "place", d->node[p->pending.at].id);
	tree_add_str(o, "id", d->node[p->pending.at].id);
	tree_add_str(o, "good", d->good[p->ship[p->pending.at].good].id);
	tree_flag(o, "fork", fork);
	tree_flag(o, "anchor", !fork);
	list = tree_list(o, "choices");
	cJSON_ArrayForEach(item, tree_get(tree_get(facts, "pending"),
	    "choices")) {
		add_more(one);
		one = tree_member(list);
		if (fork)
			tree_add_str(one, "to", item->valuestring);
		tree_add_str(one, "id", item->valuestring);
	}
}

struct cJSON *
ant_view(const struct game_data *d, const struct cJSON *facts, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	struct ant_position p;

	ant_recall(d, facts, &p);
	tree_add_int(view, "round", p.round);
	tree_flag(view, "started", p.stage != ANT_DEAL);
	tree_flag(view, "running", p.stage == ANT_TURN);
	tree_flag(view, "over", p.stage == ANT_OVER);
	tree_flag(view, "last_round", p.lap != 0 && p.stage == ANT_TURN);
	tree_flag(view, "main_done", p.main_done);
	tree_flag(view, "main_open", !p.main_done);
	tree_add_str(cJSON_AddObjectToObject(view, "active"), "seat",
	    seat_id(p.active));
	if (reader >= 1 && reader <= p.seats)
		view_mine(d, &p, facts, reader,
		    cJSON_AddObjectToObject(view, "mine"));
	list = tree_list(view, "seats");
	for (int s = 1; s <= p.seats; s++)
		view_seat(d, &p, facts, s, tree_member(list));
	if (p.stage == ANT_OVER && reader == ARCHIVE)
		view_ranks(d, &p, list);
	view_offer(d, &p, view);
	view_pending(d, &p, facts, view);
	ant_view_board(d, &p, facts, view);
	return view;
}
