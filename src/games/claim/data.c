/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

int
claim_field_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->field[0].id, sizeof d->field[0], CLAIM_FIELDS, id,
	    len);
}

int
claim_colour_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->colour[0].id, sizeof d->colour[0], CLAIM_COLOURS,
	    id, len);
}

static const struct field numbers[] = {
	TEXT_FIELD("name", name),
	NUMBER_FIELD("version", version, 1, 1000),
	NUMBER_FIELD("seats.min", min_seats, 0, 9),
	NUMBER_FIELD("seats.max", max_seats, 0, 9),
	NUMBER_FIELD("blocked_per_segment", blocked, 0, 9),
	NUMBER_FIELD("refuel_per_part", refuel, 0, 9),
	NUMBER_FIELD("discovery", discovery, 0, 99),
	NUMBER_FIELD("end.rounds", rounds, 0, 200),
	NUMBER_FIELD("end.claims.2", claims[2], 0, 99),
	NUMBER_FIELD("end.claims.3", claims[3], 0, 99),
	NUMBER_FIELD("ship.parts.main", parts[CLAIM_MAIN], 0, 9),
	NUMBER_FIELD("ship.parts.tender", parts[CLAIM_TENDER], 0, 9),
	NUMBER_FIELD("ship.compartments_per_part", compartments, 0, 9),
	NUMBER_FIELD("ship.cubes_per_compartment", cubes, 0, 9),
	NUMBER_FIELD("start.fuel", fuel, 0, 99),
	NUMBER_FIELD("start.cargo_value", cargo_value, 0, 250),
};

static const struct field colours[] = {
	TEXT_FIELD("name", colour[0].id),
	NUMBER_FIELD("value", colour[0].value, 0, 99),
};

static int
read_colours(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *item;
	char use[8];
	int i = 0;

	if (fields_list(json, "colours", CLAIM_COLOURS, CLAIM_COLOURS,
	    FIELDS(colours), d, sizeof d->colour[0], e) < 0)
		return -1;
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(json, "colours")) {
		if (field_text(item, "use", use, sizeof use, e) < 0)
			return err_wrap(e, "colours");
		d->colour[i].cargo = strcmp(use, "cargo") == 0;
		if (!d->colour[i++].cargo && strcmp(use, "fuel") != 0)
			return field_bad(e, "use");
	}
	return 0;
}

/* The cargo of R14a. */
static int
read_mixed(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *mixed = cJSON_GetObjectItemCaseSensitive(
	    cJSON_GetObjectItemCaseSensitive(json, "start"), "mixed"), *item;
	long n;

	if (!cJSON_IsObject(mixed))
		return field_bad(e, "mixed");
	cJSON_ArrayForEach(item, mixed) {
		int c = claim_colour_find(d, item->string,
		    strlen(item->string));

		if (c == CLAIM_NONE || !d->colour[c].cargo)
			return field_bad(e, "mixed");
		if (field_int(mixed, item->string, 0, 99, &n, e) < 0)
			return -1;
		d->mixed[c] = (uint8_t)n;
	}
	return 0;
}

static int
read_segments(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "segments", CLAIM_SEGMENTS,
	    CLAIM_SEGMENTS, e);

	if (list == NULL)
		return -1;
	for (int i = 0; i < CLAIM_SEGMENTS; i++) {
		const char *id = cJSON_GetStringValue(
		    cJSON_GetArrayItem(list, i));

		if (id == NULL || strlen(id) >= sizeof d->segment[i])
			return field_bad(e, "segments");
		memcpy(d->segment[i], id, strlen(id));
	}
	return 0;
}

static const struct field fields[] = {
	TEXT_FIELD("name", field[0].id),
	NUMBER_FIELD("q", field[0].q, -99, 99),
	NUMBER_FIELD("r", field[0].r, -99, 99),
};

static int
read_segment(const struct game_data *d, const cJSON *item, uint8_t *out,
    struct err *e)
{
	char segment[8];

	if (field_text(item, "segment", segment, sizeof segment, e) < 0)
		return err_wrap(e, "fields");
	for (int i = 0; i < CLAIM_SEGMENTS; i++)
		if (strcmp(segment, d->segment[i]) == 0) {
			*out = (uint8_t)i;
			return 0;
		}
	return field_bad(e, "segment");
}

static int
read_fields(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "fields", 0, 1000, e);
	char hub[8];

	if (list == NULL || field_text(json, "hub", hub, sizeof hub, e) < 0)
		return -1;
	if (cJSON_GetArraySize(list) != CLAIM_FIELDS)
		return err_set(e, ERR_CORRUPT,
		    "law: the hub and four flowers of seven fields, not %d "
		    "fields", cJSON_GetArraySize(list));
	if (fields_list(json, "fields", CLAIM_FIELDS, CLAIM_FIELDS,
	    FIELDS(fields), d, sizeof d->field[0], e) < 0)
		return -1;
	for (int i = CLAIM_HUB + 1; i < CLAIM_FIELDS; i++)
		if (read_segment(d, cJSON_GetArrayItem(list, i),
		    &d->field[i].segment, e) < 0)
			return -1;
	if (strcmp(d->field[CLAIM_HUB].id, hub) != 0)
		return err_set(e, ERR_CORRUPT, "law: the hub stands first (%s)",
		    hub);
	return 0;
}

static int
read_links(const cJSON *json, struct game_data *d, struct err *e)
{
	const int most = (int)(sizeof d->link / sizeof d->link[0]);
	const cJSON *list = field_array(json, "links", 1, most, e), *item;

	if (list == NULL)
		return -1;
	cJSON_ArrayForEach(item, list) {
		int end[2];

		for (int i = 0; i < 2; i++) {
			const char *id = cJSON_GetStringValue(
			    cJSON_GetArrayItem(item, i));

			end[i] = id == NULL ? CLAIM_NONE :
			    claim_field_find(d, id, strlen(id));
			if (end[i] == CLAIM_NONE)
				return field_bad(e, "links");
			d->link[d->links][i] = (uint8_t)end[i];
		}
		if (cJSON_GetArraySize(item) != 2)
			return field_bad(e, "links");
		d->touch[end[0]] |= (uint32_t)1 << end[1];
		d->touch[end[1]] |= (uint32_t)1 << end[0];
		d->links++;
	}
	return 0;
}

int
claim_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	if (fields_read(json, FIELDS(numbers), d, e) < 0 ||
	    read_colours(json, d, e) < 0 || read_mixed(json, d, e) < 0 ||
	    read_segments(json, d, e) < 0 || read_fields(json, d, e) < 0)
		return -1;
	d->parts[CLAIM_SHIP] = (uint8_t)(d->parts[CLAIM_MAIN] +
	    d->parts[CLAIM_TENDER]);
	return read_links(json, d, e);
}

int
claim_load(const cJSON *json, struct game_data **out, struct err *e)
{
	struct game_data *d = mem_zero(1, sizeof *d);

	if (claim_data_read(json, d, e) < 0 || claim_data_laws(d, e) < 0) {
		free(d);
		return err_wrap(e, "claim data");
	}
	d->verbs = &claim_verbs;
	*out = d;
	return 0;
}

void
claim_unload(struct game_data *d)
{
	free(d);
}

/* A field is called by its id; only the hub is a word of a language. */
const char *
claim_title(const struct game_data *d, const char *kind, const char *id)
{
	int i;

	if (strcmp(kind, "field") != 0)
		return NULL;
	i = claim_field_find(d, id, strlen(id));
	return i == CLAIM_NONE || i == CLAIM_HUB ? NULL : d->field[i].id;
}
