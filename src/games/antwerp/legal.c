/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/* The list of legal moves, in the order of doc/rules/antwerp.md "Moves". */

static void
add_load(struct moves *out, const struct move *head, int good, int place)
{
	struct move *m = moves_add(out);

	*m = *head;
	m->arg[head->n + ANT_LOAD_GOOD] = (int16_t)good;
	m->arg[head->n + ANT_LOAD_PLACE] = (int16_t)place;
	m->n = (uint8_t)(head->n + ANT_LOAD_PLACE + 1);
}

/* R2: head, a good and a start. */
static void
add_loads(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *head, struct moves *out)
{
	if (p->seat[seat].reserve == 0)
		return;
	for (int g = 0; g < ANT_GOODS; g++)
		for (int i = 0; i < d->places && p->supply[g] > 0; i++)
			if (d->node[i].start && p->ship[i].owner == 0)
				add_load(out, head, g, i);
}

/* R11: head, a colour and the wishes that it takes: every combination, the
 * first ship's wish changing last. */
static void
add_sails(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *head, struct moves *out)
{
	for (int k = 0; k < ANT_COLOURS; k++) {
		uint8_t fork[ANT_SHIPS];
		int n = 0;

		for (int i = 0; i < d->places && n < ANT_SHIPS; i++)
			if (p->ship[i].owner == seat && ant_fork(d, p, i, k))
				fork[n++] = (uint8_t)i;
		for (unsigned choice = 0; choice < 1u << n; choice++) {
			struct move *m = moves_add(out);

			*m = *head;
			m->arg[head->n + ANT_SAIL_COLOUR] = (int16_t)k;
			m->n = (uint8_t)(head->n + ANT_SAIL_WISHES);
			for (int i = 0; i < n; i++) {
				int way =
				    d->node[fork[i]]
					.out[k][choice >> (n - 1 - i) & 1];

				m->arg[m->n++] = (int16_t)(fork[i] * ANT_WISH +
				    d->channel[way].to);
			}
		}
	}
}

/* R15: head and the locks of the bits; for a switch open, then closed. */
static void
add_locks(const struct move *head, int bits, bool both, struct moves *out)
{
	struct move m = *head;

	for (int i = 0; i < ANT_LOCKS; i++)
		if (bits >> i & 1)
			m.arg[m.n++] = (int16_t)i;
	if (both)
		m.arg[m.n++] = 1;
	*moves_add(out) = m;
	if (!both)
		return;
	m.arg[m.n - 1] = 0;
	*moves_add(out) = m;
}

static int
count_bits(int bits)
{
	return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1);
}

/* Every set of as many locks as the card takes: 1, 2, 3; 12, 13, 23; 123. */
static void
add_lock_card(const struct ant_card *c, const struct ant_position *p,
    const struct move *head, struct moves *out)
{
	static const int sets[] = { 0, 1, 2, 4, 3, 5, 6, 7 };
	int all = (1 << ANT_LOCKS) - 1, n = c->locks;
	int may = c->does == ANT_SWITCH ? all :
	    c->does == ANT_OPEN         ? all & ~p->open :
					  p->open;

	if (n > count_bits(may))
		n = count_bits(may);
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		if (count_bits(sets[i]) == n && (sets[i] & ~may) == 0)
			add_locks(head, sets[i], c->does == ANT_SWITCH, out);
}

static void
add_places(struct moves *out, int kind, int from, int to)
{
	MOVE(out, ANT_V_PLAY, [ANT_PLAY_SORT] = ANT_SHIP,
	    [ANT_PLAY_KIND] = kind, [ANT_PLAY_FROM] = from, [ANT_PLAY_TO] = to);
}

static void
add_steps(const struct game_data *d, const struct ant_position *p, int kind,
    struct moves *out)
{
	for (int from = 0; from < d->places; from++) {
		if (p->ship[from].owner == 0)
			continue;
		for (int to = 0; to < d->places; to++) {
			int channel = d->between[to][from], lock;

			if (channel == ANT_NONE || p->ship[to].owner != 0)
				continue;
			lock = d->channel[channel].lock;
			if (lock == ANT_NONE || (p->open >> lock & 1))
				add_places(out, kind, from, to);
		}
	}
}

static void
add_swaps(const struct game_data *d, const struct ant_position *p, int kind,
    struct moves *out)
{
	for (int a = 0; a < d->places; a++)
		for (int b = a + 1; b < d->places; b++)
			if (p->ship[a].owner != 0 && p->ship[b].owner != 0)
				add_places(out, kind, a, b);
}

static void
add_ship_card(const struct game_data *d, const struct ant_position *p, int seat,
    const struct move *head, struct moves *out)
{
	int kind = head->arg[ANT_PLAY_KIND];

	switch (d->card[ANT_SHIP][kind].does) {
	case ANT_SAIL_ALONE:
	case ANT_EXTRA_COLOUR:
		add_sails(d, p, seat, head, out);
		break;
	case ANT_EXTRA_SHIP:
		add_loads(d, p, seat, head, out);
		break;
	case ANT_STEP_BACK:
		add_steps(d, p, kind, out);
		break;
	case ANT_SWAP_CARGO:
		add_swaps(d, p, kind, out);
		break;
	default: /* R17: by standing order only */
		break;
	}
}

static void
add_cards(const struct game_data *d, const struct ant_position *p, int seat,
    int sort, struct moves *out)
{
	for (int i = 0; i < d->kinds[sort]; i++) {
		struct move head = { .verb = ANT_V_PLAY,
			.n = ANT_PLAY_WITH,
			.arg = { [ANT_PLAY_SORT] = (int16_t)sort,
			    [ANT_PLAY_KIND] = (int16_t)i } };

		if (ant_usable(&p->seat[seat].hand[sort], i) < 0)
			continue;
		if (sort == ANT_LOCK)
			add_lock_card(&d->card[sort][i], p, &head, out);
		else
			add_ship_card(d, p, seat, &head, out);
	}
}

static bool
can_fulfil(const struct ant_order *o, const struct ant_seat *s)
{
	for (int i = 0; i < o->n; i++)
		if (s->product[o->product[i]] == 0)
			return false;
	return true;
}

static void
add_orders(const struct game_data *d, const struct ant_position *p, int seat,
    struct moves *out)
{
	const struct ant_seat *s = &p->seat[seat];
	const struct ant_hand *h = &s->hand[ANT_ORDER];

	for (int i = 0; i < h->n && !p->main_done; i++)
		MOVE(out, ANT_V_EXCHANGE, [ANT_FULFIL_ORDER] = h->card[i]);
	for (int i = 0; i < h->n && !p->order_done; i++)
		if (can_fulfil(&d->order[h->card[i]], s))
			MOVE(out,
			    ANT_V_FULFIL, [ANT_FULFIL_ORDER] = h->card[i]);
}

static void
legal_offer(const struct ant_position *p, int seat, struct moves *out)
{
	bool covered = true;

	for (int i = 0; i < ANT_PRODUCTS; i++)
		covered &= p->offer.want[i] <= p->seat[seat].product[i];
	if (seat == p->offer.from)
		moves_of(out, ANT_V_WITHDRAW, 0);
	if (seat != p->offer.to)
		return;
	if (covered)
		moves_of(out, ANT_V_ACCEPT, 0);
	moves_of(out, ANT_V_DECLINE, 0);
}

static void
legal_choices(const struct game_data *d, const struct ant_position *p,
    struct moves *out)
{
	int16_t choice[2];
	int n = ant_choices(d, p, choice);

	for (int i = 0; i < n; i++)
		MOVE(out, ANT_V_CHOOSE, choice[i]);
}

void
ant_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	static const struct move load = { .verb = ANT_V_LOAD };
	static const struct move sail = { .verb = ANT_V_SAIL };
	const struct ant_position *p = pos;
	int actor = ant_actor(p);

	moves_clear(out);
	if (actor == 0)
		return;
	if (p->offer.from != 0) {
		legal_offer(p, seat, out);
		return;
	}
	if (actor != seat)
		return;
	if (p->pending.seat != 0) {
		legal_choices(d, p, out);
		return;
	}
	if (!p->main_done) {
		add_loads(d, p, seat, &load, out);
		add_sails(d, p, seat, &sail, out);
	}
	add_orders(d, p, seat, out);
	add_cards(d, p, seat, ANT_LOCK, out);
	add_cards(d, p, seat, ANT_SHIP, out);
	if (p->main_done)
		moves_of(out, ANT_V_END, 0);
}
