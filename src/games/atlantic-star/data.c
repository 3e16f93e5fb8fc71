/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/data.h"

#include <cjson/cJSON.h>

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
	const cJSON *loan = cJSON_GetObjectItemCaseSensitive(json, "loan");
	long n, m;
	char key[2];
	int i;

	for (i = 2; i <= SEATS_MAX; i++) {
		seats_key(i, key);
		if (field_int(money, key, 0, 1000000, &n, e) < 0)
			return err_wrap(e, "money");
		if (field_int(voyages, key, 0, STAR_PLACES, &m, e) < 0)
			return err_wrap(e, "voyages_per_sea");
		d->money[i] = (int32_t)n;
		d->voyages[i] = (uint8_t)m;
	}
	if (agency == NULL)
		return field_bad(e, "agency");
	for (i = 0; i < STAR_FIELDS; i++) {
		if (element(cJSON_GetArrayItem(agency, i), 1000000, &n) < 0)
			return field_bad(e, "agency");
		d->price[i] = (int32_t)n;
	}
	if (field_int(json, "replace_price", 0, 1000000, &n, e) < 0)
		return -1;
	d->replace_price = (int32_t)n;
	if (field_int(loan, "unit", 0, 1000000, &n, e) < 0 ||
	    field_int(loan, "max", 0, 1000000, &m, e) < 0)
		return err_wrap(e, "loan");
	d->loan_unit = (int32_t)n;
	d->loan_max = (int32_t)m;
	if (field_int(json, "hand_spare", 0, 100, &n, e) < 0 ||
	    field_int(json, "mail_value", 0, 100, &m, e) < 0)
		return -1;
	d->spare = (int)n;
	d->mail_value = (int)m;
	return 0;
}

static int
read_sea(const cJSON *json, struct star_sea *sea, struct err *e)
{
	const cJSON *legs = field_array(json, "legs", 0, 1000, e);
	const cJSON *leg;
	long n;
	int i = 0;

	if (field_text(json, "id", sea->id, sizeof sea->id, e) < 0 ||
	    field_text(json, "name", sea->name, sizeof sea->name, e) < 0 ||
	    field_int(json, "bonus", 0, 100, &n, e) < 0)
		return -1;
	sea->bonus = (uint8_t)n;
	if (legs == NULL || cJSON_GetArraySize(legs) < 1 ||
	    cJSON_GetArraySize(legs) > STAR_LEGS)
		return field_bad(e, "legs");
	cJSON_ArrayForEach(leg, legs) {
		struct star_leg *l = &sea->leg[i++];

		if (field_text(leg, "id", l->id, sizeof l->id, e) < 0 ||
		    field_text(leg, "from", l->from, sizeof l->from, e) < 0 ||
		    field_text(leg, "to", l->to, sizeof l->to, e) < 0)
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

	if (field_text(json, "id", ship->id, sizeof ship->id, e) < 0 ||
	    field_text(json, "name", ship->name, sizeof ship->name, e) < 0)
		return -1;
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
	const cJSON *ships = field_array(json, "ships", 0, 1000, e);
	const cJSON *ship;
	int i = 0;

	if (ships == NULL)
		return field_bad(e, "ships");
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
	const cJSON *seas = field_array(json, "seas", STAR_SEAS, STAR_SEAS, e);
	const cJSON *classes = field_array(json, "classes", STAR_CLASSES,
	    STAR_CLASSES, e);
	char about[4096];
	long version, min, max;
	int i;

	if (field_text(json, "name", d->name, sizeof d->name, e) < 0 ||
	    field_int(json, "version", 0, 1000, &version, e) < 0 ||
	    field_text(json, "about", about, sizeof about, e) < 0 ||
	    field_int(seats, "min", 0, SEATS_MAX, &min, e) < 0 ||
	    field_int(seats, "max", 0, SEATS_MAX, &max, e) < 0 ||
	    read_money(json, d, e) < 0)
		return -1;
	d->version = (int)version;
	d->min_seats = (int)min;
	d->max_seats = (int)max;
	if (seas == NULL)
		return field_bad(e, "seas");
	for (i = 0; i < STAR_SEAS; i++)
		if (read_sea(cJSON_GetArrayItem(seas, i), &d->sea[i], e) < 0)
			return err_wrap(e, "seas");
	for (i = 2; i <= SEATS_MAX; i++)
		if (read_neutrals(json, d, i, e) < 0)
			return -1;
	if (classes == NULL)
		return field_bad(e, "classes");
	for (i = 0; i < STAR_CLASSES; i++)
		if (read_class(cJSON_GetArrayItem(classes, i),
		    STAR_CLASSES - i, d, e) < 0)
			return -1;
	return read_ships(json, d, e);
}
