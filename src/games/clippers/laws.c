/* SPDX-License-Identifier: MIT */
#include "game/fields.h"
#include "games/clippers/play.h"

/* The laws that data/clippers.json must keep (rules/clippers.md, end). */

static int
law_components(const struct game_data *d, struct err *e)
{
	static const struct {
		const char *id;
		int sticks, clippers;
	} company[] = { { "red", 32, 4 }, { "blue", 30, 3 }, { "white", 25, 3 },
		{ "green", 24, 2 }, { "black", 18, 2 }, { "purple", 13, 0 } };
	static const struct {
		const char *id;
		int count, price;
	} card[] = {
		{ "2x", 3, 2 },
		{ "3x", 1, 0 },
		{ "5x", 1, 1 },
		{ "port", 1, 4 },
	};
	static const char *const nation[] = { "france", "britain", "germany",
		"japan", "usa" };

	if (strcmp(d->name, "clippers") != 0 || d->version != 1)
		return law_broken(e, "the file is clippers, version 1",
		    d->name);
	if (d->money != 2 || d->posts != 12 || d->clipper_price != 3)
		return law_broken(e, "2 dollars, 12 posts, a clipper for 3",
		    "start");
	for (int i = 0; i < CLIP_COLOURS; i++)
		if (strcmp(d->company[i].id, company[i].id) != 0 ||
		    d->company[i].sticks != company[i].sticks ||
		    d->company[i].clippers != company[i].clippers)
			return law_broken(e,
			    "sticks and clippers of the companies",
			    company[i].id);
	for (int i = 0; i < CLIP_CARDS; i++)
		if (strcmp(d->card[i].id, card[i].id) != 0 ||
		    d->card[i].count != card[i].count ||
		    d->card[i].price != card[i].price)
			return law_broken(e, "number and price of the cards",
			    card[i].id);
	for (int i = 0; i < CLIP_NATIONS; i++)
		if (strcmp(d->departure[i].id, nation[i]) != 0)
			return law_broken(e, "the five nations in order",
			    nation[i]);
	return 0;
}

static int
island(const struct game_data *d, const char *id)
{
	int i = clip_place_find(d, id, strlen(id));

	return i < CLIP_ISLANDS ? i : CLIP_NONE;
}

static int
law_known_islands(const struct game_data *d, struct err *e)
{
	int tahiti = island(d, "tahiti"), hawaii = island(d, "hawaii");

	if (tahiti == CLIP_NONE || d->place[tahiti].value != 4 ||
	    d->place[tahiti].spaces != 2)
		return law_broken(e, "Tahiti is worth 4 and has 2 spaces",
		    "tahiti");
	if (hawaii == CLIP_NONE || d->place[hawaii].value != 8)
		return law_broken(e, "Hawaii is worth 8", "hawaii");
	if (island(d, "tokelau") == CLIP_NONE)
		return law_broken(e, "Tokelau exists", "tokelau");
	if (d->purple_start != island(d, "american-samoa"))
		return law_broken(e, "purple starts at American Samoa",
		    d->place[d->purple_start].id);
	return 0;
}

/* Values rise from east to west, Hawaii apart. */
static int
law_values(const struct game_data *d, struct err *e)
{
	int hawaii = island(d, "hawaii"), west = 0, east = 0;

	for (int i = 0; i < CLIP_ISLANDS; i++) {
		const struct clip_place *a = &d->place[i];

		if (a->spaces < 2 || a->spaces > 5)
			return law_broken(e, "2 to 5 spaces on an island",
			    a->id);
		if (a->value < 2 || a->value > 8)
			return law_broken(e, "base values from 2 to 8", a->id);
		if (i > 0 && a->x < d->place[i - 1].x)
			return law_broken(e, "islands stand from west to east",
			    a->id);
		if (a->x < d->place[west].x)
			west = i;
		if (a->x > d->place[east].x)
			east = i;
		for (int j = 0; j < CLIP_ISLANDS; j++)
			if (i != hawaii && j != hawaii &&
			    a->x < d->place[j].x &&
			    a->value < d->place[j].value)
				return law_broken(e,
				    "no island is worth less than one farther "
				    "east",
				    a->id);
	}
	if (d->place[west].value != 8 || d->place[east].value != 2)
		return law_broken(e, "8 in the far west, 2 in the far east",
		    d->place[d->place[west].value != 8 ? west : east].id);
	return 0;
}

static int
law_ports(const struct game_data *d, struct err *e)
{
	for (int c = 0; c < CLIP_PORTS; c++) {
		const struct clip_place *port = &d->place[CLIP_ISLANDS + c];
		int links = 0;

		if (strncmp(port->id, "port-", 5) != 0 ||
		    strcmp(port->id + 5, d->company[c].id) != 0)
			return law_broken(e, "a port is called port-<colour>",
			    port->id);
		for (int i = 0; i < CLIP_ISLANDS; i++)
			if (d->place[i].x >= port->x)
				return law_broken(e,
				    "ports lie east of every island", port->id);
		for (int i = 0; i < d->links; i++) {
			if (d->link[i].to == CLIP_ISLANDS + c)
				return law_broken(e, "port links lead outwards",
				    port->id);
			links += d->link[i].from == CLIP_ISLANDS + c;
		}
		if (links == 0)
			return law_broken(e, "every port has a link", port->id);
	}
	return 0;
}

static int
law_links(const struct game_data *d, struct err *e)
{
	int links[CLIP_PLACES] = { 0 };

	for (int i = 0; i < d->links; i++) {
		const struct clip_link *l = &d->link[i];
		int from = d->place[l->from].x, to = d->place[l->to].x;

		if (from < to || (from == to && l->arrow))
			return law_broken(e,
			    "a link's from lies east of its to",
			    d->place[l->from].id);
		if (clip_is_port(l->from) && i > 0 &&
		    !clip_is_port(d->link[i - 1].from))
			return law_broken(e, "port links stand first",
			    d->place[l->from].id);
		if (!clip_is_port(l->from)) {
			links[l->from]++;
			links[l->to]++;
		}
	}
	for (int i = 0; i < CLIP_ISLANDS; i++)
		if (links[i] < 2)
			return law_broken(e,
			    "two links to other islands at least",
			    d->place[i].id);
	return 0;
}

/* Fewest sticks from where a colour starts to every island, along arrows. */
static int
law_reach(const struct game_data *d, int colour, struct err *e)
{
	int sticks[CLIP_PLACES];
	bool changed = true;

	for (int i = 0; i < CLIP_PLACES; i++)
		sticks[i] = 10000;
	sticks[colour == CLIP_PURPLE ? d->purple_start :
				       CLIP_ISLANDS + colour] = 0;
	while (changed) {
		changed = false;
		for (int i = 0; i < d->links; i++) {
			const struct clip_link *l = &d->link[i];
			int port = clip_link_port(l);

			if (port != CLIP_NONE && port != colour)
				continue;
			if (sticks[l->from] + l->parts < sticks[l->to]) {
				sticks[l->to] = sticks[l->from] + l->parts;
				changed = true;
			}
			if (!l->arrow && port == CLIP_NONE &&
			    sticks[l->to] + l->parts < sticks[l->from]) {
				sticks[l->from] = sticks[l->to] + l->parts;
				changed = true;
			}
		}
	}
	for (int i = 0; i < CLIP_ISLANDS; i++)
		if (sticks[i] > d->company[colour].sticks)
			return err_set(e, ERR_CORRUPT,
			    "law: each colour reaches each island with its "
			    "sticks (%s, %s)",
			    d->company[colour].id, d->place[i].id);
	return 0;
}

/* Twice the signed area of a triangle: 0 if the three are in line. */
static long
turn_of(const struct clip_place *a, const struct clip_place *b,
    const struct clip_place *c)
{
	return (long)(b->x - a->x) * (c->y - a->y) -
	    (long)(b->y - a->y) * (c->x - a->x);
}

static bool
on_segment(const struct clip_place *a, const struct clip_place *b,
    const struct clip_place *c)
{
	return turn_of(a, b, c) == 0 && c->x >= (a->x < b->x ? a->x : b->x) &&
	    c->x <= (a->x > b->x ? a->x : b->x) &&
	    c->y >= (a->y < b->y ? a->y : b->y) &&
	    c->y <= (a->y > b->y ? a->y : b->y);
}

static bool
crosses(const struct game_data *d, const struct clip_link *l,
    const struct clip_link *m)
{
	const struct clip_place *a = &d->place[l->from], *b = &d->place[l->to];
	const struct clip_place *c = &d->place[m->from], *e = &d->place[m->to];

	if (l->from == m->from || l->from == m->to || l->to == m->from ||
	    l->to == m->to)
		return false; /* they may meet at a place */
	return (turn_of(a, b, c) > 0) != (turn_of(a, b, e) > 0) &&
	    (turn_of(c, e, a) > 0) != (turn_of(c, e, b) > 0);
}

static int
law_planar(const struct game_data *d, struct err *e)
{
	for (int i = 0; i < d->links; i++) {
		const struct clip_link *l = &d->link[i];

		for (int j = 0; j < i; j++)
			if (crosses(d, l, &d->link[j]))
				return law_broken(e, "links do not cross",
				    d->place[l->from].id);
		for (int k = 0; k < CLIP_PLACES; k++)
			if (k != l->from && k != l->to &&
			    on_segment(&d->place[l->from], &d->place[l->to],
				&d->place[k]))
				return law_broken(e,
				    "no link runs over a third place",
				    d->place[k].id);
	}
	return 0;
}

static int
law_departures(const struct game_data *d, struct err *e)
{
	int posts[CLIP_PLACES] = { 0 };
	int low[2] = { 10000, 10000 }, high[2] = { 0, 0 };

	for (int i = 0; i < CLIP_NATIONS; i++) {
		const struct clip_departure *dep = &d->departure[i];
		int sum[2];

		sum[1] = d->place[dep->two].value;
		sum[0] = 2 * sum[1];
		posts[dep->two] += 2;
		for (int j = 0; j < CLIP_ONES; j++) {
			int at = dep->one[j];

			if (d->place[at].x <= d->place[dep->two].x)
				return law_broken(e,
				    "the two posts stand on the westernmost "
				    "island",
				    dep->id);
			for (int k = 0; k < j; k++)
				if (dep->one[k] == at)
					return law_broken(e,
					    "six different islands", dep->id);
			if (clip_is_port(at) || clip_is_port(dep->two))
				return law_broken(e, "posts stand on islands",
				    dep->id);
			sum[0] += d->place[at].value;
			sum[1] += d->place[at].value;
			posts[at]++;
		}
		for (int k = 0; k < 2; k++) {
			low[k] = sum[k] < low[k] ? sum[k] : low[k];
			high[k] = sum[k] > high[k] ? sum[k] : high[k];
		}
	}
	if (high[0] - low[0] > 2 || high[1] - low[1] > 2)
		return law_broken(e, "the departures differ by at most 2",
		    high[0] - low[0] > 2 ? "over posts" : "over islands");
	for (int i = 0; i < CLIP_ISLANDS; i++)
		if (posts[i] > d->place[i].spaces)
			return law_broken(e, "no island is over-full",
			    d->place[i].id);
	return 0;
}

int
clip_data_laws(const struct game_data *d, struct err *e)
{
	if (law_components(d, e) < 0 || law_known_islands(d, e) < 0 ||
	    law_values(d, e) < 0 || law_ports(d, e) < 0 ||
	    law_links(d, e) < 0 || law_planar(d, e) < 0 ||
	    law_departures(d, e) < 0)
		return -1;
	for (int c = 0; c < CLIP_COLOURS; c++)
		if (law_reach(d, c, e) < 0)
			return -1;
	return 0;
}
