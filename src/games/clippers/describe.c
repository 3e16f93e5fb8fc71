/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/clippers/play.h"

/*
 * What a legal move does. A mail lists islands for a post in a row for each
 * region, and as one those that a post may be moved to.
 */

static const char *const card_word[] = { "double", "triple", "five",
	"harbour" };

static void
describe_buy(const struct game_data *d, const struct clip_position *p, int seat,
    struct cJSON *out)
{
	tree_add_int(out, "money", p->seat[seat].money - d->clipper_price);
	tree_add_int(out, "price", d->clipper_price);
}

static void
describe_post(const struct game_data *d, int island, struct cJSON *out)
{
	char region[12];

	(void)snprintf(region, sizeof region, "%d", clip_region(d, island));
	tree_add_str(out, "region", region);
	tree_add_str(out, "row", region);
}

static void
describe_take(const struct game_data *d, const struct clip_position *p,
    int seat, int card, struct cJSON *out)
{
	struct clip_position after = *p;
	int price = d->card[card].price;

	after.seat[seat].card = (uint8_t)(card + 1);
	tree_flag(out, "example", true);
	tree_flag(out, "free", price == 0);
	tree_add_int(out, "lays", clip_allowance(&after, seat));
	tree_add_int(out, "money", p->seat[seat].money - price);
	tree_add_int(out, "price", price);
}

/* What it brings the seat is seen by doing it. */
static void
describe_stick(const struct game_data *d, const struct clip_position *p,
    int seat, const struct move *m, struct cJSON *out)
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
	ev = &made.at[1]; /* the news of the stick */
	laid = ev->arg[CLIP_STICK_LAID];
	of = ev->arg[CLIP_STICK_OF];
	dollars = ev->arg[CLIP_STICK_DOLLARS];
	events_release(&made);
	gain = clip_score(d, &after, seat) - clip_score(d, p, seat) - dollars;
	left = m->verb == CLIP_V_OPEN ? 0 :
					clip_allowance(p, seat) - p->laid - 1;
	tree_flag(out, "arrived", laid == of);
	if (dollars > 0)
		tree_add_int(out, "dollars", dollars);
	if (gain > 0)
		tree_add_int(out, "gain", gain);
	tree_add_int(out, "laid", laid);
	tree_add_int(out, "left", of - laid);
	tree_add_int(out, "of", of);
	tree_add_int(out, "sticks", after.sticks[m->arg[CLIP_STICK_COLOUR]]);
	if (left > 0)
		tree_add_int(out, "then", left);
	tree_add_int(out, "lays", clip_allowance(p, seat));
	if (p->seat[seat].card != 0)
		tree_flag(out, card_word[p->seat[seat].card - 1], true);
}

/* "is": the verb, and of a card which it is. */
static void
describe_is(const struct move *m, struct cJSON *out)
{
	verb_tell_is(verb_told(&clip_verbs, m->verb), out);
	if (m->verb == CLIP_V_TAKE)
		tree_flag(cJSON_GetObjectItem(out, "is"),
		    card_word[m->arg[CLIP_BUY_CARD]], true);
}

void
clip_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out)
{
	const struct clip_position *p = pos;
	char family[48];

	verb_tell_move(d, seat, m, out);
	describe_is(m, out);
	switch (m->verb) {
	case CLIP_V_BUY:
		describe_buy(d, p, seat, out);
		break;
	case CLIP_V_POST:
		describe_post(d, m->arg[CLIP_POST_ISLAND], out);
		break;
	case CLIP_V_TAKE:
		describe_take(d, p, seat, m->arg[CLIP_BUY_CARD], out);
		break;
	case CLIP_V_LAY:
	case CLIP_V_OPEN:
		describe_stick(d, p, seat, m, out);
		break;
	case CLIP_V_MOVE:
		(void)snprintf(family, sizeof family, "move:%s",
		    d->place[m->arg[CLIP_MOVE_FROM]].id);
		tree_add_str(out, "family", family);
		break;
	default:
		tree_flag(out, "saves", m->verb == CLIP_V_DONE && p->laid == 0);
		break;
	}
}
