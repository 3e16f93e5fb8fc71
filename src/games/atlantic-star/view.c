/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/atlantic-star/play.h"
#include "games/atlantic-star/voyage.h"

/*
 * The context of position.md (templates/en/atlantic-star/README), made from
 * a reader's facts and the static data alone.
 */

static const char *const seat_name[] = {
	"neutral", "p1", "p2", "p3", "p4", "p5", "p6"
};

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
		tree_add_int(to, "year", s->year);
	if (s->mail) {
		tree_flag(to, "mail", true);
		tree_add_int(to, "mail_value", d->mail_value);
		return;
	}
	seas = cJSON_AddArrayToObject(to, "seas");
	for (i = 0; i < s->n_roles; i++) {
		const struct star_role *r = &s->role[i];

		if (i == 0 || r[-1].sea != r->sea) {
			tree_flag(sea, "more", sea != NULL);
			sea = tree_member(seas);
			cJSON_AddStringToObject(sea, "sea", d->sea[r->sea].id);
			legs = cJSON_AddArrayToObject(sea, "legs");
		}
		leg = tree_member(legs);
		cJSON_AddStringToObject(leg, "leg",
		    d->sea[r->sea].leg[r->leg].id);
		tree_add_int(leg, "value", r->value);
		tree_flag(leg, "more", i + 1 < s->n_roles && r[1].sea == r->sea);
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
		cJSON *ship = tree_member(list);

		cJSON_AddStringToObject(ship, "ship", id->valuestring);
		tree_flag(ship, "more", id->next != NULL);
		if (roles)
			add_roles(d, ship_of(d, id->valuestring), ship);
	}
}

/* "left": the seas still to run; "done" if there are none. */
static void
add_left(const struct game_data *d, const cJSON *seat, cJSON *to)
{
	const cJSON *left = tree_get(seat, "voyages_left");
	cJSON *list = cJSON_AddArrayToObject(to, "left");
	cJSON *sea = NULL;
	int i;

	for (i = 0; i < STAR_SEAS; i++) {
		int count = tree_int(left, d->sea[i].id);

		if (count == 0)
			continue;
		tree_flag(sea, "more", sea != NULL);
		sea = tree_member(list);
		cJSON_AddStringToObject(sea, "sea", d->sea[i].id);
		tree_add_int(sea, "count", count);
	}
	tree_flag(to, "done", sea == NULL);
}

static void
view_agency(const struct game_data *d, const cJSON *facts, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, "agency");
	const cJSON *field;

	cJSON_ArrayForEach(field, tree_get(facts, "agency")) {
		const char *ship = tree_str(field, "ship");
		cJSON *member = tree_member(list);

		tree_add_int(member, "price", tree_int(field, "price"));
		tree_flag(member, "free", tree_int(field, "price") == 0);
		tree_flag(member, "empty", ship == NULL);
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
	const char *owner = tree_str(plaque, "owner");
	int loan = tree_int(plaque, "loan");

	tree_flag(to, "taken", true);
	if (strcmp(owner, "neutral") == 0) {
		tree_flag(to, "neutral", true);
	} else {
		cJSON_AddStringToObject(to, "seat", owner);
		tree_add_int(to, "no", tree_int(plaque, "no"));
		tree_flag(to, "numbered", d->voyages[seats] > 1);
	}
	tree_add_int(to, "value", tree_int(plaque, "value"));
	if (loan == 0)
		return;
	tree_add_int(to, "loan", loan);
	tree_add_int(to, "loan_k", loan / d->loan_unit);
}

static void
view_class(const struct game_data *d, const cJSON *facts, int class,
    int seats, cJSON *to)
{
	const cJSON *row = tree_get(tree_get(facts, "classes"),
	    (const char[2]){ (char)('0' + class), '\0' });
	const cJSON *plaque = tree_get(row, "plaques")->child;
	const char *sea = tree_str(row, "sea");
	cJSON *places, *upper, *lower, *place;
	int i, taken = 0;

	tree_add_int(to, "class", class);
	tree_flag(to, "one", class == 1);
	cJSON_AddStringToObject(to, "stars", &"*****"[STAR_CLASSES - class]);
	cJSON_AddStringToObject(to, "glyphs",
	    &"\u2605\u2605\u2605\u2605\u2605"[3 * (STAR_CLASSES - class)]);
	if (sea == NULL)
		tree_flag(to, "none", true);
	else
		cJSON_AddStringToObject(to, "sea", sea);
	places = cJSON_AddArrayToObject(to, "places");
	upper = cJSON_AddArrayToObject(to, "upper");
	lower = cJSON_AddArrayToObject(to, "lower");
	for (i = 0; i < STAR_PLACES; i++) {
		place = tree_member(places);
		tree_add_int(place, "rank", i + 1);
		tree_add_int(place, "points", d->points[class][i]);
		tree_flag(place, "one_point", d->points[class][i] == 1);
		tree_flag(place, "more", i + 1 < STAR_PLACES);
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
	tree_add_int(to, "count", taken);
	tree_add_int(to, "room", STAR_PLACES - taken);
}

static bool
is_to_act(const cJSON *facts, const char *seat)
{
	const cJSON *id;

	cJSON_ArrayForEach(id, tree_get(facts, "to_act"))
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
		by = tree_int(other, "score") - tree_int(seat, "score");
		if (by == 0 && (tree_get(other, "money") == NULL ||
		    tree_get(seat, "money") == NULL))
			return 0;
		if (by == 0)
			by = tree_int(other, "money") - tree_int(seat, "money");
		rank += by > 0;
	}
	return rank;
}

static void
view_seats(const struct game_data *d, const cJSON *facts, const char *reader,
    bool over, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, "seats");
	const cJSON *seats = tree_get(facts, "seats"), *id, *seat;
	int rank;
	bool open = false;

	cJSON_ArrayForEach(id, tree_get(facts, "order")) {
		cJSON *row = tree_member(list);

		seat = tree_get(seats, id->valuestring);
		cJSON_AddStringToObject(row, "seat", id->valuestring);
		tree_add_int(row, "score", tree_int(seat, "score"));
		tree_add_int(row, "hand_size", tree_int(seat, "hand_size"));
		if (tree_get(seat, "money") != NULL)
			tree_add_int(row, "money", tree_int(seat, "money"));
		else
			tree_flag(row, "secret", true);
		if (tree_get(seat, "hand") != NULL)
			add_ships(d, "hand", tree_get(seat, "hand"), false, row);
		open = open || (tree_get(seat, "hand") != NULL &&
		    strcmp(id->valuestring, reader) != 0);
		tree_flag(row, "to_act", is_to_act(facts, id->valuestring));
		add_left(d, seat, row);
		rank = over ? rank_of(seats, seat) : 0;
		if (rank > 0)
			tree_add_int(row, "rank", rank);
		tree_flag(row, "winner", rank == 1);
		tree_flag(row, "more", id->next != NULL);
	}
	tree_flag(to, "open", open);
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
	tree_add_int(to, "value", made.value);
	tree_add_int(to, "bonus", made.bonus);
	tree_flag(to, "full", made.bonus > 0);
	ships = cJSON_AddArrayToObject(to, "ships");
	for (i = 0; i < legs; i++) {
		ship = tree_member(ships);
		cJSON_AddStringToObject(ship, "leg", d->sea[sea].leg[i].id);
		cJSON_AddStringToObject(ship, "ship", d->ship[order[i]].id);
		tree_add_int(ship, "value", d->value[order[i]][sea][i]);
		tree_flag(ship, "stopgap", d->value[order[i]][sea][i] == 0);
		tree_flag(ship, "more", i + 1 < legs);
	}
}

/* The open seas: how far the hand is from running each. */
static void
view_my_seas(const struct game_data *d, const cJSON *seat,
    const uint8_t *hand, int n, cJSON *to)
{
	cJSON *list = cJSON_AddArrayToObject(to, "routes"), *sea, *best;
	const cJSON *left = tree_get(seat, "voyages_left");
	int i, legs, shortest = -1;
	bool can = false;

	for (i = 0; i < STAR_SEAS; i++) {
		legs = d->sea[i].legs;
		if (tree_int(left, d->sea[i].id) == 0)
			continue;
		sea = tree_member(list);
		cJSON_AddStringToObject(sea, "sea", d->sea[i].id);
		tree_add_int(sea, "legs", legs);
		tree_add_int(sea, "count", tree_int(left, d->sea[i].id));
		if (n < legs) {
			tree_add_int(sea, "short", legs - n);
			shortest = shortest < 0 ? i : shortest;
		} else if (n > legs + d->spare) {
			tree_flag(sea, "too_many", true);
		} else {
			tree_flag(sea, "can", true);
			can = true;
			best = cJSON_AddObjectToObject(sea, "best");
			add_best(d, i, hand, n, best);
		}
	}
	if (can || shortest < 0)
		return;
	sea = cJSON_AddObjectToObject(to, "shortest");
	cJSON_AddStringToObject(sea, "sea", d->sea[shortest].id);
	tree_add_int(sea, "legs", d->sea[shortest].legs);
	tree_add_int(sea, "short", d->sea[shortest].legs - n);
}

static int
limit_of(const struct game_data *d, const cJSON *seat)
{
	const cJSON *left = tree_get(seat, "voyages_left");
	int i;

	for (i = STAR_SEAS - 1; i >= 0; i--)
		if (tree_int(left, d->sea[i].id) > 0)
			return d->sea[i].legs + d->spare;
	return d->spare;
}

static void
view_mine(const struct game_data *d, const cJSON *facts, int reader,
    cJSON *to)
{
	const cJSON *seat = tree_get(tree_get(facts, "seats"), seat_name[reader]);
	const cJSON *hand = tree_get(seat, "hand"), *id;
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
	tree_add_int(mine, "hand_size", n);
	tree_flag(mine, "one_ship", n == 1);
	tree_flag(mine, "no_ships", n == 0);
	tree_add_int(mine, "money", tree_int(seat, "money"));
	tree_add_int(mine, "score", tree_int(seat, "score"));
	tree_add_int(mine, "limit", limit_of(d, seat));
	tree_flag(mine, "full", n >= limit_of(d, seat));
	tree_flag(mine, "to_act", is_to_act(facts, seat_name[reader]));
	add_ships(d, "hand", hand, true, mine);
	add_left(d, seat, mine);
	view_my_seas(d, seat, ship, n, mine);
}

struct cJSON *
star_view(const struct game_data *d, const struct cJSON *facts, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const char *phase = tree_str(facts, "phase");
	const cJSON *id;
	int seats = cJSON_GetArraySize(tree_get(facts, "order")), class;
	bool over = strcmp(phase, "over") == 0;
	bool started = tree_int(facts, "pile") > 0 ||
	    tree_str(tree_get(facts, "agency")->child, "ship") != NULL ||
	    strcmp(phase, "chance") != 0;

	tree_add_int(view, "round", tree_int(facts, "round"));
	cJSON_AddStringToObject(view, "phase", phase);
	tree_flag(view, "started", started);
	tree_flag(view, "over", over);
	tree_flag(view, "running", started && !over);
	tree_flag(view, "chance", strcmp(phase, "chance") == 0);
	tree_add_int(view, "pile", tree_int(facts, "pile"));
	tree_add_int(view, "discard", tree_int(facts, "discard"));
	add_ships(d, "discards", tree_get(facts, "discards"), false, view);
	if (reader >= 1 && reader <= SEATS_MAX)
		view_mine(d, facts, reader, view);
	view_agency(d, facts, view);
	list = cJSON_AddArrayToObject(view, "classes");
	for (class = STAR_CLASSES; class >= 1; class--)
		view_class(d, facts, class, seats, tree_member(list));
	view_seats(d, facts, reader < 1 || reader > SEATS_MAX ? "" :
	    seat_name[reader], over, view);
	list = cJSON_AddArrayToObject(view, "to_act");
	cJSON_ArrayForEach(id, tree_get(facts, "to_act")) {
		cJSON *seat = tree_member(list);

		cJSON_AddStringToObject(seat, "seat", id->valuestring);
		tree_flag(seat, "more", id->next != NULL);
	}
	return view;
}
