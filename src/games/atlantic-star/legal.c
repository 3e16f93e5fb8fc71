/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include "games/atlantic-star/voyage.h"

/* The list of legal moves, and voyages in leg order. */

void
star_voyage_move(struct move *m, int sea, int class, const uint8_t *ships,
    int legs)
{
	memset(m, 0, sizeof *m);
	m->verb = STAR_VOYAGE;
	m->n = (uint8_t)(STAR_VOYAGE_AT + legs);
	m->arg[STAR_VOYAGE_SEA] = (int16_t)sea;
	m->arg[STAR_VOYAGE_CLASS] = (int16_t)class;
	for (int i = 0; i < legs; i++)
		m->arg[STAR_VOYAGE_AT + i] = STAR_AT(ships[i], i);
}

static void
legal_loan(const struct game_data *d, const struct star_position *p, int seat,
    int sea, int no, struct moves *out)
{
	int class = p->class_of[sea], most;
	int place = star_plaque_find(p, seat, sea, no);

	if (place < 0)
		return;
	most = star_loan_most(d, p, class, place);
	for (int i = 1; i <= most; i++)
		MOVE(out, STAR_LOAN, [STAR_LOAN_SEA] = sea,
		    [STAR_LOAN_NO] = p->per_sea > 1 ? no : 0,
		    [STAR_LOAN_AMOUNT] = i);
}

static void
legal_loans(const struct game_data *d, const struct star_position *p, int seat,
    struct moves *out)
{
	int class;

	if (p->borrowed || p->replaced)
		return;
	for (int s = 0; s < STAR_SEAS; s++) {
		class = p->class_of[s];
		if (p->left[seat][s] == p->per_sea ||
		    p->plaques[class] == STAR_PLACES ||
		    star_loan_taken(p, seat, s))
			continue;
		legal_loan(d, p, seat, s, 1, out);
		legal_loan(d, p, seat, s, 2, out);
	}
}

static void
legal_voyages(const struct game_data *d, const struct star_position *p,
    int seat, int sea, struct moves *out)
{
	struct star_sets sets;
	uint8_t order[STAR_LEGS];

	star_sets(d, p, seat, sea, &sets);
	for (int i = 0; i < sets.n; i++) {
		star_fit_pick(&sets.fit, sets.mask[i], order);
		if (p->class_of[sea] != 0) {
			star_voyage_move(moves_add(out), sea, 0, order,
			    sets.fit.legs);
			continue;
		}
		for (int c = STAR_CLASSES; c >= 1; c--)
			if (p->sea_of[c] == STAR_NONE)
				star_voyage_move(moves_add(out), sea, c, order,
				    sets.fit.legs);
	}
}

void
star_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct star_position *p = pos;

	moves_clear(out);
	if (seat == 0 || star_turn_of(p) != seat)
		return;
	legal_loans(d, p, seat, out);
	if (p->money[seat] >= d->replace_price &&
	    p->pile + p->discard >= STAR_FIELDS)
		moves_add(out)->verb = STAR_REPLACE;
	if (p->hands[seat] < star_hand_limit(d, p, seat)) {
		for (int i = 0; i < STAR_FIELDS; i++) {
			if (p->agency[i] != STAR_NONE &&
			    p->money[seat] >= d->price[i])
				MOVE(out, STAR_CHARTER,
				    [STAR_CHARTER_SHIP] = p->agency[i]);
		}
	}
	for (int i = 0; i < STAR_SEAS; i++)
		legal_voyages(d, p, seat, i, out);
}

static bool
canonical(const struct move *m, int legs)
{
	for (int i = 0; i < legs; i++)
		if (STAR_AT_LEG(m->arg[STAR_VOYAGE_AT + i]) != i)
			return false;
	return true;
}

/* Ships and their legs sorted by id; false if a ship or a leg is there
 * twice, so that nothing can be put. */
static bool
sort_ships(const struct move *m, int legs, uint8_t *ships, int8_t *leg)
{
	unsigned taken = 0;
	int j;

	for (int i = 0; i < legs; i++) {
		uint8_t ship = (uint8_t)
		    STAR_AT_SHIP(m->arg[STAR_VOYAGE_AT + i]);
		int8_t at = (int8_t)STAR_AT_LEG(m->arg[STAR_VOYAGE_AT + i]);

		if (at >= 0 && (taken & 1u << at))
			return false;
		taken |= at >= 0 ? 1u << at : 0;
		for (j = i; j > 0 && ships[j - 1] > ship; j--) {
			ships[j] = ships[j - 1];
			leg[j] = leg[j - 1];
		}
		if (j > 0 && ships[j - 1] == ship)
			return false;
		ships[j] = ship;
		leg[j] = at;
	}
	return true;
}

void
star_voyage_settle(const struct game_data *d, const struct star_position *p,
    struct move *m)
{
	int sea = m->arg[STAR_VOYAGE_SEA], legs = d->sea[sea].legs;
	uint8_t ships[STAR_LEGS], order[STAR_LEGS];
	int8_t leg[STAR_LEGS];
	struct star_fit fit;

	if (m->arg[STAR_VOYAGE_CLASS] == p->class_of[sea])
		m->arg[STAR_VOYAGE_CLASS] = 0;
	if (m->n - STAR_VOYAGE_AT != legs || canonical(m, legs) ||
	    !sort_ships(m, legs, ships, leg))
		return;
	star_fit(d, sea, ships, legs, leg, &fit);
	star_fit_pick(&fit, (1u << legs) - 1, order);
	for (int i = 0; i < legs; i++)
		m->arg[STAR_VOYAGE_AT + i] = STAR_AT(order[i], i);
}
