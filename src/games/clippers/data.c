/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

#include <cjson/cJSON.h>

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

FINDER(clip_colour_find, company, CLIP_COLOURS)

static const struct field companies[] = { { TEXT_FIELD("id", company[0].id) },
	{ NUMBER_FIELD("sticks", company[0].sticks, 0, 200) },
	{ NUMBER_FIELD("clippers", company[0].clippers, 0, 20) }, FIELDS_END };

static const struct field cards[] = { { TEXT_FIELD("id", card[0].id) },
	{ NUMBER_FIELD("count", card[0].count, 0, 20) },
	{ NUMBER_FIELD("price", card[0].price, 0, 20) }, FIELDS_END };

#define PLACE_FIELDS(i) \
	{ TEXT_FIELD("id", place[i].id) }, \
	    { TEXT_FIELD("name", place[i].name) }, \
	    { NUMBER_FIELD("x", place[i].x, 0, 79) }, \
	{ \
		NUMBER_FIELD("y", place[i].y, 0, 39) \
	}

static const struct field islands[] = { PLACE_FIELDS(0),
	{ NUMBER_FIELD("value", place[0].value, 0, 99) },
	{ NUMBER_FIELD("spaces", place[0].spaces, 0, 99) }, FIELDS_END };

/* The rank of a port is its colour until ids are ranked. */
static const struct field ports[] = { PLACE_FIELDS(CLIP_ISLANDS),
	{ ID_FIELD("colour", place[CLIP_ISLANDS].rank, clip_colour_find,
	    "colour") },
	FIELDS_END };

static const struct field things[] = { { TEXT_FIELD("name", name) },
	{ NUMBER_FIELD("version", version, 1, 1000) },
	{ NUMBER_FIELD("money", money, 0, 100) },
	{ NUMBER_FIELD("posts", posts, 0, 100) },
	{ NUMBER_FIELD("clipper_price", clipper_price, 0, 100) },
	{ LIST_FIELD("companies", company[0], companies),
	    ARRAY(CLIP_COLOURS, CLIP_COLOURS) },
	{ LIST_FIELD("cards", card[0], cards), ARRAY(CLIP_CARDS, CLIP_CARDS) },
	{ LIST_FIELD("islands", place[0], islands),
	    ARRAY(CLIP_ISLANDS, CLIP_ISLANDS), .law = "38 islands" },
	{ LIST_FIELD("ports", place[CLIP_ISLANDS], ports),
	    ARRAY(CLIP_PORTS, CLIP_PORTS), .law = "five start ports" },
	FIELDS_END };

/* What names places. */
static const struct field links[] = { { ID_FIELD("from", link[0].from,
					  clip_place_find, "place") },
	{ ID_FIELD("to", link[0].to, clip_place_find, "place") },
	{ NUMBER_FIELD("parts", link[0].parts, 0, 99) },
	{ NUMBER_FIELD("tracks", link[0].tracks, 0, 99) },
	{ BOOL_FIELD("arrow", link[0].arrow) }, FIELDS_END };

static const struct field departures[] = { { TEXT_FIELD("id",
					       departure[0].id) },
	{ TEXT_FIELD("name", departure[0].name) },
	{ ID_FIELD("two", departure[0].two, clip_place_find, "place") },
	{ ID_FIELD("one", departure[0].one[0], clip_place_find, "place"),
	    ARRAY(CLIP_ONES, CLIP_ONES) },
	FIELDS_END };

static const struct field board[] = { { ID_FIELD("purple_start", purple_start,
					  clip_place_find, "place") },
	{ LIST_FIELD("links", link[0], links), ARRAY(1, CLIP_LINKS),
	    COUNT(links) },
	{ LIST_FIELD("departures", departure[0], departures),
	    ARRAY(CLIP_NATIONS, CLIP_NATIONS) },
	FIELDS_END };

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

static void
rank_colours(struct game_data *d)
{
	for (int i = 0; i < CLIP_COLOURS; i++)
		for (int j = 0; j < CLIP_COLOURS; j++)
			if (strcmp(d->company[j].id, d->company[i].id) < 0)
				d->company[i].rank++;
}

static void
add_link(uint8_t *at, int link)
{
	while (*at != CLIP_NONE)
		at++;
	*at = (uint8_t)link;
}

static int
join(struct game_data *d, int link, struct err *e)
{
	const struct clip_link *l = &d->link[link];

	if (l->from == l->to || d->between[l->from][l->to] != CLIP_NONE)
		return err_set(e, ERR_CORRUPT,
		    "law: one link for each pair of neighbours (%s, %s)",
		    d->place[l->from].id, d->place[l->to].id);
	if (l->parts < 1 || l->parts > 4 || l->tracks < 1 || l->tracks > 2)
		return err_set(e, ERR_CORRUPT,
		    "law: links of 1 to 4 parts, single or double (%s, %s)",
		    d->place[l->from].id, d->place[l->to].id);
	d->between[l->from][l->to] = d->between[l->to][l->from] = (uint8_t)link;
	add_link(d->links_of[l->from], link);
	add_link(d->links_of[l->to], link);
	return 0;
}

int
clip_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	if (fields_read(json, things, d, 0, e) < 0)
		return -1;
	for (int i = 0; i < CLIP_PORTS; i++)
		if (d->place[CLIP_ISLANDS + i].rank != i)
			return law_broken(e, "ports stand in colour order",
			    d->place[CLIP_ISLANDS + i].id);
	if (rank_places(d, e) < 0 || fields_read(json, board, d, 0, e) < 0)
		return -1;
	rank_colours(d);
	memset(d->between, CLIP_NONE, sizeof d->between);
	memset(d->links_of, CLIP_NONE, sizeof d->links_of);
	for (int i = 0; i < d->links; i++)
		if (join(d, i, e) < 0)
			return -1;
	return 0;
}

int
clip_load(const cJSON *json, struct game_data *d, struct err *e)
{
	d->verbs = &clip_verbs;
	return clip_data_read(json, d, e) < 0 ? -1 : clip_data_laws(d, e);
}
