/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/atlantic-star/play.h"
#include "games/atlantic-star/voyage.h"

/*
 * The context of position.md (templates/en/atlantic-star/README), made from
 * what a reader sees of a position.
 */

/* key: [{"ship"}], with roles if asked. */
static void
add_ships(const struct game_data *d, const char *key, const uint8_t *ship,
    int n, bool roles, cJSON *to)
{
	cJSON *list = tree_list(to, key), *one;

	for (int i = 0; i < n; i++) {
		one = tree_member(list);
		tree_add_str(one, "ship", d->ship[ship[i]].id);
		if (roles)
			star_tell_roles(d, &d->ship[ship[i]], one);
	}
}

/* "left": the seas still to run; "done" if there are none. */
static void
add_left(const struct game_data *d, const struct star_position *p, int seat,
    cJSON *to)
{
	cJSON *list = tree_list(to, "left"), *sea;

	for (int i = 0; i < STAR_SEAS; i++) {
		if (p->left[seat][i] == 0)
			continue;
		sea = tree_member(list);
		tree_add_str(sea, "sea", d->sea[i].id);
		tree_add_int(sea, "count", p->left[seat][i]);
	}
	tree_flag(to, "done", list->child == NULL);
}

static void
view_agency(const struct game_data *d, const struct star_position *p, cJSON *to)
{
	cJSON *list = tree_list(to, "agency");

	for (int i = 0; i < STAR_FIELDS; i++) {
		int ship = p->agency[i];
		cJSON *member = tree_member(list);

		tree_add_int(member, "price", d->price[i]);
		tree_flag(member, "free", d->price[i] == 0);
		tree_flag(member, "empty", ship == STAR_NONE);
		if (ship == STAR_NONE)
			continue;
		tree_add_str(member, "ship", d->ship[ship].id);
		star_tell_roles(d, &d->ship[ship], member);
	}
}

static void
add_plaque(const struct game_data *d, const struct star_plaque *plaque,
    int seats, cJSON *to)
{
	tree_flag(to, "taken", true);
	if (plaque->owner == 0) {
		tree_flag(to, "neutral", true);
	} else {
		tree_add_str(to, "seat", seat_id(plaque->owner));
		tree_add_int(to, "no", plaque->no);
		tree_flag(to, "numbered", d->voyages[seats] > 1);
	}
	tree_add_int(to, "value", plaque->value);
	if (plaque->loan == 0)
		return;
	tree_add_int(to, "loan", plaque->loan * d->loan_unit);
}

static void
view_class(const struct game_data *d, const struct star_position *p, int class,
    cJSON *to)
{
	cJSON *places, *upper, *lower, *place;
	int i, taken = p->plaques[class], sea = p->sea_of[class];

	tree_add_int(to, "class", class);
	tree_add_str(to, "stars", &"*****"[STAR_CLASSES - class]);
	tree_add_str(to, "glyphs",
	    &"\u2605\u2605\u2605\u2605\u2605"[3 * (STAR_CLASSES - class)]);
	if (sea == STAR_NONE)
		tree_flag(to, "none", true);
	else
		tree_add_str(to, "sea", d->sea[sea].id);
	places = tree_list(to, "places");
	upper = tree_list(to, "upper");
	lower = tree_list(to, "lower");
	for (i = 0; i < STAR_PLACES; i++) {
		place = tree_member(places);
		tree_add_int(place, "rank", i + 1);
		tree_add_int(place, "points", d->points[class][i]);
		if (i < taken)
			add_plaque(d, &p->plaque[class][i], p->seats, place);
	}
	/* The same objects once more, for a table in two rows. */
	i = 0;
	cJSON_ArrayForEach(place, places)
		cJSON_AddItemReferenceToArray(i++ < STAR_PLACES / 2 ? upper :
								      lower,
		    place);
	tree_add_int(to, "count", taken);
	tree_add_int(to, "room", STAR_PLACES - taken);
}

/* What a voyage is worth more that has a ship of its own on each leg. */
static void
view_bonuses(const struct game_data *d, cJSON *to)
{
	cJSON *list = tree_list(to, "bonuses"), *one;

	for (int i = 0; i < STAR_SEAS; i++) {
		one = tree_member(list);
		tree_add_str(one, "sea", d->sea[i].id);
		tree_add_int(one, "bonus", d->sea[i].bonus);
	}
}

/* R15; 0 where the reader cannot know it because money decides. */
static int
rank_of(const struct game_data *d, const struct star_position *p, int seat,
    int reader)
{
	struct ending e = star_ending(d, p);

	for (int s = 1; s <= p->seats; s++)
		if (s != seat && e.score[s] == e.score[seat] &&
		    (!star_open(p, s, reader) || !star_open(p, seat, reader)))
			return 0;
	return ending_rank(&e, seat);
}

static void
view_seat(const struct game_data *d, const struct star_position *p, int seat,
    int reader, cJSON *to)
{
	bool open = star_open(p, seat, reader);
	int rank = p->stage == STAGE_OVER ? rank_of(d, p, seat, reader) : 0;

	tree_add_str(to, "seat", seat_id(seat));
	tree_add_int(to, "score", star_score(d, p, seat));
	tree_add_int(to, "hand_size", p->hands[seat]);
	tree_flag(to, "secret", !open);
	if (open) {
		tree_add_int(to, "money", p->money[seat]);
		add_ships(d, "hand", p->hand[seat], p->hands[seat], false, to);
	}
	add_left(d, p, seat, to);
	if (rank > 0)
		tree_add_int(to, "rank", rank);
}

static void
view_seats(const struct game_data *d, const struct star_position *p, int reader,
    cJSON *to)
{
	cJSON *list = tree_list(to, "seats");
	bool open = false;

	for (int i = 0; i < p->seats && p->order[i] != 0; i++) {
		view_seat(d, p, p->order[i], reader, tree_member(list));
		open |= p->order[i] != reader &&
		    star_open(p, p->order[i], reader);
	}
	tree_flag(to, "open", open);
}

/* The archive's: what would have come next, first. */
static void
view_pile(const struct game_data *d, const struct star_position *p, cJSON *view)
{
	uint8_t next[STAR_SHIPS];

	for (int i = 0; i < p->pile; i++)
		next[i] = p->deck[p->pile - 1 - i];
	add_ships(d, "pile_ships", next, p->pile, false, view);
}

/* The shortest of the open seas, where the hand is too small for each. */
static void
view_shortest(const struct game_data *d, const struct star_position *p,
    int seat, cJSON *mine)
{
	int shortest = -1, n = p->hands[seat];
	cJSON *sea;

	for (int i = 0; i < STAR_SEAS; i++) {
		int legs = d->sea[i].legs;

		if (p->left[seat][i] == 0)
			continue;
		if (n >= legs && n <= legs + d->spare)
			return;
		if (n < legs && shortest < 0)
			shortest = i;
	}
	if (shortest < 0)
		return;
	sea = tree_object(mine, "shortest");
	tree_add_str(sea, "sea", d->sea[shortest].id);
	tree_add_int(sea, "legs", d->sea[shortest].legs);
	tree_add_int(sea, "short", d->sea[shortest].legs - n);
}

static void
view_mine(const struct game_data *d, const struct star_position *p, int seat,
    cJSON *to)
{
	cJSON *mine = tree_object(to, "mine");
	int n = p->hands[seat], limit = star_hand_limit(d, p, seat);

	tree_add_str(mine, "seat", seat_id(seat));
	tree_add_int(mine, "hand_size", n);
	tree_flag(mine, "no_ships", n == 0);
	tree_add_int(mine, "money", p->money[seat]);
	tree_add_int(mine, "score", star_score(d, p, seat));
	tree_add_int(mine, "limit", limit);
	tree_flag(mine, "full", n >= limit);
	add_ships(d, "hand", p->hand[seat], n, true, mine);
	add_left(d, p, seat, mine);
	view_shortest(d, p, seat, mine);
}

struct cJSON *
star_view(const struct game_data *d, const void *seen, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const struct star_position *p = seen;
	bool over = p->stage == STAGE_OVER;
	bool chance = !over && star_turn_of(p) == 0;
	bool started = p->pile > 0 || p->agency[0] != STAR_NONE || !chance;

	tree_flag(view, "started", started);
	tree_flag(view, "chance", chance);
	tree_add_int(view, "pile", p->pile);
	tree_add_int(view, "discard", p->discard);
	add_ships(d, "discards", p->discards, p->discard, false, view);
	if (reader >= 1 && reader <= p->seats)
		view_mine(d, p, reader, view);
	view_agency(d, p, view);
	list = tree_list(view, "classes");
	for (int i = STAR_CLASSES; i >= 1; i--)
		view_class(d, p, i, tree_member(list));
	view_bonuses(d, view);
	view_seats(d, p, reader, view);
	if (reader == ARCHIVE)
		view_pile(d, p, view);
	return view;
}
