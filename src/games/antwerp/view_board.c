/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/antwerp/view.h"

/* The board for position.md: where ships stand, which colours would move
 * them where, and what is in their way. */

static void
add_more(cJSON *last)
{
	tree_flag(last, "more", last != NULL);
}

/* One end of a colour from a place, with what blocks the way. */
static void
view_end(const struct game_data *d, const struct ant_position *p,
    int channel, cJSON *to)
{
	const struct ant_channel *c = &d->channel[channel];
	cJSON *by;

	tree_add_str(to, "to", d->node[c->to].id);
	tree_add_str(to, "id", d->node[c->to].id);
	if (c->lock != ANT_NONE)
		tree_add_str(to, "lock_id", d->lock[c->lock].id);
	if (c->lock != ANT_NONE && !(p->open >> c->lock & 1))
		tree_flag(to, "locked", true);
	if (ant_is_end(c->to) || p->ship[c->to].owner == 0)
		return;
	by = cJSON_AddObjectToObject(to, "taken");
	tree_add_str(by, "seat", seat_id(p->ship[c->to].owner));
	tree_add_str(by, "good", d->good[p->ship[c->to].good].id);
}

/* The colours that lead on from a place. */
static void
view_ways(const struct game_data *d, const struct ant_position *p, int place,
    cJSON *to)
{
	const struct ant_place *from = &d->node[place];
	cJSON *list = tree_list(to, "ways"), *way = NULL, *ends, *end;

	for (int k = 0; k < ANT_COLOURS; k++) {
		if (from->outs[k] == 0)
			continue;
		add_more(way);
		way = tree_member(list);
		tree_add_str(way, "colour", d->colour[k].id);
		ends = tree_list(way, "ends");
		end = NULL;
		for (int i = 0; i < from->outs[k]; i++) {
			add_more(end);
			end = tree_member(ends);
			view_end(d, p, from->out[k][i], end);
		}
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
view_ships(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "ships"), *one;

	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < d->places; i++) {
			if (p->ship[i].owner != s)
				continue;
			one = tree_member(list);
			tree_add_str(one, "seat", seat_id(s));
			tree_add_str(one, "good",
			    d->good[p->ship[i].good].id);
			view_place(d, p, i, one);
		}
	tree_flag(view, "no_ships", cJSON_GetArraySize(list) == 0);
}

static void
view_starts(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "starts"), *one = NULL;

	for (int i = 0; i < d->places; i++) {
		if (!d->node[i].start || p->ship[i].owner != 0)
			continue;
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, "place", d->node[i].id);
		tree_add_str(one, "id", d->node[i].id);
	}
	list = tree_list(view, "supply");
	one = NULL;
	for (int g = 0; g < ANT_GOODS; g++) {
		if (p->supply[g] == 0)
			continue;
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, "good", d->good[g].id);
		tree_add_int(one, "count", p->supply[g]);
	}
}

static void
view_docks(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
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
view_locks(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "locks"), *one = NULL;

	for (int i = 0; i < ANT_LOCKS; i++) {
		add_more(one);
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
	cJSON *deck = cJSON_AddObjectToObject(view, name), *list, *one = NULL;

	tree_add_int(deck, "left", from->n);
	list = tree_list(deck, "discards");
	for (int i = 0; i < from->discards; i++) {
		add_more(one);
		one = tree_member(list);
		tree_add_str(one, sort == ANT_ORDER ? "order" : "card",
		    ant_card_id(d, sort, from->discard[i]));
	}
	tree_flag(deck, "none", one == NULL);
}

void
ant_view_board(const struct game_data *d, const struct ant_position *p,
    cJSON *view)
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
