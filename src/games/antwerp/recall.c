/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/antwerp/play.h"

/*
 * From facts back to a position, as far as they tell: the board, the locks,
 * what lies open and the reader's own hand. Views and maps work out the rest
 * by the rules.
 */

static int
seat_of(const char *id)
{
	for (int s = 1; id != NULL && s <= ANT_SEATS; s++)
		if (strcmp(id, seat_id(s)) == 0)
			return s;
	return 0;
}

static void
recall_board(const struct game_data *d, const cJSON *facts,
    struct ant_position *p)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, tree_get(facts, "ships")) {
		int place = ant_node_find(d, item->string,
		    strlen(item->string));
		const char *good = tree_str(item, "good");

		if (place >= d->places || good == NULL)
			continue;
		p->ship[place].owner = (uint8_t)seat_of(tree_str(item,
		    "owner"));
		p->ship[place].good = (uint8_t)ant_good_find(d, good,
		    strlen(good));
	}
	for (int i = 0; i < ANT_LOCKS; i++) {
		const char *state = tree_str(tree_get(facts, "locks"),
		    d->lock[i].id);

		if (state != NULL && strcmp(state, "open") == 0)
			p->open |= (uint8_t)(1u << i);
	}
	for (int g = 0; g < ANT_GOODS; g++) {
		const cJSON *dock = tree_get(tree_get(facts, "docks"),
		    d->good[g].id);
		const char *top = tree_str(dock, "top");

		p->supply[g] = (uint8_t)tree_int(tree_get(facts, "supply"),
		    d->good[g].id);
		p->stack[g].n = (uint8_t)tree_int(dock, "stack");
		if (top != NULL && p->stack[g].n > 0)
			p->stack[g].card[p->stack[g].n - 1] = (uint8_t)
			    ant_product_find(d, top, strlen(top));
	}
}

static int
recall_cards(const struct game_data *d, int sort, const cJSON *list,
    uint8_t *out, int room)
{
	const cJSON *item;
	int n = 0;

	cJSON_ArrayForEach(item, list)
		if (n < room)
			out[n++] = (uint8_t)ant_card_find(d, sort,
			    item->valuestring, strlen(item->valuestring));
	return n;
}

static void
recall_products(const struct game_data *d, const cJSON *list, uint8_t *out)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list) {
		int i = ant_product_find(d, item->string,
		    strlen(item->string));

		if (i != ANT_NONE)
			out[i] = (uint8_t)item->valueint;
	}
}

static void
recall_seat(const struct game_data *d, const cJSON *item, struct ant_seat *s)
{
	static const char *const hand[] = { "orders", "ship_cards",
		"lock_cards" };

	s->reserve = (uint8_t)tree_int(item, "reserve");
	s->done = (uint8_t)recall_cards(d, ANT_ORDER, tree_get(item,
	    "orders_done"), s->order, 4);
	for (int k = 0; k < ANT_SORTS; k++)
		s->hand[k].n = (uint8_t)recall_cards(d, k, tree_get(item,
		    hand[k]), s->hand[k].card, ANT_HAND);
	recall_products(d, tree_get(item, "products"), s->product);
}

static void
recall_waiting(const struct game_data *d, const cJSON *facts,
    struct ant_position *p)
{
	const cJSON *offer = tree_get(facts, "offer");
	const cJSON *pending = tree_get(facts, "pending");
	const char *at = tree_str(pending, "at");

	p->offer.from = (uint8_t)seat_of(tree_str(offer, "from"));
	p->offer.to = (uint8_t)seat_of(tree_str(offer, "to"));
	recall_products(d, tree_get(offer, "give"), p->offer.give);
	recall_products(d, tree_get(offer, "want"), p->offer.want);
	if (at == NULL)
		return;
	p->pending.at = (uint8_t)ant_node_find(d, at, strlen(at));
	p->pending.seat = (uint8_t)seat_of(tree_str(pending, "seat"));
	p->pending.what = strcmp(tree_str(pending, "what"), "fork") == 0 ?
	    ANT_P_FORK : ANT_P_ANCHOR;
}

void
ant_recall(const struct game_data *d, const cJSON *facts,
    struct ant_position *out)
{
	const char *phase = tree_str(facts, "phase");
	const cJSON *item;

	memset(out, 0, sizeof *out);
	out->round = (uint16_t)tree_int(facts, "round");
	out->active = (uint8_t)seat_of(tree_str(facts, "active"));
	out->main_done = cJSON_IsTrue(tree_get(facts, "main_done")) != 0;
	out->order_done = cJSON_IsTrue(tree_get(facts, "order_done")) != 0;
	out->lap = cJSON_IsTrue(tree_get(facts, "last_round")) != 0;
	recall_board(d, facts, out);
	cJSON_ArrayForEach(item, tree_get(facts, "seats"))
		recall_seat(d, item, &out->seat[++out->seats]);
	recall_waiting(d, facts, out);
	out->stage = phase != NULL && strcmp(phase, "over") == 0 ? ANT_OVER :
	    tree_int(tree_get(tree_get(tree_get(facts, "seats"), "p1"),
	    "hand_sizes"), "orders") == 0 && out->seat[1].done == 0 ?
	    ANT_DEAL : ANT_TURN;
}
