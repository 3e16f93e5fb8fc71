/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/reasons.h"
#include "games/clippers/lines.h"
#include "games/clippers/play.h"

/*
 * What a seat may hope for: dollars, and of each of its posts what stands
 * there for every colour that has come or may come, less the farther it is;
 * then what the next seat can make of it at once. What helps all others as
 * much is worth nothing.
 */

/* Hundredths of a point. */
enum {
	MONEY = 114,   /* a dollar, which may buy something */
	RESERVE = 270, /* a post that may still be placed */
	LAY = 100      /* a stick more, by a card */
};

/* Percent: how likely a colour still comes to an island. */
static int
likely(int sticks, int left)
{
	int chance = 60 - 9 * sticks;

	if (sticks > left)
		return 0;
	return chance > 14 ? chance : 14;
}

struct outlook {
	int chance[CLIP_COLOURS][CLIP_ISLANDS]; /* percent */
	int worth[CLIP_ISLANDS];                /* of a post */
};

static void
look_out(const struct game_data *d, const struct clip_position *p,
    struct outlook *o)
{
	int sticks[CLIP_PLACES], held = 0;

	for (int s = 1; s <= p->seats; s++)
		if (p->seat[s].clipper != 0)
			held |= 1 << (p->seat[s].clipper - 1);
	memset(o->worth, 0, sizeof o->worth);
	for (int c = 0; c < CLIP_COLOURS; c++) {
		clip_reach(d, p, c, held >> c & 1, sticks);
		for (int i = 0; i < CLIP_ISLANDS; i++) {
			o->chance[c][i] = clip_connected(p, c, i) ?
			    100 :
			    likely(sticks[i], p->sticks[c]);
			o->worth[i] += o->chance[c][i] * d->place[i].value;
		}
	}
}

/* How many posts more than the others have on average, times the others. */
static int
lead(const struct clip_position *p, int island, int seat)
{
	return p->posts[island][seat] * p->seats - clip_posts(p, island);
}

/* Parts still to lay on a way. */
static int
parts_left(const struct game_data *d, const struct clip_position *p, int colour,
    int way)
{
	const struct clip_link *l = &d->link[way / 2];
	int laid = 0;

	for (int t = 0; t < l->tracks; t++) {
		const struct clip_track *k = &p->track[way / 2][t];

		if (k->colour == colour + 1 && k->back == way % 2 &&
		    k->laid < l->parts && k->laid > laid)
			laid = k->laid;
	}
	return l->parts - laid;
}

/* What a seat gains if a colour comes to an island by its stick. */
static int
gain(const struct game_data *d, const struct clip_position *p,
    const struct outlook *o, int seat, int colour, int island)
{
	int card = p->seat[seat].card;
	int dollars = clip_bonus((struct clip_stick){ .arrived = true,
	    .before = (uint8_t)clip_colours(p, island) });

	dollars *= card == CLIP_2X + 1 ? 2 : card != CLIP_3X + 1;
	return 100 * dollars * (p->seats - 1) +
	    lead(p, island, seat) * d->place[island].value *
	    (100 - o->chance[colour][island]);
}

/* The best that the seat to act can make of one stick that completes a link. */
static int
threat(const struct game_data *d, const struct clip_position *p,
    const struct outlook *o, int seat)
{
	int best = 0;

	for (int c = 0; c < CLIP_COLOURS; c++) {
		if (!clip_may_lay(d, p, c))
			continue;
		for (int way = -1; (way = clip_next_way(p, c, way + 1)) >= 0;) {
			const struct clip_link *l = &d->link[way / 2];
			int to = way % 2 == 0 ? l->to : l->from, worth;

			if (clip_connected(p, c, to) ||
			    parts_left(d, p, c, way) != 1)
				continue;
			worth = gain(d, p, o, seat, c, to);
			best = worth > best ? worth : best;
		}
	}
	return best;
}

/* The sticks more that a card gives, over the two phases to come. */
static int
card_worth(const struct clip_position *p, int seat)
{
	int card = p->seat[seat].card, lays = clip_allowance(p, seat);

	if (p->stage != CLIP_BUY && p->at == seat && p->laid > 0)
		return 0;
	if (card == CLIP_5X + 1)
		return p->seat[seat].card_used ? 0 :
						 LAY * (lays - 2 * p->plain);
	return LAY * 2 * (lays - p->plain);
}

/* But for its posts and its card. */
static int
means(const struct clip_position *p, int seat)
{
	return MONEY * p->seat[seat].money + RESERVE * p->seat[seat].reserve;
}

int
clip_worth(const struct game_data *d, const void *pos, int seat)
{
	const struct clip_position *p = pos;
	struct outlook o;
	int total = 0, next = clip_turn_of(p);

	look_out(d, p, &o);
	for (int s = 1; s <= p->seats; s++) {
		int own = means(p, s) + card_worth(p, s);

		total += s == seat ? own * (p->seats - 1) : -own;
	}
	for (int i = 0; i < CLIP_ISLANDS; i++)
		total += lead(p, i, seat) * o.worth[i];
	if (next != seat && next != 0 && p->stage != CLIP_BUY)
		total -= threat(d, p, &o, next) / (5 * (p->seats - 1));
	return total / (p->seats - 1);
}

/* Why (reasons): what the parts above have become. */

struct clip_change {
	const struct game_data *d;
	const struct clip_position *was, *is;
	struct outlook before, after;
	int seat;
	struct reasons *out;
};

/* Another seat that has more posts there than any; 0. */
static int
holder_of(const struct clip_position *p, int island, int seat)
{
	int best = 0, most = 0;

	for (int s = 1; s <= p->seats; s++) {
		int n = s == seat ? 0 : p->posts[island][s];

		if (n > 0 && n == most)
			best = 0;
		if (n > most) {
			most = n;
			best = s;
		}
	}
	return best;
}

/* The colour whose way to an island has changed most. */
static int
colour_there(const struct clip_change *c, int island)
{
	int best = 0, most = 0;

	for (int k = 0; k < CLIP_COLOURS; k++) {
		int by = abs(c->after.chance[k][island] -
		    c->before.chance[k][island]);

		if (by > most) {
			most = by;
			best = k;
		}
	}
	return best;
}

static int
posts_worth(const struct clip_change *c, int island, bool after)
{
	const struct clip_position *p = after ? c->is : c->was;
	const struct outlook *o = after ? &c->after : &c->before;

	return lead(p, island, c->seat) * o->worth[island] / (p->seats - 1);
}

/* One that gets or loses a post of the seat's, or whose colours change: the
 * best and the worst of these, and the rest. */
static void
why_islands(const struct clip_change *c)
{
	int best = 0, worst = 0, rest = 0, at[2] = { 0 };
	int holder;
	struct cJSON *o;

	for (int i = 0; i < CLIP_ISLANDS; i++) {
		int gain = posts_worth(c, i, true) - posts_worth(c, i, false);

		if (c->is->posts[i][c->seat] != c->was->posts[i][c->seat]) {
			bool more = c->is->posts[i][c->seat] >
			    c->was->posts[i][c->seat];

			gain += RESERVE *
			    (c->is->seat[c->seat].reserve -
				c->was->seat[c->seat].reserve);
			o = reasons_add(c->out, more ? "post" : "left", gain);
			if (o != NULL)
				tree_add_str(o, "island", c->d->place[i].id);
			continue;
		}
		rest += gain;
		if (gain > best) {
			best = gain;
			at[0] = i;
		} else if (gain < worst) {
			worst = gain;
			at[1] = i;
		}
	}
	reasons_add(c->out, "elsewhere", rest - best - worst);
	for (int i = 0; i < 2; i++) {
		o = reasons_add(c->out, "colour", i == 0 ? best : worst);
		if (o == NULL)
			continue;
		tree_add_str(o, "colour",
		    c->d->company[colour_there(c, at[i])].id);
		tree_add_str(o, "island", c->d->place[at[i]].id);
		holder = holder_of(c->is, at[i], c->seat);
		if (holder != 0)
			tree_add_str(o, "seat", seat_id(holder));
	}
}

/* The next seat to lay, if it is another. */
static int
next_of(const struct clip_position *p, int seat)
{
	int next = clip_turn_of(p);

	return next == seat || p->stage == CLIP_BUY ? 0 : next;
}

/* What the next seat could make of it, less what it could before; and that it
 * is its turn now. */
static void
why_next(const struct clip_change *c)
{
	int next = next_of(c->is, c->seat), before = next_of(c->was, c->seat);
	int part = 5 * (c->is->seats - 1), turn = 0, gain;
	struct cJSON *o;

	if (before != 0)
		turn = threat(c->d, c->was, &c->before, before) / part;
	if (next != 0) {
		gain = threat(c->d, c->was, &c->before, next) / part;
		turn -= gain;
		gain -= threat(c->d, c->is, &c->after, next) / part;
		o = reasons_add(c->out, "next", gain);
		if (o != NULL)
			tree_add_str(o, "seat", seat_id(next));
	}
	o = next != before ? reasons_add(c->out, "turn", turn) : NULL;
	if (o != NULL && next != 0)
		tree_add_str(o, "seat", seat_id(next));
}

/* What others have to pay and to place with. What cards are worth goes and
 * comes with the phases, and is no reason for anything but to take one. */
static void
why_others(const struct clip_change *c)
{
	for (int s = 1; s <= c->is->seats; s++) {
		struct cJSON *o = NULL;

		if (s != c->seat)
			o = reasons_add(c->out, "other",
			    (means(c->was, s) - means(c->is, s)) /
				(c->is->seats - 1));
		if (o != NULL)
			tree_add_str(o, "seat", seat_id(s));
	}
}

void
clip_reasons(const struct game_data *d, const void *before, const void *after,
    int seat, struct reasons *out)
{
	struct clip_change c = { .d = d,
		.was = before,
		.is = after,
		.seat = seat,
		.out = out };
	int money = c.is->seat[seat].money - c.was->seat[seat].money;
	struct cJSON *o;

	look_out(d, c.was, &c.before);
	look_out(d, c.is, &c.after);
	why_islands(&c);
	o = reasons_add(out, "money", MONEY * money);
	if (o != NULL)
		tree_add_int(o, "n", abs(money));
	if (c.is->seat[seat].card != c.was->seat[seat].card &&
	    c.is->seat[seat].card != 0)
		reasons_add(out, "card", card_worth(c.is, seat));
	why_others(&c);
	why_next(&c);
}
