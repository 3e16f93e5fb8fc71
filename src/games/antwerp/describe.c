/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/*
 * What a legal move does, from what its seat knows. Where a colour or a card
 * allows many moves, they are a family: a mail says them in words.
 */

enum { MANY_FORKS = 3 };

void
ant_tell_seat(const char *key, int seat, struct json *out)
{
	json_key(out, key);
	json_object(out);
	json_kstr(out, "seat", seat_id(seat));
	json_object_end(out);
}

void
ant_tell_locks(const struct game_data *d, const char *key, int bits,
    struct json *out)
{
	bits &= (1 << ANT_LOCKS) - 1;
	json_key(out, key);
	json_array(out);
	for (int i = 0; i < ANT_LOCKS; i++) {
		if (!(bits >> i & 1))
			continue;
		json_object(out);
		json_kstr(out, "id", d->lock[i].id);
		json_kstr(out, "lock", d->lock[i].id);
		json_kflag(out, "more", bits >> (i + 1) != 0);
		json_object_end(out);
	}
	json_array_end(out);
}

/* The products of an order. */
static void
describe_products(const struct game_data *d, const struct ant_order *o,
    struct json *out)
{
	json_key(out, "products");
	json_array(out);
	for (int i = 0; i < o->n; i++) {
		json_object(out);
		json_kflag(out, "more", i + 1 < o->n);
		json_kstr(out, "product", d->product[o->product[i]].id);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
describe_order(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, struct json *out)
{
	const struct ant_order *o = &d->order[m->arg[0]];
	bool fulfil = m->verb == ANT_V_FULFIL;

	json_kflag(out, "last", fulfil && p->seat[seat].done == 2);
	json_kstr(out, "order", o->id);
	json_kint(out, "points", o->points);
	describe_products(d, o, out);
}

static bool
whose(const struct ant_step *s, int seat, bool own)
{
	return (s->ship.owner == seat) == own;
}

/* The reader's ships that would move, or those of others. */
static void
describe_steps(const struct game_data *d, const char *key, int seat,
    bool own, const struct ant_step *step, int n, struct json *out)
{
	int left = 0;

	for (int i = 0; i < n; i++)
		left += whose(&step[i], seat, own);
	json_key(out, key);
	json_array(out);
	for (int i = 0; i < n; i++) {
		if (!whose(&step[i], seat, own))
			continue;
		json_object(out);
		json_kstr(out, "from_id", d->node[step[i].from].id);
		json_kstr(out, "good", d->good[step[i].ship.good].id);
		json_kflag(out, "more", --left > 0);
		if (step[i].to[1] != ANT_NONE)
			json_kstr(out, "or_id", d->node[step[i].to[1]].id);
		json_kflag(out, "right", step[i].to[1] == ANT_NONE &&
		    d->node[step[i].to[0]].good == step[i].ship.good);
		json_kstr(out, "seat", seat_id(step[i].ship.owner));
		json_kstr(out, "to_id", d->node[step[i].to[0]].id);
		json_object_end(out);
	}
	json_array_end(out);
}

/* The places of own ships before a fork, which a sail must name. */
static void
describe_forks(const struct game_data *d, const struct ant_position *p,
    int seat, int colour, struct json *out)
{
	int left = 0;

	for (int i = 0; i < d->places; i++)
		left += p->ship[i].owner == seat && ant_fork(d, p, i, colour);
	json_key(out, "forks");
	json_array(out);
	for (int i = 0; i < d->places; i++) {
		const uint8_t *way = d->node[i].out[colour];

		if (p->ship[i].owner != seat || !ant_fork(d, p, i, colour))
			continue;
		json_object(out);
		json_kstr(out, "at_id", d->node[i].id);
		json_kflag(out, "more", --left > 0);
		json_kstr(out, "one_id", d->node[d->channel[way[0]].to].id);
		json_kstr(out, "other_id",
		    d->node[d->channel[way[1]].to].id);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
describe_sail(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, struct json *out)
{
	struct ant_step step[ANT_SHIPS];
	int n = ant_foresee(d, p, ANT_ALL, m->arg[0], m, 1, step), mine = 0;
	char family[24];

	(void)snprintf(family, sizeof family, "sail:%s",
	    d->colour[m->arg[0]].id);
	json_kstr(out, "colour", d->colour[m->arg[0]].id);
	if (m->n - 1 >= MANY_FORKS)
		json_kstr(out, "family", family);
	describe_forks(d, p, seat, m->arg[0], out);
	describe_steps(d, "mine", seat, true, step, n, out);
	json_kflag(out, "none", n == 0);
	describe_steps(d, "others", seat, false, step, n, out);
	for (int i = 0; i < n; i++)
		mine += whose(&step[i], seat, true);
	json_kflag(out, "some_mine", mine > 0);
	json_kflag(out, "some_others", mine < n);
}

static void
describe_lock_card(const struct game_data *d, const struct ant_position *p,
    const struct move *m, struct json *out)
{
	const struct ant_card *c = &d->card[ANT_LOCK][m->arg[1]];
	int end = m->n - (c->does == ANT_SWITCH), named = 0;
	bool open = c->does == ANT_SWITCH ? m->arg[end] : c->does == ANT_OPEN;

	for (int i = 2; i < end; i++)
		named |= 1 << m->arg[i];
	named &= open ? ~p->open : p->open;
	json_kstr(out, "card", c->id);
	json_kflag(out, "closes", !open && named != 0);
	verb_tell_is("lock_card", out);
	ant_tell_locks(d, "locks", named, out);
	json_kflag(out, "none", named == 0);
	json_kflag(out, "opens", open && named != 0);
}

static void
describe_play(const struct game_data *d, const struct ant_position *p,
    const struct move *m, struct json *out)
{
	static const char *const is[] = { "sail_alone", "extra_colour",
		"extra_ship", "step_back", "double_yield", "drop_anchor",
		"swap_cargo" };
	char family[32];

	if (m->arg[0] == ANT_LOCK) {
		describe_lock_card(d, p, m, out);
		return;
	}
	(void)snprintf(family, sizeof family, "play:%s",
	    ant_card_id(d, ANT_SHIP, m->arg[1]));
	json_kstr(out, "card", ant_card_id(d, ANT_SHIP, m->arg[1]));
	json_kstr(out, "family", family);
	verb_tell_is(is[d->card[ANT_SHIP][m->arg[1]].does], out);
}

static void
describe_choice(const struct game_data *d, const struct ant_position *p,
    int choice, struct json *out)
{
	int good = p->ship[p->pending.at].good;

	json_kflag(out, "anchor", p->pending.what == ANT_P_ANCHOR);
	json_kflag(out, "fork", p->pending.what == ANT_P_FORK);
	json_kstr(out, "good", d->good[good].id);
	if (p->pending.what == ANT_P_FORK)
		json_kflag(out, "home", d->node[choice].reach >> good & 1);
	json_kflag(out, "lock", choice == ANT_SAY_LOCK);
	json_kflag(out, "ship", choice == ANT_SAY_SHIP);
	if (ant_is_node(d, choice) && p->pending.what == ANT_P_FORK) {
		json_kstr(out, "to", d->node[choice].id);
		json_kstr(out, "to_id", d->node[choice].id);
	}
}

/* An open offer, for those who answer it, or one that is made. */
static void
describe_offer(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, struct json *out)
{
	int16_t n[2 * ANT_PRODUCTS];

	for (int i = 0; i < 2 * ANT_PRODUCTS; i++)
		n[i] = m->verb == ANT_V_OFFER ? m->arg[1 + i] :
		    i < ANT_PRODUCTS ? p->offer.give[i] :
		    p->offer.want[i - ANT_PRODUCTS];
	ant_tell_products(d, "give", n, out);
	ant_tell_seat("giver", m->verb == ANT_V_OFFER ? seat : p->offer.from,
	    out);
	ant_tell_seat("taker", m->verb == ANT_V_OFFER ? m->arg[0] :
	    p->offer.to, out);
	ant_tell_products(d, "want", n + ANT_PRODUCTS, out);
}

static void
describe_verb(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, struct json *out)
{
	switch (m->verb) {
	case ANT_V_LOAD:
		json_kstr(out, "family", "load");
		json_kstr(out, "good", d->good[m->arg[0]].id);
		json_kstr(out, "place", d->node[m->arg[1]].id);
		break;
	case ANT_V_SAIL:
		describe_sail(d, p, seat, m, out);
		break;
	case ANT_V_EXCHANGE:
	case ANT_V_FULFIL:
		describe_order(d, p, seat, m, out);
		break;
	case ANT_V_PLAY:
		describe_play(d, p, m, out);
		break;
	case ANT_V_CHOOSE:
		describe_choice(d, p, m->arg[0], out);
		break;
	case ANT_V_OFFER:
	case ANT_V_ACCEPT:
	case ANT_V_DECLINE:
	case ANT_V_WITHDRAW:
		describe_offer(d, p, seat, m, out);
		break;
	default:
		break;
	}
	json_kstr(out, "seat", seat_id(seat));
	json_kstr(out, "verb", verb_told(&ant_verbs, m->verb));
}

void
ant_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct json *out)
{
	struct buf words = BUF_INIT;

	ant_format(d, pos, seat, m, &words);
	json_object(out);
	describe_verb(d, pos, seat, m, out);
	json_kstr(out, "words", buf_text(&words));
	json_object_end(out);
	buf_release(&words);
}
