/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

#include <cjson/cJSON.h>

#include "base/utf8.h"
#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

int
ant_node_find(const struct game_data *d, const char *id, size_t len)
{
	int place = id_find(d->node[0].id, sizeof d->node[0], d->places, id,
	    len);
	int end;

	if (place != ANT_NONE)
		return place;
	end = id_find(d->node[ANT_PLACES].id, sizeof d->node[0], ANT_ENDS, id,
	    len);
	return end == ANT_NONE ? ANT_NONE : ANT_PLACES + end;
}

FINDER(ant_colour_find, colour, ANT_COLOURS)
FINDER(ant_good_find, good, ANT_GOODS)
FINDER(ant_product_find, product, ANT_PRODUCTS)
FINDER(ant_lock_find, lock, ANT_LOCKS)

int
ant_card_find(const struct game_data *d, int sort, const char *id, size_t len)
{
	if (sort == ANT_ORDER)
		return id_find(d->order[0].id, sizeof d->order[0], d->orders,
		    id, len);
	return id_find(d->card[sort][0].id, sizeof d->card[sort][0],
	    d->kinds[sort], id, len);
}

const char *
ant_card_id(const struct game_data *d, int sort, int card)
{
	return sort == ANT_ORDER ? d->order[card].id : d->card[sort][card].id;
}

static const struct field products[] = { { TEXT_FIELD("id", product[0].id) },
	{ NUMBER_FIELD("points", product[0].points, 0, 99) },
	{ NUMBER_FIELD("count", product[0].count, 0, 99) }, FIELDS_END };

/* Of one good. */
static const struct field kinds[] = {
	{ LIST_FIELD("products", product[0], products), ARRAY(2, 2) },
	FIELDS_END
};

static const struct field goods[] = { { TEXT_FIELD("id", good[0].id) },
	{ NUMBER_FIELD("cubes", good[0].cubes, 0, 99) }, FIELDS_END };

static const struct field locks[] = { { TEXT_FIELD("id", lock[0].id) },
	{ TEXT_FIELD("name", lock[0].name) }, FIELDS_END };

#define NODE_FIELDS(i) \
	{ TEXT_FIELD("id", node[i].id) }, \
	    { TEXT_FIELD("name", node[i].name) }, \
	    { NUMBER_FIELD("col", node[i].x, 0, 13) }, \
	{ \
		NUMBER_FIELD("row", node[i].y, 0, 10) \
	}

static const struct field places[] = { NODE_FIELDS(0),
	{ BOOL_FIELD("start", node[0].start) },
	{ BOOL_FIELD("anchor", node[0].anchor) },
	{ NUMBER_FIELD("rank", node[0].rank, 0, 99) }, FIELDS_END };

static const struct field ends[] = { NODE_FIELDS(ANT_PLACES),
	{ ID_FIELD("good", node[ANT_PLACES].good, ant_good_find, "good"),
	    .null = true },
	FIELDS_END };

static const struct field channels[] = { { TEXT_FIELD("id", channel[0].id) },
	{ ID_FIELD("from", channel[0].from, ant_node_find, "place") },
	{ ID_FIELD("to", channel[0].to, ant_node_find, "place") },
	{ BITS_FIELD("colours", channel[0].colours, ant_colour_find, "colour"),
	    ARRAY(1, 2) },
	{ ID_FIELD("lock", channel[0].lock, ant_lock_find, "lock"),
	    .null = true },
	FIELDS_END };

static const struct field orders[] = { { TEXT_FIELD("id", order[0].id) },
	{ NUMBER_FIELD("points", order[0].points, 0, 99) },
	{ ID_FIELD("products", order[0].product[0], ant_product_find,
	      "product"),
	    ARRAY(2, 3), COUNT(order[0].n) },
	FIELDS_END };

#define CARD_FIELDS(sort) \
	{ TEXT_FIELD("id", card[sort][0].id) }, \
	    { NUMBER_FIELD("count", card[sort][0].count, 0, ANT_CARDS) }, \
	    FIELDS_END

static const struct field ship_cards[] = { CARD_FIELDS(ANT_SHIP) };
static const struct field lock_cards[] = { CARD_FIELDS(ANT_LOCK) };

static const struct field all[] = { { TEXT_FIELD("name", name) },
	{ NUMBER_FIELD("version", version, 1, 1000) },
	{ NUMBER_FIELD("ships.2", ships[2], 0, 9) },
	{ NUMBER_FIELD("ships.3", ships[3], 0, 9) },
	{ NUMBER_FIELD("ships.4", ships[4], 0, 9) },
	{ NUMBER_FIELD("max_rounds", max_rounds, 1, 1000), .missing = true },
	{ TEXT_FIELD("colours", colour[0].id),
	    ARRAY(ANT_COLOURS, ANT_COLOURS) },
	{ LIST_FIELD("goods", good[0], goods), ARRAY(ANT_GOODS, ANT_GOODS) },
	{ LIST_FIELD("locks", lock[0], locks), ARRAY(ANT_LOCKS, ANT_LOCKS) },
	{ LIST_FIELD("places", node[0], places), ARRAY(1, ANT_PLACES),
	    COUNT(places), .law = "four starts and 18 to 24 further places" },
	{ LIST_FIELD("ends", node[ANT_PLACES], ends),
	    ARRAY(ANT_ENDS, ANT_ENDS) },
	{ LIST_FIELD("channels", channel[0], channels), ARRAY(1, ANT_CHANNELS),
	    COUNT(channels) },
	{ LIST_FIELD("ship_cards", card[ANT_SHIP][0], ship_cards),
	    ARRAY(1, ANT_KINDS), COUNT(kinds[ANT_SHIP]) },
	{ LIST_FIELD("lock_cards", card[ANT_LOCK][0], lock_cards),
	    ARRAY(1, ANT_KINDS), COUNT(kinds[ANT_LOCK]) },
	FIELDS_END };

/* What names products. */
static const struct field last[] = {
	{ LIST_FIELD("orders", order[0], orders), ARRAY(ANT_ORDERS, ANT_ORDERS),
	    COUNT(orders), .law = "28 order cards" },
	FIELDS_END
};

/* "Fort Sint-Marie" as players may type it: fort-sint-marie. */
static void
fold_name(const char *name, char *out, size_t size)
{
	struct buf folded = BUF_INIT;
	size_t n;

	utf8_fold(name, strlen(name), &folded);
	n = folded.len < size - 1 ? folded.len : size - 1;
	memcpy(out, buf_text(&folded), n);
	for (size_t i = 0; i < n; i++)
		if (out[i] == ' ')
			out[i] = '-';
	buf_release(&folded);
}

/* The words that names are found by. */
static void
fold_names(struct game_data *d)
{
	for (int i = 0; i < ANT_LOCKS; i++) {
		fold_name(d->lock[i].id, d->lock[i].key, sizeof d->lock[i].key);
		fold_name(d->lock[i].name, d->lock[i].word,
		    sizeof d->lock[i].word);
	}
	for (int i = 0; i < ANT_NODES; i++) {
		struct ant_place *p = &d->node[i];

		if (!ant_is_node(d, i))
			continue;
		fold_name(p->id, p->key, sizeof p->key);
		fold_name(p->name, p->word, sizeof p->word);
		if (!ant_is_end(i))
			p->good = ANT_NONE;
	}
}

/* Enters a channel where play looks for it. */
static int
add_channel(struct game_data *d, int channel, struct err *e)
{
	const struct ant_channel *c = &d->channel[channel];
	struct ant_place *from = &d->node[c->from];

	if (ant_is_end(c->from))
		return err_set(e, ERR_CORRUPT,
		    "law: no channel leaves a dock or the transit port (%s)",
		    c->id);
	if (d->between[c->from][c->to] != ANT_NONE || c->from == c->to)
		return err_set(e, ERR_CORRUPT,
		    "law: at most one channel from one place to another (%s)",
		    c->id);
	d->between[c->from][c->to] = (uint8_t)channel;
	for (int k = 0; k < ANT_COLOURS; k++) {
		if (!(c->colours >> k & 1))
			continue;
		if (from->outs[k] == 2)
			return err_set(e, ERR_CORRUPT,
			    "law: at most two channels of one colour leave a "
			    "place (%s)",
			    from->id);
		from->out[k][from->outs[k]++] = (uint8_t)channel;
	}
	return 0;
}

/* What a card does is told by its id. -1: it is none. */
static int
understand(struct ant_card *c, int sort)
{
	static const char *const ship[] = { "sail-alone", "extra-colour",
		"extra-ship", "step-back", "double-yield", "drop-anchor",
		"swap-cargo" };
	static const char *const lock[] = { "open-", "close-", "switch-" };
	int n = sort == ANT_SHIP ? ANT_SHIP_KINDS : 3;

	for (int i = 0; i < n; i++) {
		const char *word = sort == ANT_SHIP ? ship[i] : lock[i];
		const char *rest = c->id + strlen(word);

		if (strncmp(c->id, word, strlen(word)) != 0)
			continue;
		c->does = (uint8_t)i;
		if (sort == ANT_SHIP)
			return *rest == '\0' ? 0 : -1;
		c->locks = (uint8_t)(*rest - '0');
		return *rest >= '1' && *rest <= '0' + ANT_LOCKS &&
			rest[1] == '\0' ?
		    0 :
		    -1;
	}
	return -1;
}

static void
sort_places(struct game_data *d)
{
	for (int i = 0; i < d->places; i++) {
		int rank = 0;

		for (int j = 0; j < d->places; j++)
			rank += strcmp(d->node[j].id, d->node[i].id) < 0;
		d->by_id[rank] = (uint8_t)i;
	}
}

static int
check_cards(struct game_data *d, int sort, struct err *e)
{
	for (int i = 0; i < d->kinds[sort]; i++)
		if (understand(&d->card[sort][i], sort) < 0)
			return err_set(e, ERR_CORRUPT,
			    "nobody knows what card \"%s\" does",
			    d->card[sort][i].id);
	return 0;
}

int
ant_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *item;
	size_t good = 0;

	if (fields_read(json, all, d, 0, e) < 0)
		return -1;
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(json, "goods"))
		if (fields_read(item, kinds, d,
			2 * good++ * sizeof d->product[0], e) < 0)
			return err_wrap(e, "goods");
	fold_names(d);
	memset(d->between, ANT_NONE, sizeof d->between);
	for (int i = 0; i < d->channels; i++)
		if (add_channel(d, i, e) < 0)
			return -1;
	if (fields_read(json, last, d, 0, e) < 0 ||
	    check_cards(d, ANT_SHIP, e) < 0 || check_cards(d, ANT_LOCK, e) < 0)
		return -1;
	sort_places(d);
	return 0;
}

static void
find_ship_cards(struct game_data *d)
{
	for (int i = 0; i < d->kinds[ANT_SHIP]; i++)
		d->ship_card[d->card[ANT_SHIP][i].does] = (uint8_t)i;
}

/* Which docks lie beyond each node, locks not looked at. The laws have shown
 * that there is no way round in a circle. */
static void
find_reach(struct game_data *d)
{
	bool more = true;

	for (int i = ANT_PLACES; i < ANT_NODES; i++)
		if (d->node[i].good != ANT_NONE) {
			d->node[i].reach = (uint8_t)(1u << d->node[i].good);
			d->good[d->node[i].good].dock = (uint8_t)i;
		}
	while (more) {
		more = false;
		for (int i = 0; i < d->channels; i++) {
			const struct ant_channel *c = &d->channel[i];
			int reach = d->node[c->from].reach |
			    d->node[c->to].reach;

			more |= reach != d->node[c->from].reach;
			d->node[c->from].reach = (uint8_t)reach;
		}
	}
}

int
ant_load(const cJSON *json, struct game_data *d, struct err *e)
{
	d->verbs = &ant_verbs;
	if (ant_data_read(json, d, e) < 0 || ant_data_laws(d, e) < 0)
		return -1;
	find_reach(d);
	find_ship_cards(d);
	ant_find_prospects(d);
	return 0;
}
