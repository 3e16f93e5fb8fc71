/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_POSITION_H
#define ATLANTIC_STAR_POSITION_H

/*
 * A position of Atlantic Star: one flat struct. Hands are kept sorted, the
 * pile with its top last, and all that is unused is zero, so that equal
 * positions are equal bytes. `stage` says what the game waits for; while
 * cards still have to be laid (`lay` < `lay_end`) and the pile is empty, the
 * chance event `deck` is due (R13).
 */

#include "games/atlantic-star/data.h"

enum star_stage { STAR_DRAW_ORDER, STAR_DEAL, STAR_PLAY };

struct star_plaque {
	uint8_t owner; /* 0: neutral */
	uint8_t no;    /* 1 older, 2 younger, 0 neutral */
	uint8_t value; /* after the loan */
	uint8_t loan;  /* in loan units */
};

struct star_position {
	POSITION_HEAD; /* enum star_stage */
	int32_t money[SEATS_MAX + 1];
	uint8_t per_sea, open;
	uint8_t order[SEATS_MAX];     /* seats, first player first */
	uint8_t place;                /* of p->at in it */
	uint8_t borrowed, replaced;   /* this turn */
	uint8_t lay, lay_end;         /* agency fields still to be laid */
	uint8_t passing;              /* the turn passes when they are */
	uint8_t due;                  /* R13: chance `deck` */
	uint16_t shuffles;            /* of the deck so far */
	uint8_t agency[STAR_FIELDS];  /* dearest first */
	uint8_t pile, discard;        /* how many */
	uint8_t deck[STAR_SHIPS];     /* deck[pile - 1] is the top */
	uint8_t discards[STAR_SHIPS]; /* in the order discarded */
	uint8_t hands[SEATS_MAX + 1]; /* how many */
	uint8_t hand[SEATS_MAX + 1][STAR_HAND]; /* sorted */
	/* voyages to run */
	uint8_t left[SEATS_MAX + 1][STAR_SEAS];
	uint8_t class_of[STAR_SEAS];       /* 0: none yet */
	uint8_t sea_of[STAR_CLASSES + 1];  /* STAR_NONE */
	uint8_t plaques[STAR_CLASSES + 1]; /* how many */
	struct star_plaque plaque[STAR_CLASSES + 1][STAR_PLACES];
};

/* The seat whose turn it is, 0 for none (chance is due, or over). */
static inline int
star_turn_of(const struct star_position *p)
{
	return p->stage == STAR_PLAY && !p->due ? p->at : 0;
}

static inline bool
star_seat_done(const struct star_position *p, int seat)
{
	uint32_t left;

	memcpy(&left, p->left[seat], sizeof left);
	return left == 0;
}

/* R9: the most cards a hand may hold after a charter. */
int star_hand_limit(const struct game_data *d, const struct star_position *p,
    int seat);
int star_score(const struct game_data *d, const struct star_position *p,
    int seat);
/* Where the seat's plaque `no` of a sea lies in its class; -1: not placed. */
int star_plaque_find(const struct star_position *p, int seat, int sea, int no);
bool star_in_hand(const struct star_position *p, int seat, int ship);
int star_in_agency(const struct star_position *p, int ship); /* field or -1 */

#endif
