/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/antwerp/play.h"

/*
 * What a legal move does, from what its seat knows. Where a colour or a card
 * allows many moves, they are a family: a mail says them in words.
 */

enum { MANY_FORKS = 3, FEW_SHIPS = 2 };

void
ant_tell_seat(const char *key, int seat, struct cJSON *out)
{
	tree_add_str(tree_object(out, key), "seat", seat_id(seat));
}

void
ant_tell_locks(const struct game_data *d, const char *key, int bits,
    struct cJSON *out)
{
	cJSON *list = tree_list(out, key), *lock;

	for (int i = 0; i < ANT_LOCKS; i++) {
		if (!(bits >> i & 1))
			continue;
		lock = tree_member(list);
		tree_add_str(lock, "id", d->lock[i].id);
		tree_add_str(lock, "lock", d->lock[i].id);
	}
}

bool
ant_is_dock(const struct game_data *d, int node)
{
	return ant_is_end(node) && d->node[node].good != ANT_NONE;
}

const char *
ant_way_said(const struct game_data *d, int node)
{
	return ant_is_dock(d, node) ? d->node[node].name : d->node[node].id;
}

/* The products of an order. */
static void
describe_products(const struct game_data *d, const struct ant_order *o,
    struct cJSON *out)
{
	cJSON *list = tree_list(out, "products");

	for (int i = 0; i < o->n; i++)
		tree_add_str(tree_member(list), "product",
		    d->product[o->product[i]].id);
}

static void
describe_order(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, struct cJSON *out)
{
	const struct ant_order *o = &d->order[m->arg[ANT_FULFIL_ORDER]];
	bool fulfil = m->verb == ANT_V_FULFIL;

	tree_flag(out, "last", fulfil && p->seat[seat].done == 2);
	tree_add_str(out, "order", o->id);
	tree_add_int(out, "points", o->points);
	describe_products(d, o, out);
}

/* A ship that would move. */
static void
describe_step(const struct game_data *d, const struct ant_step *s, cJSON *to)
{
	tree_add_str(to, "from_id", d->node[s->from].id);
	tree_add_str(to, "good", d->good[s->ship.good].id);
	if (s->to[1] != ANT_NONE)
		tree_add_str(to, "or_id", ant_way_said(d, s->to[1]));
	if (s->missed != ANT_NONE)
		tree_add_str(to, "missed_id", ant_way_said(d, s->missed));
	tree_flag(to, "right",
	    s->to[1] == ANT_NONE && d->node[s->to[0]].good == s->ship.good);
	tree_add_str(to, "seat", seat_id(s->ship.owner));
	tree_add_str(to, "to_id", ant_way_said(d, s->to[0]));
}

/* The places of own ships before a fork, which a sail must name. */
static void
describe_forks(const struct game_data *d, const struct ant_position *p,
    int seat, int colour, struct cJSON *out)
{
	cJSON *list = tree_list(out, "forks"), *fork;

	for (int i = 0; i < d->places; i++) {
		const uint8_t *way = d->node[i].out[colour];

		if (p->ship[i].owner != seat || !ant_fork(d, p, i, colour))
			continue;
		fork = tree_member(list);
		tree_add_str(fork, "at_id", d->node[i].id);
		tree_add_str(fork, "one_id",
		    ant_way_said(d, d->channel[way[0]].to));
		tree_add_str(fork, "other_id",
		    ant_way_said(d, d->channel[way[1]].to));
	}
}

/* Own ships for which a way is named in vain: behind those that move. */
static void
describe_stuck(const struct game_data *d, const struct ant_step *step, int n,
    bool also, cJSON *list)
{
	for (int i = 0; i < n; i++) {
		cJSON *o;

		if (step[i].to[0] != ANT_NONE)
			continue;
		o = tree_member(list);
		tree_flag(o, "also", also);
		tree_add_str(o, "from_id", d->node[step[i].from].id);
		tree_add_str(o, "missed_id", ant_way_said(d, step[i].missed));
		also = true;
	}
}

static void
describe_sail(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *m, struct cJSON *out)
{
	struct ant_step step[ANT_SHIPS];
	int colour = m->arg[ANT_SAIL_COLOUR];
	int n = ant_foresee(d, p, ANT_ALL, colour, m, ANT_SAIL_WISHES, step);
	cJSON *mine, *others, *stuck;
	char family[24];

	(void)snprintf(family, sizeof family, "sail:%s", d->colour[colour].id);
	tree_add_str(out, "colour", d->colour[colour].id);
	if (m->n - ANT_SAIL_WISHES >= MANY_FORKS)
		tree_add_str(out, "family", family);
	describe_forks(d, p, seat, colour, out);
	mine = tree_list(out, "mine");
	others = tree_list(out, "others");
	stuck = tree_list(out, "stuck");
	for (int i = 0; i < n; i++)
		if (step[i].to[0] != ANT_NONE)
			describe_step(d, &step[i],
			    tree_member(step[i].ship.owner == seat ? mine :
								     others));
	describe_stuck(d, step, n, mine->child != NULL, stuck);
	tree_flag(out, "none", mine->child == NULL && others->child == NULL);
	tree_flag(out, "some_mine",
	    mine->child != NULL || stuck->child != NULL);
	tree_flag(out, "some_others", others->child != NULL);
}

/* Those that a card names and that are as it would have them. */
static int
idle_locks(const struct game_data *d, const struct move *m, int turned)
{
	int end = m->n - (ant_played(d, m)->does == ANT_SWITCH), named = 0;

	for (int i = ANT_PLAY_LOCKS; i < end; i++)
		named |= 1 << m->arg[i];
	return named & ~turned;
}

static void
describe_lock_card(const struct game_data *d, const struct ant_position *p,
    const struct move *m, struct cJSON *out)
{
	const struct ant_card *c = ant_played(d, m);
	int after = ant_turned(d, p, m), named = after ^ p->open;
	bool open = (named & after) != 0;

	tree_add_str(out, "card", c->id);
	tree_flag(out, "closes", !open && named != 0);
	verb_tell_is("lock_card", out);
	ant_tell_locks(d, "idle", idle_locks(d, m, named), out);
	ant_tell_locks(d, "locks", named, out);
	tree_flag(out, "none", named == 0);
	tree_flag(out, "opens", open && named != 0);
}

static void
describe_play(const struct game_data *d, const struct ant_position *p,
    const struct move *m, struct cJSON *out)
{
	static const char *const is[] = { "sail_alone", "extra_colour",
		"extra_ship", "step_back", "double_yield", "drop_anchor",
		"swap_cargo" };
	char family[32];

	if (m->arg[ANT_PLAY_SORT] == ANT_LOCK) {
		describe_lock_card(d, p, m, out);
		return;
	}
	(void)snprintf(family, sizeof family, "play:%s", ant_played(d, m)->id);
	tree_add_str(out, "card", ant_played(d, m)->id);
	tree_add_str(out, "family", family);
	verb_tell_is(is[ant_played(d, m)->does], out);
}

static void
describe_choice(const struct game_data *d, const struct ant_position *p,
    int choice, struct cJSON *out)
{
	int good = p->ship[p->pending.at].good;

	tree_flag(out, "anchor", p->pending.what == ANT_P_ANCHOR);
	tree_flag(out, "fork", p->pending.what == ANT_P_FORK);
	tree_add_str(out, "good", d->good[good].id);
	if (p->pending.what == ANT_P_FORK)
		tree_flag(out, "home", d->node[choice].reach >> good & 1);
	tree_flag(out, "lock", choice == ANT_SAY_LOCK);
	tree_flag(out, "ship", choice == ANT_SAY_SHIP);
	if (ant_is_node(d, choice) && p->pending.what == ANT_P_FORK) {
		tree_add_str(out, "to", d->node[choice].id);
		if (!ant_is_dock(d, choice))
			tree_add_str(out, "to_id", d->node[choice].id);
	}
}

/* An open offer, for those who answer it, or one that is made. */
static void
describe_offer(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, struct cJSON *out)
{
	int16_t n[2 * ANT_PRODUCTS];

	for (int i = 0; i < 2 * ANT_PRODUCTS; i++)
		n[i] = m->verb == ANT_V_OFFER ? m->arg[ANT_OFFER_GIVE + i] :
		    i < ANT_PRODUCTS          ? p->offer.give[i] :
						p->offer.want[i - ANT_PRODUCTS];
	verb_tell_counts(ant_products, d, "give", n, out);
	ant_tell_seat("giver", m->verb == ANT_V_OFFER ? seat : p->offer.from,
	    out);
	ant_tell_seat("taker",
	    m->verb == ANT_V_OFFER ? m->arg[ANT_OFFER_TO] : p->offer.to, out);
	verb_tell_counts(ant_products, d, "want", n + ANT_PRODUCTS, out);
}

/* Who has few ships under way loads one, mostly: each way to do it has its
 * number then, in a row for each good. */
static void
describe_load(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *m, struct cJSON *out)
{
	int ships = 0;

	for (int i = 0; i < d->places; i++)
		ships += p->ship[i].owner == seat;
	tree_add_str(out, ships < FEW_SHIPS ? "row" : "family",
	    ships < FEW_SHIPS ? d->good[m->arg[ANT_LOAD_GOOD]].id : "load");
	tree_add_str(out, "good", d->good[m->arg[ANT_LOAD_GOOD]].id);
	tree_add_str(out, "place", d->node[m->arg[ANT_LOAD_PLACE]].id);
	tree_add_str(out, "place_id", d->node[m->arg[ANT_LOAD_PLACE]].id);
}

static void
describe_verb(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *m, struct cJSON *out)
{
	switch (m->verb) {
	case ANT_V_LOAD:
		describe_load(d, p, seat, m, out);
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
}

void
ant_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out)
{
	struct buf words = BUF_INIT;

	ant_format(d, pos, seat, m, &words);
	describe_verb(d, pos, seat, m, out);
	verb_describe(&ant_verbs, seat, m, out);
	tree_add_str(out, "words", buf_text(&words));
	buf_release(&words);
}

/* What templates are told of events besides. A move is told in its words. */

void
ant_tell_words(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	struct buf words = BUF_INIT;
	struct move m;

	move_from_event(&m, ev);
	ant_format(d, NULL, ev->actor, &m, &words);
	tree_add_str(out, "words", buf_text(&words));
	buf_release(&words);
}

void
ant_tell_sailed(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	tree_flag(out, "alone", ev->arg[ANT_SAILED_HOW] == ANT_ALONE);
	tree_flag(out, "extra", ev->arg[ANT_SAILED_HOW] == ANT_EXTRA);
	tree_flag(out, "some", ev->n > ANT_SAILED_STEPS);
	tree_flag(out, "none",
	    ev->n == ANT_SAILED_STEPS && ev->arg[ANT_SAILED_WAITS] == 0);
}

void
ant_tell_docked(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	const int16_t *a = ev->arg;
	int16_t n[ANT_PRODUCTS] = { 0 };

	for (int i = ANT_DOCKED_ONE; i <= ANT_DOCKED_TWO; i++)
		if (a[i] != 0)
			n[a[i] - 1]++;
	tree_flag(out, "empty", a[ANT_DOCKED_ONE] == 0);
	tree_add_str(out, "good", d->good[d->node[a[ANT_DOCKED_DOCK]].good].id);
	verb_tell_counts(ant_products, d, "products", n, out);
	if (a[ANT_DOCKED_NEXT] != 0)
		tree_add_str(tree_object(out, "next"), "product",
		    d->product[a[ANT_DOCKED_NEXT] - 1].id);
}

void
ant_tell_turned(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int bits = ev->arg[0];

	ant_tell_locks(d, "closed", ~bits, out);
	tree_flag(out, "closes", bits != (1 << ANT_LOCKS) - 1);
	ant_tell_locks(d, "open", bits, out);
	tree_flag(out, "opens", bits != 0);
}

void
ant_tell_anchored(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	tree_flag(out, "lock", ev->arg[ANT_ANCHORED_SORT] == ANT_LOCK);
	tree_flag(out, "ship", ev->arg[ANT_ANCHORED_SORT] == ANT_SHIP);
}

void
ant_tell_drawn(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int sort = ev->arg[ANT_CARD_SORT];

	tree_add_str(out, sort == ANT_ORDER ? "order" : "card",
	    ant_card_id(d, sort, ev->arg[ANT_CARD_KIND]));
	tree_flag(out, "lock", sort == ANT_LOCK);
	tree_flag(out, "ship", sort == ANT_SHIP);
}

void
ant_tell_asked(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	tree_flag(out,
	    ev->arg[ANT_ASKED_WHAT] == ANT_P_FORK ? "fork" : "anchor", true);
}

void
ant_tell_locked(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int open = ev->arg[ANT_LOCKED_OPENED];
	int closed = ev->arg[ANT_LOCKED_CLOSED];

	ant_tell_locks(d, "closed", closed, out);
	tree_flag(out, "closes", closed != 0);
	tree_flag(out, "none", open == 0 && closed == 0);
	ant_tell_locks(d, "open", open, out);
	tree_flag(out, "opens", open != 0);
}

void
ant_tell_offer(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	ant_tell_seat("giver", ev->arg[ANT_OFFERED_FROM], out);
	ant_tell_seat("taker", ev->arg[ANT_OFFERED_TO], out);
}
