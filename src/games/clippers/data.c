/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

int
clip_place_find(const struct game_data *d, const char *id, size_t len)
{
	int low = 0, high = CLIP_PLACES;

	while (low < high) {
		int mid = (low + high) / 2, place = d->by_rank[mid];
		int order = strncmp(d->place[place].id, id, len);

		if (order == 0 && d->place[place].id[len] == '\0')
			return place;
		if (order >= 0)
			high = mid;
		else
			low = mid + 1;
	}
	return CLIP_NONE;
}

int
clip_colour_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->company[0].id, sizeof d->company[0], CLIP_COLOURS, id,
	    len);
}

int
clip_card_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->card[0].id, sizeof d->card[0], CLIP_CARDS, id, len);
}

int
clip_nation_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->departure[0].id, sizeof d->departure[0], CLIP_NATIONS,
	    id, len);
}

static const struct field numbers[] = {
	TEXT_FIELD("name", name),
	NUMBER_FIELD("version", version, 1, 1000),
	NUMBER_FIELD("money", money, 0, 100),
	NUMBER_FIELD("posts", posts, 0, 100),
	NUMBER_FIELD("clipper_price", clipper_price, 0, 100),
};

static const struct field companies[] = {
	TEXT_FIELD("id", company[0].id),
	NUMBER_FIELD("sticks", company[0].sticks, 0, 200),
	NUMBER_FIELD("clippers", company[0].clippers, 0, 20),
};

static const struct field cards[] = {
	TEXT_FIELD("id", card[0].id),
	NUMBER_FIELD("count", card[0].count, 0, 20),
	NUMBER_FIELD("price", card[0].price, 0, 20),
};

static const struct field islands[] = {
	TEXT_FIELD("id", place[0].id),
	TEXT_FIELD("name", place[0].name),
	NUMBER_FIELD("x", place[0].x, 0, 79),
	NUMBER_FIELD("y", place[0].y, 0, 39),
	NUMBER_FIELD("value", place[0].value, 0, 99),
	NUMBER_FIELD("spaces", place[0].spaces, 0, 99),
};

static const struct field ports[] = {
	TEXT_FIELD("id", place[CLIP_ISLANDS].id),
	TEXT_FIELD("name", place[CLIP_ISLANDS].name),
	NUMBER_FIELD("x", place[CLIP_ISLANDS].x, 0, 79),
	NUMBER_FIELD("y", place[CLIP_ISLANDS].y, 0, 39),
};

static const struct field departures[] = {
	TEXT_FIELD("id", departure[0].id),
	TEXT_FIELD("name", departure[0].name),
};

/* Lists of fixed lengths. */
static int
read_lists(const cJSON *json, struct game_data *d, struct err *e)
{
	if (fields_list(json, "companies", CLIP_COLOURS, CLIP_COLOURS,
	    FIELDS(companies), d, sizeof d->company[0], e) < 0 ||
	    fields_list(json, "cards", CLIP_CARDS, CLIP_CARDS,
	    FIELDS(cards), d, sizeof d->card[0], e) < 0)
		return -1;
	return fields_list(json, "departures", CLIP_NATIONS, CLIP_NATIONS,
	    FIELDS(departures), d, sizeof d->departure[0], e);
}

static int
read_places(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *islands_list = field_array(json, "islands", 0, 1000, e);
	const cJSON *ports_list = field_array(json, "ports", 0, 1000, e);
	char colour[8];

	if (islands_list == NULL || ports_list == NULL)
		return -1;
	if (cJSON_GetArraySize(islands_list) != CLIP_ISLANDS)
		return err_set(e, ERR_CORRUPT, "law: 38 islands, not %d",
		    cJSON_GetArraySize(islands_list));
	if (cJSON_GetArraySize(ports_list) != CLIP_PORTS)
		return err_set(e, ERR_CORRUPT, "law: five start ports, not %d",
		    cJSON_GetArraySize(ports_list));
	if (fields_list(json, "islands", CLIP_ISLANDS, CLIP_ISLANDS,
	    FIELDS(islands), d, sizeof d->place[0], e) < 0 ||
	    fields_list(json, "ports", CLIP_PORTS, CLIP_PORTS,
	    FIELDS(ports), d, sizeof d->place[0], e) < 0)
		return -1;
	for (int i = 0; i < CLIP_PORTS; i++) {
		if (field_text(cJSON_GetArrayItem(ports_list, i), "colour",
		    colour, sizeof colour, e) < 0)
			return err_wrap(e, "ports");
		if (strcmp(colour, d->company[i].id) != 0)
			return err_set(e, ERR_CORRUPT,
			    "law: ports stand in colour order (%s)", colour);
	}
	return 0;
}

static int
compare_from(const char *a, const char *b)
{
	char x[32], y[32];

	(void)snprintf(x, sizeof x, "%s>", a);
	(void)snprintf(y, sizeof y, "%s>", b);
	return strcmp(x, y);
}

int
clip_link_order(const struct game_data *d, int from, int to)
{
	return d->place[from].rank_from * CLIP_PLACES + d->place[to].rank;
}

/* Ranks the ids, so that they can be found and sorted. */
static int
rank_places(struct game_data *d, struct err *e)
{
	for (int i = 0; i < CLIP_PLACES; i++) {
		int rank = 0, rank_from = 0;

		for (int j = 0; j < CLIP_PLACES; j++) {
			int order = strcmp(d->place[j].id, d->place[i].id);

			if (order == 0 && j != i)
				return err_set(e, ERR_CORRUPT,
				    "law: ids are unique (%s)", d->place[i].id);
			rank += order < 0;
			rank_from += compare_from(d->place[j].id,
			    d->place[i].id) < 0;
		}
		d->place[i].rank_from = (uint8_t)rank_from;
		d->place[i].rank = (uint8_t)rank;
		d->by_rank[rank] = (uint8_t)i;
	}
	return 0;
}

static int
field_place(const struct game_data *d, const cJSON *item, const char *key,
    uint8_t *out, struct err *e)
{
	char id[24];
	int place;

	if (field_text(item, key, id, sizeof id, e) < 0)
		return -1;
	place = clip_place_find(d, id, strlen(id));
	if (place == CLIP_NONE)
		return err_set(e, ERR_CORRUPT, "%s: there is no place \"%s\"",
		    key, id);
	*out = (uint8_t)place;
	return 0;
}

static int
read_link(const cJSON *item, struct game_data *d, struct err *e)
{
	struct clip_link *l = &d->link[d->links];
	long parts, tracks;

	if (field_place(d, item, "from", &l->from, e) < 0 ||
	    field_place(d, item, "to", &l->to, e) < 0 ||
	    field_int(item, "parts", 0, 99, &parts, e) < 0 ||
	    field_int(item, "tracks", 0, 99, &tracks, e) < 0 ||
	    field_bool(item, "arrow", &l->arrow, e) < 0)
		return err_wrap(e, "links");
	if (l->from == l->to || d->between[l->from][l->to] != CLIP_NONE)
		return err_set(e, ERR_CORRUPT,
		    "law: one link for each pair of neighbours (%s, %s)",
		    d->place[l->from].id, d->place[l->to].id);
	if (parts < 1 || parts > 4 || tracks < 1 || tracks > 2)
		return err_set(e, ERR_CORRUPT,
		    "law: links of 1 to 4 parts, single or double (%s, %s)",
		    d->place[l->from].id, d->place[l->to].id);
	l->parts = (uint8_t)parts;
	l->tracks = (uint8_t)tracks;
	d->between[l->from][l->to] = d->between[l->to][l->from] =
	    (uint8_t)d->links++;
	return 0;
}

static int
read_departure(const cJSON *item, const struct game_data *d,
    struct clip_departure *out, struct err *e)
{
	const cJSON *one = field_array(item, "one", CLIP_ONES, CLIP_ONES, e);

	if (one == NULL || field_place(d, item, "two", &out->two, e) < 0)
		return -1;
	for (int i = 0; i < CLIP_ONES; i++) {
		const cJSON *id = cJSON_GetArrayItem(one, i);
		int place = CLIP_NONE;

		if (cJSON_IsString(id))
			place = clip_place_find(d, id->valuestring,
			    strlen(id->valuestring));
		if (place == CLIP_NONE)
			return err_set(e, ERR_CORRUPT,
			    "one: no place at %d", i);
		out->one[i] = (uint8_t)place;
	}
	return 0;
}

int
clip_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list, *item;
	int i = 0;

	memset(d->between, CLIP_NONE, sizeof d->between);
	if (fields_read(json, FIELDS(numbers), d, e) < 0 ||
	    read_lists(json, d, e) < 0 || read_places(json, d, e) < 0 ||
	    rank_places(d, e) < 0 ||
	    field_place(d, json, "purple_start", &d->purple_start, e) < 0)
		return -1;
	if ((list = field_array(json, "links", 1, CLIP_LINKS, e)) == NULL)
		return -1;
	cJSON_ArrayForEach(item, list)
		if (read_link(item, d, e) < 0)
			return -1;
	if ((list = field_array(json, "departures", CLIP_NATIONS,
	    CLIP_NATIONS, e)) == NULL)
		return -1;
	cJSON_ArrayForEach(item, list)
		if (read_departure(item, d, &d->departure[i++], e) < 0)
			return err_wrap(e, "departures");
	return 0;
}

int
clip_load(const cJSON *json, struct game_data **out, struct err *e)
{
	struct game_data *d = mem_zero(1, sizeof *d);

	if (clip_data_read(json, d, e) < 0 || clip_data_laws(d, e) < 0) {
		free(d);
		return err_wrap(e, "clippers data");
	}
	d->verbs = &clip_verbs;
	*out = d;
	return 0;
}

void
clip_unload(struct game_data *d)
{
	free(d);
}

const char *
clip_title(const struct game_data *d, const char *kind, const char *id)
{
	int i;

	if (strcmp(kind, "island") == 0 || strcmp(kind, "from") == 0 ||
	    strcmp(kind, "to") == 0) {
		i = clip_place_find(d, id, strlen(id));
		return i == CLIP_NONE ? NULL : d->place[i].name;
	}
	if (strcmp(kind, "nation") == 0) {
		i = clip_nation_find(d, id, strlen(id));
		return i == CLIP_NONE ? NULL : d->departure[i].name;
	}
	return NULL;
}
