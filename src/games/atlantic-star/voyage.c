/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/voyage.h"

enum { NEVER = -10000, FORBIDDEN = -128 };

/* What subsets of k cards make on the last k legs, from what smaller ones
 * make on the legs after the first of these. */
static void
fit_fill(struct star_fit *f)
{
	unsigned end = 1u << f->n;

	f->any[0] = f->all[0] = 0;
	for (unsigned mask = 1; mask < end; mask++) {
		int k = __builtin_popcount(mask);
		const int8_t *value;
		int any = NEVER, all = NEVER;

		if (k > f->legs)
			continue;
		value = f->value[f->legs - k];
		for (unsigned rest = mask; rest != 0; rest &= rest - 1) {
			int bit = __builtin_ctz(rest);
			unsigned others = mask & ~(1u << bit);
			int v = value[bit];
			int w = v > 0 ? v + f->all[others] : NEVER;

			v = v == FORBIDDEN ? NEVER : v + f->any[others];
			any = v > any ? v : any;
			all = w > all ? w : all;
		}
		f->any[mask] = (int16_t)(any < NEVER ? NEVER : any);
		f->all[mask] = (int16_t)(all < NEVER ? NEVER : all);
	}
}

void
star_fit(const struct game_data *d, int sea, const uint8_t *cards, int n,
    const int8_t *leg, struct star_fit *out)
{
	out->n = n;
	out->legs = d->sea[sea].legs;
	out->bonus = d->sea[sea].bonus;
	for (int i = 0; i < n; i++) {
		int bit = n - 1 - i;

		out->card[bit] = cards[i];
		for (int l = 0; l < out->legs; l++)
			out->value[l][bit] = (int8_t)d->value[cards[i]][sea][l];
		for (int l = 0; leg != NULL && leg[i] >= 0 && l < out->legs;
		    l++)
			if (l != leg[i])
				out->value[l][bit] = FORBIDDEN;
	}
	fit_fill(out);
}

/* The most that can still be made with `mask` on the last legs when `so_far`
 * is made on those before, each with a value or not. */
static int
fit_reach(const struct star_fit *f, unsigned mask, int so_far, bool served)
{
	int any = f->any[mask];
	int all = f->all[mask] + f->bonus;

	return so_far + (served && f->all[mask] >= 0 && all > any ? all : any);
}

int
star_fit_value(const struct star_fit *f, unsigned mask)
{
	return fit_reach(f, mask, 0, true);
}

void
star_fit_pick(const struct star_fit *f, unsigned mask, uint8_t order[STAR_LEGS])
{
	int want = star_fit_value(f, mask), so_far = 0;
	bool served = true;

	for (int l = 0; l < f->legs; l++) {
		unsigned rest = mask;

		for (;;) {
			/* The highest bit is the smallest id. */
			int bit = 31 - __builtin_clz(rest);
			int v = f->value[l][bit];
			unsigned others = mask & ~(1u << bit);

			rest &= ~(1u << bit);
			if (rest != 0 &&
			    (v == FORBIDDEN ||
				fit_reach(f, others, so_far + v,
				    served && v > 0) != want))
				continue;
			order[l] = f->card[bit];
			so_far += v;
			served = served && v > 0;
			mask = others;
			break;
		}
	}
}

/* Mail ships are interchangeable: a set takes the first ones of the hand. */
static bool
mails_first(unsigned set, unsigned mails)
{
	unsigned in = set & mails, out = mails & ~set;

	return in == 0 || (in & -in) > out;
}

void
star_sets(const struct game_data *d, const struct star_position *p, int seat,
    int sea, struct star_sets *out)
{
	int n = p->hands[seat], legs = d->sea[sea].legs;
	unsigned mails = 0;

	out->n = 0;
	if (p->left[seat][sea] == 0 || n < legs || n > legs + STAR_SPARE)
		return;
	for (int i = 0; i < n; i++)
		if (d->ship[p->hand[seat][i]].mail)
			mails |= 1u << (n - 1 - i);
	for (int i = 0; i < d->sets[legs][n - legs]; i++) {
		unsigned mask = d->set[legs][n - legs][i];

		if (mails_first(mask, mails))
			out->mask[out->n++] = (uint8_t)mask;
	}
	star_fit(d, sea, p->hand[seat], n, NULL, &out->fit);
}

struct star_made
star_make(const struct game_data *d, int sea, const uint8_t *ships)
{
	struct star_made made = { 0, d->sea[sea].bonus };

	for (int l = 0; l < d->sea[sea].legs; l++) {
		int v = d->value[ships[l]][sea][l];

		made.value += v;
		if (v == 0)
			made.bonus = 0;
	}
	made.value += made.bonus;
	return made;
}

int
star_rank(const struct star_position *p, int class, int value)
{
	int i;

	for (i = 0; i < p->plaques[class] && p->plaque[class][i].value >= value;
	    i++)
		;
	return i;
}
