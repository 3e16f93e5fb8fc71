/* SPDX-License-Identifier: MIT */
#include "game/fields.h"
#include "games/antwerp/play.h"

#include <ctype.h>

/* The laws of data/antwerp.json: counts, cards and names, then the board. */

static int
law_components(const struct game_data *d, struct err *e)
{
	static const char *const colour[] = { "purple", "orange", "white",
		"teal", "black" };
	static const struct {
		const char *id;
		int cubes;
	} good[] = { { "toys", 7 }, { "barley", 6 }, { "potatoes", 5 },
		{ "cocoa", 6 } };

	if (strcmp(d->name, "antwerp") != 0 || d->version != 1)
		return law_broken(e, "the file is antwerp, version 1", d->name);
	if (d->ships[2] != 5 || d->ships[3] != 4 || d->ships[4] != 3)
		return law_broken(e, "5, 4, 3 ships with 2, 3, 4 seats",
		    "ships");
	for (int i = 0; i < ANT_COLOURS; i++)
		if (strcmp(d->colour[i].id, colour[i]) != 0)
			return law_broken(e, "the five colours in their order",
			    d->colour[i].id);
	for (int i = 0; i < ANT_GOODS; i++)
		if (strcmp(d->good[i].id, good[i].id) != 0 ||
		    d->good[i].cubes != good[i].cubes)
			return law_broken(e,
			    "the four raw goods and their cubes",
			    d->good[i].id);
	return 0;
}

/* Two kinds a dock, seven cards each; three of them are given. */
static int
law_products(const struct game_data *d, struct err *e)
{
	static const struct {
		const char *id;
		int good, points;
	} given[] = { { "wheat-beer", 1, 2 }, { "croquettes", 2, 3 },
		{ "fries", 2, 4 } };

	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (d->product[i].count != ANT_EACH ||
		    d->product[i].points == 0)
			return law_broken(e,
			    "seven cards of each product, worth something",
			    d->product[i].id);
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		int p = ant_product_find(d, given[i].id, strlen(given[i].id));

		if (p == ANT_NONE || p / 2 != given[i].good ||
		    d->product[p].points != given[i].points)
			return law_broken(e,
			    "wheat beer 2, croquettes 3, fries 4", given[i].id);
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
				return law_broken(e,
				    "the products of an order differ", o->id);
	}
	if (o->points != (points > 9 ? 9 : points))
		return law_broken(e,
		    "an order is worth its products and 2 for two, 3 for "
		    "three, at most 9",
		    o->id);
	for (const struct ant_order *other = d->order; other < o; other++)
		if (same_order(o, other))
			return law_broken(e, "all orders are different", o->id);
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
			return law_broken(e,
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
			return law_broken(e, "two ship cards of each kind",
			    c->id);
		seen |= 1u << c->does;
	}
	if (d->kinds[ANT_SHIP] != ANT_SHIP_KINDS)
		return law_broken(e, "seven kinds of ship cards", "ship_cards");
	for (int i = 0; i < d->kinds[ANT_LOCK]; i++)
		locks += d->card[ANT_LOCK][i].count;
	if (locks != ANT_CARDS)
		return law_broken(e, "14 lock cards", "lock_cards");
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
			return law_broken(e, "ids are letters, digits, hyphens",
			    id);
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
		if (strcmp(id, taken[i]) == 0)
			return law_broken(e, "an id is no word of a move", id);
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
				return law_broken(e, "ids are unique", id);
	}
	return 0;
}

static int
law_names(const struct game_data *d, struct err *e)
{
	if (law_ids(d->node[0].id, sizeof d->node[0], d->places, e) < 0 ||
	    law_ids(d->node[ANT_PLACES].id, sizeof d->node[0], ANT_ENDS, e) <
		0 ||
	    law_ids(d->product[0].id, sizeof d->product[0], ANT_PRODUCTS, e) <
		0 ||
	    law_ids(d->lock[0].id, sizeof d->lock[0], ANT_LOCKS, e) < 0 ||
	    law_ids(d->order[0].id, sizeof d->order[0], d->orders, e) < 0)
		return -1;
	for (int i = ANT_PLACES; i < ANT_NODES; i++)
		if (ant_node_find(d, d->node[i].id, strlen(d->node[i].id)) != i)
			return law_broken(e, "ids are unique", d->node[i].id);
	for (int i = 0; i < d->kinds[ANT_LOCK]; i++)
		if (ant_card_find(d, ANT_LOCK, d->card[ANT_LOCK][i].id,
			strlen(d->card[ANT_LOCK][i].id)) != i)
			return law_broken(e, "ids are unique",
			    d->card[ANT_LOCK][i].id);
	return 0;
}

/*
 * The laws of the board (rules/antwerp.md, Components): what it must be that
 * movement always ends, every dock can be reached and the map can be drawn.
 */

enum { FAR = 1000 };

static int
law_places(const struct game_data *d, struct err *e)
{
	int anchors = 0;

	for (int i = 0; i < d->places; i++) {
		const struct ant_place *p = &d->node[i];
		char id[3] = { 'S', (char)('1' + i), '\0' };

		if (p->start != (i < ANT_STARTS) ||
		    (p->start && strcmp(p->id, id) != 0))
			return law_broken(e,
			    "four start places S1 to S4, first", p->id);
		if (p->start && i > 0 && p->x <= d->node[i - 1].x)
			return law_broken(e, "starts stand from left to right",
			    p->id);
		if (p->start && p->anchor)
			return law_broken(e, "a start is no anchor place",
			    p->id);
		anchors += p->anchor;
	}
	if (d->places < ANT_STARTS + 18)
		return law_broken(e, "18 to 24 further places", "places");
	if (anchors < 5 || anchors > 7)
		return law_broken(e, "5 to 7 anchor places", "places");
	return 0;
}

static int
law_ends(const struct game_data *d, struct err *e)
{
	int docks[ANT_GOODS] = { 0 }, transit = 0;

	for (int i = ANT_PLACES; i < ANT_NODES; i++) {
		if (d->node[i].good == ANT_NONE)
			transit++;
		else
			docks[d->node[i].good]++;
	}
	for (int g = 0; g < ANT_GOODS; g++)
		if (docks[g] != 1)
			return law_broken(e, "four docks, one for each good",
			    d->good[g].id);
	if (transit != 1 || ant_node_find(d, "transit", 7) == ANT_NONE ||
	    d->node[ant_node_find(d, "transit", 7)].good != ANT_NONE)
		return law_broken(e, "one transit port, called transit",
		    "ends");
	return 0;
}

/* Ranks are the longest way to an end, found in as many rounds as there are
 * places; one round more changes nothing, unless there is a circle. */
static int
law_ranks(const struct game_data *d, struct err *e)
{
	int rank[ANT_NODES] = { 0 };
	bool more = true;

	for (int round = 0; more; round++) {
		more = false;
		for (int i = 0; i < d->channels; i++) {
			const struct ant_channel *c = &d->channel[i];

			if (rank[c->from] > rank[c->to])
				continue;
			rank[c->from] = rank[c->to] + 1;
			more = true;
			if (round > d->places)
				return law_broken(e, "no cycles", c->id);
		}
	}
	for (int i = 0; i < d->places; i++)
		if (rank[i] == 0 || rank[i] != d->node[i].rank)
			return law_broken(e,
			    rank[i] == 0 ?
				"every place lies on a way to the end" :
				"a rank is the longest way",
			    d->node[i].id);
	return 0;
}

/* Channels of the shortest way from `from` to every node. */
static void
distances(const struct game_data *d, int from, bool locks, int *far)
{
	bool more = true;

	for (int i = 0; i < ANT_NODES; i++)
		far[i] = i == from ? 0 : FAR;
	while (more) {
		more = false;
		for (int i = 0; i < d->channels; i++) {
			const struct ant_channel *c = &d->channel[i];

			if ((c->lock != ANT_NONE && !locks) ||
			    far[c->from] + 1 >= far[c->to])
				continue;
			far[c->to] = far[c->from] + 1;
			more = true;
		}
	}
}

static int
law_ways(const struct game_data *d, struct err *e)
{
	int far[ANT_STARTS][ANT_NODES], open[ANT_NODES];
	bool reached[ANT_NODES] = { false };

	for (int s = 0; s < ANT_STARTS; s++) {
		distances(d, s, false, open);
		distances(d, s, true, far[s]);
		for (int i = 0; i < ANT_NODES; i++) {
			int good = d->node[i].good;

			reached[i] |= far[s][i] < FAR;
			if (!ant_is_end(i))
				continue;
			if ((good <= 0 || good == ANT_NONE) == (open[i] == FAR))
				return law_broken(e,
				    "a lock before each dock but the toys', "
				    "none before the transit port",
				    d->node[i].id);
			if (good != ANT_NONE &&
			    (far[s][i] < 4 || far[s][i] > 7))
				return law_broken(e,
				    "4 to 7 channels from a start to a dock",
				    d->node[i].id);
			if (good == 0 && s > 0 && far[s][i] <= far[s - 1][i])
				return law_broken(e,
				    "the toys' dock is farther from each next "
				    "start",
				    d->node[s].id);
		}
	}
	for (int i = 0; i < d->places; i++)
		if (!reached[i])
			return law_broken(e,
			    "every place lies on a way to the end",
			    d->node[i].id);
	return 0;
}

/* The toys' dock (Deurganckdok) and the transit port. */
static int
law_entries(const struct game_data *d, struct err *e)
{
	const struct ant_channel *first = NULL;
	int entries = 0, bottom = 0;

	for (int i = 0; i < d->channels; i++) {
		const struct ant_channel *c = &d->channel[i];
		const struct ant_place *to = &d->node[c->to];

		if (ant_is_end(c->to) && to->good == ANT_NONE &&
		    (c->colours != 1 || c->lock != ANT_NONE))
			return law_broken(e,
			    "the transit port is left only by a purple channel",
			    c->id);
		if (!ant_is_end(c->to) || to->good != 0)
			continue;
		entries++;
		if (c->lock != ANT_NONE ||
		    (first != NULL &&
			(c->colours != first->colours ||
			    d->node[c->from].rank !=
				d->node[first->from].rank)))
			return law_broken(e,
			    "the toys' dock is entered by one colour, from one "
			    "rank, without a lock",
			    c->id);
		first = c;
	}
	if (entries != 2)
		return law_broken(e, "the toys' dock has two entries",
		    "channels");
	for (int i = 0; i < ANT_NODES; i++)
		if (ant_is_node(d, i) && d->node[i].y > d->node[bottom].y)
			bottom = i;
	if (!ant_is_end(bottom) || d->node[bottom].good != ANT_NONE)
		return law_broken(e, "the transit port lies at the bottom",
		    d->node[bottom].id);
	return 0;
}

static int
law_channels(const struct game_data *d, struct err *e)
{
	int forks = 0, twice = 0, locked[ANT_LOCKS] = { 0 };

	for (int i = 0; i < d->places; i++) {
		bool fork = false;

		for (int k = 0; k < ANT_COLOURS; k++)
			fork |= d->node[i].outs[k] == 2;
		forks += fork;
	}
	for (int i = 0; i < d->channels; i++) {
		const struct ant_channel *c = &d->channel[i];

		twice += (c->colours & (c->colours - 1)) != 0;
		if (c->lock != ANT_NONE)
			locked[c->lock]++;
	}
	if (forks < 3)
		return law_broken(e, "at least three forks", "channels");
	if (twice < 4)
		return law_broken(e, "at least four double channels",
		    "channels");
	for (int i = 0; i < ANT_LOCKS; i++)
		if (locked[i] == 0)
			return law_broken(e, "every lock closes a channel",
			    d->lock[i].id);
	return 0;
}

/* Twice the signed area of a triangle: 0 if the three are in line. */
static long
turn_of(const struct ant_place *a, const struct ant_place *b,
    const struct ant_place *c)
{
	return (long)(b->x - a->x) * (c->y - a->y) -
	    (long)(b->y - a->y) * (c->x - a->x);
}

static bool
between(int a, int b, int c)
{
	return (a <= c && c <= b) || (b <= c && c <= a);
}

static bool
touches(const struct ant_place *a, const struct ant_place *b,
    const struct ant_place *c)
{
	return turn_of(a, b, c) == 0 && between(a->x, b->x, c->x) &&
	    between(a->y, b->y, c->y);
}

static bool
crosses(const struct game_data *d, const struct ant_channel *l,
    const struct ant_channel *m)
{
	const struct ant_place *a = &d->node[l->from], *b = &d->node[l->to];
	const struct ant_place *c = &d->node[m->from], *e = &d->node[m->to];

	if (l->from == m->from || l->from == m->to || l->to == m->from ||
	    l->to == m->to)
		return false; /* they meet at a place */
	return (turn_of(a, b, c) > 0) != (turn_of(a, b, e) > 0) &&
	    (turn_of(c, e, a) > 0) != (turn_of(c, e, b) > 0);
}

static int
law_drawing(const struct game_data *d, struct err *e)
{
	for (int i = 0; i < d->channels; i++) {
		const struct ant_channel *c = &d->channel[i];

		for (int j = 0; j < i; j++)
			if (crosses(d, c, &d->channel[j]))
				return law_broken(e, "channels do not cross",
				    c->id);
		for (int k = 0; k < ANT_NODES; k++)
			if (k != c->from && k != c->to && ant_is_node(d, k) &&
			    touches(&d->node[c->from], &d->node[c->to],
				&d->node[k]))
				return law_broken(e,
				    "no channel touches a third point",
				    d->node[k].id);
	}
	for (int i = 0; i < ANT_NODES; i++)
		for (int j = 0; j < i; j++)
			if (ant_is_node(d, i) && ant_is_node(d, j) &&
			    d->node[i].x == d->node[j].x &&
			    d->node[i].y == d->node[j].y)
				return law_broken(e, "two points in one place",
				    d->node[i].id);
	return 0;
}

static int
law_board(const struct game_data *d, struct err *e)
{
	if (law_places(d, e) < 0 || law_ends(d, e) < 0 || law_ranks(d, e) < 0 ||
	    law_ways(d, e) < 0 || law_entries(d, e) < 0 ||
	    law_channels(d, e) < 0 || law_drawing(d, e) < 0)
		return -1;
	return 0;
}

int
ant_data_laws(const struct game_data *d, struct err *e)
{
	if (law_components(d, e) < 0 || law_products(d, e) < 0 ||
	    law_orders(d, e) < 0 || law_cards(d, e) < 0 || law_names(d, e) < 0)
		return -1;
	return law_board(d, e);
}
