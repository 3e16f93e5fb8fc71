/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include <cjson/cJSON.h>

#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

static int
leg_find(const struct game_data *d, const char *id, size_t len)
{
	(void)d;
	return len == 1 && *id >= 'A' && *id <= 'Z' ? *id - 'A' : STAR_NONE;
}

static const struct field legs[] = { { TEXT_FIELD("id", sea[0].leg[0].id) },
	{ TEXT_FIELD("from", sea[0].leg[0].from) },
	{ TEXT_FIELD("to", sea[0].leg[0].to) }, FIELDS_END };

static const struct field seas[] = { { TEXT_FIELD("id", sea[0].id) },
	{ TEXT_FIELD("name", sea[0].name) },
	{ NUMBER_FIELD("bonus", sea[0].bonus, 0, 100) },
	{ LIST_FIELD("legs", sea[0].leg[0], legs), ARRAY(1, STAR_LEGS),
	    COUNT(sea[0].legs) },
	FIELDS_END };

static const struct field roles[] = { { ID_FIELD("sea", ship[0].role[0].sea,
					  star_sea_find, "sea") },
	{ ID_FIELD("leg", ship[0].role[0].leg, leg_find, "leg") },
	{ NUMBER_FIELD("value", ship[0].role[0].value, 0, 9) }, FIELDS_END };

static const struct field ships[] = { { TEXT_FIELD("id", ship[0].id) },
	{ TEXT_FIELD("name", ship[0].name) },
	{ NUMBER_FIELD("year", ship[0].year, 1, 9999), .null = true },
	{ BOOL_FIELD("mail", ship[0].mail), .missing = true },
	{ LIST_FIELD("roles", ship[0].role[0], roles), ARRAY(0, STAR_ROLES),
	    COUNT(ship[0].n_roles), .missing = true,
	    .law = "a ship has one to three roles" },
	FIELDS_END };

/* The dearest class stands first; its row is written where class 1 is. */
static const struct field class[] = { { .key = "name", .type = FIELD_TEXT },
	{ NUMBER_FIELD("points", points[1][0], 0, 255),
	    ARRAY(STAR_PLACES, STAR_PLACES) },
	FIELDS_END };

#define BY_SEATS(key, member, most) \
	{ NUMBER_FIELD(key ".2", member[2], 0, most) }, \
	    { NUMBER_FIELD(key ".3", member[3], 0, most) }, \
	    { NUMBER_FIELD(key ".4", member[4], 0, most) }, \
	    { NUMBER_FIELD(key ".5", member[5], 0, most) }, \
	{ \
		NUMBER_FIELD(key ".6", member[6], 0, most) \
	}
#define NEUTRAL(key, seats, sea) \
	{ NUMBER_FIELD("neutral." key, neutral[seats][sea][0], 0, 255), \
		ARRAY(0, STAR_NEUTRALS), COUNT(neutrals[seats][sea]) }
#define NEUTRALS(key, seats) \
	NEUTRAL(key ".baltic", seats, 0), \
	    NEUTRAL(key ".mediterranean", seats, 1), \
	    NEUTRAL(key ".atlantic", seats, 2), \
	    NEUTRAL(key ".pacific", seats, 3)

static const struct field all[] = { { TEXT_FIELD("name", name) },
	{ .key = "about", .type = FIELD_TEXT },
	{ NUMBER_FIELD("version", version, 0, 1000) },
	{ NUMBER_FIELD("seats.min", min_seats, 0, SEATS_MAX) },
	{ NUMBER_FIELD("seats.max", max_seats, 0, SEATS_MAX) },
	{ NUMBER_FIELD("replace_price", replace_price, 0, 1000000) },
	{ NUMBER_FIELD("loan.unit", loan_unit, 0, 1000000) },
	{ NUMBER_FIELD("loan.max", loan_max, 0, 1000000) },
	{ NUMBER_FIELD("hand_spare", spare, 0, 100) },
	{ NUMBER_FIELD("mail_value", mail_value, 0, 100) },
	{ NUMBER_FIELD("agency", price[0], 0, 1000000),
	    ARRAY(STAR_FIELDS, STAR_FIELDS) },
	BY_SEATS("money", money, 1000000),
	BY_SEATS("voyages_per_sea", voyages, STAR_PLACES), NEUTRALS("2", 2),
	NEUTRALS("3", 3), NEUTRALS("4", 4), NEUTRALS("5", 5), NEUTRALS("6", 6),
	{ LIST_FIELD("seas", sea[0], seas), ARRAY(STAR_SEAS, STAR_SEAS) },
	{ LIST_FIELD("ships", ship[0], ships), ARRAY(STAR_SHIPS, STAR_SHIPS),
	    .law = "there are 132 ship cards" },
	FIELDS_END };

static int
read_classes(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = cJSON_GetObjectItem(json, "classes"), *item;
	int n = STAR_CLASSES;

	if (cJSON_GetArraySize(list) != STAR_CLASSES)
		return field_bad(e, "classes");
	cJSON_ArrayForEach(item, list) {
		const cJSON *no = cJSON_GetObjectItem(item, "class");

		if (!cJSON_IsNumber(no) || no->valueint != n)
			return field_bad(e, "classes");
		if (fields_read(item, class, d,
			(size_t)--n * sizeof d->points[0], e) < 0)
			return err_wrap(e, "classes");
	}
	return 0;
}

static int
check_ship(const struct game_data *d, const cJSON *json,
    const struct star_ship *s, struct err *e)
{
	if (!s->mail && cJSON_HasObjectItem(json, "mail"))
		return field_bad(e, "mail");
	if (s->mail ? cJSON_HasObjectItem(json, "roles") : s->n_roles == 0)
		return law_broken(e,
		    s->mail ? "a mail ship has no roles" :
			      "a ship has one to three roles",
		    s->id);
	for (int i = 0; i < s->n_roles; i++)
		if (s->role[i].leg >= d->sea[s->role[i].sea].legs)
			return law_broken(e, "roles only on existing legs",
			    s->id);
	return 0;
}

int
star_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	const struct star_ship *s = d->ship;
	const cJSON *item;

	if (fields_read(json, all, d, 0, e) < 0 || read_classes(json, d, e) < 0)
		return -1;
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(json, "ships"))
		if (check_ship(d, item, s++, e) < 0)
			return -1;
	return 0;
}

/* The tables made once from the data, and loading. */

/* Eight bytes at a time, the last ones overlapping those before: names are
 * looked up at every move of a log. */
static uint32_t
hash(uint32_t seed, const char *id, size_t len)
{
	static const uint64_t mix = 0x9e3779b97f4a7c15;
	uint64_t h = seed, x = 0;
	size_t i;

	if (len < sizeof x) {
		for (i = 0; i < len; i++)
			x = x << 8 | (unsigned char)id[i];
	} else {
		for (i = 0; i + sizeof x < len; i += sizeof x) {
			memcpy(&x, id + i, sizeof x);
			h = (h ^ x) * mix;
			h ^= h >> 29;
		}
		memcpy(&x, id + len - sizeof x, sizeof x);
	}
	h = (h ^ x) * mix;
	return (uint32_t)((h ^ h >> 32) * mix >> 54);
}

_Static_assert(STAR_HASH == 1 << 10, "hash() gives ten bits");

static bool
hash_fill(struct game_data *d, uint32_t seed)
{
	uint32_t at;

	memset(d->hash, STAR_NONE, sizeof d->hash);
	for (int i = 0; i < STAR_SHIPS; i++) {
		at = hash(seed, d->ship[i].id, strlen(d->ship[i].id));
		if (d->hash[at] != STAR_NONE)
			return false;
		d->hash[at] = (uint8_t)i;
	}
	d->hash_seed = seed;
	return true;
}

/* Tries seeds until no two ids share a slot: a few thousand tries. Ids are
 * distinct, so that it ends; a deck that defeats it is refused. */
static int
hash_make(struct game_data *d, struct err *e)
{
	uint32_t seed;

	for (seed = 1; seed < 50000000; seed++)
		if (hash_fill(d, seed))
			return 0;
	return err_set(e, ERR_CORRUPT, "no perfect hash for the ship ids");
}

int
star_ship_find(const struct game_data *d, const char *id, size_t len)
{
	int ship = d->hash[hash(d->hash_seed, id, len)];

	if (ship == STAR_NONE || len >= sizeof d->ship[0].id ||
	    memcmp(d->ship[ship].id, id, len) != 0 ||
	    d->ship[ship].id[len] != '\0')
		return STAR_NONE;
	return ship;
}

FINDER(star_sea_find, sea, STAR_SEAS)

static void
make_values(struct game_data *d)
{
	for (int i = 0; i < STAR_SHIPS; i++) {
		const struct star_ship *ship = &d->ship[i];

		for (int s = 0; ship->mail && s < STAR_SEAS; s++)
			for (int l = 0; l < d->sea[s].legs; l++)
				d->value[i][s][l] = (uint8_t)d->mail_value;
		for (int l = 0; l < ship->n_roles; l++)
			d->value[i][ship->role[l].sea][ship->role[l].leg] =
			    ship->role[l].value;
	}
}

static void
make_sets(struct game_data *d)
{
	for (int n = 1; n <= STAR_LEGS; n++)
		for (int spare = 0; spare <= STAR_SPARE; spare++)
			for (int mask = (1 << (n + spare)) - 1; mask > 0;
			    mask--)
				if (__builtin_popcount((unsigned)mask) == n)
					d->set[n][spare][d->sets[n][spare]++] =
					    (uint8_t)mask;
}

int
star_load(const cJSON *json, struct game_data *d, struct err *e)
{
	d->verbs = &star_verbs;
	if (star_data_read(json, d, e) < 0 || star_data_laws(d, e) < 0 ||
	    hash_make(d, e) < 0)
		return -1;
	make_values(d);
	make_sets(d);
	return 0;
}
