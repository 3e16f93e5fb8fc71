/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/clippers/lines.h"
#include "games/clippers/play.h"

/*
 * The context of position.md (templates/en/clippers/README), made from
 * a position, of which all is public.
 */

enum { VALUE_MIN = 2, VALUE_MAX = 8 };

int
clip_region(const struct game_data *d, int island)
{
	int east = 0;
	bool apart = false;

	for (int i = 0; i < CLIP_ISLANDS; i++) {
		const struct clip_place *p = &d->place[i];

		if (p->x < d->place[island].x &&
		    p->value < d->place[island].value)
			apart = true;
		if (p->x > d->place[island].x && p->value > east)
			east = p->value;
	}
	return apart ? east : d->place[island].value;
}

static void
view_posts(const struct clip_position *p, int island, cJSON *to)
{
	cJSON *list = tree_list(to, "posts"), *post;

	for (int s = 1; s <= p->seats; s++) {
		int n = p->posts[island][s];

		if (n == 0)
			continue;
		post = tree_member(list);
		tree_add_str(post, "seat", seat_id(s));
		tree_add_int(post, "count", n);
	}
}

static void
view_island(const struct game_data *d, const struct clip_position *p,
    int island, cJSON *to)
{
	const struct clip_place *place = &d->place[island];
	cJSON *list;

	tree_add_str(to, "island", place->id);
	tree_add_str(to, "id", place->id);
	tree_add_int(to, "value", place->value);
	tree_add_int(to, "free", place->spaces - clip_posts(p, island));
	view_posts(p, island, to);
	list = tree_list(to, "colours");
	for (int c = 0; c < CLIP_COLOURS; c++)
		if (clip_connected(p, c, island))
			tree_add_str(tree_member(list), "colour",
			    d->company[c].id);
}

/* The islands of one region, from east to west. */
static void
view_region(const struct game_data *d, const struct clip_position *p, int value,
    cJSON *regions)
{
	cJSON *region = NULL, *islands = NULL;
	char name[12];

	for (int i = CLIP_ISLANDS - 1; i >= 0; i--) {
		if (clip_region(d, i) != value)
			continue;
		if (region == NULL) {
			region = tree_member(regions);
			(void)snprintf(name, sizeof name, "%d", value);
			tree_add_str(region, "region", name);
			islands = tree_list(region, "islands");
		}
		view_island(d, p, i, tree_member(islands));
	}
}

/* The parts still to lay on a link from a place: what is begun goes on. */
static int
parts_left(const struct game_data *d, const struct clip_position *p, int colour,
    int link, bool back)
{
	int left = d->link[link].parts;

	for (int t = 0; t < d->link[link].tracks; t++) {
		const struct clip_track *k = &p->track[link][t];

		if (k->colour == colour + 1 && k->back == back &&
		    k->laid < d->link[link].parts &&
		    d->link[link].parts - k->laid < left)
			left = d->link[link].parts - k->laid;
	}
	return left;
}

/* Where a stick of the colour may be laid from a place (CLIP_NONE: from any,
 * and told from where). */
static void
view_nexts(const struct game_data *d, const struct clip_position *p, int colour,
    int place, cJSON *to)
{
	cJSON *list = tree_list(to, "nexts"), *next;

	for (int way = -1; clip_may_lay(d, p, colour) &&
	    (way = clip_next_way(p, colour, way + 1)) >= 0;) {
		const struct clip_link *l = &d->link[way / 2];
		bool back = way % 2;
		int from = back ? l->to : l->from, left;

		if (place != CLIP_NONE && from != place)
			continue;
		next = tree_member(list);
		left = parts_left(d, p, colour, way / 2, back);
		if (place == CLIP_NONE)
			tree_add_str(next, "from", d->place[from].id);
		tree_add_str(next, "to", d->place[back ? l->from : l->to].id);
		tree_add_int(next, "parts", left);
	}
	tree_flag(to, "dead", list->child == NULL);
}

/* One line by its head. */
static void
view_line(const struct game_data *d, const struct clip_position *p, int colour,
    const struct clip_head *head, cJSON *to)
{
	int of;

	if (head->laid == 0) {
		tree_add_str(to, "island", d->place[head->at].id);
		view_nexts(d, p, colour, head->at, to);
		return;
	}
	of = d->link[d->between[head->at][head->to]].parts;
	tree_add_str(to, "from", d->place[head->at].id);
	tree_add_str(to, "to", d->place[head->to].id);
	tree_flag(to, "inside", true);
	tree_add_int(to, "laid", head->laid);
	tree_add_int(to, "of", of);
	tree_add_int(to, "left", of - head->laid);
}

static void
view_colours(const struct game_data *d, const struct clip_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "colours"), *colour, *lines;
	struct clip_head head[CLIP_HEADS];

	for (int c = 0; c < CLIP_PORTS; c++) {
		size_t n = clip_heads(d, p, c, head);

		colour = tree_member(list);
		tree_add_str(colour, "colour", d->company[c].id);
		tree_add_int(colour, "sticks", p->sticks[c]);
		tree_add_int(colour, "clippers", p->stock[c]);
		tree_flag(colour, "gone", p->sticks[c] == 0);
		lines = tree_list(colour, "lines");
		for (size_t i = 0; i < n; i++)
			view_line(d, p, c, &head[i], tree_member(lines));
	}
}

static void
view_purple(const struct game_data *d, const struct clip_position *p,
    cJSON *view)
{
	cJSON *purple = tree_object(view, "purple");
	int here = 0;

	for (int c = 0; c < CLIP_PORTS; c++)
		here += clip_connected(p, c, d->purple_start);
	tree_add_str(purple, "colour", d->company[CLIP_PURPLE].id);
	tree_add_str(purple, "island", d->place[d->purple_start].id);
	tree_add_int(purple, "sticks", p->sticks[CLIP_PURPLE]);
	tree_flag(purple, "gone", p->sticks[CLIP_PURPLE] == 0);
	tree_flag(purple, "open", clip_purple_open(d, p));
	tree_flag(purple, "closed", !clip_purple_open(d, p));
	tree_add_int(purple, "here", here);
	view_nexts(d, p, CLIP_PURPLE, CLIP_NONE, purple);
}

/* The tracks of a link on which sticks lie; one that is not whole was begun
 * at the other end if it is laid back. */
static void
view_tracks(const struct game_data *d, const struct clip_link *l,
    const struct clip_track *track, cJSON *to)
{
	cJSON *list = tree_list(to, "tracks"), *one;

	for (int t = 0; t < l->tracks; t++) {
		bool whole = track[t].laid == l->parts;

		if (track[t].colour == 0)
			continue;
		one = tree_member(list);
		tree_add_str(one, "colour", d->company[track[t].colour - 1].id);
		tree_add_int(one, "laid", track[t].laid);
		tree_flag(one, "whole", whole);
		tree_flag(one, "back", !whole && track[t].back);
	}
}

/* The links that the data tells from a place. */
static void
view_ends(const struct game_data *d, const struct clip_position *p, int place,
    cJSON *links)
{
	cJSON *row = NULL, *ends = NULL, *end;

	for (int i = 0; i < d->links; i++) {
		const struct clip_link *l = &d->link[i];

		if (l->from != place)
			continue;
		if (row == NULL) {
			row = tree_member(links);
			tree_add_str(row, "from", d->place[place].id);
			ends = tree_list(row, "ends");
		}
		end = tree_member(ends);
		tree_add_str(end, "to", d->place[l->to].id);
		tree_add_int(end, "parts", l->parts);
		tree_flag(end, "double", l->tracks > 1);
		tree_flag(end, "arrow", l->arrow);
		view_tracks(d, l, p->track[i], end);
	}
}

/* What a map shows of links, each once: ports, then islands from the east. */
static void
view_links(const struct game_data *d, const struct clip_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "links");

	for (int i = CLIP_ISLANDS; i < CLIP_PLACES; i++)
		view_ends(d, p, i, list);
	for (int i = CLIP_ISLANDS - 1; i >= 0; i--)
		view_ends(d, p, i, list);
}

static void
view_cards(const struct game_data *d, const struct clip_position *p,
    cJSON *view)
{
	cJSON *list = tree_list(view, "cards");

	for (int i = 0; i < CLIP_CARDS; i++) {
		cJSON *card = tree_member(list);

		tree_add_str(card, "card", d->card[i].id);
		tree_add_int(card, "count", p->cards[i]);
		tree_flag(card, "none", p->cards[i] == 0);
		tree_add_int(card, "price", d->card[i].price);
	}
}

static void
view_seat(const struct game_data *d, const struct clip_position *p, int seat,
    cJSON *to)
{
	const struct clip_seat *s = &p->seat[seat];

	tree_add_str(to, "seat", seat_id(seat));
	if (s->nation != 0)
		tree_add_str(to, "nation", d->departure[s->nation - 1].id);
	tree_add_int(to, "money", s->money);
	tree_add_int(to, "reserve", s->reserve);
	if (s->card != 0)
		tree_add_str(to, "card", d->card[s->card - 1].id);
	tree_flag(to, "card_used", s->card_used);
	if (s->clipper != 0)
		tree_add_str(tree_object(to, "clipper"), "colour",
		    d->company[s->clipper - 1].id);
	tree_add_int(to, "score", clip_score(d, p, seat));
	tree_flag(to, "grapnel", p->grapnel == seat);
	if (p->stage == STAGE_OVER) {
		struct ending e = clip_ending(d, p);

		tree_add_int(to, "rank", ending_rank(&e, seat));
	}
}

/* The reader has acted in phase 1, and a clipper is all that is left (R5). */
static bool
buys_late(const struct game_data *d, const struct clip_position *p, int reader)
{
	bool stock = false;

	for (int c = 0; c < CLIP_PORTS; c++)
		stock |= p->stock[c] > 0;
	return reader > 0 && p->may_buy == reader && stock &&
	    p->seat[reader].money >= d->clipper_price;
}

struct cJSON *
clip_view(const struct game_data *d, const void *seen, int reader)
{
	cJSON *view = cJSON_CreateObject(), *list;
	const struct clip_position *p = seen;
	bool running = p->stage != CLIP_DEAL && p->stage != STAGE_OVER;
	int phase = p->stage == STAGE_OVER ? p->over_stage : p->stage;
	bool late = buys_late(d, p, reader);

	tree_add_int(view, "round", p->round);
	tree_add_int(view, "phase", phase == CLIP_DEAL ? CLIP_BUY : phase);
	tree_flag(view, "started", p->stage != CLIP_DEAL);
	tree_flag(view, "running", running);
	tree_flag(view, "late", late);
	tree_flag(view, "buying", !late && running && p->stage == CLIP_BUY);
	tree_flag(view, "laying", !late && running && p->stage != CLIP_BUY);
	tree_add_int(view, "laid", p->laid);
	if (reader >= 1 && reader <= p->seats)
		view_seat(d, p, reader, tree_object(view, "mine"));
	list = tree_list(view, "regions");
	for (int value = VALUE_MIN; value <= VALUE_MAX; value++)
		view_region(d, p, value, list);
	view_colours(d, p, view);
	view_purple(d, p, view);
	view_links(d, p, view);
	view_cards(d, p, view);
	list = tree_list(view, "seats");
	for (int s = 1; s <= p->seats; s++)
		view_seat(d, p, s, tree_member(list));
	return view;
}
