/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/*
 * Movement (R9 to R14). A sail is a list of ships in the position; each has
 * its turn once. It stops where a seat must choose or a deck be shuffled, and
 * goes on afterwards. What was moved is listed in one event, `at` of those
 * that this move made; -1 while there is none.
 *
 * What somebody else's secret orders or cards decide is beyond what the mover
 * can know, also when in fact they decide nothing: else a preview would tell
 * whether there are any.
 */

struct run {
	const struct game_data *d;
	struct ant_position *p;
	struct events *out;
	int at;
};

int
ant_ways(const struct game_data *d, const struct ant_position *p, int place,
    int colour, uint8_t way[2])
{
	const struct ant_place *from = &d->node[place];
	int n = 0;

	for (int i = 0; i < from->outs[colour]; i++) {
		const struct ant_channel *c = &d->channel[from->out[colour][i]];

		if (c->lock != ANT_NONE && !(p->open >> c->lock & 1))
			continue;
		if (!ant_is_end(c->to) && p->ship[c->to].owner != 0)
			continue;
		way[n++] = from->out[colour][i];
	}
	return n;
}

bool
ant_fork(const struct game_data *d, const struct ant_position *p, int place,
    int colour)
{
	const struct ant_place *from = &d->node[place];
	int n = 0;

	for (int i = 0; i < from->outs[colour]; i++) {
		int lock = d->channel[from->out[colour][i]].lock;

		n += lock == ANT_NONE || (p->open >> lock & 1);
	}
	return n == 2;
}

int
ant_choices(const struct game_data *d, const struct ant_position *p,
    int16_t choice[2])
{
	uint8_t way[2];
	int n = 0;

	if (p->pending.what == ANT_P_FORK) {
		n = ant_ways(d, p, p->pending.at, p->sail.colour, way);
		for (int i = 0; i < n; i++)
			choice[i] = d->channel[way[i]].to;
	} else if (p->pending.what == ANT_P_ANCHOR) {
		choice[n++] = ANT_SAY_LOCK;
		choice[n++] = ANT_SAY_SHIP;
	}
	return n;
}

static void
beyond(struct events *out)
{
	if (out != NULL)
		out->beyond = true;
}

/* The seat must choose. */
static void
ask(struct ant_position *p, int what, int seat, int place, struct events *out)
{
	p->pending.what = (uint8_t)what;
	p->pending.seat = (uint8_t)seat;
	p->pending.at = (uint8_t)place;
	DERIVE(out, seat,
	    ANT_ASKED, [ANT_ASKED_WHAT] = what, [ANT_ASKED_PLACE] = place);
}

static void
anchor_draw(struct ant_position *p, int seat, int place, int sort,
    struct events *out)
{
	DERIVE(out, seat, ANT_ANCHORED, [ANT_ANCHORED_PLACE] = place,
	    [ANT_ANCHORED_SORT] = sort);
	ant_draw_card(p, seat, sort, out);
}

void
ant_anchor(struct ant_position *p, int place, struct events *out)
{
	int seat = p->ship[place].owner;
	const struct ant_hand *hand = p->seat[seat].hand;
	bool lock = ant_can_draw(p, seat, ANT_LOCK);
	bool ship = ant_can_draw(p, seat, ANT_SHIP);
	int order = p->seat[seat].standing.anchor;

	if (!lock && !ship)
		return;
	beyond(out);
	if (lock && ship && order == ANT_ANCHOR_ASK) {
		ask(p, ANT_P_ANCHOR, seat, place, out);
		return;
	}
	if (lock && ship)
		ship = order == ANT_ALWAYS_SHIP ||
		    (order == ANT_FEWER && hand[ANT_SHIP].n < hand[ANT_LOCK].n);
	anchor_draw(p, seat, place, ship ? ANT_SHIP : ANT_LOCK, out);
}

/* Lists a movement in the event of this sail. */
static void
note(struct run *r, int owner, int good, int from, int to)
{
	if (r->out == NULL)
		return;
	if (r->at < 0) {
		r->at = r->out->n;
		events_add(r->out, EVENT_DERIVED, r->p->at, ANT_MOVED);
	}
	event_args(&r->out->at[r->at],
	    ARGS([ANT_STEP_SEAT] = owner, [ANT_STEP_GOOD] = good,
		[ANT_STEP_FROM] = from, [ANT_STEP_TO] = to));
}

/* A product or none as an argument: 0 for none. */
static void
tell_docked(struct run *r, int verb, int owner, int end, const int *product,
    int twice)
{
	DERIVE(r->out, owner,
	    verb, [ANT_DOCKED_DOCK] = end, [ANT_DOCKED_ONE] = product[0],
	    [ANT_DOCKED_TWO] = product[1], [ANT_DOCKED_DOUBLE] = twice,
	    [ANT_DOCKED_NEXT] = ant_top(r->p, r->d->node[end].good));
}

/* R13, R17. */
static void
right_dock(struct run *r, int owner, int end)
{
	struct ant_position *p = r->p;
	struct ant_hand *hand = &p->seat[owner].hand[ANT_SHIP];
	int good = r->d->node[end].good, product[2] = { 0, 0 }, twice = 0;
	int card = ant_usable(hand, r->d->ship_card[ANT_DOUBLE_YIELD]);

	if (p->stack[good].n > 0) {
		beyond(r->out);
		if ((p->seat[owner].standing.twice >> good & 1) && card >= 0) {
			ant_discard(p, owner, ANT_SHIP, card);
			twice = 1;
		}
		product[0] = ant_take_product(p, owner, good) + 1;
		if (twice && p->stack[good].n > 0)
			product[1] = ant_take_product(p, owner, good) + 1;
	}
	tell_docked(r, ANT_DOCKED, owner, end, product, twice);
}

static void
wrong_dock(struct run *r, int owner, int end)
{
	int good = r->d->node[end].good, product[2] = { 0, 0 };

	if (r->p->stack[good].n > 0) {
		beyond(r->out);
		product[0] = ant_take_product(r->p, 0, good) + 1;
		ant_put_under(r->p, product[0] - 1);
	}
	tell_docked(r, ANT_WRONG, owner, end, product, 0);
}

static void
arrive(struct run *r, struct ant_ship ship, int end)
{
	struct ant_position *p = r->p;

	p->seat[ship.owner].reserve++;
	p->supply[ship.good]++;
	if (r->d->node[end].good == ship.good) {
		right_dock(r, ship.owner, end);
	} else if (r->d->node[end].good != ANT_NONE) {
		wrong_dock(r, ship.owner, end);
	} else {
		p->sail.transit = 1;
		DERIVE(r->out, ship.owner,
		    ANT_TRANSIT, [ANT_LOAD_GOOD] = ship.good);
	}
}

static void
go(struct run *r, int from, int to)
{
	struct ant_ship ship = r->p->ship[from];

	memset(&r->p->ship[from], 0, sizeof ship);
	note(r, ship.owner, ship.good, from, to);
	if (ant_is_end(to)) {
		arrive(r, ship, to);
		return;
	}
	r->p->ship[to] = ship;
	if (r->d->node[to].anchor)
		ant_anchor(r->p, to, r->out);
}

/* R17: a ship of another seat stays by its owner's standing order. */
static bool
drops_anchor(struct run *r, int place)
{
	struct ant_position *p = r->p;
	int owner = p->ship[place].owner;
	struct ant_seat *s = &p->seat[owner];
	const struct ant_hand *h = &s->hand[ANT_SHIP];
	int card, drop = s->standing.drop[place];

	if (owner == p->at || p->sail.how == ANT_ALONE || h->n == h->fresh)
		return false;
	beyond(r->out);
	card = ant_usable(h, r->d->ship_card[ANT_DROP_ANCHOR]);
	if (card < 0 || (drop != ANT_ANY && drop != p->sail.colour + 1))
		return false;
	ant_discard(p, owner, ANT_SHIP, card);
	s->standing.drop[place] = 0;
	DERIVE(r->out, owner, ANT_STAYED, [ANT_LOAD_GOOD] = p->ship[place].good,
	    [ANT_LOAD_PLACE] = place);
	return true;
}

/* R11: which of two free ways; ANT_NONE: its owner must be asked. */
static int
pick(struct run *r, int place, int wish, const uint8_t way[2])
{
	const struct ant_position *p = r->p;
	const struct game_data *d = r->d;
	const struct ant_ship *ship = &p->ship[place];
	const struct ant_standing *s = &p->seat[ship->owner].standing;
	int to[2] = { d->channel[way[0]].to, d->channel[way[1]].to };
	bool home[2];

	if (ship->owner == p->at)
		return to[wish == to[1] + 1];
	beyond(r->out);
	for (int i = 0; i < 2; i++)
		if (s->fork[place] == to[i] + 1)
			return to[i];
	for (int i = 0; i < 2; i++)
		home[i] = d->node[to[i]].reach >> ship->good & 1;
	if (s->policy == ANT_ASK || home[0] == home[1])
		return ANT_NONE;
	return to[home[1]];
}

/* The turn of one ship. */
static void
one_ship(struct run *r)
{
	struct ant_position *p = r->p;
	int place = p->sail.place[p->sail.next], to;
	uint8_t way[2];
	int n = ant_ways(r->d, p, place, p->sail.colour, way);

	if (n == 0 || drops_anchor(r, place)) {
		p->sail.next++;
		return;
	}
	to = n == 1 ? r->d->channel[way[0]].to :
		      pick(r, place, p->sail.wish[p->sail.next], way);
	if (to == ANT_NONE) {
		ask(p, ANT_P_FORK, p->ship[place].owner, place, r->out);
		return;
	}
	p->sail.next++;
	go(r, place, to);
}

static bool
held_up(const struct ant_position *p)
{
	return p->pending.what != ANT_P_NONE || p->due != 0;
}

static void
finish(struct run *r)
{
	struct ant_position *p = r->p;
	bool transit = p->sail.transit;

	memset(&p->sail, 0, sizeof p->sail);
	if (!transit)
		return;
	p->open ^= (1u << ANT_LOCKS) - 1; /* R14 */
	DERIVE(r->out, 0, ANT_LOCKS_TURNED, p->open);
}

static void
run(struct run *r)
{
	while (r->p->sail.on && !held_up(r->p)) {
		if (r->p->sail.next < r->p->sail.n)
			one_ship(r);
		else
			finish(r);
	}
}

void
ant_sail_on(const struct game_data *d, struct ant_position *p,
    struct events *out)
{
	struct run r = { d, p, out, -1 };

	run(&r);
}

/* R10: whether the ship at a has its turn before the one at b. */
static bool
before(const struct game_data *d, const struct ant_position *p, int a, int b)
{
	int turn_a = (p->ship[a].owner + p->seats - p->at) % p->seats;
	int turn_b = (p->ship[b].owner + p->seats - p->at) % p->seats;

	if (d->node[a].rank != d->node[b].rank)
		return d->node[a].rank < d->node[b].rank;
	return turn_a != turn_b ? turn_a < turn_b : a < b;
}

static void
line_up(const struct game_data *d, struct ant_position *p)
{
	struct ant_sail *s = &p->sail;

	for (int place = 0; place < d->places; place++) {
		int i = s->n;

		if (p->ship[place].owner == 0 ||
		    (s->how == ANT_ALONE && p->ship[place].owner != p->at))
			continue;
		for (; i > 0 && before(d, p, place, s->place[i - 1]); i--)
			s->place[i] = s->place[i - 1];
		s->place[i] = (uint8_t)place;
		s->n++;
	}
}

void
ant_sail(const struct game_data *d, struct ant_position *p, int how, int colour,
    const struct move *m, int at, struct events *out)
{
	struct run r = { d, p, out, -1 };
	struct ant_sail *s = &p->sail;

	s->on = 1;
	s->how = (uint8_t)how;
	s->colour = (uint8_t)colour;
	line_up(d, p);
	for (; at < m->n; at++)
		for (int i = 0; i < s->n; i++)
			if (s->place[i] == m->arg[at] / ANT_WISH)
				s->wish[i] = (uint8_t)(m->arg[at] % ANT_WISH +
				    1);
	DERIVE(out, p->at, ANT_SAILED, [ANT_SAILED_HOW] = how,
	    [ANT_SAILED_COLOUR] = colour, [ANT_SAILED_WAITS] = 0);
	if (out != NULL)
		r.at = out->n - 1;
	run(&r);
	if (out != NULL)
		out->at[r.at].arg[ANT_SAILED_WAITS] = p->sail.on;
}

void
ant_chosen(const struct game_data *d, struct ant_position *p, int choice,
    struct events *out)
{
	struct run r = { d, p, out, -1 };
	int what = p->pending.what, seat = p->pending.seat;
	int place = p->pending.at;

	memset(&p->pending, 0, sizeof p->pending);
	if (what == ANT_P_FORK) {
		p->sail.next++;
		go(&r, place, choice);
	} else {
		anchor_draw(p, seat, place,
		    choice == ANT_SAY_SHIP ? ANT_SHIP : ANT_LOCK, out);
	}
	run(&r);
}

/* One ship of a sail as all can see it: another owner's fork stays open, and
 * the board goes on as if its first way were taken. */
static bool
foresee_ship(const struct game_data *d, struct ant_position *p, int place,
    int wish, struct ant_step *step)
{
	uint8_t way[2];
	int n = ant_ways(d, p, place, p->sail.colour, way), pick = 0;

	step->ship = p->ship[place];
	step->from = (uint8_t)place;
	step->to[0] = step->to[1] = ANT_NONE;
	step->missed = wish > 0 ? (uint8_t)(wish - 1) : ANT_NONE;
	if (n == 0)
		return wish > 0;
	if (n == 2 && step->ship.owner == p->at)
		pick = d->channel[way[1]].to + 1 == wish;
	step->to[0] = d->channel[way[pick]].to;
	step->missed = n == 1 && wish > 0 && step->to[0] + 1 != wish ?
	    (uint8_t)(wish - 1) :
	    ANT_NONE;
	step->to[1] = n == 2 && step->ship.owner != p->at ?
	    d->channel[way[1]].to :
	    ANT_NONE;
	memset(&p->ship[place], 0, sizeof p->ship[place]);
	if (!ant_is_end(step->to[0]))
		p->ship[step->to[0]] = step->ship;
	return true;
}

int
ant_foresee(const struct game_data *d, const struct ant_position *p, int how,
    int colour, const struct move *m, int at, struct ant_step *step)
{
	struct ant_position board = *p;
	int n = 0;

	memset(&board.sail, 0, sizeof board.sail);
	board.sail.how = (uint8_t)how;
	board.sail.colour = (uint8_t)colour;
	line_up(d, &board);
	for (int i = 0; i < board.sail.n; i++) {
		int place = board.sail.place[i], wish = 0;

		for (int k = at; k < m->n; k++)
			if (m->arg[k] / ANT_WISH == place)
				wish = m->arg[k] % ANT_WISH + 1;
		n += foresee_ship(d, &board, place, wish, &step[n]);
	}
	return n;
}
