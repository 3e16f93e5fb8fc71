/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

/*
 * What a legal move does. A mail lists as one: the islands for a post, and
 * those one post may be moved to.
 */

static void
describe_buy(const struct game_data *d, const struct clip_position *p,
    int seat, int colour, struct json *out)
{
	json_kint(out, "money", p->seat[seat].money - d->clipper_price);
	json_kint(out, "price", d->clipper_price);
	json_kint(out, "stock", p->stock[colour] - 1);
}

static void
describe_post(const struct game_data *d, const struct clip_position *p,
    int seat, int island, struct json *out)
{
	json_kstr(out, "family", "post");
	json_kflag(out, "one_post", p->seat[seat].reserve == 2);
	json_kint(out, "points", d->place[island].value *
	    clip_colours(p, island));
	json_kint(out, "reserve", p->seat[seat].reserve - 1);
}

static void
describe_take(const struct game_data *d, const struct clip_position *p,
    int seat, int card, struct json *out)
{
	struct clip_position after = *p;
	int price = d->card[card].price;

	after.seat[seat].card = (uint8_t)(card + 1);
	json_kflag(out, "free", price == 0);
	json_kint(out, "lays", clip_allowance(&after, seat));
	json_kint(out, "money", p->seat[seat].money - price);
	json_kflag(out, "one_dollar", price == 1);
	json_kint(out, "price", price);
}

/* What it brings the seat is seen by doing it. */
static void
describe_stick(const struct game_data *d, const struct clip_position *p,
    int seat, const struct move *m, struct json *out)
{
	struct events made = EVENTS_INIT;
	struct clip_position after = *p;
	struct refusal why;
	const struct event *ev;
	int dollars, gain, laid, of, left;

	if (clip_apply(d, &after, seat, m, &made, &why) < 0) {
		events_release(&made);
		return;
	}
	ev = &made.at[1];                /* the news of the stick */
	laid = ev->arg[3];
	of = ev->arg[4];
	dollars = ev->arg[5];
	events_release(&made);
	gain = clip_score(d, &after, seat) - clip_score(d, p, seat) - dollars;
	left = m->verb == CLIP_V_OPEN ? 0 :
	    clip_allowance(p, seat) - p->laid - 1;
	json_kflag(out, "arrived", laid == of);
	if (dollars > 0)
		json_kint(out, "dollars", dollars);
	if (gain > 0)
		json_kint(out, "gain", gain);
	json_kint(out, "laid", laid);
	json_kint(out, "left", of - laid);
	json_kint(out, "of", of);
	json_kflag(out, "one_dollar", dollars == 1);
	json_kflag(out, "one_gain", gain == 1);
	json_kflag(out, "ready", laid == of);
	json_kint(out, "sticks", after.sticks[m->arg[0]]);
	if (left > 0)
		json_kint(out, "then", left);
}

/* "is": the verb, and of a card which it is. */
static void
describe_is(const struct move *m, struct json *out)
{
	static const char *const card[] = { "double", "triple", "five",
		"harbour" };

	json_key(out, "is");
	json_object(out);
	json_kbool(out, verb_told(&clip_verbs, m->verb), true);
	if (m->verb == CLIP_V_TAKE)
		json_kbool(out, card[m->arg[0]], true);
	json_object_end(out);
}

void
clip_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct json *out)
{
	const struct clip_position *p = pos;
	char family[48];

	json_object(out);
	verb_tell_move(&clip_verbs, d, seat, m, out);
	describe_is(m, out);
	switch (m->verb) {
	case CLIP_V_BUY:
		describe_buy(d, p, seat, m->arg[0], out);
		break;
	case CLIP_V_POST:
		describe_post(d, p, seat, m->arg[0], out);
		break;
	case CLIP_V_TAKE:
		describe_take(d, p, seat, m->arg[0], out);
		break;
	case CLIP_V_LAY:
	case CLIP_V_OPEN:
		describe_stick(d, p, seat, m, out);
		break;
	case CLIP_V_MOVE:
		(void)snprintf(family, sizeof family, "move:%s",
		    d->place[m->arg[0]].id);
		json_kstr(out, "family", family);
		break;
	default:
		json_kflag(out, "saves", m->verb == CLIP_V_DONE &&
		    p->laid == 0);
		break;
	}
	json_object_end(out);
}
