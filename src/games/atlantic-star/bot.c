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

/*
 * The player thinks in tenths of a victory point. A hand is worth what its
 * most hopeful voyage would bring when the cards still missing are of middling
 * value; a turn is a charter that raises this by more than it costs, or the
 * voyage itself once no charter does.
 */
enum {
	MIDDLING = 5,   /* value of a leg still to be served */
	SPARE_GAIN = 2, /* of a card that may do better */
	OTHERS = 4,     /* value points elsewhere, in tenths */
	PATIENCE = 3,   /* better now than this much later */
	POOR = 5000     /* cash that calls for a loan */
};

/* How likely, in percent, another voyage of a sea comes in above a value: a
 * rough slope around what careful play makes there. */
static int
beaten_by(int sea, int value)
{
	static const int mean[STAR_SEAS] = { 18, 24, 30, 35 };
	int chance = 50 + 7 * (mean[sea] - value);

	return chance < 5 ? 5 : chance > 95 ? 95 : chance;
}

/* The points a voyage of this value can hope for: its rank now, pushed down
 * by those still to come, points between two ranks taken from the line
 * between them. */
static int
hope(const struct game_data *d, const struct star_position *p, int seat,
    int sea, int class, int value)
{
	int rank, to_come = 0, at, rest;

	if (p->class_of[sea] != 0) {
		rank = star_rank(p, class, value);
	} else {
		rank = 0;
		for (int i = 0; i < d->neutrals[p->seats][sea]; i++)
			rank += d->neutral[p->seats][sea][i] >= value;
	}
	for (int s = 1; s <= p->seats; s++)
		to_come += s == seat ? 0 : p->left[s][sea];
	at = 100 * rank + to_come * beaten_by(sea, value);
	rank = at / 100;
	rest = at % 100;
	if (rank >= STAR_PLACES - 1)
		return 10 * d->points[class][STAR_PLACES - 1];
	return (d->points[class][rank] * (100 - rest) +
		   d->points[class][rank + 1] * rest) /
	    10;
}

/* The class of most hope for a voyage of a sea, and the hope. */
static int
best_class(const struct game_data *d, const struct star_position *p, int seat,
    int sea, int value, int *class)
{
	int worth, best = -1;

	*class = p->class_of[sea];
	if (*class != 0)
		return hope(d, p, seat, sea, *class, value);
	for (int c = STAR_CLASSES; c >= 1; c--) {
		if (p->sea_of[c] != STAR_NONE)
			continue;
		worth = hope(d, p, seat, sea, c, value);
		if (worth > best) {
			best = worth;
			*class = c;
		}
	}
	return best;
}

/* The most a hand makes of a sea on as many legs as it can serve; sets how
 * many those are. By subsets of legs, card after card. */
static int
promise(const struct game_data *d, const uint8_t *hand, int n, int sea,
    int *served)
{
	int legs = d->sea[sea].legs, end = 1 << legs;
	int best[1 << STAR_LEGS], most = 0;

	best[0] = 0;
	for (int mask = 1; mask < end; mask++)
		best[mask] = -1000;
	for (int i = 0; i < n; i++) {
		const uint8_t *value = d->value[hand[i]][sea];

		for (int mask = end - 1; mask > 0; mask--)
			for (int l = 0; l < legs; l++) {
				int with;

				if (!(mask & 1 << l) || value[l] == 0)
					continue;
				with = best[mask & ~(1 << l)] + value[l];
				if (with > best[mask])
					best[mask] = with;
			}
	}
	*served = 0;
	for (int mask = 1; mask < end; mask++) {
		int count = __builtin_popcount((unsigned)mask);

		/* A leg served is worth more than a low value elsewhere. */
		if (best[mask] > 0 && best[mask] + 2 * count > most) {
			most = best[mask] + 2 * count;
			*served = count;
		}
	}
	return most - 2 * *served;
}

/* What a hand is worth to a seat that has not moved yet. */
static int
hand_worth(const struct game_data *d, const struct star_position *p, int seat,
    const uint8_t *hand, int n)
{
	int best = 0, others = 0;

	for (int s = 0; s < STAR_SEAS; s++) {
		int legs = d->sea[s].legs, room = legs + d->spare - n;
		int served, value, missing, class, worth;

		if (p->left[seat][s] == 0)
			continue;
		value = promise(d, hand, n, s, &served);
		others += OTHERS * value / legs;
		if (room < 0)
			continue;
		missing = legs - served;
		if (missing <= room)
			value += missing * MIDDLING + d->sea[s].bonus +
			    (room - missing) * SPARE_GAIN;
		else
			value += room * MIDDLING;
		worth = best_class(d, p, seat, s, value, &class);
		best = worth > best ? worth : best;
	}
	return best + others;
}

/* What 1000 in cash is worth: dearer the fewer there are for each card the
 * seat still needs. */
static int
thousand(const struct game_data *d, const struct star_position *p, int seat)
{
	int need = 0, worth;

	for (int s = 0; s < STAR_SEAS; s++)
		need += p->left[seat][s] * d->sea[s].legs;
	need -= p->hands[seat];
	if (need < 1)
		need = 1;
	worth = 10 * need * 1000 / (p->money[seat] + 1);
	return worth < 3 ? 3 : worth > 40 ? 40 : worth;
}

struct choice {
	int worth;
	struct move move;
};

static void
consider_charters(const struct game_data *d, const struct star_position *p,
    int seat, struct choice *best)
{
	int unit = thousand(d, p, seat), i, worth;

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
		worth = hand_worth(d, p, seat, hand, n + 1) -
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
kept_worth(const struct game_data *d, const struct star_position *p, int seat,
    int sea, const struct star_fit *fit, unsigned mask)
{
	uint8_t hand[STAR_HAND];
	int n = 0, served, others = 0;

	for (int bit = fit->n - 1; bit >= 0; bit--)
		if (!(mask & 1u << bit))
			hand[n++] = fit->card[bit];
	for (int s = 0; s < STAR_SEAS; s++)
		if (p->left[seat][s] > (s == sea))
			others += OTHERS * promise(d, hand, n, s, &served) /
			    d->sea[s].legs;
	return others;
}

static void
consider_voyages(const struct game_data *d, const struct star_position *p,
    int seat, int sea, struct choice *best)
{
	struct star_sets sets;
	uint8_t order[STAR_LEGS];
	int class, worth;

	star_sets(d, p, seat, sea, &sets);
	for (int i = 0; i < sets.n; i++) {
		worth = best_class(d, p, seat, sea,
			    star_fit_value(&sets.fit, sets.mask[i]), &class) +
		    kept_worth(d, p, seat, sea, &sets.fit, sets.mask[i]) +
		    PATIENCE;
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
consider_loans(const struct game_data *d, const struct star_position *p,
    int seat, struct choice *best)
{
	int class, place, unit = thousand(d, p, seat);

	if (!star_loan_open(d, p, seat) || p->money[seat] >= POOR)
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
				    (hope(d, p, seat, s, class, value + 1) -
					hope(d, p, seat, s, class,
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

int
star_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	const struct star_position *p = pos;
	struct choice best = { 0 };

	(void)own;
	if (seat == 0 || star_turn_of(p) != seat)
		return -1;
	if (!consider_loans(d, p, seat, &best)) {
		best.worth = -100000;
		consider_charters(d, p, seat, &best);
		for (int s = 0; s < STAR_SEAS; s++)
			consider_voyages(d, p, seat, s, &best);
	}
	*out = best.move;
	return 0;
}
