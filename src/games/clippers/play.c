/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"
#include "game/verb_args.h"
#include "games/clippers/lines.h"

/* What each move does: all or nothing, with the first refusal that applies
 * in the order of the game's page. */

static int
refuse_money(struct refusal *why, int need, int have)
{
	refuse_int(why, "not-enough-money", "need", need);
	refusal_int(why, "have", have);
	return -1;
}

static int
refuse_place(const struct game_data *d, struct refusal *why, const char *code,
    int place)
{
	return refuse_str(why, code, "island", d->place[place].id);
}

static int
refuse_colour(const struct game_data *d, struct refusal *why, const char *code,
    int colour)
{
	return refuse_str(why, code, "colour", d->company[colour].id);
}

/* Who has acted can do nothing else instead. */
static int
refuse_late(const struct clip_position *p, int seat, struct refusal *why)
{
	return p->may_buy == seat ? refusal_int(why, "acted", 1) : -1;
}

/* R5. */
static int
apply_buy(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct clip_seat *s = &p->seat[seat];
	int colour = m->arg[CLIP_BUY_COLOUR];

	if (s->clipper != 0)
		return refuse_colour(d, why, "clipper-already-bought",
		    s->clipper - 1);
	if (colour == CLIP_PURPLE || p->stock[colour] == 0) {
		refuse_colour(d, why, "clipper-sold-out", colour);
		return refuse_late(p, seat, why);
	}
	if (s->money < d->clipper_price) {
		refuse_money(why, d->clipper_price, s->money);
		return refuse_late(p, seat, why);
	}
	s->money = (int16_t)(s->money - d->clipper_price);
	s->clipper = (uint8_t)(colour + 1);
	p->stock[colour]--;
	events_move(out, seat, m);
	DERIVE(out, seat, CLIP_BOUGHT, [CLIP_BUY_COLOUR] = colour,
	    [CLIP_BUY_PRICE] = d->clipper_price, [CLIP_BUY_MONEY] = s->money);
	return 0;
}

/* R6. */
static int
apply_post(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int island = m->arg[CLIP_POST_ISLAND];

	if (p->seat[seat].reserve == 0)
		return refuse(why, "no-posts-left");
	if (clip_posts(p, island) >= d->place[island].spaces)
		return refuse_place(d, why, "island-full", island);
	p->seat[seat].reserve--;
	p->posts[island][seat]++;
	events_move(out, seat, m);
	DERIVE(out, seat, CLIP_POSTED, [CLIP_POST_ISLAND] = island,
	    [CLIP_POST_RESERVE] = p->seat[seat].reserve);
	clip_pass_on(d, p, out);
	return 0;
}

static int
apply_take(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct clip_seat *s = &p->seat[seat];
	int card = m->arg[CLIP_BUY_CARD];

	if (p->cards[card] == 0)
		return refuse_str(why, "card-gone", "card", d->card[card].id);
	if (s->money < d->card[card].price) {
		refuse_money(why, d->card[card].price, s->money);
		return refusal_str(why, "card", d->card[card].id);
	}
	s->money = (int16_t)(s->money - d->card[card].price);
	s->card = (uint8_t)(card + 1);
	p->cards[card]--;
	events_move(out, seat, m);
	DERIVE(out, seat, CLIP_TOOK, [CLIP_BUY_CARD] = card,
	    [CLIP_BUY_PRICE] = d->card[card].price,
	    [CLIP_BUY_MONEY] = s->money);
	clip_pass_on(d, p, out);
	return 0;
}

/* One stick and its bonus (R17). Adds what a sentence needs to the sink:
 * colour from to laid parts dollars; then what it opened or ended. */
static void
stick(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, int track, struct events *out)
{
	int colour = m->arg[CLIP_STICK_COLOUR];
	int from = m->arg[CLIP_STICK_FROM], to = m->arg[CLIP_STICK_TO];
	bool opening = m->verb == CLIP_V_OPEN, closed = !clip_purple_open(d, p);
	struct clip_seat *s = &p->seat[seat];
	struct clip_stick made = clip_stick_lay(d, p, colour, from, to, track,
	    opening);
	int dollars = clip_bonus(made), link = d->between[from][to];

	if (s->card == CLIP_2X + 1)
		dollars *= 2;
	else if (s->card == CLIP_3X + 1)
		dollars = 0;
	s->money = (int16_t)(s->money + dollars);
	if (out != NULL) {
		struct move one = *m;
		int laid = made.arrived ? d->link[link].parts : 0;

		for (int t = 0; t < 2 && !made.arrived; t++)
			if (p->track[link][t].colour == colour + 1 &&
			    p->track[link][t].laid < d->link[link].parts &&
			    p->track[link][t].laid > laid)
				laid = p->track[link][t].laid;
		one.arg[CLIP_STICK_TIMES] = 1;
		events_move(out, seat, &one);
		DERIVE(out, seat,
		    opening          ? CLIP_OPENED :
			made.arrived ? CLIP_CONNECTED :
				       CLIP_LAID,
		    [CLIP_STICK_COLOUR] = colour, [CLIP_STICK_FROM] = from,
		    [CLIP_STICK_TO] = to, [CLIP_STICK_LAID] = laid,
		    [CLIP_STICK_OF] = d->link[link].parts,
		    [CLIP_STICK_DOLLARS] = dollars,
		    [CLIP_STICK_COLOURS] = made.before +
			(made.arrived && !made.own));
		if (closed && clip_purple_open(d, p))
			events_derive(out, 0, CLIP_PURPLE_OPEN, NULL, 0);
	}
	clip_after_stick(d, p, out);
}

/* The refusal of a stick, with what it is about. */
static int
refuse_stick(const struct game_data *d, struct refusal *why, const char *code,
    const struct move *m, const struct clip_link *where)
{
	refuse_colour(d, why, code, m->arg[CLIP_STICK_COLOUR]);
	refusal_str(why, "from", d->place[m->arg[CLIP_STICK_FROM]].id);
	refusal_str(why, "to", d->place[m->arg[CLIP_STICK_TO]].id);
	if (m->arg[CLIP_STICK_COLOUR] == CLIP_PURPLE)
		refusal_int(why, "purple", 1);
	if (strcmp(code, "head-inside-link") == 0) {
		char link[64];

		(void)snprintf(link, sizeof link, "%s>%s",
		    d->place[where->from].id, d->place[where->to].id);
		refusal_str(why, "link", link);
	}
	return -1;
}

static int
refuse_must_open(const struct game_data *d, const struct clip_position *p,
    int seat, struct refusal *why)
{
	return refuse_colour(d, why, "must-open", p->seat[seat].clipper - 1);
}

/* R7, M5: n sticks or none. */
static int
apply_lay(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int left = clip_allowance(p, seat) - p->laid,
	    n = m->arg[CLIP_STICK_TIMES], track;
	const struct clip_position *now = p;
	struct clip_position trial;
	struct clip_link where;
	const char *code = NULL;

	if (p->must_open)
		return refuse_must_open(d, p, seat, why);
	if (n > left)
		return refuse_int(why, "allowance-used", "left", left);
	if (n > 1) {
		trial = *p;
		now = &trial;
	}
	for (int i = 0; i < n && now->stage != STAGE_OVER; i++) {
		code = clip_lay_check(d, now, m->arg[CLIP_STICK_COLOUR],
		    m->arg[CLIP_STICK_FROM], m->arg[CLIP_STICK_TO], &track,
		    &where);
		if (code != NULL)
			return refuse_stick(d, why, code, m, &where);
		if (n > 1)
			stick(d, &trial, seat, m, track, NULL);
	}
	for (int i = 0; i < n && p->stage != STAGE_OVER; i++) {
		(void)clip_lay_check(d, p, m->arg[CLIP_STICK_COLOUR],
		    m->arg[CLIP_STICK_FROM], m->arg[CLIP_STICK_TO], &track,
		    NULL);
		p->laid++;
		if (p->seat[seat].card == CLIP_5X + 1)
			p->seat[seat].card_used = 1;
		stick(d, p, seat, m, track, out);
	}
	if (p->stage != STAGE_OVER && p->laid == clip_allowance(p, seat))
		clip_pass_on(d, p, out);
	return 0;
}

/* R8. */
static int
apply_open(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	const char *code;
	int track;

	if (p->seat[seat].clipper != m->arg[CLIP_STICK_COLOUR] + 1)
		return refuse_colour(d, why, "no-clipper",
		    m->arg[CLIP_STICK_COLOUR]);
	if (p->laid > 0 || m->arg[CLIP_STICK_TIMES] > 1)
		return refuse_int(why, "allowance-used",
		    p->laid > 0 ? "first" : "opening", 1);
	code = clip_open_check(d, p, m->arg[CLIP_STICK_COLOUR],
	    m->arg[CLIP_STICK_FROM], m->arg[CLIP_STICK_TO], &track);
	if (code != NULL)
		return refuse_stick(d, why, code, m, NULL);
	p->seat[seat].clipper = 0;
	p->must_open = 0;
	p->laid = 1;
	stick(d, p, seat, m, track, out);
	if (p->stage != STAGE_OVER)
		clip_pass_on(d, p, out);
	return 0;
}

/* R9. */
static int
apply_move(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int from = m->arg[CLIP_MOVE_FROM], to = m->arg[CLIP_MOVE_TO];

	if (p->seat[seat].card != CLIP_PORT + 1)
		return refuse(why, "no-port-card");
	if (p->must_open)
		return refuse_must_open(d, p, seat, why);
	if (p->laid > 0 || p->seat[seat].card_used)
		return refuse_int(why, "allowance-used",
		    p->seat[seat].card_used ? "moved" : "begun", 1);
	if (p->posts[from][seat] == 0)
		return refuse_place(d, why, "no-own-post-there", from);
	if (from == to)
		return refuse_place(d, why, "same-island", from);
	if (clip_posts(p, to) >= d->place[to].spaces)
		return refuse_place(d, why, "island-full", to);
	p->posts[from][seat]--;
	p->posts[to][seat]++;
	p->seat[seat].card_used = 1;
	events_move(out, seat, m);
	DERIVE(out, seat,
	    CLIP_MOVED, [CLIP_MOVE_FROM] = from, [CLIP_MOVE_TO] = to);
	clip_pass_on(d, p, out);
	return 0;
}

const char *
clip_done_check(const struct clip_position *p, int seat)
{
	if (p->must_open)
		return "must-open";
	if (p->laid > 0 ||
	    (p->seat[seat].card == CLIP_5X + 1 && p->stage == CLIP_LAY_1))
		return NULL;
	return "must-lay";
}

static int
apply_done(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	const char *code = clip_done_check(p, seat);

	if (code != NULL && p->must_open)
		return refuse_must_open(d, p, seat, why);
	if (code != NULL) {
		refuse(why, code);
		if (p->seat[seat].card == CLIP_5X + 1)
			refusal_int(why, "saved", 1);
		return -1;
	}
	events_move(out, seat, m);
	clip_pass_on(d, p, out);
	return 0;
}

static int
apply_pass(const struct game_data *d, struct clip_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	(void)why;
	events_move(out, seat, m);
	clip_pass_on(d, p, out);
	return 0;
}

/* A move may come from anywhere: its numbers must be ones that exist. */
static bool
well_formed(const struct game_data *d, const struct move *m)
{
	bool stick = m->verb == CLIP_V_LAY || m->verb == CLIP_V_OPEN;

	return verb_fits(d, EVENT_MOVE, m->verb, m->arg, m->n) &&
	    clip_linked(d, m) && (!stick || m->arg[CLIP_STICK_TIMES] >= 1);
}

/* R5: until somebody else moves, a clipper may be bought after the act too. */
static bool
buys_late(const struct clip_position *p, int seat, int verb)
{
	return verb == CLIP_V_BUY && seat > 0 && p->may_buy == seat;
}

int
clip_check_turn(const struct clip_position *p, int seat, int verb,
    struct refusal *why)
{
	if (buys_late(p, seat, verb))
		return 0;
	return seat_check(p, clip_turn_of(p), seat, why);
}

int
clip_check_phase(const struct clip_position *p, int seat, int verb,
    struct refusal *why)
{
	if ((verb >= CLIP_V_LAY) == (p->stage != CLIP_BUY) ||
	    buys_late(p, seat, verb))
		return 0;
	refuse_int(why, "wrong-phase", "phase", p->stage);
	if (p->stage == CLIP_BUY)
		refusal_int(why, "buying", 1);
	return -1;
}

/* What ends a seat's turn in phase 1 (R6). */
static bool
is_act(int verb)
{
	return verb == CLIP_V_POST || verb == CLIP_V_TAKE ||
	    verb == CLIP_V_PASS;
}

int
clip_apply(const struct game_data *d, void *pos, int seat, const struct move *m,
    struct events *out, struct refusal *why)
{
	static int (*const act[])(const struct game_data *,
	    struct clip_position *, int, const struct move *, struct events *,
	    struct refusal *) = { [CLIP_V_BUY] = apply_buy,
		[CLIP_V_POST] = apply_post,
		[CLIP_V_TAKE] = apply_take,
		[CLIP_V_PASS] = apply_pass,
		[CLIP_V_LAY] = apply_lay,
		[CLIP_V_OPEN] = apply_open,
		[CLIP_V_MOVE] = apply_move,
		[CLIP_V_DONE] = apply_done };
	struct clip_position *p = pos;

	if (clip_check_turn(p, seat, m->verb, why) < 0)
		return -1;
	if (!well_formed(d, m))
		return refuse(why, "unknown-command");
	if (clip_check_phase(p, seat, m->verb, why) < 0 ||
	    act[m->verb](d, p, seat, m, out, why) < 0)
		return -1;
	p->may_buy = is_act(m->verb) && p->seat[seat].clipper == 0 ?
	    (uint8_t)seat :
	    0;
	return 0;
}
