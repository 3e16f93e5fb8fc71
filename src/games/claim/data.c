/* SPDX-License-Identifier: MIT */
#include "games/claim/data.h"

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
	for (int i = 0; i < CLAIM_FIELDS; i++)
		if (strlen(d->field[i].id) == len &&
		    memcmp(d->field[i].id, id, len) == 0)
			return i;
	return CLAIM_NONE;
}

int
claim_colour_find(const struct game_data *d, const char *id, size_t len)
{
	for (int i = 0; i < CLAIM_COLOURS; i++)
		if (strlen(d->colour[i].id) == len &&
		    memcmp(d->colour[i].id, id, len) == 0)
			return i;
	return CLAIM_NONE;
}

/* A small number of an object. */
static int
read_byte(const cJSON *object, const char *key, int max, uint8_t *out,
    struct err *e)
{
	long n;

	if (field_int(object, key, 0, max, &n, e) < 0)
		return -1;
	*out = (uint8_t)n;
	return 0;
}

static const cJSON *
read_object(const cJSON *json, const char *key, struct err *e)
{
	const cJSON *object = cJSON_GetObjectItemCaseSensitive(json, key);

	if (!cJSON_IsObject(object))
		(void)field_bad(e, key);
	return cJSON_IsObject(object) ? object : NULL;
}

static int
read_colours(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "colours", CLAIM_COLOURS,
	    CLAIM_COLOURS, e);
	char use[8];

	for (int i = 0; i < CLAIM_COLOURS; i++) {
		const cJSON *item = cJSON_GetArrayItem(list, i);

		if (list == NULL || field_text(item, "name", d->colour[i].id,
		    sizeof d->colour[i].id, e) < 0 ||
		    read_byte(item, "value", 99, &d->colour[i].value, e) < 0 ||
		    field_text(item, "use", use, sizeof use, e) < 0)
			return err_wrap(e, "colours");
		d->colour[i].cargo = strcmp(use, "cargo") == 0;
		if (!d->colour[i].cargo && strcmp(use, "fuel") != 0)
			return field_bad(e, "use");
	}
	return 0;
}

static int
read_ship(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *ship = read_object(json, "ship", e), *parts;

	if (ship == NULL || (parts = read_object(ship, "parts", e)) == NULL ||
	    read_byte(parts, "main", 9, &d->parts[CLAIM_MAIN], e) < 0 ||
	    read_byte(parts, "tender", 9, &d->parts[CLAIM_TENDER], e) < 0 ||
	    read_byte(ship, "compartments_per_part", 9, &d->compartments,
	    e) < 0 ||
	    read_byte(ship, "cubes_per_compartment", 9, &d->cubes, e) < 0)
		return -1;
	d->parts[CLAIM_SHIP] = (uint8_t)(d->parts[CLAIM_MAIN] +
	    d->parts[CLAIM_TENDER]);
	return 0;
}

static int
read_start(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *start = read_object(json, "start", e), *mixed, *item;

	if (start == NULL ||
	    read_byte(start, "fuel", 99, &d->fuel, e) < 0 ||
	    read_byte(start, "cargo_value", 250, &d->cargo_value, e) < 0 ||
	    (mixed = read_object(start, "mixed", e)) == NULL)
		return -1;
	cJSON_ArrayForEach(item, mixed) {
		int c = claim_colour_find(d, item->string,
		    strlen(item->string));

		if (c == CLAIM_NONE || !d->colour[c].cargo)
			return field_bad(e, "mixed");
		if (read_byte(mixed, item->string, 99, &d->mixed[c], e) < 0)
			return -1;
	}
	return 0;
}

static int
read_numbers(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *seats = read_object(json, "seats", e);
	const cJSON *end = read_object(json, "end", e), *claims;
	long version;

	if (seats == NULL || end == NULL ||
	    (claims = read_object(end, "claims", e)) == NULL ||
	    field_text(json, "name", d->name, sizeof d->name, e) < 0 ||
	    field_int(json, "version", 1, 1000, &version, e) < 0 ||
	    read_byte(seats, "min", 9, &d->min_seats, e) < 0 ||
	    read_byte(seats, "max", 9, &d->max_seats, e) < 0 ||
	    read_byte(json, "blocked_per_segment", 9, &d->blocked, e) < 0 ||
	    read_byte(json, "refuel_per_part", 9, &d->refuel, e) < 0 ||
	    read_byte(json, "discovery", 99, &d->discovery, e) < 0 ||
	    read_byte(end, "rounds", 200, &d->rounds, e) < 0 ||
	    read_byte(claims, "2", 99, &d->claims[2], e) < 0 ||
	    read_byte(claims, "3", 99, &d->claims[3], e) < 0)
		return -1;
	d->version = (int)version;
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

static int
read_field(const struct game_data *d, const cJSON *item, bool hub,
    struct claim_field *out, struct err *e)
{
	char segment[8];
	long q, r;

	if (field_text(item, "name", out->id, sizeof out->id, e) < 0 ||
	    field_int(item, "q", -99, 99, &q, e) < 0 ||
	    field_int(item, "r", -99, 99, &r, e) < 0)
		return -1;
	out->q = (int8_t)q;
	out->r = (int8_t)r;
	if (hub)
		return 0;
	if (field_text(item, "segment", segment, sizeof segment, e) < 0)
		return -1;
	for (int i = 0; i < CLAIM_SEGMENTS; i++)
		if (strcmp(segment, d->segment[i]) == 0) {
			out->segment = (uint8_t)i;
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
	for (int i = 0; i < CLAIM_FIELDS; i++)
		if (read_field(d, cJSON_GetArrayItem(list, i), i == CLAIM_HUB,
		    &d->field[i], e) < 0)
			return err_wrap(e, "fields");
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
	if (read_numbers(json, d, e) < 0 || read_colours(json, d, e) < 0 ||
	    read_ship(json, d, e) < 0 || read_start(json, d, e) < 0 ||
	    read_segments(json, d, e) < 0 || read_fields(json, d, e) < 0)
		return -1;
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
