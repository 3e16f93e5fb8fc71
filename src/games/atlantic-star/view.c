/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "games/atlantic-star/tell.h"
#include "games/atlantic-star/voyage.h"

/*
 * The context of position.md (templates/en/atlantic-star/README), made from
 * a reader's facts and the static data alone.
 */

static const char *const seat_name[] = {
	"neutral", "p1", "p2", "p3", "p4", "p5", "p6"
};

static const cJSON *
get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

static int
get_int(const cJSON *object, const char *key)
{
	const cJSON *item = get(object, key);

	return item == NULL ? 0 : item->valueint;
}

static const char *
get_str(const cJSON *object, const char *key)
{
	const cJSON *item = get(object, key);

	return cJSON_IsString(item) ? item->valuestring : NULL;
}

static void
flag(cJSON *object, const char *key, bool set)
{
	if (set)
		cJSON_AddTrueToObject(object, key);
}

static void
add_int(cJSON *object, const char *key, int n)
{
	cJSON_AddNumberToObject(object, key, n);
}

static cJSON *
add_member(cJSON *array)
{
	cJSON *object = cJSON_CreateObject();

	cJSON_AddItemToArray(array, object);
	return object;
}

static int
ship_of(const struct game_data *d, const char *id)
{
	return star_ship_find(d, id, strlen(id));
}

/* Members "mail", "seas", "year" of a ship. */
static void
add_roles(const struct game_data *d, int ship, cJSON *to)
{
	const struct star_ship *s = &d->ship[ship];
	cJSON *seas, *sea = NULL, *legs = NULL, *leg;
	int i;

	if (s->year != 0)
		add_int(to, "year", s->year);
	if (s->mail) {
		flag(to, "mail", true);
		add_int(to, "mail_value", d->mail_value);
		return;
	}
	seas = cJSON_AddArrayToObject(to, "seas");
	for (i = 0; i < s->n_roles; i++) {
		const struct star_role *r = &s->role[i];

		if (i == 0 || r[-1].sea != r->sea) {
			flag(sea, "more", sea != NULL);
			sea = add_member(seas);
			cJSON_AddStringToObject(sea, "sea", d->sea[r->sea].id);
			legs = cJSON_AddArrayToObject(sea, "legs");
		}
		leg = add_member(legs);
		cJSON_AddStringToObject(leg, "leg",
		    d->sea[r->sea].leg[r->leg].id);
		add_int(leg, "value", r->value);
		flag(leg, "more", i + 1 < s->n_roles && r[1].sea == r->sea);
	}
}

/* key: [{"ship", "more"}] of a list of ids, with roles if asked. */
static void
add_ships(const struct game_data *d, const char *key, const cJSON *ids,
    bool roles, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, key);
	const cJSON *id;

	cJSON_ArrayForEach(id, ids) {
		cJSON *ship = add_member(list);

		cJSON_AddStringToObject(ship, "ship", id->valuestring);
		flag(ship, "more", id->next != NULL);
		if (roles)
			add_roles(d, ship_of(d, id->valuestring), ship);
	}
}

/* "left": the seas still to run; "done" if there are none. */
static void
add_left(const struct game_data *d, const cJSON *seat, cJSON *to)
{
	const cJSON *left = get(seat, "voyages_left");
	cJSON *list = cJSON_AddArrayToObject(to, "left");
	cJSON *sea = NULL;
	int i;

	for (i = 0; i < STAR_SEAS; i++) {
		int count = get_int(left, d->sea[i].id);

		if (count == 0)
			continue;
		flag(sea, "more", sea != NULL);
		sea = add_member(list);
		cJSON_AddStringToObject(sea, "sea", d->sea[i].id);
		add_int(sea, "count", count);
	}
	flag(to, "done", sea == NULL);
}

static void
view_agency(const struct game_data *d, const cJSON *facts, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, "agency");
	const cJSON *field;

	cJSON_ArrayForEach(field, get(facts, "agency")) {
		const char *ship = get_str(field, "ship");
		cJSON *member = add_member(list);

		add_int(member, "price", get_int(field, "price"));
		flag(member, "free", get_int(field, "price") == 0);
		flag(member, "empty", ship == NULL);
		if (ship == NULL)
			continue;
		cJSON_AddStringToObject(member, "ship", ship);
		add_roles(d, ship_of(d, ship), member);
	}
}

static void
add_plaque(const struct game_data *d, const cJSON *plaque, int seats,
    cJSON *to)
{
	const char *owner = get_str(plaque, "owner");
	int loan = get_int(plaque, "loan");

	flag(to, "taken", true);
	if (strcmp(owner, "neutral") == 0) {
		flag(to, "neutral", true);
	} else {
		cJSON_AddStringToObject(to, "seat", owner);
		add_int(to, "no", get_int(plaque, "no"));
		flag(to, "numbered", d->voyages[seats] > 1);
	}
	add_int(to, "value", get_int(plaque, "value"));
	if (loan == 0)
		return;
	add_int(to, "loan", loan);
	add_int(to, "loan_k", loan / d->loan_unit);
}

static void
view_class(const struct game_data *d, const cJSON *facts, int class,
    int seats, cJSON *to)
{
	const cJSON *row = get(get(facts, "classes"),
	    (const char[2]){ (char)('0' + class), '\0' });
	const cJSON *plaque = get(row, "plaques")->child;
	const char *sea = get_str(row, "sea");
	cJSON *places, *upper, *lower, *place;
	int i, taken = 0;

	add_int(to, "class", class);
	flag(to, "one", class == 1);
	cJSON_AddStringToObject(to, "stars", &"*****"[STAR_CLASSES - class]);
	if (sea == NULL)
		flag(to, "none", true);
	else
		cJSON_AddStringToObject(to, "sea", sea);
	places = cJSON_AddArrayToObject(to, "places");
	upper = cJSON_AddArrayToObject(to, "upper");
	lower = cJSON_AddArrayToObject(to, "lower");
	for (i = 0; i < STAR_PLACES; i++) {
		place = add_member(places);
		add_int(place, "rank", i + 1);
		add_int(place, "points", d->points[class][i]);
		flag(place, "one_point", d->points[class][i] == 1);
		flag(place, "more", i + 1 < STAR_PLACES);
		if (plaque == NULL)
			continue;
		add_plaque(d, plaque, seats, place);
		plaque = plaque->next;
		taken++;
	}
	/* The same objects once more, for a table in two rows. */
	i = 0;
	cJSON_ArrayForEach(place, places)
		cJSON_AddItemReferenceToArray(
		    i++ < STAR_PLACES / 2 ? upper : lower, place);
	add_int(to, "count", taken);
	add_int(to, "room", STAR_PLACES - taken);
}

static bool
is_to_act(const cJSON *facts, const char *seat)
{
	const cJSON *id;

	cJSON_ArrayForEach(id, get(facts, "to_act"))
		if (strcmp(id->valuestring, seat) == 0)
			return true;
	return false;
}

/* R15; 0 where the reader cannot know it because money decides. */
static int
rank_of(const cJSON *seats, const cJSON *seat)
{
	const cJSON *other;
	int rank = 1, by;

	cJSON_ArrayForEach(other, seats) {
		if (other == seat)
			continue;
		by = get_int(other, "score") - get_int(seat, "score");
		if (by == 0 && (get(other, "money") == NULL ||
		    get(seat, "money") == NULL))
			return 0;
		if (by == 0)
			by = get_int(other, "money") - get_int(seat, "money");
		rank += by > 0;
	}
	return rank;
}

static void
view_seats(const struct game_data *d, const cJSON *facts, const char *reader,
    bool over, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, "seats");
	const cJSON *seats = get(facts, "seats"), *id, *seat;
	int rank;
	bool open = false;

	cJSON_ArrayForEach(id, get(facts, "order")) {
		cJSON *row = add_member(list);

		seat = get(seats, id->valuestring);
		cJSON_AddStringToObject(row, "seat", id->valuestring);
		add_int(row, "score", get_int(seat, "score"));
		add_int(row, "hand_size", get_int(seat, "hand_size"));
		if (get(seat, "money") != NULL)
			add_int(row, "money", get_int(seat, "money"));
		else
			flag(row, "secret", true);
		if (get(seat, "hand") != NULL)
			add_ships(d, "hand", get(seat, "hand"), false, row);
		open = open || (get(seat, "hand") != NULL &&
		    strcmp(id->valuestring, reader) != 0);
		flag(row, "to_act", is_to_act(facts, id->valuestring));
		add_left(d, seat, row);
		rank = over ? rank_of(seats, seat) : 0;
		if (rank > 0)
			add_int(row, "rank", rank);
		flag(row, "winner", rank == 1);
		flag(row, "more", id->next != NULL);
	}
	flag(to, "open", open);
}

static void
add_best(const struct game_data *d, int sea, const uint8_t *hand, int n,
    cJSON *to)
{
	uint8_t order[STAR_LEGS];
	struct star_fit fit;
	struct star_made made;
	int legs = d->sea[sea].legs, i, best = -1;
	cJSON *ships, *ship;
	unsigned mask = 0;

	star_fit(d, sea, hand, n, NULL, &fit);
	for (i = 0; i < d->sets[legs][n - legs]; i++) {
		unsigned set = d->set[legs][n - legs][i];

		if (star_fit_value(&fit, set) > best) {
			best = star_fit_value(&fit, set);
			mask = set;
		}
	}
	star_fit_pick(&fit, mask, order);
	made = star_make(d, sea, order);
	add_int(to, "value", made.value);
	add_int(to, "bonus", made.bonus);
	flag(to, "full", made.bonus > 0);
	ships = cJSON_AddArrayToObject(to, "ships");
	for (i = 0; i < legs; i++) {
		ship = add_member(ships);
		cJSON_AddStringToObject(ship, "leg", d->sea[sea].leg[i].id);
		cJSON_AddStringToObject(ship, "ship", d->ship[order[i]].id);
		add_int(ship, "value", d->value[order[i]][sea][i]);
		flag(ship, "stopgap", d->value[order[i]][sea][i] == 0);
		flag(ship, "more", i + 1 < legs);
	}
}

/* The open seas: how far the hand is from running each. */
static void
view_my_seas(const struct game_data *d, const cJSON *seat,
    const uint8_t *hand, int n, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, "routes"), *sea, *best;
	const cJSON *left = get(seat, "voyages_left");
	int i, legs, shortest = -1;
	bool can = false;

	for (i = 0; i < STAR_SEAS; i++) {
		legs = d->sea[i].legs;
		if (get_int(left, d->sea[i].id) == 0)
			continue;
		sea = add_member(list);
		cJSON_AddStringToObject(sea, "sea", d->sea[i].id);
		add_int(sea, "legs", legs);
		add_int(sea, "count", get_int(left, d->sea[i].id));
		if (n < legs) {
			add_int(sea, "short", legs - n);
			shortest = shortest < 0 ? i : shortest;
		} else if (n > legs + d->spare) {
			flag(sea, "too_many", true);
		} else {
			flag(sea, "can", true);
			can = true;
			best = cJSON_AddObjectToObject(sea, "best");
			add_best(d, i, hand, n, best);
		}
	}
	if (can || shortest < 0)
		return;
	sea = cJSON_AddObjectToObject(to, "shortest");
	cJSON_AddStringToObject(sea, "sea", d->sea[shortest].id);
	add_int(sea, "legs", d->sea[shortest].legs);
	add_int(sea, "short", d->sea[shortest].legs - n);
}

static int
limit_of(const struct game_data *d, const cJSON *seat)
{
	const cJSON *left = get(seat, "voyages_left");
	int i;

	for (i = STAR_SEAS - 1; i >= 0; i--)
		if (get_int(left, d->sea[i].id) > 0)
			return d->sea[i].legs + d->spare;
	return d->spare;
}

static void
view_mine(const struct game_data *d, const cJSON *facts, int reader,
    cJSON *to)
{
	const cJSON *seat = get(get(facts, "seats"), seat_name[reader]);
	const cJSON *hand = get(seat, "hand"), *id;
	uint8_t ship[STAR_HAND];
	cJSON *mine;
	int n = 0;

	if (hand == NULL)
		return;
	mine = cJSON_AddObjectToObject(to, "mine");
	cJSON_ArrayForEach(id, hand)
		if (n < STAR_HAND)
			ship[n++] = (uint8_t)ship_of(d, id->valuestring);
	cJSON_AddStringToObject(mine, "seat", seat_name[reader]);
	add_int(mine, "hand_size", n);
	flag(mine, "one_ship", n == 1);
	flag(mine, "no_ships", n == 0);
	add_int(mine, "money", get_int(seat, "money"));
	add_int(mine, "score", get_int(seat, "score"));
	add_int(mine, "limit", limit_of(d, seat));
	flag(mine, "full", n >= limit_of(d, seat));
	flag(mine, "to_act", is_to_act(facts, seat_name[reader]));
	add_ships(d, "hand", hand, true, mine);
	add_left(d, seat, mine);
	view_my_seas(d, seat, ship, n, mine);
}

struct cJSON *
star_view(const struct game_data *d, const struct cJSON *facts, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const char *phase = get_str(facts, "phase");
	const cJSON *id;
	int seats = cJSON_GetArraySize(get(facts, "order")), class;
	bool over = strcmp(phase, "over") == 0;
	bool started = get_int(facts, "pile") > 0 ||
	    get_str(get(facts, "agency")->child, "ship") != NULL ||
	    strcmp(phase, "chance") != 0;

	add_int(view, "round", get_int(facts, "round"));
	cJSON_AddStringToObject(view, "phase", phase);
	flag(view, "started", started);
	flag(view, "over", over);
	flag(view, "running", started && !over);
	flag(view, "chance", strcmp(phase, "chance") == 0);
	add_int(view, "pile", get_int(facts, "pile"));
	add_int(view, "discard", get_int(facts, "discard"));
	add_ships(d, "discards", get(facts, "discards"), false, view);
	if (reader >= 1 && reader <= SEATS_MAX)
		view_mine(d, facts, reader, view);
	view_agency(d, facts, view);
	list = cJSON_AddArrayToObject(view, "classes");
	for (class = STAR_CLASSES; class >= 1; class--)
		view_class(d, facts, class, seats, add_member(list));
	view_seats(d, facts, reader < 1 || reader > SEATS_MAX ? "" :
	    seat_name[reader], over, view);
	list = cJSON_AddArrayToObject(view, "to_act");
	cJSON_ArrayForEach(id, get(facts, "to_act")) {
		cJSON *seat = add_member(list);

		cJSON_AddStringToObject(seat, "seat", id->valuestring);
		flag(seat, "more", id->next != NULL);
	}
	return view;
}
