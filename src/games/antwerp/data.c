/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

int
ant_node_find(const struct game_data *d, const char *id, size_t len)
{
	int place = id_find(d->node[0].id, sizeof d->node[0], d->places, id, len);
	int end;

	if (place != ANT_NONE)
		return place;
	end = id_find(d->node[ANT_PLACES].id, sizeof d->node[0], ANT_ENDS, id,
	    len);
	return end == ANT_NONE ? ANT_NONE : ANT_PLACES + end;
}

int
ant_colour_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->colour[0].id, sizeof d->colour[0], ANT_COLOURS, id,
	    len);
}

int
ant_good_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->good[0].id, sizeof d->good[0], ANT_GOODS, id, len);
}

int
ant_product_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->product[0].id, sizeof d->product[0], ANT_PRODUCTS, id,
	    len);
}

int
ant_lock_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->lock[0].id, sizeof d->lock[0], ANT_LOCKS, id, len);
}

int
ant_card_find(const struct game_data *d, int sort, const char *id, size_t len)
{
	if (sort == ANT_ORDER)
		return id_find(d->order[0].id, sizeof d->order[0], d->orders, id,
		    len);
	return id_find(d->card[sort][0].id, sizeof d->card[sort][0],
	    d->kinds[sort], id, len);
}

const char *
ant_card_id(const struct game_data *d, int sort, int card)
{
	return sort == ANT_ORDER ? d->order[card].id : d->card[sort][card].id;
}

static const struct field numbers[] = {
	TEXT_FIELD("name", name),
	NUMBER_FIELD("version", version, 1, 1000),
	NUMBER_FIELD("ships.2", ships[2], 0, 9),
	NUMBER_FIELD("ships.3", ships[3], 0, 9),
	NUMBER_FIELD("ships.4", ships[4], 0, 9),
};

static const struct field goods[] = {
	TEXT_FIELD("id", good[0].id),
	NUMBER_FIELD("cubes", good[0].cubes, 0, 99),
};

static const struct field products[] = {
	TEXT_FIELD("id", product[0].id),
	NUMBER_FIELD("points", product[0].points, 0, 99),
	NUMBER_FIELD("count", product[0].count, 0, 99),
};

static const struct field locks[] = {
	TEXT_FIELD("id", lock[0].id),
	TEXT_FIELD("name", lock[0].name),
};

#define NODE_FIELDS(i) TEXT_FIELD("id", node[i].id), \
	TEXT_FIELD("name", node[i].name), \
	NUMBER_FIELD("col", node[i].x, 0, 13), \
	NUMBER_FIELD("row", node[i].y, 0, 10)

static const struct field places[] = {
	NODE_FIELDS(0),
	BOOL_FIELD("start", node[0].start),
	BOOL_FIELD("anchor", node[0].anchor),
	NUMBER_FIELD("rank", node[0].rank, 0, 99),
};

static const struct field ends[] = { NODE_FIELDS(ANT_PLACES) };

static const struct field orders[] = {
	TEXT_FIELD("id", order[0].id),
	NUMBER_FIELD("points", order[0].points, 0, 99),
};

static const struct field cards[] = {
	TEXT_FIELD("id", card[0][0].id),
	NUMBER_FIELD("count", card[0][0].count, 0, ANT_CARDS),
};

static int
read_numbers(const cJSON *json, struct game_data *d, struct err *e)
{
	long rounds = 0;

	if (fields_read(json, FIELDS(numbers), d, e) < 0 ||
	    (cJSON_HasObjectItem(json, "max_rounds") &&
	    field_int(json, "max_rounds", 1, 1000, &rounds, e) < 0))
		return -1;
	d->max_rounds = (int)rounds;
	return 0;
}

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

static int
read_colours(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "colours", ANT_COLOURS,
	    ANT_COLOURS, e);

	for (int i = 0; i < ANT_COLOURS; i++) {
		const cJSON *item = cJSON_GetArrayItem(list, i);

		if (list == NULL)
			return -1;
		if (!cJSON_IsString(item) || *item->valuestring == '\0' ||
		    strlen(item->valuestring) >= sizeof d->colour[i].id)
			return field_bad(e, "colours");
		memcpy(d->colour[i].id, item->valuestring,
		    strlen(item->valuestring));
	}
	return 0;
}

static int
read_goods(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *item;
	int n = 0;

	if (fields_list(json, "goods", ANT_GOODS, ANT_GOODS, FIELDS(goods), d,
	    sizeof d->good[0], e) < 0)
		return -1;
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(json, "goods"))
		if (fields_list(item, "products", 2, 2, FIELDS(products),
		    (char *)d + 2 * (size_t)n++ * sizeof d->product[0],
		    sizeof d->product[0], e) < 0)
			return err_wrap(e, "goods");
	if (fields_list(json, "locks", ANT_LOCKS, ANT_LOCKS, FIELDS(locks), d,
	    sizeof d->lock[0], e) < 0)
		return -1;
	for (int i = 0; i < ANT_LOCKS; i++) {
		fold_name(d->lock[i].id, d->lock[i].key,
		    sizeof d->lock[i].key);
		fold_name(d->lock[i].name, d->lock[i].word,
		    sizeof d->lock[i].word);
	}
	return 0;
}

static int
read_places(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "places", 1, 1000, e);

	if (list == NULL)
		return -1;
	if (cJSON_GetArraySize(list) > ANT_PLACES)
		return err_set(e, ERR_CORRUPT,
		    "law: four starts and 18 to 24 further places, not %d",
		    cJSON_GetArraySize(list));
	d->places = fields_list(json, "places", 1, ANT_PLACES, FIELDS(places),
	    d, sizeof d->node[0], e);
	if (d->places < 0 || fields_list(json, "ends", ANT_ENDS, ANT_ENDS,
	    FIELDS(ends), d, sizeof d->node[0], e) < 0)
		return -1;
	for (int i = 0; i < ANT_NODES; i++) {
		struct ant_place *p = &d->node[i];

		if (!ant_is_node(d, i))
			continue;
		p->good = ANT_NONE;
		fold_name(p->id, p->key, sizeof p->key);
		fold_name(p->name, p->word, sizeof p->word);
	}
	return 0;
}

/* What a dock takes. */
static int
read_ends(const cJSON *json, struct game_data *d, struct err *e)
{
	struct ant_place *p = &d->node[ANT_PLACES];
	const cJSON *item;

	cJSON_ArrayForEach(item, cJSON_GetObjectItem(json, "ends")) {
		const cJSON *good = cJSON_GetObjectItemCaseSensitive(item,
		    "good");

		if (cJSON_IsString(good))
			p->good = (uint8_t)ant_good_find(d, good->valuestring,
			    strlen(good->valuestring));
		if (!cJSON_IsNull(good) && p->good == ANT_NONE)
			return field_bad(e, "good");
		p++;
	}
	return 0;
}

static int
field_node(const struct game_data *d, const cJSON *item, const char *key,
    uint8_t *out, struct err *e)
{
	char id[16];

	if (field_text(item, key, id, sizeof id, e) < 0)
		return -1;
	*out = (uint8_t)ant_node_find(d, id, strlen(id));
	if (*out == ANT_NONE)
		return err_set(e, ERR_CORRUPT, "%s: there is no place \"%s\"",
		    key, id);
	return 0;
}

static int
read_channel(const cJSON *item, struct game_data *d, struct ant_channel *c,
    struct err *e)
{
	const cJSON *list = field_array(item, "colours", 1, 2, e), *one;
	const cJSON *lock = cJSON_GetObjectItemCaseSensitive(item, "lock");

	if (list == NULL || field_text(item, "id", c->id, sizeof c->id, e) < 0
	    || field_node(d, item, "from", &c->from, e) < 0 ||
	    field_node(d, item, "to", &c->to, e) < 0)
		return -1;
	cJSON_ArrayForEach(one, list) {
		int colour = cJSON_IsString(one) ? ant_colour_find(d,
		    one->valuestring, strlen(one->valuestring)) : ANT_NONE;

		if (colour == ANT_NONE || c->colours >> colour & 1)
			return field_bad(e, "colours");
		c->colours |= (uint8_t)(1u << colour);
	}
	c->lock = ANT_NONE;
	if (cJSON_IsString(lock))
		c->lock = (uint8_t)ant_lock_find(d, lock->valuestring,
		    strlen(lock->valuestring));
	if (!cJSON_IsNull(lock) && c->lock == ANT_NONE)
		return field_bad(e, "lock");
	return 0;
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
		return err_set(e, ERR_CORRUPT, "law: at most one channel from "
		    "one place to another (%s)", c->id);
	d->between[c->from][c->to] = (uint8_t)channel;
	for (int k = 0; k < ANT_COLOURS; k++) {
		if (!(c->colours >> k & 1))
			continue;
		if (from->outs[k] == 2)
			return err_set(e, ERR_CORRUPT, "law: at most two "
			    "channels of one colour leave a place (%s)",
			    from->id);
		from->out[k][from->outs[k]++] = (uint8_t)channel;
	}
	return 0;
}

static int
read_channels(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "channels", 1, ANT_CHANNELS, e);
	const cJSON *item;

	if (list == NULL)
		return -1;
	memset(d->between, ANT_NONE, sizeof d->between);
	cJSON_ArrayForEach(item, list) {
		if (read_channel(item, d, &d->channel[d->channels], e) < 0)
			return err_wrap(e, "channels");
		if (add_channel(d, d->channels++, e) < 0)
			return -1;
	}
	return 0;
}

static int
read_order(const cJSON *item, struct game_data *d, struct ant_order *o,
    struct err *e)
{
	const cJSON *list = field_array(item, "products", 2, 3, e), *one;

	if (list == NULL)
		return -1;
	cJSON_ArrayForEach(one, list) {
		int product = cJSON_IsString(one) ? ant_product_find(d,
		    one->valuestring, strlen(one->valuestring)) : ANT_NONE;

		if (product == ANT_NONE)
			return field_bad(e, "products");
		o->product[o->n++] = (uint8_t)product;
	}
	return 0;
}

static int
read_orders(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "orders", 0, 1000, e), *item;

	if (list == NULL)
		return -1;
	if (cJSON_GetArraySize(list) != ANT_ORDERS)
		return err_set(e, ERR_CORRUPT, "law: 28 order cards, not %d",
		    cJSON_GetArraySize(list));
	if (fields_list(json, "orders", ANT_ORDERS, ANT_ORDERS,
	    FIELDS(orders), d, sizeof d->order[0], e) < 0)
		return -1;
	cJSON_ArrayForEach(item, list)
		if (read_order(item, d, &d->order[d->orders++], e) < 0)
			return err_wrap(e, "orders");
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
		    rest[1] == '\0' ? 0 : -1;
	}
	return -1;
}

static int
read_cards(const cJSON *json, const char *key, struct game_data *d, int sort,
    struct err *e)
{
	struct ant_card *c = d->card[sort];

	d->kinds[sort] = fields_list(json, key, 1, ANT_KINDS, FIELDS(cards),
	    (char *)d + (size_t)sort * sizeof d->card[0], sizeof *c, e);
	for (int i = 0; i < d->kinds[sort]; i++)
		if (understand(&c[i], sort) < 0)
			return err_set(e, ERR_CORRUPT,
			    "%s: nobody knows what \"%s\" does", key, c[i].id);
	return d->kinds[sort];
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

int
ant_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	if (read_numbers(json, d, e) < 0 || read_colours(json, d, e) < 0 ||
	    read_goods(json, d, e) < 0 || read_places(json, d, e) < 0 ||
	    read_ends(json, d, e) < 0 || read_channels(json, d, e) < 0 ||
	    read_orders(json, d, e) < 0 ||
	    read_cards(json, "ship_cards", d, ANT_SHIP, e) < 0 ||
	    read_cards(json, "lock_cards", d, ANT_LOCK, e) < 0)
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
ant_load(const cJSON *json, struct game_data **out, struct err *e)
{
	struct game_data *d = mem_zero(1, sizeof *d);

	if (ant_data_read(json, d, e) < 0 || ant_data_laws(d, e) < 0) {
		free(d);
		return err_wrap(e, "antwerp data");
	}
	find_reach(d);
	find_ship_cards(d);
	d->verbs = &ant_verbs;
	*out = d;
	return 0;
}

void
ant_unload(struct game_data *d)
{
	free(d);
}

const char *
ant_title(const struct game_data *d, const char *kind, const char *id)
{
	int i;

	if (strcmp(kind, "place") == 0 || strcmp(kind, "from") == 0 ||
	    strcmp(kind, "to") == 0 || strcmp(kind, "dock") == 0) {
		i = ant_node_find(d, id, strlen(id));
		return i == ANT_NONE ? NULL : d->node[i].name;
	}
	if (strcmp(kind, "lock") == 0) {
		i = ant_lock_find(d, id, strlen(id));
		return i == ANT_NONE ? NULL : d->lock[i].name;
	}
	return NULL;
}
