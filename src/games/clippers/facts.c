/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/clippers/play.h"

/* Facts of a position (section F of the game's page). All are public. */

static void
facts_cards(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	json_kobject(out, "cards");
	for (int i = 0; i < CLIP_CARDS; i++)
		json_kint(out, d->card[i].id, p->cards[i]);
	json_object_end(out);
}

/* By their texts, byte by byte. */
static int
compare_heads(const void *a, const void *b)
{
	const struct clip_head *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order != 0 ? order : x->laid - y->laid;
}

size_t
clip_heads(const struct game_data *d, const struct clip_position *p, int colour,
    struct clip_head out[CLIP_HEADS])
{
	size_t n = 0;

	for (int i = 0; i < CLIP_PLACES; i++)
		for (int h = 0; h < p->heads[colour][i] && n < CLIP_HEADS; h++)
			out[n++] = (struct clip_head){ .at = i };
	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < d->link[i].tracks && n < CLIP_HEADS; t++) {
			const struct clip_track *k = &p->track[i][t];
			const struct clip_link *l = &d->link[i];

			if (k->colour == colour + 1 && k->laid < l->parts)
				out[n++] = (struct clip_head){ .at = k->back ?
					    l->to :
					    l->from,
					.to = k->back ? l->from : l->to,
					.laid = k->laid };
		}
	for (size_t i = 0; i < n; i++)
		(void)snprintf(out[i].text, sizeof out[i].text, "%s%s%s",
		    d->place[out[i].at].id, out[i].laid > 0 ? ">" : "",
		    out[i].laid > 0 ? d->place[out[i].to].id : "");
	qsort(out, n, sizeof *out, compare_heads);
	return n;
}

static void
facts_heads(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	struct clip_head head[CLIP_HEADS];

	json_karray(out, "heads");
	for (int c = 0; c < CLIP_PORTS; c++) {
		size_t n = clip_heads(d, p, c, head);

		for (size_t i = 0; i < n; i++) {
			json_object(out);
			if (head[i].laid == 0)
				json_kstr(out, "at", head[i].text);
			json_kstr(out, "colour", d->company[c].id);
			if (head[i].laid > 0) {
				json_kint(out, "laid", head[i].laid);
				json_kstr(out, "on", head[i].text);
			}
			json_object_end(out);
		}
	}
	json_array_end(out);
}

static void
facts_islands(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	json_kobject(out, "islands");
	for (int i = 0; i < CLIP_ISLANDS; i++) {
		if (clip_posts(p, i) + clip_colours(p, i) == 0)
			continue;
		json_kobject(out, d->place[i].id);
		json_karray(out, "colours");
		for (int c = 0; c < CLIP_COLOURS; c++)
			if (clip_connected(p, c, i))
				json_str(out, d->company[c].id);
		json_array_end(out);
		json_karray(out, "posts");
		for (int s = 1; s <= p->seats; s++)
			for (int n = 0; n < p->posts[i][s]; n++)
				json_str(out, seat_id(s));
		json_array_end(out);
		json_object_end(out);
	}
	json_object_end(out);
}

int
clip_track_rank(const struct game_data *d, int link, const struct clip_track *t)
{
	const struct clip_link *l = &d->link[link];
	int from = t->back ? l->to : l->from, to = t->back ? l->from : l->to;

	return (((d->place[from].rank * CLIP_PLACES) + d->place[to].rank) *
		       CLIP_COLOURS +
		   d->company[t->colour - 1].rank) *
	    CLIP_PARTS +
	    t->laid;
}

/* A begun track, in the direction it was laid. */
struct begun {
	const struct clip_track *track;
	int link, rank;
};

static int
compare_begun(const void *a, const void *b)
{
	const struct begun *x = a, *y = b;

	return x->rank - y->rank;
}

static void
facts_links(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	struct begun begun[2 * CLIP_LINKS];
	size_t n = 0;

	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < d->link[i].tracks; t++)
			if (p->track[i][t].colour != 0)
				begun[n++] = (struct begun){ &p->track[i][t], i,
					clip_track_rank(d, i,
					    &p->track[i][t]) };
	qsort(begun, n, sizeof *begun, compare_begun);
	json_karray(out, "links");
	for (size_t i = 0; i < n; i++) {
		const struct clip_track *t = begun[i].track;
		const struct clip_link *l = &d->link[begun[i].link];

		json_object(out);
		json_kstr(out, "colour", d->company[t->colour - 1].id);
		json_kstr(out, "from", d->place[t->back ? l->to : l->from].id);
		json_kint(out, "laid", t->laid);
		json_kstr(out, "to", d->place[t->back ? l->from : l->to].id);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
facts_seats(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	json_kobject(out, "seats");
	for (int i = 1; i <= p->seats; i++) {
		const struct clip_seat *s = &p->seat[i];

		json_kobject(out, seat_id(i));
		json_kstr(out, "card",
		    s->card == 0 ? NULL : d->card[s->card - 1].id);
		json_kbool(out, "card_used", s->card_used != 0);
		json_kstr(out, "clipper",
		    s->clipper == 0 ? NULL : d->company[s->clipper - 1].id);
		json_kint(out, "money", s->money);
		json_kstr(out, "nation",
		    s->nation == 0 ? NULL : d->departure[s->nation - 1].id);
		json_kint(out, "reserve", s->reserve);
		json_kint(out, "score", clip_score(d, p, i));
		json_object_end(out);
	}
	json_object_end(out);
}

static void
facts_colours(const struct game_data *d, const char *key, const uint8_t *n,
    int colours, struct json *out)
{
	json_kobject(out, key);
	for (int c = 0; c < colours; c++)
		json_kint(out, d->company[c].id, n[c]);
	json_object_end(out);
}

void
clip_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	const struct clip_position *p = pos;
	int stage = p->stage == STAGE_OVER ? p->over_stage : p->stage;

	(void)reader;
	json_object(out);
	facts_cards(d, p, out);
	json_kstr(out, "game", "clippers");
	json_kstr(out, "grapnel", seat_id(p->grapnel));
	facts_heads(d, p, out);
	facts_islands(d, p, out);
	json_kint(out, "laid_this_phase", p->laid);
	facts_links(d, p, out);
	json_kint(out, "phase", stage == CLIP_DEAL ? 1 : stage);
	json_kint(out, "round", p->round);
	facts_seats(d, p, out);
	facts_colours(d, "sticks", p->sticks, CLIP_COLOURS, out);
	facts_colours(d, "stock", p->stock, CLIP_PORTS, out);
	seats_write(out, "to_act", SEAT_BIT(clip_turn_of(p)));
	json_object_end(out);
}
