/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/claim/play.h"

/*
 * The context of position.md (templates/en/claim/README), made from
 * what a reader sees of a position.
 */

static void
view_cubes(const struct game_data *d, const struct claim_ship *ship, cJSON *to)
{
	int16_t cargo[CLAIM_COLOURS] = { 0 };
	int all = 0;

	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++)
		all += cargo[c] = ship->hold[c];
	verb_tell_counts(claim_colours, d, "cubes", cargo, to);
	tree_flag(to, "no_cargo", all == 0);
}

/* The fields a ship has fuel for, nearest first, those of one cost
 * together. */
static void
view_reach(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, cJSON *to)
{
	cJSON *list = tree_list(to, "reach"), *near, *fields;
	uint8_t cost[CLAIM_FIELDS];

	claim_costs(d, p->blocked, ship->at, cost);
	for (int n = 1; n <= ship->hold[CLAIM_RED] && n < CLAIM_FIELDS; n++) {
		fields = NULL;
		for (int f = 0; f < CLAIM_FIELDS; f++) {
			if (cost[f] != n)
				continue;
			if (fields == NULL) {
				near = tree_member(list);
				tree_add_int(near, "cost", n);
				fields = tree_list(near, "fields");
			}
			tree_add_str(tree_member(fields), "field",
			    d->field[f].id);
		}
	}
	tree_flag(to, "no_reach", list->child == NULL);
}

static void
view_series(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, cJSON *to)
{
	cJSON *series;
	int of;

	if (ship->series == CLAIM_NO_SERIES)
		return;
	of = d->colour[p->bottom[ship->at]].value;
	series = tree_object(to, "series");
	tree_add_int(series, "n", ship->turns);
	tree_add_int(series, "of", of);
	tree_flag(series, "load", ship->series == CLAIM_LOADS);
}

static void
view_ship(const struct game_data *d, const struct claim_position *p, int seat,
    int i, bool open, cJSON *to)
{
	const struct claim_ship *s = &p->seat[seat].ship[i];
	int fuel = s->hold[CLAIM_RED];

	tree_add_str(to, "seat", seat_id(seat));
	tree_add_str(to, "ship",
	    claim_ships->word[claim_name(&p->seat[seat], i)]);
	tree_flag(to, "split", claim_split(&p->seat[seat]));
	tree_add_str(to, "field", d->field[s->at].id);
	tree_flag(to, "secret", !open);
	if (!open)
		return;
	tree_add_int(to, "fuel", fuel);
	tree_add_int(to, "room", claim_room(d, s, CLAIM_COLOURS - 1));
	tree_add_int(to, "fuel_room", claim_room(d, s, CLAIM_RED));
	tree_add_int(to, "value", claim_value(d, s->hold));
	view_cubes(d, s, to);
	/* What comes of it no longer matters once it is over. */
	if (p->stage == STAGE_OVER)
		return;
	view_reach(d, p, s, to);
	view_series(d, p, s, to);
}

static void
view_claims(const struct game_data *d, const struct claim_position *p, int seat,
    cJSON *to)
{
	cJSON *list = tree_list(to, "claims"), *claim;
	int n = 0;

	for (int f = 1; f < CLAIM_FIELDS; f++) {
		if (!claim_in(p->seat[seat].claims, f))
			continue;
		claim = tree_member(list);
		tree_add_str(claim, "field", d->field[f].id);
		tree_add_int(claim, "value",
		    d->colour[p->bottom[f]].value * d->colour[p->top[f]].value);
		n++;
	}
	tree_add_int(to, "claim_count", n);
	tree_flag(to, "split", claim_split(&p->seat[seat]));
}

static void
view_seat(const struct game_data *d, const struct claim_position *p, int seat,
    bool open, cJSON *to)
{
	const struct claim_seat *s = &p->seat[seat];
	int score = claim_score(d, p, seat);
	cJSON *ships;

	tree_add_str(to, "seat", seat_id(seat));
	tree_add_int(to, "number", seat);
	tree_add_int(to, "score", score);
	tree_add_int(to, "found", s->found);
	view_claims(d, p, seat, to);
	tree_flag(to, "chosen", p->stage == CLAIM_STOW && s->chosen);
	if (open)
		tree_add_int(to, "aboard", claim_aboard(d, p, seat));
	ships = tree_list(to, "ships");
	for (int i = 0; i < 2; i++)
		if (s->ship[i].parts != 0)
			view_ship(d, p, seat, i, open, tree_member(ships));
	if (p->stage == STAGE_OVER) {
		struct ending e = claim_ending(d, p);

		tree_add_int(to, "rank", ending_rank(&e, seat));
	}
}

/* Who has claimed a field, who is there. */
static void
view_here(const struct claim_position *p, int field, const char *key,
    bool ships, cJSON *to)
{
	cJSON *list = tree_list(to, key), *item;

	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < (ships ? 2 : 1); i++) {
			const struct claim_ship *ship = &p->seat[s].ship[i];

			if (ships ? ship->parts == 0 || ship->at != field :
				    !claim_in(p->seat[s].claims, field))
				continue;
			item = tree_member(list);
			tree_add_str(item, "seat", seat_id(s));
			tree_add_int(item, "number", s);
			if (!ships)
				continue;
			tree_add_str(item, "ship",
			    claim_ships->word[claim_name(&p->seat[s], i)]);
			tree_flag(item, "split", claim_split(&p->seat[s]));
			tree_flag(item, "main", i == 0);
		}
}

/* What the reader's ships pay to come to a field. */
static void
view_costs(const struct game_data *d, const struct claim_position *p,
    int reader, int field, cJSON *to)
{
	cJSON *list = tree_list(to, "costs"), *item;

	for (int i = 0; reader > 0 && i < 2; i++) {
		const struct claim_seat *s = &p->seat[reader];
		int cost;

		if (s->ship[i].parts == 0)
			continue;
		cost = claim_cost(d, p->blocked, s->ship[i].at, field);
		item = tree_member(list);
		tree_add_int(item, "cost", cost);
		tree_flag(item, "here", cost == 0);
		tree_flag(item, "far", cost > s->ship[i].hold[CLAIM_RED]);
		tree_add_str(item, "ship", claim_ships->word[claim_name(s, i)]);
		tree_flag(item, "split", claim_split(s));
	}
}

/* The open fields beside one. */
static void
view_beside(const struct game_data *d, const struct claim_position *p,
    int field, cJSON *to)
{
	uint32_t beside = d->touch[field] & (CLAIM_SYSTEMS | 1) & ~p->blocked;
	cJSON *list = tree_list(to, "beside");

	for (int f = 0; f < CLAIM_FIELDS; f++)
		if (claim_in(beside, f))
			tree_add_str(tree_member(list), "field",
			    d->field[f].id);
}

static void
view_field(const struct game_data *d, const struct claim_position *p,
    int reader, int f, cJSON *to)
{
	int asks = d->colour[p->top[f]].value;
	int gives = d->colour[p->bottom[f]].value;
	bool known = claim_in(p->known, f);

	tree_add_str(to, "field", d->field[f].id);
	tree_flag(to, "hub", f == CLAIM_HUB);
	tree_flag(to, "unknown", f != CLAIM_HUB && !known);
	tree_flag(to, "known", known);
	view_here(p, f, "ships", true, to);
	view_costs(d, p, reader, f, to);
	view_beside(d, p, f, to);
	if (!known)
		return;
	tree_flag(to, "double", p->bottom[f] == p->top[f]);
	tree_flag(to, "trades", p->bottom[f] != p->top[f]);
	claim_tell_count(d, "asks", p->bottom[f], asks, to);
	claim_tell_count(d, "gives", p->top[f], gives, to);
	tree_add_int(to, "value", asks * gives);
	view_here(p, f, "claims", false, to);
}

static void
view_fields(const struct game_data *d, const struct claim_position *p,
    int reader, cJSON *view)
{
	cJSON *open = tree_list(view, "systems");
	cJSON *blocked = tree_list(view, "blocked");
	int known = 0;

	for (int f = 0; f < CLAIM_FIELDS; f++) {
		known += claim_in(p->known, f);
		if (!claim_in(p->blocked, f))
			view_field(d, p, reader, f, tree_member(open));
		else
			tree_add_str(tree_member(blocked), "field",
			    d->field[f].id);
	}
	tree_add_int(view, "known_count", known);
	tree_add_int(view, "system_count",
	    CLAIM_SEGMENTS * (CLAIM_FLOWER - d->blocked));
}

struct cJSON *
claim_view(const struct game_data *d, const void *seen, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const struct claim_position *p = seen;

	if (reader < 1 || reader > p->seats)
		reader = reader == ARCHIVE ? ARCHIVE : OBSERVER;
	tree_add_int(view, "round", p->round);
	tree_add_int(view, "rounds", d->rounds);
	tree_add_int(view, "claims_end", d->claims[p->seats]);
	tree_flag(view, "started", p->stage != CLAIM_BLOCKS);
	tree_flag(view, "stowing", p->stage == CLAIM_STOW);
	tree_flag(view, "playing",
	    p->stage == CLAIM_PLAY || p->stage == CLAIM_ROLL);
	/* What it costs to come somewhere is told while somebody may. */
	tree_flag(view, "priced", reader > 0 && p->stage != STAGE_OVER);
	tree_add_int(view, "cargo_value", d->cargo_value);
	for (int i = 0; reader > 0 && i < 2; i++)
		if (claim_ready(&p->seat[reader].ship[i]))
			tree_flag(view, "ready", true);
	if (reader > 0)
		view_seat(d, p, reader, true, tree_object(view, "mine"));
	list = tree_list(view, "seats");
	for (int s = 1; s <= p->seats; s++)
		view_seat(d, p, s,
		    p->round > 0 || reader == s || reader == ARCHIVE,
		    tree_member(list));
	view_fields(d, p, reader, view);
	return view;
}
