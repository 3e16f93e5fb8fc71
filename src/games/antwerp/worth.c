/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/reasons.h"
#include "games/antwerp/play.h"

/*
 * What a seat may hope for: its points, its ships on their way, worth less the
 * longer that looks, orders as far as it holds what they ask, and cards; less
 * what can be seen of the same of the others.
 */

/* Hundredths of a point. */
enum {
	POINT = 100,
	PREMIUM = 145, /* a point that an order adds to its products */
	ORDER = 60,    /* an order, besides */
	DONE = 600,    /* one that is fulfilled: three end the game */
	FIT = 30,      /* a good that an order asks */
	CARD = 19,     /* a card in hand */
	RESERVE = 10   /* a ship that could be loaded */
};
/* Percent. */
enum {
	ONE = 42, /* an order that lacks one product, or two */
	TWO = 12,
	ON_TOP = 25,     /* more if it is face up */
	TOP = 66,        /* a good by its top product, the rest by all */
	KEEP = 88,       /* of what is worth a sail later */
	OWN = 50,        /* sails that one names, times seats */
	CLOSED = 60,     /* of what lies behind a closed lock */
	LAST = 30,       /* of all hopes in the last round */
	OTHERS_TWO = 60, /* of the others' hopes: where there is one other */
	OTHERS = 10,
	ACCEPTS = 50
};

/* What a node is worth beyond which there are nodes of these worths. */
static int
prospect(const struct game_data *d, int seats, unsigned locks,
    const struct ant_place *at, const int16_t *left)
{
	int best = 0, sum = 0, stay = 0, own = OWN / seats;

	for (int c = 0; c < ANT_COLOURS; c++) {
		int most = 0;

		for (int k = 0; k < at->outs[c]; k++) {
			const struct ant_channel *ch =
			    &d->channel[at->out[c][k]];
			bool open = ch->lock == ANT_NONE ||
			    (locks >> ch->lock & 1);
			int worth = left[ch->to] * (open ? 100 : CLOSED) / 100;

			most = worth > most ? worth : most;
		}
		best = most > best ? most : best;
		sum += most;
		stay += at->outs[c] == 0;
	}
	/* Where it stays it is tried again. */
	return (own * best + (100 - own) * sum / ANT_COLOURS) * KEEP /
	    (10000 - KEEP * (100 - own) * stay / ANT_COLOURS);
}

/* Lower ranks first, so that every end of a channel is known. */
static void
prospects(const struct game_data *d, int seats, unsigned locks, int good,
    int16_t *left)
{
	int top = 0;

	for (int i = 0; i < ANT_NODES; i++) {
		left[i] = i == d->good[good].dock ? 1000 : 0;
		if (i < d->places && d->node[i].rank > top)
			top = d->node[i].rank;
	}
	for (int rank = 1; rank <= top; rank++)
		for (int i = 0; i < d->places; i++)
			if (d->node[i].rank == rank)
				left[i] = (int16_t)prospect(d, seats, locks,
				    &d->node[i], left);
}

void
ant_find_prospects(struct game_data *d)
{
	for (int seats = 2; seats <= ANT_SEATS; seats++)
		for (unsigned locks = 0; locks < 1 << ANT_LOCKS; locks++)
			for (int g = 0; g < ANT_GOODS; g++)
				prospects(d, seats, locks, g,
				    d->prospect[seats][locks][g]);
}

static int
missing(const struct ant_order *o, const struct ant_seat *s)
{
	int n = 0;

	for (int i = 0; i < o->n; i++)
		n += s->product[o->product[i]] == 0;
	return n;
}

static int
order_worth(const struct game_data *d, const struct ant_position *p,
    const struct ant_seat *s, const struct ant_order *o)
{
	int lack = missing(o, s), more = o->points, tops = 0;

	for (int i = 0; i < o->n; i++) {
		int product = o->product[i];

		more -= d->product[product].points;
		tops += s->product[product] == 0 &&
		    ant_top(p, product / 2) == product + 1;
	}
	more = more * PREMIUM + ORDER;
	if (lack == 0)
		return more;
	return more *
	    ((lack == 1        ? ONE :
		     lack == 2 ? TWO :
				 0) +
		ON_TOP * tops / lack) /
	    100;
}

/* What the orders of a seat add to a ship with this good. */
static int
good_fits(const struct game_data *d, const struct ant_seat *s, int good,
    int top)
{
	int worth = 0;

	for (int i = 0; i < s->hand[ANT_ORDER].n; i++) {
		const struct ant_order *o =
		    &d->order[s->hand[ANT_ORDER].card[i]];

		for (int k = 0; k < o->n; k++)
			if (o->product[k] / 2 == good &&
			    s->product[o->product[k]] == 0)
				worth += FIT * (o->product[k] == top ? 2 : 1) /
				    missing(o, s);
	}
	return worth;
}

/* Adds what the ships of each seat with a good are worth, as one sees it. */
static void
value_good(const struct game_data *d, const struct ant_position *p, int seat,
    int g, int *value)
{
	const int16_t *left = d->prospect[p->seats][p->open][g];
	int top = ant_top(p, g) - 1, worth, own;

	if (top < 0)
		return;
	worth = (d->product[2 * g].points + d->product[2 * g + 1].points) *
		POINT / 2 * (100 - TOP) / 100 +
	    d->product[top].points * POINT * TOP / 100;
	own = worth + good_fits(d, &p->seat[seat], g, top);
	for (int i = 0; i < d->places; i++) {
		int owner = p->ship[i].owner;

		if (owner != 0 && p->ship[i].good == g)
			value[owner] += (owner == seat ? own : worth) *
			    left[i] / 1000;
	}
}

static void
value_ships(const struct game_data *d, const struct ant_position *p, int seat,
    int *value)
{
	for (int g = 0; g < ANT_GOODS; g++)
		value_good(d, p, seat, g, value);
}

static int
orders_worth(const struct game_data *d, const struct ant_position *p,
    const struct ant_seat *s)
{
	int value = 0;

	for (int i = 0; i < s->hand[ANT_ORDER].n; i++)
		value += order_worth(d, p, s,
		    &d->order[s->hand[ANT_ORDER].card[i]]);
	return value;
}

/* R7: what an offer of the seat's that is open may bring; one that brings it
 * nothing is worse than none. */
static int
offer_worth(const struct game_data *d, const struct ant_position *p, int seat)
{
	struct ant_seat after = p->seat[seat];
	int gain = 0;

	for (int i = 0; i < ANT_PRODUCTS; i++) {
		int more = p->offer.want[i] - p->offer.give[i];

		gain += more * d->product[i].points * POINT;
		after.product[i] = (uint8_t)(after.product[i] + more);
	}
	gain += orders_worth(d, p, &after) - orders_worth(d, p, &p->seat[seat]);
	return gain > POINT ? gain * ACCEPTS / 100 : -POINT;
}

/* What a seat hopes for beside its points, as far as others see it. */
static int
own_hopes(const struct game_data *d, const struct ant_position *p, int seat)
{
	const struct ant_seat *s = &p->seat[seat];
	int hopes = orders_worth(d, p, s) + RESERVE * s->reserve +
	    CARD * (s->hand[ANT_LOCK].n + s->hand[ANT_SHIP].n);

	return p->offer.from == seat ? hopes + offer_worth(d, p, seat) : hopes;
}

int
ant_worth(const struct game_data *d, const void *pos, int seat)
{
	const struct ant_position *p = pos;
	int value[ANT_SEATS + 1] = { 0 }, others = 0, count = 100;

	if (p->stage == STAGE_OVER)
		count = 0;
	else if (p->lap != 0)
		count = LAST;
	value_ships(d, p, seat, value);
	value[seat] += own_hopes(d, p, seat);
	for (int s = 1; s <= p->seats; s++) {
		value[s] = value[s] * count / 100;
		if (s != seat)
			others += value[s] *
				(p->seats == 2 ? OTHERS_TWO : OTHERS) / 100 +
			    POINT * ant_score(d, p, s);
	}
	if (p->stage != STAGE_OVER)
		value[seat] += DONE * p->seat[seat].done;
	return value[seat] + POINT * ant_score(d, p, seat) -
	    others / (p->seats - 1);
}

/* The order that is worth to the seat what orders are on average. */
static int
usual_order(const struct game_data *d, const struct ant_position *p, int seat)
{
	int worth[ANT_ORDERS], sum = 0, best = 0;

	for (int i = 0; i < d->orders; i++) {
		worth[i] = order_worth(d, p, &p->seat[seat], &d->order[i]);
		sum += worth[i];
	}
	for (int i = 1; i < d->orders; i++)
		if (abs(worth[i] * d->orders - sum) <
		    abs(worth[best] * d->orders - sum))
			best = i;
	return best;
}

void
ant_imagine(const struct game_data *d, void *copy, int seat)
{
	struct ant_position *p = copy;

	for (int s = 1; s <= p->seats; s++) {
		if (s == seat)
			continue;
		for (int k = 0; k < ANT_SORTS; k++)
			memset(p->seat[s].hand[k].card, 0,
			    sizeof p->seat[s].hand[k].card);
		memset(&p->seat[s].standing, 0, sizeof p->seat[s].standing);
	}
	for (int g = 0; g < ANT_GOODS; g++)
		for (int i = p->stack[g].known; i + 1 < p->stack[g].n; i++)
			p->stack[g].card[i] = (uint8_t)(2 * g + i % 2);
	for (int k = 0; k < ANT_SORTS; k++)
		memset(p->deck[k].card,
		    k == ANT_ORDER ? usual_order(d, p, seat) : 0, p->deck[k].n);
}

/* One product for one that another has and that is worth no more. */
static void
offers(const struct game_data *d, const struct ant_position *p, int seat,
    int want, struct moves *out)
{
	for (int to = 1; to <= p->seats; to++)
		for (int give = 0; give < ANT_PRODUCTS; give++) {
			struct move *m;

			if (to == seat || p->seat[to].product[want] == 0 ||
			    p->seat[seat].product[give] == 0 || give == want ||
			    d->product[give].points < d->product[want].points)
				continue;
			m = moves_of(out, ANT_V_OFFER,
			    ANT_OFFER_WANT + ANT_PRODUCTS);
			m->arg[ANT_OFFER_TO] = (int16_t)to;
			m->arg[ANT_OFFER_GIVE + give] = 1;
			m->arg[ANT_OFFER_WANT + want] = 1;
		}
}

/* R7: an offer before the end of every third turn, for what completes an
 * order: whoever says no is not asked again at once. */
void
ant_ideas(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct ant_position *p = pos;
	const struct ant_seat *s = &p->seat[seat];

	if (p->stage != ANT_TURN || p->at != seat || !p->main_done ||
	    p->pending.seat != 0 || p->offer.from != 0 || p->offers != 0 ||
	    (p->round + seat) % 3 != 0)
		return;
	for (int i = 0; i < s->hand[ANT_ORDER].n; i++) {
		const struct ant_order *o =
		    &d->order[s->hand[ANT_ORDER].card[i]];

		for (int k = 0; k < o->n && missing(o, s) == 1; k++)
			if (s->product[o->product[k]] == 0)
				offers(d, p, seat, o->product[k], out);
	}
}

/* Why (reasons): what the parts above have become. */

struct ant_change {
	const struct game_data *d;
	const struct ant_position *was, *is;
	int seat;
	struct reasons *out;
};

static bool
holds_order(const struct ant_seat *s, int order)
{
	for (int i = 0; i < s->hand[ANT_ORDER].n; i++)
		if (s->hand[ANT_ORDER].card[i] == order)
			return true;
	return false;
}

static bool
has_done(const struct ant_seat *s, int order)
{
	for (int i = 0; i < s->done; i++)
		if (s->order[i] == order)
			return true;
	return false;
}

/* The orders that it held before: fulfilled, laid away, or nearer or farther
 * now. What points that brings is told of the one that is fulfilled. */
static void
why_orders(const struct ant_change *c, int points)
{
	const struct ant_seat *was = &c->was->seat[c->seat];
	const struct ant_seat *is = &c->is->seat[c->seat];

	for (int i = 0; i < was->hand[ANT_ORDER].n; i++) {
		int card = was->hand[ANT_ORDER].card[i];
		const struct ant_order *o = &c->d->order[card];
		int gain = -order_worth(c->d, c->was, was, o);
		const char *code = "laid_away";
		struct cJSON *about;

		if (has_done(is, card)) {
			code = "fulfilled";
			gain += points + DONE;
		} else if (holds_order(is, card)) {
			code = "order";
			gain += order_worth(c->d, c->is, is, o);
		}
		about = reasons_add(c->out, code, gain);
		if (about != NULL)
			tree_add_str(about, "order", o->id);
	}
}

/* Those that it draws: worth what orders are on average. */
static void
why_drawn(const struct ant_change *c)
{
	const struct ant_seat *is = &c->is->seat[c->seat];
	int gain = 0;

	for (int i = 0; i < is->hand[ANT_ORDER].n; i++)
		if (!holds_order(&c->was->seat[c->seat],
			is->hand[ANT_ORDER].card[i]))
			gain += order_worth(c->d, c->is, is,
			    &c->d->order[is->hand[ANT_ORDER].card[i]]);
	reasons_add(c->out, "new_order", gain);
}

static void
why_goods(const struct ant_change *c)
{
	for (int g = 0; g < ANT_GOODS; g++) {
		int was[ANT_SEATS + 1] = { 0 }, is[ANT_SEATS + 1] = { 0 };
		struct cJSON *o;

		value_good(c->d, c->was, c->seat, g, was);
		value_good(c->d, c->is, c->seat, g, is);
		o = reasons_add(c->out, "good", is[c->seat] - was[c->seat]);
		if (o != NULL)
			tree_add_str(o, "good", c->d->good[g].id);
	}
}

/* The other seat whose ships it changes most. */
static void
why_others(const struct ant_change *c)
{
	int was[ANT_SEATS + 1] = { 0 }, is[ANT_SEATS + 1] = { 0 };
	int most = 0, whose = 0;
	struct cJSON *o;

	value_ships(c->d, c->was, c->seat, was);
	value_ships(c->d, c->is, c->seat, is);
	for (int s = 1; s <= c->is->seats; s++)
		if (s != c->seat && abs(was[s] - is[s]) > abs(most)) {
			most = was[s] - is[s];
			whose = s;
		}
	o = reasons_add(c->out, "other",
	    most * (c->is->seats == 2 ? OTHERS_TWO : OTHERS) / 100);
	if (o != NULL)
		tree_add_str(o, "seat", seat_id(whose));
}

/* Whose ship could come to a place by one sail, were it free; 0. */
static int
rival_at(const struct ant_change *c, int place)
{
	for (int k = 0; k < c->d->channels; k++) {
		const struct ant_channel *ch = &c->d->channel[k];
		int owner = ch->from < c->d->places ?
		    c->was->ship[ch->from].owner :
		    0;

		if (ch->to == place && owner != 0 && owner != c->seat &&
		    (ch->lock == ANT_NONE || (c->was->open >> ch->lock & 1)))
			return owner;
	}
	return 0;
}

/* The first place that it takes and another could have taken. */
static void
why_place(const struct ant_change *c)
{
	for (int i = 0; i < c->d->places; i++) {
		int rival = c->is->ship[i].owner == c->seat &&
			c->was->ship[i].owner == 0 ?
		    rival_at(c, i) :
		    0;
		struct cJSON *o = rival != 0 ? reasons_note(c->out, "rival") :
					       NULL;

		if (o == NULL)
			continue;
		tree_add_str(o, "place", c->d->node[i].id);
		tree_add_str(o, "place_id", c->d->node[i].id);
		tree_add_str(o, "seat", seat_id(rival));
		return;
	}
}

static int
cards(const struct ant_seat *s)
{
	return s->hand[ANT_LOCK].n + s->hand[ANT_SHIP].n;
}

void
ant_reasons(const struct game_data *d, const void *before, const void *after,
    int seat, struct reasons *out)
{
	const struct ant_position *was = before, *is = after;
	const struct ant_change c = { d, was, is, seat, out };
	int points = POINT * (ant_score(d, is, seat) - ant_score(d, was, seat));

	why_orders(&c, points);
	why_drawn(&c);
	if (is->seat[seat].done == was->seat[seat].done)
		reasons_add(out, "products", points);
	why_goods(&c);
	why_others(&c);
	reasons_add(out, "cards",
	    CARD * (cards(&is->seat[seat]) - cards(&was->seat[seat])));
	if (is->offer.from == seat)
		reasons_add(out, "offer", offer_worth(d, is, seat));
	why_place(&c);
}
