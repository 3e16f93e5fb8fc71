/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/atlantic-star/play.h"

/* Section F of the game's page. */

static void
facts_ids(const struct game_data *d, const uint8_t *ship, int n,
    struct json *out)
{
	json_array(out);
	for (int i = 0; i < n; i++)
		json_str(out, d->ship[ship[i]].id);
	json_array_end(out);
}

static void
facts_agency(const struct game_data *d, const struct star_position *p,
    struct json *out)
{
	json_karray(out, "agency");
	for (int i = 0; i < STAR_FIELDS; i++) {
		json_object(out);
		json_kint(out, "price", d->price[i]);
		json_kstr(out, "ship",
		    p->agency[i] == STAR_NONE ? NULL :
						d->ship[p->agency[i]].id);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
facts_classes(const struct game_data *d, const struct star_position *p,
    struct json *out)
{
	static const char *const name[] = { "", "1", "2", "3", "4", "5" };

	json_kobject(out, "classes");
	for (int c = 1; c <= STAR_CLASSES; c++) {
		json_kobject(out, name[c]);
		json_karray(out, "plaques");
		for (int i = 0; i < p->plaques[c]; i++) {
			const struct star_plaque *plaque = &p->plaque[c][i];

			json_object(out);
			json_kint(out, "loan",
			    (int64_t)plaque->loan * d->loan_unit);
			json_kint(out, "no", plaque->no);
			json_kstr(out, "owner",
			    plaque->owner == 0 ? "neutral" :
						 seat_id(plaque->owner));
			json_kint(out, "points", d->points[c][i]);
			json_kint(out, "value", plaque->value);
			json_object_end(out);
		}
		json_array_end(out);
		json_kstr(out, "sea",
		    p->sea_of[c] == STAR_NONE ? NULL : d->sea[p->sea_of[c]].id);
		json_object_end(out);
	}
	json_object_end(out);
}

static void
facts_deck(const struct game_data *d, const struct star_position *p,
    struct json *out)
{
	json_karray(out, "deck");
	for (int i = p->pile; i-- > 0;)
		json_str(out, d->ship[p->deck[i]].id);
	json_array_end(out);
}

static void
facts_seat(const struct game_data *d, const struct star_position *p, int seat,
    bool open, struct json *out)
{
	json_object(out);
	if (open) {
		json_kint(out, "money", p->money[seat]);
		json_key(out, "hand");
		facts_ids(d, p->hand[seat], p->hands[seat], out);
	}
	json_kint(out, "hand_size", p->hands[seat]);
	json_kint(out, "score", star_score(d, p, seat));
	json_kobject(out, "voyages_left");
	for (int i = 0; i < STAR_SEAS; i++)
		json_kint(out, d->sea[i].id, p->left[seat][i]);
	json_object_end(out);
	json_object_end(out);
}

const char *
star_phase(const struct game_data *d, const struct star_position *p)
{
	int seat = star_turn_of(p);

	if (p->stage == STAGE_OVER)
		return "over";
	if (seat == 0)
		return "chance";
	if (star_loan_open(d, p, seat))
		return "loan";
	return p->pile + p->discard >= STAR_FIELDS ? "replace" : "main";
}

static void
facts_table(const struct game_data *d, const struct star_position *p,
    struct json *out)
{
	json_kint(out, "round", p->round);
	json_kstr(out, "phase", star_phase(d, p));
	json_karray(out, "order");
	for (int i = 0; i < p->seats; i++)
		json_str(out, seat_id(p->order[i]));
	json_array_end(out);
	seats_write(out, "to_act", SEAT_BIT(star_turn_of(p)));
	json_kint(out, "pile", p->pile);
	json_kint(out, "discard", p->discard);
	json_key(out, "discards");
	facts_ids(d, p->discards, p->discard, out);
}

bool
star_open(const struct star_position *p, int seat, int reader)
{
	return p->open || reader == ARCHIVE || reader == seat;
}

/* The pile's order, and hands and money of others. */
void
star_seen(const struct game_data *d, void *copy, int reader)
{
	struct star_position *p = copy;

	(void)d;
	memset(p->deck, 0, sizeof p->deck);
	for (int s = 1; s <= p->seats; s++)
		if (!star_open(p, s, reader)) {
			memset(p->hand[s], 0, sizeof p->hand[s]);
			p->money[s] = 0;
		}
}

void
star_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	const struct star_position *p = pos;

	json_object(out);
	json_kstr(out, "game", "atlantic-star");
	facts_table(d, p, out);
	facts_agency(d, p, out);
	facts_classes(d, p, out);
	if (reader == ARCHIVE)
		facts_deck(d, p, out);
	json_kobject(out, "seats");
	for (int i = 1; i <= p->seats; i++) {
		json_key(out, seat_id(i));
		facts_seat(d, p, i, star_open(p, i, reader), out);
	}
	json_object_end(out);
	json_object_end(out);
}

/* R16: the order of the pile is nobody's; all else is public. */
enum redaction
star_redact(const struct game_data *d, const void *now, const struct event *ev,
    int reader)
{
	(void)d;
	(void)now;
	if (ev->kind == EVENT_CHANCE && ev->verb == STAR_DECK &&
	    reader != ARCHIVE)
		return REDACT_HIDE;
	return REDACT_SHOW;
}

/*
 * What a reader cannot know is the order of the pile alone (R16): charters
 * name ship and price, voyages name their ships, and loans and replacements
 * are public, so hands and money follow from the public moves, and which
 * cards the pile holds follows from what has been seen. Facts show hands and
 * money to their owner only all the same; a test of the game's own exchanges
 * them between other seats.
 */
void
star_vary(const struct game_data *d, void *pos, int reader, struct rng *r)
{
	struct star_position *p = pos;
	bool in[STAR_SHIPS] = { false };
	int16_t list[STAR_SHIPS];
	int n = 0;

	(void)d;
	if (reader == ARCHIVE)
		return;
	for (int i = 0; i < p->pile; i++)
		in[p->deck[i]] = true;
	for (int i = 0; i < STAR_SHIPS; i++)
		if (in[i])
			list[n++] = (int16_t)i;
	rng_shuffle(r, list, p->pile);
	for (int i = 0; i < p->pile; i++)
		p->deck[i] = (uint8_t)list[i];
}
