/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/antwerp/check.h"
#include "games/antwerp/play.h"

/* Hands, decks and product stacks. */

bool
ant_can_draw(const struct ant_position *p, int seat, int sort)
{
	return p->seat[seat].hand[sort].n < ANT_HAND &&
	    (p->deck[sort].n > 0 || p->deck[sort].discards > 0);
}

int
ant_take_card(struct ant_position *p, int seat, int sort)
{
	struct ant_deck *deck = &p->deck[sort];
	struct ant_hand *h = &p->seat[seat].hand[sort];
	int card = deck->card[--deck->n];

	deck->card[deck->n] = 0;
	h->card[h->n] = (uint8_t)card;
	h->from[h->n++] = deck->shuffle;
	if (p->stage == ANT_TURN && sort != ANT_ORDER)
		h->fresh++;
	return card;
}

void
ant_draw_card(struct ant_position *p, int seat, int sort, struct events *out)
{
	int card;

	if (!ant_can_draw(p, seat, sort))
		return;
	if (p->deck[sort].n == 0) {
		p->due = (uint8_t)(sort + 1);
		p->due_for = (uint8_t)seat;
		return;
	}
	card = ant_take_card(p, seat, sort);
	if (out == NULL)
		return;
	out->beyond = true;
	DERIVE(out, seat,
	    ANT_CARD, [ANT_CARD_SORT] = sort, [ANT_CARD_KIND] = card);
}

int
ant_held(const struct ant_hand *h, int card)
{
	for (int i = 0; i < h->n; i++)
		if (h->card[i] == card)
			return i;
	return -1;
}

int
ant_usable(const struct ant_hand *h, int card)
{
	int at = ant_held(h, card);

	return at < h->n - h->fresh ? at : -1;
}

int
ant_lose_card(struct ant_hand *h, int at)
{
	int card = h->card[at];

	h->n--;
	for (int i = at; i < h->n; i++) {
		h->card[i] = h->card[i + 1];
		h->from[i] = h->from[i + 1];
	}
	h->card[h->n] = 0;
	h->from[h->n] = 0;
	if (h->fresh > h->n)
		h->fresh = h->n;
	return card;
}

void
ant_discard(struct ant_position *p, int seat, int sort, int at)
{
	struct ant_deck *deck = &p->deck[sort];

	deck->discard[deck->discards++] = (uint8_t)
	    ant_lose_card(&p->seat[seat].hand[sort], at);
}

int
ant_top(const struct ant_position *p, int good)
{
	const struct ant_stack *s = &p->stack[good];

	return s->n == 0 ? 0 : s->card[s->n - 1] + 1;
}

void
ant_put_under(struct ant_position *p, int product)
{
	struct ant_stack *s = &p->stack[product / 2];

	memmove(s->card + 1, s->card, s->n);
	s->card[0] = (uint8_t)product;
	s->n++;
	s->known++;
}

int
ant_take_product(struct ant_position *p, int seat, int good)
{
	struct ant_stack *s = &p->stack[good];
	int product = s->card[--s->n];

	s->card[s->n] = 0;
	if (s->known > s->n)
		s->known = s->n;
	if (seat != 0)
		p->seat[seat].product[product]++;
	return product;
}

int
ant_turned(const struct game_data *d, const struct ant_position *p,
    const struct move *m)
{
	const struct ant_card *c = ant_played(d, m);
	int end = m->n - (c->does == ANT_SWITCH), named = 0;
	bool open = c->does == ANT_SWITCH ? m->arg[end] : c->does == ANT_OPEN;

	for (int i = ANT_PLAY_LOCKS; i < end; i++)
		named |= 1 << m->arg[i];
	return open ? p->open | named : p->open & ~named;
}

/* Playing ship and lock cards from hand (R6, R15, R16). The order of checks
 * is the order of codes on the game's page, over all cards. */

const struct ant_card *
ant_played(const struct game_data *d, const struct move *m)
{
	return &d->card[m->arg[ANT_PLAY_SORT]][m->arg[ANT_PLAY_KIND]];
}

static bool
sails(const struct game_data *d, const struct move *m)
{
	return m->arg[ANT_PLAY_SORT] == ANT_SHIP &&
	    (ant_played(d, m)->does == ANT_SAIL_ALONE ||
		ant_played(d, m)->does == ANT_EXTRA_COLOUR);
}

static bool
is_ship_card(const struct game_data *d, const struct move *m, int does)
{
	return m->arg[ANT_PLAY_SORT] == ANT_SHIP &&
	    ant_played(d, m)->does == does;
}

/* The card itself: standing-only, card-not-in-hand, card-is-new. */
static int
check_held(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *m, struct refusal *why)
{
	int sort = m->arg[ANT_PLAY_SORT], kind = m->arg[ANT_PLAY_KIND];
	const struct ant_hand *h = &p->seat[seat].hand[sort];
	const char *code = NULL;

	if (is_ship_card(d, m, ANT_DOUBLE_YIELD) ||
	    is_ship_card(d, m, ANT_DROP_ANCHOR))
		code = "standing-only";
	else if (ant_held(h, kind) < 0)
		code = "card-not-in-hand";
	else if (ant_usable(h, kind) < 0)
		code = "card-is-new";
	if (code == NULL)
		return 0;
	return ant_refuse_card(d, why, code, sort, kind);
}

/* no-ship-there, not-your-ship. */
static int
check_ships(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *m, struct refusal *why)
{
	int ships = is_ship_card(d, m, ANT_STEP_BACK) ? 1 :
	    is_ship_card(d, m, ANT_SWAP_CARGO)        ? 2 :
							0;

	if (sails(d, m))
		return ant_check_ships(d, p, seat, m, ANT_PLAY_WISHES, why);
	for (int i = ANT_PLAY_FROM; i < ANT_PLAY_FROM + ships; i++)
		if (p->ship[m->arg[i]].owner == 0)
			return ant_refuse_place(d, why, "no-ship-there",
			    m->arg[i]);
	return 0;
}

/* R15. */
static int
check_locks(const struct game_data *d, const struct ant_position *p,
    const struct move *m, struct refusal *why)
{
	const struct ant_card *c = ant_played(d, m);
	int first = ANT_PLAY_LOCKS, need = c->locks, may = 0;
	int end = m->n - (c->does == ANT_SWITCH);

	for (int i = 0; i < ANT_LOCKS; i++)
		may += (p->open >> i & 1) == (c->does == ANT_CLOSE);
	if (c->does != ANT_SWITCH && need > may)
		need = may;
	for (int i = first; i < end; i++) {
		bool open = p->open >> m->arg[i] & 1;

		if ((i == first || m->arg[i] != m->arg[i - 1]) &&
		    (c->does == ANT_SWITCH || open == (c->does == ANT_CLOSE)))
			continue;
		refuse_str(why, "not-a-choice", "lock", d->lock[m->arg[i]].id);
		return refusal_int(why,
		    i > first && m->arg[i] == m->arg[i - 1] ? "twice" :
			open                                ? "open" :
							      "closed",
		    1);
	}
	if (end - first == need)
		return 0;
	ant_refuse_card(d, why, "wrong-number-of-locks", ANT_LOCK,
	    m->arg[ANT_PLAY_KIND]);
	refusal_int(why, "need", need);
	refusal_int(why, "have", end - first);
	return -1;
}

static int
check_step(const struct game_data *d, const struct ant_position *p, int from,
    int to, struct refusal *why)
{
	int channel = d->between[to][from];
	int lock = channel == ANT_NONE ? ANT_NONE : d->channel[channel].lock;
	const char *key = NULL;

	if (channel == ANT_NONE)
		key = "no_channel";
	else if (lock != ANT_NONE && !(p->open >> lock & 1))
		key = "locked";
	else if (p->ship[to].owner != 0)
		key = "taken";
	if (key == NULL)
		return 0;
	refuse_str(why, "way-not-free", "from", d->node[from].id);
	refusal_str(why, "to", d->node[to].id);
	return refusal_int(why, key, 1);
}

/* The rule: start-taken, choice-required and what follows. */
static int
check_rule(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *m, struct refusal *why)
{
	int from = m->arg[ANT_PLAY_FROM], to = m->arg[ANT_PLAY_TO];

	if (m->arg[ANT_PLAY_SORT] == ANT_LOCK)
		return check_locks(d, p, m, why);
	if (sails(d, m))
		return ant_check_wishes(d, p, seat, m->arg[ANT_PLAY_COLOUR], m,
		    ANT_PLAY_WISHES, why);
	switch (ant_played(d, m)->does) {
	case ANT_EXTRA_SHIP:
		return ant_check_start(d, p, m->arg[ANT_PLAY_START], why);
	case ANT_STEP_BACK:
		return check_step(d, p, from, to, why);
	default:
		if (from != to)
			return 0;
		ant_refuse_place(d, why, "not-a-choice", from);
		return refusal_int(why, "twice", 1);
	}
}

static void
play_lock(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out)
{
	int before = p->open;

	p->open = (uint8_t)ant_turned(d, p, m);
	DERIVE(out, seat, ANT_LOCKED, [ANT_LOCKED_CARD] = m->arg[ANT_PLAY_KIND],
	    [ANT_LOCKED_OPENED] = p->open & ~before,
	    [ANT_LOCKED_CLOSED] = before & ~p->open);
}

static void
step_back(const struct game_data *d, struct ant_position *p, int seat, int from,
    int to, struct events *out)
{
	p->ship[to] = p->ship[from];
	memset(&p->ship[from], 0, sizeof p->ship[from]);
	DERIVE(out, seat, ANT_STEPPED, [ANT_STEP_SEAT] = p->ship[to].owner,
	    [ANT_STEP_GOOD] = p->ship[to].good, [ANT_STEP_FROM] = from,
	    [ANT_STEP_TO] = to);
	if (d->node[to].anchor)
		ant_anchor(p, to, out);
}

static void
tell_swapped(const struct ant_position *p, int place, struct events *out)
{
	DERIVE_MORE(out, [ANT_STEP_SEAT] = p->ship[place].owner,
	    [ANT_STEP_GOOD] = p->ship[place].good, [ANT_STEP_PLACE] = place);
}

static void
swap_cargo(struct ant_position *p, int seat, int a, int b, struct events *out)
{
	uint8_t good = p->ship[a].good;

	p->ship[a].good = p->ship[b].good;
	p->ship[b].good = good;
	events_derive(out, seat, ANT_SWAPPED, NULL, 0);
	tell_swapped(p, a, out);
	tell_swapped(p, b, out);
}

static void
play_ship(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out)
{
	int from = m->arg[ANT_PLAY_FROM], to = m->arg[ANT_PLAY_TO];

	switch (ant_played(d, m)->does) {
	case ANT_SAIL_ALONE:
		ant_sail(d, p, ANT_ALONE, m->arg[ANT_PLAY_COLOUR], m,
		    ANT_PLAY_WISHES, out);
		break;
	case ANT_EXTRA_COLOUR:
		ant_sail(d, p, ANT_EXTRA, m->arg[ANT_PLAY_COLOUR], m,
		    ANT_PLAY_WISHES, out);
		break;
	case ANT_EXTRA_SHIP:
		ant_load_ship(p, seat, m->arg[ANT_PLAY_GOOD],
		    m->arg[ANT_PLAY_START], out);
		break;
	case ANT_STEP_BACK:
		step_back(d, p, seat, from, to, out);
		break;
	default:
		swap_cargo(p, seat, from, to, out);
		break;
	}
}

int
ant_play(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int sort = m->arg[ANT_PLAY_SORT];

	if ((is_ship_card(d, m, ANT_EXTRA_SHIP) &&
		ant_check_reserve(d, p, seat, m->arg[ANT_PLAY_GOOD], why) <
		    0) ||
	    check_held(d, p, seat, m, why) < 0 ||
	    check_ships(d, p, seat, m, why) < 0 ||
	    check_rule(d, p, seat, m, why) < 0)
		return -1;
	events_move(out, seat, m);
	ant_discard(p, seat, sort,
	    ant_usable(&p->seat[seat].hand[sort], m->arg[ANT_PLAY_KIND]));
	if (sort == ANT_LOCK)
		play_lock(d, p, seat, m, out);
	else
		play_ship(d, p, seat, m, out);
	return 0;
}
