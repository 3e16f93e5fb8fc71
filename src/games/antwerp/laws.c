/* SPDX-License-Identifier: MIT */
#include "games/antwerp/load.h"

#include <ctype.h>

/* The laws of data/antwerp.json that concern counts, cards and names; those
 * of the board are in chart.c. */

static int
broken(struct err *e, const char *law, const char *where)
{
	return err_set(e, ERR_CORRUPT, "law: %s (%s)", law, where);
}

static int
law_components(const struct game_data *d, struct err *e)
{
	static const char *const colour[] = { "purple", "orange", "white",
		"teal", "black" };
	static const struct { const char *id; int cubes; } good[] = {
		{ "toys", 7 }, { "barley", 6 }, { "potatoes", 5 },
		{ "cocoa", 6 },
	};

	if (strcmp(d->name, "antwerp") != 0 || d->version != 1)
		return broken(e, "the file is antwerp, version 1", d->name);
	if (d->ships[2] != 5 || d->ships[3] != 4 || d->ships[4] != 3)
		return broken(e, "5, 4, 3 ships with 2, 3, 4 seats", "ships");
	for (int i = 0; i < ANT_COLOURS; i++)
		if (strcmp(d->colour[i].id, colour[i]) != 0)
			return broken(e, "the five colours in their order",
			    d->colour[i].id);
	for (int i = 0; i < ANT_GOODS; i++)
		if (strcmp(d->good[i].id, good[i].id) != 0 ||
		    d->good[i].cubes != good[i].cubes)
			return broken(e, "the four raw goods and their cubes",
			    d->good[i].id);
	return 0;
}

/* Two kinds a dock, seven cards each; three of them are given. */
static int
law_products(const struct game_data *d, struct err *e)
{
	static const struct { const char *id; int good, points; } given[] = {
		{ "wheat-beer", 1, 2 }, { "croquettes", 2, 3 },
		{ "fries", 2, 4 },
	};

	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (d->product[i].count != ANT_EACH ||
		    d->product[i].points == 0)
			return broken(e, "seven cards of each product, worth "
			    "something", d->product[i].id);
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		int p = ant_product_find(d, given[i].id, strlen(given[i].id));

		if (p == ANT_NONE || p / 2 != given[i].good ||
		    d->product[p].points != given[i].points)
			return broken(e, "wheat beer 2, croquettes 3, fries 4",
			    given[i].id);
	}
	return 0;
}

static bool
same_order(const struct ant_order *a, const struct ant_order *b)
{
	int same = 0;

	for (int i = 0; i < a->n; i++)
		for (int j = 0; j < b->n; j++)
			same += a->product[i] == b->product[j];
	return a->n == b->n && same == a->n;
}

static int
law_order(const struct game_data *d, const struct ant_order *o, struct err *e)
{
	int points = o->n;

	for (int i = 0; i < o->n; i++) {
		points += d->product[o->product[i]].points;
		for (int j = 0; j < i; j++)
			if (o->product[i] == o->product[j])
				return broken(e,
				    "the products of an order differ", o->id);
	}
	if (o->points != (points > 9 ? 9 : points))
		return broken(e, "an order is worth its products and 2 for "
		    "two, 3 for three, at most 9", o->id);
	for (const struct ant_order *other = d->order; other < o; other++)
		if (same_order(o, other))
			return broken(e, "all orders are different", o->id);
	return 0;
}

static int
law_orders(const struct game_data *d, struct err *e)
{
	int named[ANT_PRODUCTS] = { 0 };

	for (int i = 0; i < d->orders; i++) {
		if (law_order(d, &d->order[i], e) < 0)
			return -1;
		for (int k = 0; k < d->order[i].n; k++)
			named[d->order[i].product[k]]++;
	}
	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (named[i] < 6)
			return broken(e,
			    "every product is in at least six orders",
			    d->product[i].id);
	return 0;
}

static int
law_cards(const struct game_data *d, struct err *e)
{
	unsigned seen = 0;
	int locks = 0;

	for (int i = 0; i < d->kinds[ANT_SHIP]; i++) {
		const struct ant_card *c = &d->card[ANT_SHIP][i];

		if (c->count != 2 || (seen >> c->does & 1))
			return broken(e, "two ship cards of each kind", c->id);
		seen |= 1u << c->does;
	}
	if (d->kinds[ANT_SHIP] != ANT_SHIP_KINDS)
		return broken(e, "seven kinds of ship cards", "ship_cards");
	for (int i = 0; i < d->kinds[ANT_LOCK]; i++)
		locks += d->card[ANT_LOCK][i].count;
	if (locks != ANT_CARDS)
		return broken(e, "14 lock cards", "lock_cards");
	return 0;
}

/* An id is a word of the log in small letters, one that no player's word
 * means otherwise. */
static int
law_id(const char *id, struct err *e)
{
	static const char *const taken[] = { "off", "any", "ask", "home",
		"lock", "ship", "open", "closed", "give", "want" };

	for (const char *s = id; *s != '\0'; s++)
		if (!isalnum((unsigned char)*s) && *s != '-')
			return broken(e, "ids are letters, digits, hyphens",
			    id);
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (strcmp(id, taken[i]) == 0)
			return broken(e, "an id is no word of a move", id);
	return 0;
}

/* Ids stand `stride` bytes apart. */
static int
law_ids(const char *first, size_t stride, int n, struct err *e)
{
	for (int i = 0; i < n; i++) {
		const char *id = first + (size_t)i * stride;

		if (law_id(id, e) < 0)
			return -1;
		for (int j = 0; j < i; j++)
			if (strcmp(id, first + (size_t)j * stride) == 0)
				return broken(e, "ids are unique", id);
	}
	return 0;
}

static int
law_names(const struct game_data *d, struct err *e)
{
	if (law_ids(d->node[0].id, sizeof d->node[0], d->places, e) < 0 ||
	    law_ids(d->node[ANT_PLACES].id, sizeof d->node[0], ANT_ENDS,
	    e) < 0 ||
	    law_ids(d->product[0].id, sizeof d->product[0], ANT_PRODUCTS,
	    e) < 0 ||
	    law_ids(d->lock[0].id, sizeof d->lock[0], ANT_LOCKS, e) < 0 ||
	    law_ids(d->order[0].id, sizeof d->order[0], d->orders, e) < 0)
		return -1;
	for (int i = ANT_PLACES; i < ANT_NODES; i++)
		if (ant_node_find(d, d->node[i].id,
		    strlen(d->node[i].id)) != i)
			return broken(e, "ids are unique", d->node[i].id);
	for (int i = 0; i < d->kinds[ANT_LOCK]; i++)
		if (ant_card_find(d, ANT_LOCK, d->card[ANT_LOCK][i].id,
		    strlen(d->card[ANT_LOCK][i].id)) != i)
			return broken(e, "ids are unique",
			    d->card[ANT_LOCK][i].id);
	return 0;
}

int
ant_data_laws(const struct game_data *d, struct err *e)
{
	if (law_components(d, e) < 0 || law_products(d, e) < 0 ||
	    law_orders(d, e) < 0 || law_cards(d, e) < 0 ||
	    law_names(d, e) < 0)
		return -1;
	return 0;
}
