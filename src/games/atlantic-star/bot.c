/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include "games/atlantic-star/voyage.h"

/*
 * The late rule (R18) and the computer player: greedy, it depends only on
 * its own hand and money and on what is public.
 */

int
star_late(const struct game_data *d, const void *pos, int seat,
    struct move *out)
{
	const struct star_position *p = pos;
	struct star_sets sets;
	uint8_t order[STAR_LEGS];
	int best = 0;

	memset(out, 0, sizeof *out);
	if (seat == 0 || star_turn_of(p) != seat)
		return -1;
	if (p->hands[seat] < star_hand_limit(d, p, seat)) {
		for (int i = STAR_FIELDS - 1; i >= 0; i--) {
			if (p->agency[i] == STAR_NONE ||
			    p->money[seat] < d->price[i])
				continue;
			out->verb = STAR_CHARTER;
			out->n = 1;
			out->arg[STAR_CHARTER_SHIP] = p->agency[i];
			return 0;
		}
	}
	for (int i = 0; i < STAR_SEAS; i++) {
		star_sets(d, p, seat, i, &sets);
		if (sets.n == 0)
			continue;
		star_fit_pick(&sets.fit, sets.mask[0], order);
		for (best = STAR_CLASSES;
		    p->class_of[i] == 0 && p->sea_of[best] != STAR_NONE; best--)
			;
		star_voyage_move(out, i, p->class_of[i] == 0 ? best : 0, order,
		    sets.fit.legs);
		return 0;
	}
	return -1;
}

enum { AGENCIES = 6 }; /* that it thinks of */

struct choice {
	int worth;
	struct move move;
};

static void
consider_charters(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, struct choice *best)
{
	int unit = star_thousand(t, d, p, seat), i, worth;

	if (p->hands[seat] >= star_hand_limit(d, p, seat))
		return;
	for (int f = STAR_FIELDS - 1; f >= 0; f--) {
		uint8_t hand[STAR_HAND];
		int n = p->hands[seat], ship = p->agency[f];

		if (ship == STAR_NONE || p->money[seat] < d->price[f])
			continue;
		memcpy(hand, p->hand[seat], sizeof hand);
		for (i = n; i > 0 && hand[i - 1] > ship; i--)
			hand[i] = hand[i - 1];
		hand[i] = (uint8_t)ship;
		worth = star_hand_worth(t, d, p, seat, hand, n + 1) -
		    unit * (d->price[f] / d->loan_unit);
		if (worth <= best->worth)
			continue;
		best->worth = worth;
		memset(&best->move, 0, sizeof best->move);
		best->move.verb = STAR_CHARTER;
		best->move.n = 1;
		best->move.arg[STAR_CHARTER_SHIP] = (int16_t)ship;
	}
}

/* What the cards kept promise elsewhere, as hand_worth counts it. */
static int
kept_worth(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, int sea,
    const struct star_fit *fit, unsigned mask)
{
	uint8_t hand[STAR_HAND];
	int n = 0, served, others = 0;

	for (int bit = fit->n - 1; bit >= 0; bit--)
		if (!(mask & 1u << bit))
			hand[n++] = fit->card[bit];
	for (int s = 0; s < STAR_SEAS; s++)
		if (p->left[seat][s] > (s == sea))
			others += t->others *
			    star_promise(d, hand, n, s, &served) /
			    d->sea[s].legs;
	return others;
}

static void
consider_voyages(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, int sea, struct choice *best)
{
	struct star_sets sets;
	uint8_t order[STAR_LEGS];
	int class, worth;

	star_sets(d, p, seat, sea, &sets);
	for (int i = 0; i < sets.n; i++) {
		worth = star_best_class(t, d, p, seat, sea,
			    star_fit_value(&sets.fit, sets.mask[i]), &class) +
		    kept_worth(t, d, p, seat, sea, &sets.fit, sets.mask[i]) +
		    t->patience;
		if (worth <= best->worth)
			continue;
		best->worth = worth;
		star_fit_pick(&sets.fit, sets.mask[i], order);
		star_voyage_move(&best->move, sea,
		    p->class_of[sea] == 0 ? class : 0, order, sets.fit.legs);
	}
}

/* A loan, if cash is short and one costs fewer points than it is worth. */
static bool
consider_loans(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, struct choice *best)
{
	int class, place, unit = star_thousand(t, d, p, seat);

	if (!star_loan_open(d, p, seat) || p->money[seat] >= t->poor)
		return false;
	for (int s = 0; s < STAR_SEAS; s++) {
		class = p->class_of[s];
		if (p->plaques[class] == STAR_PLACES ||
		    star_loan_taken(p, seat, s))
			continue;
		for (int no = 1; no <= p->per_sea - p->left[seat][s]; no++) {
			int value, worth, most;

			place = star_plaque_find(p, seat, s, no);
			value = p->plaque[class][place].value;
			most = star_loan_most(d, p, class, place);
			for (int units = 1; units <= most; units++) {
				/* Its own plaque above counts as one
				 * to pass: a careful estimate. */
				worth = unit * units -
				    (star_hope(t, d, p, seat, s, class,
					 value + 1) -
					star_hope(t, d, p, seat, s, class,
					    value - units));
				if (worth <= best->worth)
					continue;
				best->worth = worth;
				memset(&best->move, 0, sizeof best->move);
				best->move.verb = STAR_LOAN;
				best->move.n = 3;
				best->move.arg[STAR_LOAN_SEA] = (int16_t)s;
				best->move.arg[STAR_LOAN_NO] =
				    (int16_t)(p->per_sea > 1 ? no : 0);
				best->move.arg[STAR_LOAN_AMOUNT] = (int16_t)
				    units;
			}
		}
	}
	return best->worth > 0;
}

static void
choose(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, struct choice *best)
{
	if (consider_loans(t, d, p, seat, best))
		return;
	best->worth = -100000;
	consider_charters(t, d, p, seat, best);
	for (int s = 0; s < STAR_SEAS; s++)
		consider_voyages(t, d, p, seat, s, best);
}

int
star_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	struct choice best = { 0 };

	(void)own;
	if (seat == 0 || star_turn_of(pos) != seat)
		return -1;
	choose(&star_greedy, d, pos, seat, &best);
	*out = best.move;
	return 0;
}

/* The ships that may come, in the order of the file: where they lie in the pile
 * is nobody's to know. */
static int
to_come(const struct star_position *p, int16_t *ship)
{
	bool in[STAR_SHIPS] = { false };
	int n = 0;

	for (int i = 0; i < p->pile; i++)
		in[p->deck[i]] = true;
	for (int i = 0; i < STAR_SHIPS; i++)
		if (in[i])
			ship[n++] = (int16_t)i;
	return n;
}

/* R7: what the best charter from a new agency is worth, on average. */
static int
new_agency(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, struct rng *own)
{
	struct star_position after = *p;
	int16_t ship[STAR_SHIPS];
	int n = to_come(p, ship), sum = 0;

	if (n < STAR_FIELDS)
		return -100000;
	after.money[seat] -= d->replace_price;
	for (int i = 0; i < AGENCIES; i++) {
		struct choice best = { .worth = -100000 };

		for (int f = 0; f < STAR_FIELDS; f++) {
			int at = f + (int)rng_below(own, (uint32_t)(n - f));
			int16_t one = ship[at];

			ship[at] = ship[f];
			ship[f] = one;
			after.agency[f] = (uint8_t)one;
		}
		consider_charters(t, d, &after, seat, &best);
		sum += best.worth;
	}
	return sum / AGENCIES;
}

int
star_advise(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	const struct star_position *p = pos;
	struct choice best = { 0 };

	if (seat == 0 || star_turn_of(pos) != seat)
		return -1;
	choose(&star_normal, d, pos, seat, &best);
	*out = best.move;
	if (best.move.verb != STAR_LOAN && p->money[seat] >= d->replace_price &&
	    p->pile + p->discard >= STAR_FIELDS &&
	    p->hands[seat] < star_hand_limit(d, p, seat) &&
	    new_agency(&star_normal, d, p, seat, own) -
		    star_thousand(&star_normal, d, p, seat) *
			(d->replace_price / d->loan_unit) >
		best.worth + star_normal.replace) {
		memset(out, 0, sizeof *out);
		out->verb = STAR_REPLACE;
	}
	return 0;
}
