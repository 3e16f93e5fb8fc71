/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/fields.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

static int
element(const cJSON *item, long max, long *out)
{
	if (!cJSON_IsNumber(item) || item->valuedouble < 0 ||
	    item->valuedouble > (double)max ||
	    item->valuedouble != (double)(long)item->valuedouble)
		return -1;
	*out = (long)item->valuedouble;
	return 0;
}

static const struct field numbers[] = {
	TEXT_FIELD("name", name),
	NUMBER_FIELD("version", version, 0, 1000),
	NUMBER_FIELD("seats.min", min_seats, 0, SEATS_MAX),
	NUMBER_FIELD("seats.max", max_seats, 0, SEATS_MAX),
	NUMBER_FIELD("replace_price", replace_price, 0, 1000000),
	NUMBER_FIELD("loan.unit", loan_unit, 0, 1000000),
	NUMBER_FIELD("loan.max", loan_max, 0, 1000000),
	NUMBER_FIELD("hand_spare", spare, 0, 100),
	NUMBER_FIELD("mail_value", mail_value, 0, 100),
};

static const struct field seas[] = {
	TEXT_FIELD("id", sea[0].id),
	TEXT_FIELD("name", sea[0].name),
	NUMBER_FIELD("bonus", sea[0].bonus, 0, 100),
};

static const struct field legs[] = {
	TEXT_FIELD("id", sea[0].leg[0].id),
	TEXT_FIELD("from", sea[0].leg[0].from),
	TEXT_FIELD("to", sea[0].leg[0].to),
};

static const struct field ships[] = {
	TEXT_FIELD("id", ship[0].id),
	TEXT_FIELD("name", ship[0].name),
};

/* The key of a number of seats, "2" … "6". */
static void
seats_key(int seats, char out[2])
{
	out[0] = (char)('0' + seats);
	out[1] = '\0';
}

static int
read_money(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *money = cJSON_GetObjectItemCaseSensitive(json, "money");
	const cJSON *voyages = cJSON_GetObjectItemCaseSensitive(json,
	    "voyages_per_sea");
	const cJSON *agency = field_array(json, "agency", STAR_FIELDS,
	    STAR_FIELDS, e);
	long n, m;
	char key[2];

	for (int i = 2; i <= SEATS_MAX; i++) {
		seats_key(i, key);
		if (field_int(money, key, 0, 1000000, &n, e) < 0)
			return err_wrap(e, "money");
		if (field_int(voyages, key, 0, STAR_PLACES, &m, e) < 0)
			return err_wrap(e, "voyages_per_sea");
		d->money[i] = (int32_t)n;
		d->voyages[i] = (uint8_t)m;
	}
	for (int i = 0; i < STAR_FIELDS; i++) {
		if (element(cJSON_GetArrayItem(agency, i), 1000000, &n) < 0)
			return field_bad(e, "agency");
		d->price[i] = (int32_t)n;
	}
	return 0;
}

static int
read_seas(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *item;
	int i = 0;

	if (fields_list(json, "seas", STAR_SEAS, STAR_SEAS, FIELDS(seas), d,
	    sizeof d->sea[0], e) < 0)
		return -1;
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(json, "seas")) {
		int n = fields_list(item, "legs", 1, STAR_LEGS, FIELDS(legs),
		    (char *)d + (size_t)i * sizeof d->sea[0],
		    sizeof d->sea[0].leg[0], e);

		if (n < 0)
			return err_wrap(e, "seas");
		d->sea[i++].legs = (uint8_t)n;
	}
	return 0;
}

static int
read_neutrals(const cJSON *json, struct game_data *d, int seats,
    struct err *e)
{
	const cJSON *all = cJSON_GetObjectItemCaseSensitive(json, "neutral");
	const cJSON *of, *list;
	char key[2];
	long n;
	int s, i;

	seats_key(seats, key);
	of = cJSON_GetObjectItemCaseSensitive(all, key);
	for (s = 0; s < STAR_SEAS; s++) {
		list = field_array(of, d->sea[s].id, 0, 1000, e);
		if (list == NULL || cJSON_GetArraySize(list) > STAR_NEUTRALS)
			return field_bad(e, "neutral");
		d->neutrals[seats][s] = (uint8_t)cJSON_GetArraySize(list);
		for (i = 0; i < d->neutrals[seats][s]; i++) {
			if (element(cJSON_GetArrayItem(list, i), 255, &n) < 0)
				return field_bad(e, "neutral");
			d->neutral[seats][s][i] = (uint8_t)n;
		}
	}
	return 0;
}

static int
read_class(const cJSON *json, int want, struct game_data *d, struct err *e)
{
	const cJSON *points = field_array(json, "points", STAR_PLACES,
	    STAR_PLACES, e);
	long n;
	int i;

	if (field_int(json, "class", 0, STAR_CLASSES, &n, e) < 0 || n != want ||
	    points == NULL)
		return field_bad(e, "classes");
	if (field_text(json, "name", d->class_name[n],
	    sizeof d->class_name[n], e) < 0)
		return err_wrap(e, "classes");
	for (i = 0; i < STAR_PLACES; i++) {
		if (element(cJSON_GetArrayItem(points, i), 255, &n) < 0)
			return field_bad(e, "points");
		d->points[want][i] = (uint8_t)n;
	}
	return 0;
}

static int
read_role(const struct game_data *d, const cJSON *json,
    struct star_role *role, struct err *e)
{
	char sea[16], leg[4];
	long n;
	int s, l;

	if (field_text(json, "sea", sea, sizeof sea, e) < 0 ||
	    field_text(json, "leg", leg, sizeof leg, e) < 0 ||
	    field_int(json, "value", 0, 9, &n, e) < 0)
		return -1;
	s = star_sea_find(d, sea, strlen(sea));
	l = leg[0] - 'A';
	if (s == STAR_NONE || l < 0 || l >= d->sea[s].legs || leg[1] != '\0')
		return err_set(e, ERR_CORRUPT,
		    "law: roles only on existing legs (%s %s)", sea, leg);
	role->sea = (uint8_t)s;
	role->leg = (uint8_t)l;
	role->value = (uint8_t)n;
	return 0;
}

static int
read_ship(const struct game_data *d, const cJSON *json,
    struct star_ship *ship, struct err *e)
{
	const cJSON *year = cJSON_GetObjectItemCaseSensitive(json, "year");
	const cJSON *mail = cJSON_GetObjectItemCaseSensitive(json, "mail");
	const cJSON *roles = cJSON_GetObjectItemCaseSensitive(json, "roles");
	const cJSON *role;
	long n = 0;

	if (!cJSON_IsNull(year) && element(year, 9999, &n) < 0)
		return field_bad(e, "year");
	if (!cJSON_IsNull(year) && n == 0)
		return field_bad(e, "year");
	ship->year = (int)n;
	if (mail != NULL && !cJSON_IsTrue(mail))
		return field_bad(e, "mail");
	ship->mail = mail != NULL;
	if (ship->mail)
		return roles == NULL ? 0 : err_set(e, ERR_CORRUPT,
		    "law: a mail ship has no roles (%s)", ship->id);
	if (!cJSON_IsArray(roles) || cJSON_GetArraySize(roles) < 1 ||
	    cJSON_GetArraySize(roles) > STAR_ROLES)
		return err_set(e, ERR_CORRUPT,
		    "law: a ship has one to three roles (%s)", ship->id);
	cJSON_ArrayForEach(role, roles)
		if (read_role(d, role, &ship->role[ship->n_roles++], e) < 0)
			return err_wrap(e, "%s", ship->id);
	return 0;
}

static int
read_ships(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *list = field_array(json, "ships", 0, 1000, e);
	const cJSON *ship;
	int i = 0;

	if (list == NULL)
		return field_bad(e, "ships");
	if (cJSON_GetArraySize(list) != STAR_SHIPS)
		return err_set(e, ERR_CORRUPT,
		    "law: there are %d ship cards, not %d", STAR_SHIPS,
		    cJSON_GetArraySize(list));
	if (fields_list(json, "ships", STAR_SHIPS, STAR_SHIPS, FIELDS(ships),
	    d, sizeof d->ship[0], e) < 0)
		return -1;
	cJSON_ArrayForEach(ship, list)
		if (read_ship(d, ship, &d->ship[i++], e) < 0)
			return err_wrap(e, "ships");
	return 0;
}

int
star_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *classes = field_array(json, "classes", STAR_CLASSES,
	    STAR_CLASSES, e);
	char about[4096];

	if (fields_read(json, FIELDS(numbers), d, e) < 0 ||
	    field_text(json, "about", about, sizeof about, e) < 0 ||
	    read_money(json, d, e) < 0 || read_seas(json, d, e) < 0)
		return -1;
	for (int i = 2; i <= SEATS_MAX; i++)
		if (read_neutrals(json, d, i, e) < 0)
			return -1;
	if (classes == NULL)
		return field_bad(e, "classes");
	for (int i = 0; i < STAR_CLASSES; i++)
		if (read_class(cJSON_GetArrayItem(classes, i),
		    STAR_CLASSES - i, d, e) < 0)
			return -1;
	return read_ships(json, d, e);
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
	int i;

	memset(d->hash, STAR_NONE, sizeof d->hash);
	for (i = 0; i < STAR_SHIPS; i++) {
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

int
star_sea_find(const struct game_data *d, const char *id, size_t len)
{
	return id_find(d->sea[0].id, sizeof d->sea[0], STAR_SEAS, id, len);
}

static void
make_values(struct game_data *d)
{
	int i, s, l;

	for (i = 0; i < STAR_SHIPS; i++) {
		const struct star_ship *ship = &d->ship[i];

		for (s = 0; ship->mail && s < STAR_SEAS; s++)
			for (l = 0; l < d->sea[s].legs; l++)
				d->value[i][s][l] = (uint8_t)d->mail_value;
		for (l = 0; l < ship->n_roles; l++)
			d->value[i][ship->role[l].sea][ship->role[l].leg] =
			    ship->role[l].value;
	}
}

static void
make_sets(struct game_data *d)
{
	int n, spare, mask;

	for (n = 1; n <= STAR_LEGS; n++)
		for (spare = 0; spare <= STAR_SPARE; spare++)
			for (mask = (1 << (n + spare)) - 1; mask > 0; mask--)
				if (__builtin_popcount((unsigned)mask) == n)
					d->set[n][spare][
					    d->sets[n][spare]++] =
					    (uint8_t)mask;
}

int
star_load(const struct cJSON *json, struct game_data **out, struct err *e)
{
	struct game_data *d = mem_zero(1, sizeof *d);

	if (star_data_read(json, d, e) < 0 || star_data_laws(d, e) < 0 ||
	    hash_make(d, e) < 0) {
		free(d);
		return err_wrap(e, "atlantic-star data");
	}
	make_values(d);
	make_sets(d);
	d->verbs = &star_verbs;
	*out = d;
	return 0;
}

void
star_unload(struct game_data *d)
{
	free(d);
}

const char *
star_title(const struct game_data *d, const char *kind, const char *id)
{
	int i;

	if (strcmp(kind, "ship") == 0) {
		i = star_ship_find(d, id, strlen(id));
		return i == STAR_NONE ? NULL : d->ship[i].name;
	}
	if (strcmp(kind, "sea") == 0) {
		i = star_sea_find(d, id, strlen(id));
		return i == STAR_NONE ? NULL : d->sea[i].name;
	}
	return NULL;
}
