/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_VOYAGE_H
#define ATLANTIC_STAR_VOYAGE_H

/*
 * The best way to put cards on the legs of a sea (M4), exactly: a table over
 * all subsets of a hand of at most eight cards holds what a subset of k cards
 * makes on the last k legs, once at all and once with a value on every leg
 * (the bonus). A subset is a bit mask with the first card, by id, in its
 * highest bit, so that falling masks are rising lists of ids.
 */

#include "games/atlantic-star/position.h"

enum { STAR_SUBSETS = 1 << STAR_HAND };

struct star_fit {
	int n, legs, bonus;
	uint8_t card[STAR_HAND]; /* by bit: card[n - 1] is the first */
	int8_t value[STAR_LEGS][STAR_HAND]; /* by leg and bit */
	int16_t any[STAR_SUBSETS];
	int16_t all[STAR_SUBSETS]; /* < 0: some leg would have no value */
};

/* cards sorted by id, n <= STAR_HAND. leg (NULL: free) gives each card the
 * leg it must have, or -1; legs named must differ. */
void star_fit(const struct game_data *d, int sea, const uint8_t *cards, int n,
    const int8_t *leg, struct star_fit *out);
/* Total, bonus included, of a subset of `legs` cards. */
int star_fit_value(const struct star_fit *f, unsigned mask);
/* Its ships in leg order; of equally good ways the smallest list of ids. */
void star_fit_pick(const struct star_fit *f, unsigned mask,
    uint8_t order[STAR_LEGS]);

/*
 * The sets of cards with which a seat can run a sea, in the order of the
 * legal-move list: those where exchanging mail ships would change nothing
 * are left out. Empty when R10 forbids every voyage there.
 */
struct star_sets {
	int n;
	uint8_t mask[STAR_SETS];
	struct star_fit fit; /* defined if n > 0 */
};
void star_sets(const struct game_data *d, const struct star_position *p,
    int seat, int sea, struct star_sets *out);

/* What ships, given in leg order, make: 0 for a stopgap, and whether there
 * is one. */
struct star_made {
	int value, bonus; /* value includes the bonus */
};
struct star_made star_make(const struct game_data *d, int sea,
    const uint8_t *ships);

/* Where a value would rank in a class now (R12), from 0. */
int star_rank(const struct star_position *p, int class, int value);

#endif
