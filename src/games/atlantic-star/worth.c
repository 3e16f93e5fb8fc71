/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/reasons.h"
#include "games/atlantic-star/play.h"
#include "games/atlantic-star/voyage.h"

/*
 * The computer player thinks in tenths of a victory point. A hand is worth what
 * its most hopeful voyage would bring when the cards still missing are of
 * middling value; a turn is a charter that raises this by more than it costs,
 * or the voyage itself once no charter does.
 */
const struct star_taste star_greedy = { 5, 2, 4, 3, 5000, 7, { 18, 24, 30, 35 },
	10, 3, 40, 0 };
/* Of one who knows the game: found by trial (contrib/bench/ladder). */
const struct star_taste star_normal = { 4, 3, 4, 6, 7000, 7, { 18, 24, 30, 37 },
	7, 4, 40, 2 };

/* How likely, in percent, another voyage of a sea comes in above a value: a
 * rough slope around what careful play makes there. */
static int
star_beaten_by(const struct star_taste *t, int sea, int value)
{
	int chance = 50 + t->slope * (t->mean[sea] - value);

	return chance < 5 ? 5 : chance > 95 ? 95 : chance;
}

/* The points a voyage of this value can hope for: its rank now, pushed down
 * by those still to come, points between two ranks taken from the line
 * between them. */
int
star_hope(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, int sea, int class, int value)
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
	at = 100 * rank + to_come * star_beaten_by(t, sea, value);
	rank = at / 100;
	rest = at % 100;
	if (rank >= STAR_PLACES - 1)
		return 10 * d->points[class][STAR_PLACES - 1];
	return (d->points[class][rank] * (100 - rest) +
		   d->points[class][rank + 1] * rest) /
	    10;
}

/* The class of most hope for a voyage of a sea, and the hope. */
int
star_best_class(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, int sea, int value, int *class)
{
	int worth, best = -1;

	*class = p->class_of[sea];
	if (*class != 0)
		return star_hope(t, d, p, seat, sea, *class, value);
	for (int c = STAR_CLASSES; c >= 1; c--) {
		if (p->sea_of[c] != STAR_NONE)
			continue;
		worth = star_hope(t, d, p, seat, sea, c, value);
		if (worth > best) {
			best = worth;
			*class = c;
		}
	}
	return best;
}

/* What the legs that a card serves make of sets of legs that were served
 * without it; `sets` has all of these legs. */
static void
serve(const uint8_t *value, int legs, unsigned sets, int *best)
{
	int leg[STAR_LEGS], n = 0;

	for (int l = 0; l < legs; l++)
		if (value[l] != 0)
			leg[n++] = l;
	for (unsigned mask = n > 0 ? sets : 0; mask > 0;
	    mask = (mask - 1) & sets)
		for (int i = 0; i < n; i++) {
			unsigned bit = 1u << leg[i];
			int with = best[mask & ~bit] + value[leg[i]];

			if (mask & bit && with > best[mask])
				best[mask] = with;
		}
}

/* The legs that a hand can serve. */
static unsigned
legs_served(const struct game_data *d, const uint8_t *hand, int n, int sea)
{
	unsigned served = 0;

	for (int i = 0; i < n; i++)
		for (int l = 0; l < d->sea[sea].legs; l++)
			if (d->value[hand[i]][sea][l] != 0)
				served |= 1u << l;
	return served;
}

/* The most a hand makes of a sea on as many legs as it can serve; sets how
 * many those are. By subsets of legs, card after card. */
int
star_promise(const struct game_data *d, const uint8_t *hand, int n, int sea,
    int *served)
{
	unsigned sets = legs_served(d, hand, n, sea);
	int best[1 << STAR_LEGS], most = 0;

	best[0] = 0;
	for (int mask = 1; mask < 1 << STAR_LEGS; mask++)
		best[mask] = -1000;
	for (int i = 0; i < n; i++)
		serve(d->value[hand[i]][sea], d->sea[sea].legs, sets, best);
	*served = 0;
	for (unsigned mask = 0; mask != sets;) {
		int count;

		mask = (mask - sets) & sets;
		count = __builtin_popcount(mask);
		/* A leg served is worth more than a low value elsewhere. */
		if (best[mask] > 0 && best[mask] + 2 * count > most) {
			most = best[mask] + 2 * count;
			*served = count;
		}
	}
	return most - 2 * *served;
}

/* What a hand is worth to a seat that has not moved yet. */
int
star_hand_worth(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, const uint8_t *hand, int n)
{
	int best = 0, others = 0;

	for (int s = 0; s < STAR_SEAS; s++) {
		int legs = d->sea[s].legs, room = legs + d->spare - n;
		int served, value, missing, class, worth;

		if (p->left[seat][s] == 0)
			continue;
		value = star_promise(d, hand, n, s, &served);
		others += t->others * value / legs;
		if (room < 0)
			continue;
		missing = legs - served;
		if (missing <= room)
			value += missing * t->middling + d->sea[s].bonus +
			    (room - missing) * t->spare;
		else
			value += room * t->middling;
		worth = star_best_class(t, d, p, seat, s, value, &class);
		best = worth > best ? worth : best;
	}
	return best + others;
}

/* What 1000 in cash is worth: dearer the fewer there are for each card the
 * seat still needs. */
int
star_thousand(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat)
{
	int need = 0, worth;

	for (int s = 0; s < STAR_SEAS; s++)
		need += p->left[seat][s] * d->sea[s].legs;
	need -= p->hands[seat];
	if (need < 1)
		need = 1;
	worth = t->cash * need * 1000 / (p->money[seat] + 1);
	return worth < t->least ? t->least : worth > t->most ? t->most : worth;
}

/* What a voyage that has a rank may still hope for, in tenths of a point. */
static int
placed_worth(const struct game_data *d, const struct star_position *p, int seat,
    int class, int place)
{
	const struct star_plaque *k = &p->plaque[class][place];
	int sea = p->sea_of[class], to_come = 0, at, rest;

	for (int s = 1; s <= p->seats; s++)
		to_come += s == seat ? 0 : p->left[s][sea];
	at = 100 * place +
	    to_come * star_beaten_by(&star_normal, sea, k->value);
	if (at >= 100 * (STAR_PLACES - 1))
		return 10 * d->points[class][STAR_PLACES - 1];
	rest = at % 100;
	return (d->points[class][at / 100] * (100 - rest) +
		   d->points[class][at / 100 + 1] * rest) /
	    10;
}

/* The same of a seat: its voyages, those that it has still to run, its hand and
 * its money. */
static int
seat_worth(const struct game_data *d, const struct star_position *p, int seat)
{
	int worth = star_hand_worth(&star_normal, d, p, seat, p->hand[seat],
			p->hands[seat]) -
	    star_hand_worth(&star_normal, d, p, seat, p->hand[seat], 0);
	int class;

	for (int c = 1; c <= STAR_CLASSES; c++)
		for (int i = 0; i < p->plaques[c]; i++)
			if (p->plaque[c][i].owner == seat)
				worth += placed_worth(d, p, seat, c, i);
	for (int s = 0; s < STAR_SEAS; s++)
		worth += p->left[seat][s] *
		    star_best_class(&star_normal, d, p, seat, s,
			star_normal.mean[s], &class);
	return worth +
	    star_thousand(&star_normal, d, p, seat) *
	    (int)(p->money[seat] / d->loan_unit) * !star_seat_done(p, seat);
}

int
star_worth(const struct game_data *d, const void *pos, int seat)
{
	const struct star_position *p = pos;
	int others = 0;

	for (int s = 1; s <= p->seats; s++)
		others += s == seat ? 0 : seat_worth(d, p, s);
	return 10 * (seat_worth(d, p, seat) - others / (p->seats - 1));
}

/* Why (reasons): what the parts above have become, in tenths of a point. */

/* What is worth of the voyages that a seat has run of a sea, and of those that
 * it has still to run; n: how many it has run. */
static int
sea_worth(const struct game_data *d, const struct star_position *p, int seat,
    int sea, int *n)
{
	int class,
	    worth = p->left[seat][sea] *
	    star_best_class(&star_normal, d, p, seat, sea,
		star_normal.mean[sea], &class);

	*n = p->per_sea - p->left[seat][sea];
	for (int c = 1; c <= STAR_CLASSES; c++)
		for (int i = 0; p->sea_of[c] == sea && i < p->plaques[c]; i++)
			if (p->plaque[c][i].owner == seat)
				worth += placed_worth(d, p, seat, c, i);
	return worth;
}

static int
hand_worth(const struct game_data *d, const struct star_position *p, int seat)
{
	return star_hand_worth(&star_normal, d, p, seat, p->hand[seat],
		   p->hands[seat]) -
	    star_hand_worth(&star_normal, d, p, seat, p->hand[seat], 0);
}

/* The sea for which a hand has become better most. */
static int
better_for(const struct game_data *d, const struct star_position *was,
    const struct star_position *is, int seat)
{
	int best = 0, most = -1, served;

	for (int s = 0; s < STAR_SEAS; s++) {
		int by = star_promise(d, is->hand[seat], is->hands[seat], s,
			     &served) -
		    star_promise(d, was->hand[seat], was->hands[seat], s,
			&served);

		if (is->left[seat][s] > 0 && by > most) {
			most = by;
			best = s;
		}
	}
	return best;
}

static void
why_seas(const struct game_data *d, const struct star_position *was,
    const struct star_position *is, int seat, struct reasons *out)
{
	for (int s = 0; s < STAR_SEAS; s++) {
		int then, now, gain = sea_worth(d, is, seat, s, &now);
		struct cJSON *o;

		gain -= sea_worth(d, was, seat, s, &then);
		o = reasons_add(out, now > then ? "voyage" : "rank", 10 * gain);
		if (o != NULL)
			tree_add_str(o, "sea", d->sea[s].id);
	}
}

/* What voyages of others may still hope for, now that it has run one or not. */
static void
why_others(const struct game_data *d, const struct star_position *was,
    const struct star_position *is, int seat, struct reasons *out)
{
	for (int s = 1; s <= is->seats; s++) {
		int gain = seat_worth(d, was, s) - seat_worth(d, is, s);
		struct cJSON *o = NULL;

		if (s != seat)
			o = reasons_add(out, "other",
			    10 * gain / (is->seats - 1));
		if (o != NULL)
			tree_add_str(o, "seat", seat_id(s));
	}
}

void
star_reasons(const struct game_data *d, const void *before, const void *after,
    int seat, struct reasons *out)
{
	const struct star_position *was = before, *is = after;
	int money = is->money[seat] - was->money[seat], unit, gain;
	struct cJSON *o;

	why_seas(d, was, is, seat, out);
	why_others(d, was, is, seat, out);
	gain = hand_worth(d, is, seat) - hand_worth(d, was, seat);
	o = reasons_add(out,
	    is->hands[seat] > was->hands[seat] ? "hand" : "cards", 10 * gain);
	if (o != NULL && is->hands[seat] > was->hands[seat])
		tree_add_str(o, "sea", d->sea[better_for(d, was, is, seat)].id);
	/* By what it was worth before: it is dearer the less there is of it. */
	unit = star_thousand(&star_normal, d, was, seat);
	o = reasons_add(out, "money", 10 * unit * (money / d->loan_unit));
	if (o != NULL)
		tree_add_int(o, "n", abs(money));
	if (was->replaced == 0 && is->replaced != 0)
		reasons_note(out, "agency");
}
