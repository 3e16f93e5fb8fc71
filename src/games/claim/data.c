/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

#include <cjson/cJSON.h>

#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

FINDER(claim_field_find, field, CLAIM_FIELDS)
FINDER(claim_colour_find, colour, CLAIM_COLOURS)

static int
use_find(const struct game_data *d, const char *id, size_t len)
{
	(void)d;
	(void)len;
	return strcmp(id, "fuel") == 0 ? 0 :
	    strcmp(id, "cargo") == 0   ? 1 :
					 CLAIM_NONE;
}

static int
segment_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->segment[0], sizeof d->segment[0], CLAIM_SEGMENTS, id,
	    len);
}

static const struct field colours[] = { { TEXT_FIELD("name", colour[0].id) },
	{ NUMBER_FIELD("value", colour[0].value, 0, 99) },
	{ ID_FIELD("use", colour[0].cargo, use_find, "use") }, FIELDS_END };

static const struct field fields[] = { { TEXT_FIELD("name", field[0].id) },
	{ NUMBER_FIELD("q", field[0].q, -99, 99) },
	{ NUMBER_FIELD("r", field[0].r, -99, 99) },
	{ ID_FIELD("segment", field[0].segment, segment_find, "segment"),
	    .missing = true },
	FIELDS_END };

static const struct field links[] = {
	{ ID_FIELD(NULL, link[0][0], claim_field_find, "field"), ARRAY(2, 2) },
	FIELDS_END
};

static const struct field all[] = { { TEXT_FIELD("name", name) },
	{ NUMBER_FIELD("version", version, 1, 1000) },
	{ NUMBER_FIELD("seats.min", min_seats, 0, 9) },
	{ NUMBER_FIELD("seats.max", max_seats, 0, 9) },
	{ NUMBER_FIELD("blocked_per_segment", blocked, 0, 9) },
	{ NUMBER_FIELD("refuel_per_part", refuel, 0, 9) },
	{ NUMBER_FIELD("discovery", discovery, 0, 99) },
	{ NUMBER_FIELD("end.rounds", rounds, 0, 200) },
	{ NUMBER_FIELD("end.claims.2", claims[2], 0, 99) },
	{ NUMBER_FIELD("end.claims.3", claims[3], 0, 99) },
	{ NUMBER_FIELD("ship.parts.main", parts[CLAIM_MAIN], 0, 9) },
	{ NUMBER_FIELD("ship.parts.tender", parts[CLAIM_TENDER], 0, 9) },
	{ NUMBER_FIELD("ship.compartments_per_part", compartments, 0, 9) },
	{ NUMBER_FIELD("ship.cubes_per_compartment", cubes, 0, 9) },
	{ NUMBER_FIELD("start.fuel", fuel, 0, 99) },
	{ NUMBER_FIELD("start.cargo_value", cargo_value, 0, 250) },
	{ LIST_FIELD("colours", colour[0], colours),
	    ARRAY(CLAIM_COLOURS, CLAIM_COLOURS) },
	{ TEXT_FIELD("segments", segment[0]),
	    ARRAY(CLAIM_SEGMENTS, CLAIM_SEGMENTS) },
	{ LIST_FIELD("fields", field[0], fields),
	    ARRAY(CLAIM_FIELDS, CLAIM_FIELDS),
	    .law = "the hub and four flowers of seven fields" },
	{ ID_FIELD("hub", hub, claim_field_find, "field") },
	{ LIST_FIELD("links", link[0], links), ARRAY(1, 3 * CLAIM_FIELDS),
	    COUNT(links) },
	FIELDS_END };

/* The cargo of R14a. */
static int
read_mixed(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *mixed = cJSON_GetObjectItemCaseSensitive(
			cJSON_GetObjectItemCaseSensitive(json, "start"),
			"mixed"),
		    *item;

	if (!cJSON_IsObject(mixed))
		return field_bad(e, "mixed");
	cJSON_ArrayForEach(item, mixed) {
		int c = claim_colour_find(d, item->string,
		    strlen(item->string));

		if (c == CLAIM_NONE || !d->colour[c].cargo ||
		    !cJSON_IsNumber(item) || item->valueint < 0 ||
		    item->valueint > 99)
			return field_bad(e, "mixed");
		d->mixed[c] = (uint8_t)item->valueint;
	}
	return 0;
}

int
claim_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	if (fields_read(json, all, d, 0, e) < 0 || read_mixed(json, d, e) < 0)
		return -1;
	if (d->hub != CLAIM_HUB)
		return law_broken(e, "the hub stands first",
		    d->field[d->hub].id);
	d->field[CLAIM_HUB].segment = 0;
	for (int f = CLAIM_HUB + 1; f < CLAIM_FIELDS; f++)
		if (d->field[f].segment == CLAIM_NONE)
			return field_bad(e, "segment");
	for (int i = 0; i < d->links; i++) {
		const uint8_t *end = d->link[i];

		d->touch[end[0]] |= (uint32_t)1 << end[1];
		d->touch[end[1]] |= (uint32_t)1 << end[0];
	}
	d->parts[CLAIM_SHIP] = (uint8_t)(d->parts[CLAIM_MAIN] +
	    d->parts[CLAIM_TENDER]);
	return 0;
}

int
claim_load(const cJSON *json, struct game_data *d, struct err *e)
{
	d->verbs = &claim_verbs;
	return claim_data_read(json, d, e) < 0 ? -1 : claim_data_laws(d, e);
}
