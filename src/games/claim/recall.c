/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "game/tree.h"
#include "games/claim/play.h"

/* From facts back to a position, as far as they describe it. */

static int
seat_of(const char *id)
{
	return id != NULL && id[0] == 'p' && id[1] >= '1' &&
	    id[1] <= '0' + CLAIM_SEATS ? id[1] - '0' : 0;
}

static int
field_of(const struct game_data *d, const char *id)
{
	int f = id == NULL ? CLAIM_NONE : claim_field_find(d, id, strlen(id));

	return f == CLAIM_NONE ? CLAIM_HUB : f;
}

static uint8_t
colour_of(const struct game_data *d, const char *id)
{
	int c = id == NULL ? CLAIM_NONE : claim_colour_find(d, id, strlen(id));

	return (uint8_t)(c == CLAIM_NONE ? 0 : c);
}

static void
recall_fields(const struct game_data *d, const cJSON *facts,
    struct claim_position *p)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, tree_get(facts, "fields")) {
		int f = field_of(d, item->string);

		if (cJSON_IsObject(item)) {
			p->known |= (uint32_t)1 << f;
			p->bottom[f] = colour_of(d, tree_str(item, "bottom"));
			p->top[f] = colour_of(d, tree_str(item, "top"));
		} else if (cJSON_IsString(item) &&
		    strcmp(item->valuestring, "blocked") == 0) {
			p->blocked |= (uint32_t)1 << f;
		}
	}
}

static void
recall_ship(const struct game_data *d, const cJSON *facts,
    struct claim_ship *s)
{
	const cJSON *hold = tree_get(facts, "cargo");
	const cJSON *series = tree_get(facts, "series");

	s->parts = (uint8_t)tree_int(facts, "parts");
	s->at = (uint8_t)field_of(d, tree_str(facts, "at"));
	s->moved = cJSON_IsTrue(tree_get(facts, "moved")) != 0;
	s->acted = cJSON_IsTrue(tree_get(facts, "acted")) != 0;
	for (int c = 0; c < CLAIM_COLOURS; c++)
		s->hold[c] = (uint8_t)tree_int(hold, d->colour[c].id);
	if (!cJSON_IsObject(series))
		return;
	s->turns = (uint8_t)tree_int(series, "n");
	s->series = strcmp(tree_str(series, "kind"),
	    claim_series_word[CLAIM_LOADS]) == 0 ? CLAIM_LOADS : CLAIM_UNLOADS;
}

static void
recall_seats(const struct game_data *d, const cJSON *facts,
    struct claim_position *p)
{
	const cJSON *item, *sub;

	cJSON_ArrayForEach(item, tree_get(facts, "seats")) {
		struct claim_seat *s = &p->seat[seat_of(item->string)];
		int i = 0;

		p->seats++;
		s->found = (uint8_t)tree_int(item, "found");
		s->chosen = 1;
		cJSON_ArrayForEach(sub, tree_get(item, "claims"))
			s->claims |= (uint32_t)1 <<
			    field_of(d, cJSON_GetStringValue(sub));
		cJSON_ArrayForEach(sub, tree_get(item, "ships"))
			if (i < 2)
				recall_ship(d, sub, &s->ship[i++]);
	}
}

void
claim_recall(const struct game_data *d, const cJSON *facts,
    struct claim_position *out)
{
	const char *phase = tree_str(facts, "phase");
	const cJSON *item;

	memset(out, 0, sizeof *out);
	out->round = (uint16_t)tree_int(facts, "round");
	recall_fields(d, facts, out);
	recall_seats(d, facts, out);
	cJSON_ArrayForEach(item, tree_get(facts, "to_act")) {
		out->at = (uint8_t)seat_of(item->valuestring);
		if (out->round == 0)
			out->seat[out->at].chosen = 0;
	}
	if (phase != NULL && strcmp(phase, "over") == 0)
		out->stage = CLAIM_OVER;
	else if (out->round == 0)
		out->stage = out->blocked == 0 ? CLAIM_BLOCKS : CLAIM_STOW;
	else
		out->stage = out->at == 0 ? CLAIM_ROLL : CLAIM_PLAY;
	if (out->round == 0)
		out->at = 0;
}
