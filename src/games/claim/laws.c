/* SPDX-License-Identifier: MIT */
#include "game/fields.h"
#include "games/claim/play.h"

/* The laws that data/claim.json must keep (rules/claim.md, end). What the
 * page marks as ours may be another number, as far as a game can be played
 * with it. */

static int
law_components(const struct game_data *d, struct err *e)
{
	static const char *const colour[CLAIM_COLOURS] = { "red", "orange",
		"yellow", "green", "blue", "purple" };

	if (strcmp(d->name, "claim") != 0 || d->version != 1)
		return law_broken(e, "the file is claim, version 1", d->name);
	if (d->min_seats != 2 || d->max_seats != CLAIM_SEATS)
		return law_broken(e, "2 or 3 seats", "seats");
	for (int i = 0; i < CLAIM_COLOURS; i++)
		if (strcmp(d->colour[i].id, colour[i]) != 0 ||
		    d->colour[i].value != i + 1 ||
		    d->colour[i].cargo != (i != CLAIM_RED))
			return law_broken(e, "colours, their values and use",
			    colour[i]);
	if (d->parts[CLAIM_MAIN] != 2 || d->parts[CLAIM_TENDER] != 1)
		return law_broken(e, "main has two parts, the tender one",
		    "parts");
	if (d->compartments != 3 || d->cubes != 6)
		return law_broken(e, "3 compartments of 6 cubes a part",
		    "ship");
	if (d->blocked != 2)
		return law_broken(e, "two blocked fields a segment",
		    "blocked_per_segment");
	if (d->fuel != 30 || d->cargo_value != 60)
		return law_broken(e, "30 fuel and cargo worth 60 at the start",
		    "start");
	return 0;
}

static int
law_ours(const struct game_data *d, struct err *e)
{
	uint8_t hold[CLAIM_COLOURS];

	if (d->rounds < 1)
		return law_broken(e, "a game has a round", "rounds");
	for (int s = 2; s <= CLAIM_SEATS; s++)
		if (d->claims[s] < 1)
			return law_broken(e, "a game has a claim", "claims");
	if (claim_value(d, d->mixed) > d->cargo_value)
		return law_broken(e, "the mixed cargo may be stowed", "value");
	memcpy(hold, d->mixed, sizeof hold);
	hold[CLAIM_RED] = (uint8_t)(hold[CLAIM_RED] + d->fuel);
	if (d->mixed[CLAIM_RED] != 0 ||
	    !claim_fits(d, d->parts[CLAIM_SHIP], hold))
		return law_broken(e, "the mixed cargo may be stowed", "room");
	return 0;
}

/* The hub, then each segment's fields 0 to 6. */
static int
law_order(const struct game_data *d, struct err *e)
{
	if (strcmp(d->field[CLAIM_HUB].id, "hub") != 0 ||
	    d->field[CLAIM_HUB].q != 0 || d->field[CLAIM_HUB].r != 0)
		return law_broken(e, "the hub at the origin",
		    d->field[CLAIM_HUB].id);
	for (int i = 0; i < CLAIM_SEGMENTS; i++)
		if (d->segment[i][0] != 'A' + i || d->segment[i][1] != '\0')
			return law_broken(e, "segments A to D", d->segment[i]);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		int segment = (f - 1) / CLAIM_FLOWER;
		const char *id = d->field[f].id;

		if (d->field[f].segment != segment ||
		    id[0] != d->segment[segment][0] ||
		    id[1] != '0' + (f - 1) % CLAIM_FLOWER || id[2] != '\0')
			return law_broken(e, "fields stand in order, A0 to D6",
			    id);
	}
	return 0;
}

/* Ring 1 to 6 clockwise from the top round its 0. */
static int
law_flowers(const struct game_data *d, struct err *e)
{
	static const int8_t ring[CLAIM_FLOWER][2] = {
		{ 0, 0 },
		{ 0, -1 },
		{ 1, -1 },
		{ 1, 0 },
		{ 0, 1 },
		{ -1, 1 },
		{ -1, 0 },
	};

	for (int f = 1; f < CLAIM_FIELDS; f++) {
		int i = (f - 1) % CLAIM_FLOWER;
		const struct claim_field *at = &d->field[f];
		const struct claim_field *mid = &d->field[f - i];

		if (at->q != mid->q + ring[i][0] ||
		    at->r != mid->r + ring[i][1])
			return law_broken(e,
			    "a ring goes clockwise from the top", at->id);
		for (int g = 0; g < f; g++)
			if (at->q == d->field[g].q && at->r == d->field[g].r)
				return law_broken(e,
				    "no two fields on one hexagon", at->id);
	}
	return 0;
}

static bool
touches(const struct claim_field *a, const struct claim_field *b)
{
	int q = a->q - b->q, r = a->r - b->r;

	return q * q + q * r + r * r == 1;
}

/* Exactly the pairs at distance 1, once, in field order. */
static int
law_links(const struct game_data *d, struct err *e)
{
	int n = 0;

	for (int a = 0; a < CLAIM_FIELDS; a++)
		for (int b = a + 1; b < CLAIM_FIELDS; b++) {
			if (!touches(&d->field[a], &d->field[b]))
				continue;
			if (n == d->links || d->link[n][0] != a ||
			    d->link[n][1] != b)
				return law_broken(e,
				    "links are the pairs that touch, in order",
				    d->field[a].id);
			n++;
		}
	if (n != d->links)
		return law_broken(e, "links are the pairs that touch, in order",
		    "more than those");
	return 0;
}

static int
law_board(const struct game_data *d, struct err *e)
{
	uint8_t cost[CLAIM_FIELDS];

	for (int i = 0; i < CLAIM_SEGMENTS; i++)
		if ((d->touch[CLAIM_HUB] & claim_segment(i)) == 0)
			return law_broken(e, "the hub touches all segments",
			    d->segment[i]);
	claim_costs(d, 0, CLAIM_HUB, cost);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		bool turned = false;
		int half = CLAIM_SEGMENTS / 2 * CLAIM_FLOWER;
		int first = 1 + (f - 1) / CLAIM_FLOWER * CLAIM_FLOWER;
		int to = first > half ? first - half : first + half;

		for (int g = to; g < to + CLAIM_FLOWER; g++)
			turned |= d->field[g].q == -d->field[f].q &&
			    d->field[g].r == -d->field[f].r;
		if (!turned)
			return law_broken(e,
			    "a half turn maps A onto C, B onto D",
			    d->field[f].id);
		if (cost[f] == CLAIM_NONE)
			return law_broken(e, "every field can be reached",
			    d->field[f].id);
	}
	return 0;
}

int
claim_data_laws(const struct game_data *d, struct err *e)
{
	if (law_components(d, e) < 0 || law_ours(d, e) < 0 ||
	    law_order(d, e) < 0 || law_flowers(d, e) < 0 || law_links(d, e) < 0)
		return -1;
	return law_board(d, e);
}
