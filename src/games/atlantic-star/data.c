/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/data.h"

#include <cjson/cJSON.h>

#include "base/mem.h"

/*
 * Reading the file's form: every field is there and of its type, and fits.
 * What the values must be is laws.c's business.
 */

static int
bad(struct err *e, const char *field)
{
	return err_set(e, ERR_CORRUPT,
	    "atlantic-star data: field \"%s\" is missing or of the wrong form",
	    field);
}

/* A whole number 0..max of an object. */
static int
get_int(const cJSON *object, const char *key, long max, long *out,
    struct err *e)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	if (!cJSON_IsNumber(item) || item->valuedouble < 0 ||
	    item->valuedouble > (double)max ||
	    item->valuedouble != (double)(long)item->valuedouble)
		return bad(e, key);
	*out = (long)item->valuedouble;
	return 0;
}

/* A text that fits into `size` bytes with its NUL, and is not empty. */
static int
get_text(const cJSON *object, const char *key, char *out, size_t size,
    struct err *e)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
	size_t len;

	if (!cJSON_IsString(item))
		return bad(e, key);
	len = strlen(item->valuestring);
	if (len == 0 || len >= size)
		return bad(e, key);
	memset(out, 0, size);
	memcpy(out, item->valuestring, len);
	return 0;
}

/* An array of exactly n members; n < 0: any number. */
static const cJSON *
get_array(const cJSON *object, const char *key, int n)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	if (!cJSON_IsArray(item) || (n >= 0 && cJSON_GetArraySize(item) != n))
		return NULL;
	return item;
}

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
	const cJSON *agency = get_array(json, "agency", STAR_FIELDS);
	const cJSON *loan = cJSON_GetObjectItemCaseSensitive(json, "loan");
	long n, m;
	char key[2];
	int i;

	for (i = 2; i <= SEATS_MAX; i++) {
		seats_key(i, key);
		if (get_int(money, key, 1000000, &n, e) < 0)
			return err_wrap(e, "money");
		if (get_int(voyages, key, STAR_PLACES, &m, e) < 0)
			return err_wrap(e, "voyages_per_sea");
		d->money[i] = (int32_t)n;
		d->voyages[i] = (uint8_t)m;
	}
	if (agency == NULL)
		return bad(e, "agency");
	for (i = 0; i < STAR_FIELDS; i++) {
		if (element(cJSON_GetArrayItem(agency, i), 1000000, &n) < 0)
			return bad(e, "agency");
		d->price[i] = (int32_t)n;
	}
	if (get_int(json, "replace_price", 1000000, &n, e) < 0)
		return -1;
	d->replace_price = (int32_t)n;
	if (get_int(loan, "unit", 1000000, &n, e) < 0 ||
	    get_int(loan, "max", 1000000, &m, e) < 0)
		return err_wrap(e, "loan");
	d->loan_unit = (int32_t)n;
	d->loan_max = (int32_t)m;
	if (get_int(json, "hand_spare", 100, &n, e) < 0 ||
	    get_int(json, "mail_value", 100, &m, e) < 0)
		return -1;
	d->spare = (int)n;
	d->mail_value = (int)m;
	return 0;
}

static int
read_sea(const cJSON *json, struct star_sea *sea, struct err *e)
{
	const cJSON *legs = get_array(json, "legs", -1);
	const cJSON *leg;
	long n;
	int i = 0;

	if (get_text(json, "id", sea->id, sizeof sea->id, e) < 0 ||
	    get_text(json, "name", sea->name, sizeof sea->name, e) < 0 ||
	    get_int(json, "bonus", 100, &n, e) < 0)
		return -1;
	sea->bonus = (uint8_t)n;
	if (legs == NULL || cJSON_GetArraySize(legs) < 1 ||
	    cJSON_GetArraySize(legs) > STAR_LEGS)
		return bad(e, "legs");
	cJSON_ArrayForEach(leg, legs) {
		struct star_leg *l = &sea->leg[i++];

		if (get_text(leg, "id", l->id, sizeof l->id, e) < 0 ||
		    get_text(leg, "from", l->from, sizeof l->from, e) < 0 ||
		    get_text(leg, "to", l->to, sizeof l->to, e) < 0)
			return err_wrap(e, "legs");
	}
	sea->legs = (uint8_t)i;
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
		list = get_array(of, d->sea[s].id, -1);
		if (list == NULL || cJSON_GetArraySize(list) > STAR_NEUTRALS)
			return bad(e, "neutral");
		d->neutrals[seats][s] = (uint8_t)cJSON_GetArraySize(list);
		for (i = 0; i < d->neutrals[seats][s]; i++) {
			if (element(cJSON_GetArrayItem(list, i), 255, &n) < 0)
				return bad(e, "neutral");
			d->neutral[seats][s][i] = (uint8_t)n;
		}
	}
	return 0;
}

static int
read_class(const cJSON *json, int want, struct game_data *d, struct err *e)
{
	const cJSON *points = get_array(json, "points", STAR_PLACES);
	long n;
	int i;

	if (get_int(json, "class", STAR_CLASSES, &n, e) < 0 || n != want ||
	    points == NULL)
		return bad(e, "classes");
	if (get_text(json, "name", d->class_name[n],
	    sizeof d->class_name[n], e) < 0)
		return err_wrap(e, "classes");
	for (i = 0; i < STAR_PLACES; i++) {
		if (element(cJSON_GetArrayItem(points, i), 255, &n) < 0)
			return bad(e, "points");
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

	if (get_text(json, "sea", sea, sizeof sea, e) < 0 ||
	    get_text(json, "leg", leg, sizeof leg, e) < 0 ||
	    get_int(json, "value", 9, &n, e) < 0)
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

	if (get_text(json, "id", ship->id, sizeof ship->id, e) < 0 ||
	    get_text(json, "name", ship->name, sizeof ship->name, e) < 0)
		return -1;
	if (!cJSON_IsNull(year) && element(year, 9999, &n) < 0)
		return bad(e, "year");
	if (!cJSON_IsNull(year) && n == 0)
		return bad(e, "year");
	ship->year = (int)n;
	if (mail != NULL && !cJSON_IsTrue(mail))
		return bad(e, "mail");
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
	const cJSON *ships = get_array(json, "ships", -1);
	const cJSON *ship;
	int i = 0;

	if (ships == NULL)
		return bad(e, "ships");
	if (cJSON_GetArraySize(ships) != STAR_SHIPS)
		return err_set(e, ERR_CORRUPT,
		    "law: there are %d ship cards, not %d", STAR_SHIPS,
		    cJSON_GetArraySize(ships));
	cJSON_ArrayForEach(ship, ships)
		if (read_ship(d, ship, &d->ship[i++], e) < 0)
			return err_wrap(e, "ships");
	return 0;
}

int
star_data_read(const cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *seats = cJSON_GetObjectItemCaseSensitive(json, "seats");
	const cJSON *seas = get_array(json, "seas", STAR_SEAS);
	const cJSON *classes = get_array(json, "classes", STAR_CLASSES);
	char about[4096];
	long version, min, max;
	int i;

	if (get_text(json, "name", d->name, sizeof d->name, e) < 0 ||
	    get_int(json, "version", 1000, &version, e) < 0 ||
	    get_text(json, "about", about, sizeof about, e) < 0 ||
	    get_int(seats, "min", SEATS_MAX, &min, e) < 0 ||
	    get_int(seats, "max", SEATS_MAX, &max, e) < 0 ||
	    read_money(json, d, e) < 0)
		return -1;
	d->version = (int)version;
	d->min_seats = (int)min;
	d->max_seats = (int)max;
	if (seas == NULL)
		return bad(e, "seas");
	for (i = 0; i < STAR_SEAS; i++)
		if (read_sea(cJSON_GetArrayItem(seas, i), &d->sea[i], e) < 0)
			return err_wrap(e, "seas");
	for (i = 2; i <= SEATS_MAX; i++)
		if (read_neutrals(json, d, i, e) < 0)
			return -1;
	if (classes == NULL)
		return bad(e, "classes");
	for (i = 0; i < STAR_CLASSES; i++)
		if (read_class(cJSON_GetArrayItem(classes, i),
		    STAR_CLASSES - i, d, e) < 0)
			return -1;
	return read_ships(json, d, e);
}
