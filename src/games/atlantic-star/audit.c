/* SPDX-License-Identifier: MIT */
#include "game/holds.h"
#include "games/atlantic-star/play.h"

/* What holds in every position of a game. */

/* Each card is in one place at most; the rest has sailed. */
static int
audit_cards(const struct game_data *d, const struct star_position *p,
    struct err *e)
{
	int count[STAR_SHIPS] = { 0 }, here = 0, sailed = 0, i, s;

	for (i = 0; i < p->pile; i++)
		count[p->deck[i]]++;
	for (i = 0; i < p->discard; i++)
		count[p->discards[i]]++;
	for (i = 0; i < STAR_FIELDS; i++)
		if (p->agency[i] != STAR_NONE)
			count[p->agency[i]]++;
	for (s = 1; s <= p->seats; s++)
		for (i = 0; i < p->hands[s]; i++)
			count[p->hand[s][i]]++;
	for (i = 0; i < STAR_SHIPS; i++) {
		HOLDS(count[i] <= 1, "%s is in two places", d->ship[i].id);
		here += count[i];
	}
	for (s = 1; s <= p->seats; s++)
		for (i = 0; i < STAR_SEAS; i++)
			sailed += (p->per_sea - p->left[s][i]) * d->sea[i].legs;
	HOLDS(p->stage < STAR_PLAY ? here == 0 : here + sailed == STAR_SHIPS,
	    "%d cards are here and %d have sailed", here, sailed);
	for (i = p->pile; i < STAR_SHIPS; i++)
		HOLDS(p->deck[i] == 0, "a card lies above the pile");
	for (i = p->discard; i < STAR_SHIPS; i++)
		HOLDS(p->discards[i] == 0, "a card lies above the discard");
	return 0;
}

static int
audit_seats(const struct game_data *d, const struct star_position *p,
    struct err *e)
{
	for (int s = 1; s <= p->seats; s++) {
		HOLDS(p->hands[s] <= star_hand_limit(d, p, s),
		    "R9: p%d holds %d cards", s, p->hands[s]);
		HOLDS(p->money[s] >= 0 && p->money[s] % d->loan_unit == 0,
		    "p%d has %d", s, p->money[s]);
		for (int i = 1; i < p->hands[s]; i++)
			HOLDS(p->hand[s][i - 1] < p->hand[s][i],
			    "the hand of p%d is not sorted", s);
		for (int i = p->hands[s]; i < STAR_HAND; i++)
			HOLDS(p->hand[s][i] == 0,
			    "a card lies behind the hand of p%d", s);
	}
	return 0;
}

static int
audit_class(const struct game_data *d, const struct star_position *p, int c,
    struct err *e)
{
	int sea = p->sea_of[c], i, s, of[SEATS_MAX + 1] = { 0 };
	int loans[SEATS_MAX + 1] = { 0 };

	if (sea == STAR_NONE) {
		HOLDS(p->plaques[c] == 0, "class %d has no sea", c);
		return 0;
	}
	HOLDS(p->class_of[sea] == c, "sea and class %d disagree", c);
	for (i = 0; i < p->plaques[c]; i++) {
		const struct star_plaque *a = &p->plaque[c][i];

		HOLDS(i == 0 || a[-1].value >= a->value,
		    "R12: class %d is not sorted", c);
		of[a->owner]++;
		loans[a->owner] += a->loan > 0;
		HOLDS(a->loan * d->loan_unit <= d->loan_max,
		    "R6: a loan of %d units", a->loan);
	}
	HOLDS(of[0] == d->neutrals[p->seats][sea] && loans[0] == 0,
	    "R3: %d neutral operators in class %d", of[0], c);
	for (s = 1; s <= p->seats; s++) {
		HOLDS(of[s] == p->per_sea - p->left[s][sea],
		    "p%d has %d plaques in class %d", s, of[s], c);
		HOLDS(loans[s] <= 1, "R6: p%d borrowed twice in class %d", s,
		    c);
	}
	return 0;
}

int
star_audit(const struct game_data *d, const void *pos, struct err *e)
{
	const struct star_position *p = pos;
	int left = 0;

	if (audit_cards(d, p, e) < 0 || audit_seats(d, p, e) < 0)
		return -1;
	for (int i = 1; i <= STAR_CLASSES; i++)
		if (audit_class(d, p, i, e) < 0)
			return -1;
	for (int i = 1; i <= p->seats; i++)
		left += !star_seat_done(p, i);
	HOLDS((left == 0) == (p->stage == STAGE_OVER), "R15: the game %s",
	    left == 0 ? "goes on" : "is over too early");
	HOLDS(!p->due ||
		(p->pile == 0 && p->discard > 0 && p->lay < p->lay_end),
	    "R13: chance is due for nothing");
	HOLDS(p->due || p->lay_end == 0, "R13: a field waits for a card");
	return 0;
}
