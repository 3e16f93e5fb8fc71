/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/clippers/play.h"

/*
 * From facts back to a position. All of Clippers is public, so that nothing
 * is missing but the option `lay` and what a turn in progress remembers.
 */

static int
place_of(const struct game_data *d, const char *id, size_t len)
{
	int place = clip_place_find(d, id, len);

	return place == CLIP_NONE ? 0 : place;
}

static int
colour_of(const struct game_data *d, const cJSON *item)
{
	int colour = cJSON_IsString(item) ? clip_colour_find(d,
	    item->valuestring, strlen(item->valuestring)) : CLIP_NONE;

	return colour == CLIP_NONE ? 0 : colour;
}

static int
seat_of(const char *id)
{
	return id != NULL && id[0] == 'p' && id[1] >= '1' &&
	    id[1] <= '0' + CLIP_SEATS ? id[1] - '0' : 0;
}

static void
recall_islands(const struct game_data *d, const cJSON *facts,
    struct clip_position *p)
{
	const cJSON *island, *item;

	cJSON_ArrayForEach(island, tree_get(facts, "islands")) {
		int i = place_of(d, island->string, strlen(island->string));

		if (clip_is_port(i))
			continue;
		cJSON_ArrayForEach(item, tree_get(island, "posts"))
			p->posts[i][seat_of(item->valuestring)]++;
		cJSON_ArrayForEach(item, tree_get(island, "colours"))
			p->connected[colour_of(d, item)] |= (uint64_t)1 << i;
	}
}

static void
recall_links(const struct game_data *d, const cJSON *facts,
    struct clip_position *p)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, tree_get(facts, "links")) {
		const char *from = tree_str(item, "from");
		const char *to = tree_str(item, "to");
		int a = place_of(d, from, strlen(from));
		int b = place_of(d, to, strlen(to));
		int link = d->between[a][b];
		struct clip_track *t;

		if (link == CLIP_NONE)
			continue;
		t = &p->track[link][p->track[link][0].colour != 0];
		t->colour = (uint8_t)(colour_of(d, tree_get(item,
		    "colour")) + 1);
		t->laid = (uint8_t)tree_int(item, "laid");
		t->back = a != d->link[link].from;
	}
	cJSON_ArrayForEach(item, tree_get(facts, "heads")) {
		const char *at = tree_str(item, "at");

		if (at != NULL)
			p->heads[colour_of(d, tree_get(item, "colour"))][
			    place_of(d, at, strlen(at))]++;
	}
}

static void
recall_seats(const struct game_data *d, const cJSON *facts,
    struct clip_position *p)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, tree_get(facts, "seats")) {
		struct clip_seat *s = &p->seat[seat_of(item->string)];
		const char *card = tree_str(item, "card");
		const char *nation = tree_str(item, "nation");

		p->seats++;
		s->money = (int16_t)tree_int(item, "money");
		s->reserve = (uint8_t)tree_int(item, "reserve");
		if (card != NULL)
			s->card = (uint8_t)(clip_card_find(d, card,
			    strlen(card)) + 1);
		if (nation != NULL)
			s->nation = (uint8_t)(clip_nation_find(d, nation,
			    strlen(nation)) + 1);
		if (tree_str(item, "clipper") != NULL)
			s->clipper = (uint8_t)(colour_of(d, tree_get(item,
			    "clipper")) + 1);
		s->card_used = cJSON_IsTrue(tree_get(item, "card_used")) != 0;
	}
}

void
clip_recall(const struct game_data *d, const cJSON *facts,
    struct clip_position *out)
{
	const cJSON *stock = tree_get(facts, "stock");
	const cJSON *sticks = tree_get(facts, "sticks");
	const cJSON *cards = tree_get(facts, "cards");

	memset(out, 0, sizeof *out);
	out->round = (uint16_t)tree_int(facts, "round");
	out->grapnel = (uint8_t)seat_of(tree_str(facts, "grapnel"));
	out->over_stage = (uint8_t)tree_int(facts, "phase");
	out->stage = out->over_stage;
	recall_islands(d, facts, out);
	recall_links(d, facts, out);
	recall_seats(d, facts, out);
	for (int c = 0; c < CLIP_COLOURS; c++)
		out->sticks[c] = (uint8_t)tree_int(sticks, d->company[c].id);
	for (int c = 0; c < CLIP_PORTS; c++)
		out->stock[c] = (uint8_t)tree_int(stock, d->company[c].id);
	for (int c = 0; c < CLIP_CARDS; c++)
		out->cards[c] = (uint8_t)tree_int(cards, d->card[c].id);
	out->at = (uint8_t)seat_of(cJSON_GetStringValue(
	    cJSON_GetArrayItem(tree_get(facts, "to_act"), 0)));
	if (out->at == 0)
		out->stage = out->seat[1].nation == 0 ? CLIP_DEAL : CLIP_OVER;
}
