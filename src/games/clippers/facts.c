/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

/* Facts of a position (section F of the game's page). All are public. */

static void
facts_cards(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	json_key(out, "cards");
	json_object(out);
	for (int i = 0; i < CLIP_CARDS; i++)
		json_kint(out, d->card[i].id, p->cards[i]);
	json_object_end(out);
}

/* One head: its text as the page orders it, and how to write it. */
struct head {
	char text[64];
	int laid;                        /* 0: at a place */
};

static int
compare_heads(const void *a, const void *b)
{
	const struct head *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order != 0 ? order : x->laid - y->laid;
}

/* The heads of one colour, sorted; returns how many. */
static size_t
heads_of(const struct game_data *d, const struct clip_position *p, int colour,
    struct head *out, size_t room)
{
	size_t n = 0;

	for (int i = 0; i < CLIP_PLACES; i++)
		for (int h = 0; h < p->heads[colour][i] && n < room; h++) {
			(void)snprintf(out[n].text, sizeof out[n].text, "%s",
			    d->place[i].id);
			out[n++].laid = 0;
		}
	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < d->link[i].tracks && n < room; t++) {
			const struct clip_track *k = &p->track[i][t];
			const struct clip_link *l = &d->link[i];

			if (k->colour != colour + 1 || k->laid == l->parts)
				continue;
			(void)snprintf(out[n].text, sizeof out[n].text,
			    "%s>%s", d->place[k->back ? l->to : l->from].id,
			    d->place[k->back ? l->from : l->to].id);
			out[n++].laid = k->laid;
		}
	qsort(out, n, sizeof *out, compare_heads);
	return n;
}

static void
facts_heads(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	struct head head[2 * CLIP_LINKS];

	json_key(out, "heads");
	json_array(out);
	for (int c = 0; c < CLIP_PORTS; c++) {
		size_t n = heads_of(d, p, c, head, sizeof head / sizeof *head);

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
	json_key(out, "islands");
	json_object(out);
	for (int r = 0; r < CLIP_PLACES; r++) {
		int i = d->by_rank[r];

		if (clip_is_port(i) ||
		    clip_posts(p, i) + clip_colours(p, i) == 0)
			continue;
		json_key(out, d->place[i].id);
		json_object(out);
		json_key(out, "colours");
		json_array(out);
		for (int c = 0; c < CLIP_COLOURS; c++)
			if (clip_connected(p, c, i))
				json_str(out, d->company[c].id);
		json_array_end(out);
		json_key(out, "posts");
		json_array(out);
		for (int s = 1; s <= p->seats; s++)
			for (int n = 0; n < p->posts[i][s]; n++)
				json_str(out, seat_id(s));
		json_array_end(out);
		json_object_end(out);
	}
	json_object_end(out);
}

/* A begun track, in the direction it was laid. */
struct begun {
	int from, to, colour, laid;
	int order;
};

static int
compare_begun(const void *a, const void *b)
{
	const struct begun *x = a, *y = b;

	return x->order != y->order ? x->order - y->order : x->laid - y->laid;
}

/* Colours sort by their names, byte by byte. */
static int
colour_rank(const struct game_data *d, int colour)
{
	int rank = 0;

	for (int c = 0; c < CLIP_COLOURS; c++)
		rank += strcmp(d->company[c].id, d->company[colour].id) < 0;
	return rank;
}

static void
facts_links(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	struct begun begun[2 * CLIP_LINKS];
	size_t n = 0;

	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < d->link[i].tracks; t++) {
			const struct clip_track *k = &p->track[i][t];
			const struct clip_link *l = &d->link[i];
			struct begun *b = &begun[n];

			if (k->colour == 0)
				continue;
			b->from = k->back ? l->to : l->from;
			b->to = k->back ? l->from : l->to;
			b->colour = k->colour - 1;
			b->laid = k->laid;
			b->order = (d->place[b->from].rank * CLIP_PLACES +
			    d->place[b->to].rank) * CLIP_COLOURS +
			    colour_rank(d, b->colour);
			n++;
		}
	qsort(begun, n, sizeof *begun, compare_begun);
	json_key(out, "links");
	json_array(out);
	for (size_t i = 0; i < n; i++) {
		json_object(out);
		json_kstr(out, "colour", d->company[begun[i].colour].id);
		json_kstr(out, "from", d->place[begun[i].from].id);
		json_kint(out, "laid", begun[i].laid);
		json_kstr(out, "to", d->place[begun[i].to].id);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
facts_seats(const struct game_data *d, const struct clip_position *p,
    struct json *out)
{
	json_key(out, "seats");
	json_object(out);
	for (int i = 1; i <= p->seats; i++) {
		const struct clip_seat *s = &p->seat[i];

		json_key(out, seat_id(i));
		json_object(out);
		json_kstr(out, "card", s->card == 0 ? NULL :
		    d->card[s->card - 1].id);
		json_kbool(out, "card_used", s->card_used != 0);
		json_kstr(out, "clipper", s->clipper == 0 ? NULL :
		    d->company[s->clipper - 1].id);
		json_kint(out, "money", s->money);
		json_kstr(out, "nation", s->nation == 0 ? NULL :
		    d->departure[s->nation - 1].id);
		json_kint(out, "reserve", s->reserve);
		json_kint(out, "score", clip_score(d, p, i));
		json_object_end(out);
	}
	json_object_end(out);
}

/* An object of numbers under the names of the colours, sorted. */
static void
facts_colours(const struct game_data *d, const char *key, const uint8_t *n,
    int colours, struct json *out)
{
	json_key(out, key);
	json_object(out);
	for (int r = 0; r < CLIP_COLOURS; r++)
		for (int c = 0; c < colours; c++)
			if (colour_rank(d, c) == r)
				json_kint(out, d->company[c].id, n[c]);
	json_object_end(out);
}

void
clip_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	const struct clip_position *p = pos;
	int stage = p->stage == CLIP_OVER ? p->over_stage : p->stage;

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
	json_key(out, "to_act");
	json_array(out);
	if (clip_turn_of(p) != 0)
		json_str(out, seat_id(clip_turn_of(p)));
	json_array_end(out);
	json_object_end(out);
}

/* Nothing is hidden in this game. */
enum redaction
clip_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader)
{
	(void)d;
	(void)now;
	(void)ev;
	(void)reader;
	return REDACT_SHOW;
}
