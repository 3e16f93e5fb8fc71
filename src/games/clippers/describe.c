/* SPDX-License-Identifier: MIT */
#include "games/clippers/tell.h"

/*
 * What a legal move does. A mail lists as one: the islands for a post, and
 * those one post may be moved to.
 */

static void
describe_is(const char *verb, struct json *out)
{
	json_key(out, "is");
	json_object(out);
	json_kbool(out, verb, true);
	json_object_end(out);
}

static void
describe_buy(const struct game_data *d, const struct clip_position *p,
    int seat, int colour, struct json *out)
{
	clip_tell_colour(d, colour, out);
	describe_is("buy", out);
	json_kint(out, "money", p->seat[seat].money - d->clipper_price);
	json_kint(out, "price", d->clipper_price);
	clip_tell_seat(seat, out);
	json_kint(out, "stock", p->stock[colour] - 1);
}

static void
describe_post(const struct game_data *d, const struct clip_position *p,
    int seat, int island, struct json *out)
{
	json_kstr(out, "family", "post");
	describe_is("post", out);
	clip_tell_place(d, "island", island, out);
	json_kflag(out, "one_post", p->seat[seat].reserve == 2);
	json_kint(out, "points", d->place[island].value *
	    clip_colours(p, island));
	json_kint(out, "reserve", p->seat[seat].reserve - 1);
	clip_tell_seat(seat, out);
}

static void
describe_take(const struct game_data *d, const struct clip_position *p,
    int seat, int card, struct json *out)
{
	struct clip_position after = *p;
	int price = d->card[card].price;
	const char *const is[] = { "double", "triple", "five", "harbour" };

	after.seat[seat].card = (uint8_t)(card + 1);
	json_kstr(out, "card", d->card[card].id);
	json_kflag(out, "free", price == 0);
	json_key(out, "is");
	json_object(out);
	if (strcmp(is[card], "take") < 0)
		json_kbool(out, is[card], true);
	json_kbool(out, "take", true);
	if (strcmp(is[card], "take") > 0)
		json_kbool(out, is[card], true);
	json_object_end(out);
	json_kint(out, "lays", clip_allowance(&after, seat));
	json_kint(out, "money", p->seat[seat].money - price);
	json_kflag(out, "one_dollar", price == 1);
	json_kint(out, "price", price);
	clip_tell_seat(seat, out);
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
	clip_tell_colour(d, m->arg[0], out);
	if (dollars > 0)
		json_kint(out, "dollars", dollars);
	clip_tell_place(d, "from", m->arg[1], out);
	if (gain > 0)
		json_kint(out, "gain", gain);
	describe_is(clip_verb_word[m->verb], out);
	json_kint(out, "laid", laid);
	json_kint(out, "left", of - laid);
	json_kint(out, "of", of);
	json_kflag(out, "one_dollar", dollars == 1);
	json_kflag(out, "one_gain", gain == 1);
	json_kflag(out, "ready", laid == of);
	clip_tell_seat(seat, out);
	json_kint(out, "sticks", after.sticks[m->arg[0]]);
	if (left > 0)
		json_kint(out, "then", left);
	clip_tell_place(d, "to", m->arg[2], out);
}

static void
describe_move(const struct game_data *d, int seat, const struct move *m,
    struct json *out)
{
	char family[48];

	(void)snprintf(family, sizeof family, "move:%s",
	    d->place[m->arg[0]].id);
	json_kstr(out, "family", family);
	clip_tell_place(d, "from", m->arg[0], out);
	describe_is("move", out);
	clip_tell_seat(seat, out);
	clip_tell_place(d, "to", m->arg[1], out);
}

void
clip_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct json *out)
{
	const struct clip_position *p = pos;

	json_object(out);
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
		describe_move(d, seat, m, out);
		break;
	default:
		describe_is(clip_verb_word[m->verb], out);
		json_kflag(out, "saves", m->verb == CLIP_V_DONE &&
		    p->laid == 0);
		clip_tell_seat(seat, out);
		break;
	}
	json_kstr(out, "verb", clip_verb_word[m->verb]);
	json_object_end(out);
}
