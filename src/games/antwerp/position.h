/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_POSITION_H
#define ANTWERP_POSITION_H

/*
 * A position of Antwerp: one flat struct; what is unused is zero, so that
 * equal positions are equal bytes. A sail that waits for a choice or for a
 * shuffle lies in `sail` with the ships that have not had their turn.
 */

#include "games/antwerp/data.h"

enum ant_stage { ANT_DEAL, ANT_TURN };
struct ant_ship {
	uint8_t owner, good; /* owner 0: no ship */
};

/* Cards of a sort in a hand, the oldest first. */
struct ant_hand {
	uint8_t n;
	uint8_t fresh; /* the last so many are new (R6) */
	uint8_t card[ANT_HAND];
	uint16_t from[ANT_HAND]; /* which shuffle each was drawn from */
};

struct ant_deck {
	uint8_t n, discards;
	uint16_t shuffle;            /* shuffles so far */
	uint8_t card[ANT_ORDERS];    /* the top is card[n - 1] */
	uint8_t discard[ANT_ORDERS]; /* oldest first */
};

enum { ANT_OFFERS = 2 }; /* a turn, at most (R7) */

/* Of ant_standing's `twice`: all goods. */
enum { ANT_EVERY_GOOD = (1 << ANT_GOODS) - 1 };
struct ant_standing {
	uint8_t policy, anchor;
	uint8_t twice;            /* double-yield: bits of goods */
	uint8_t fork[ANT_PLACES]; /* 0, or node + 1 */
	uint8_t drop[ANT_PLACES]; /* 0, colour + 1, or ANT_ANY */
};

struct ant_seat {
	uint8_t reserve;
	uint8_t done, order[4]; /* orders that lie open */
	uint8_t product[ANT_PRODUCTS];
	struct ant_hand hand[ANT_SORTS];
	struct ant_standing standing;
};

/* Product cards, card[n - 1] face up. Every seat knows the lowest `known`: it
 * saw them put there (R5, R13). */
struct ant_stack {
	uint8_t n, known;
	uint8_t card[ANT_STACK];
};

struct ant_sail {
	uint8_t on, how, colour; /* how: enum ant_sailing */
	uint8_t transit;         /* a ship has left by it (R14) */
	uint8_t n, next;
	uint8_t place[ANT_SHIPS], wish[ANT_SHIPS]; /* node + 1, 0: none */
};

struct ant_position {
	POSITION_HEAD; /* enum ant_stage */
	uint8_t dealt; /* chance events of R1 so far */
	uint8_t main_done, order_done, offers;
	/* R20: 1 the turn of the third order, 2 the last round; its end */
	uint8_t lap, last;
	uint8_t open;         /* bit n: lock n is open */
	uint8_t due, due_for; /* sort + 1 to be shuffled, for whom */
	uint8_t supply[ANT_GOODS];
	struct ant_ship ship[ANT_PLACES];
	struct ant_stack stack[ANT_GOODS];
	struct ant_deck deck[ANT_SORTS];
	struct {
		uint8_t what, seat, at;
	} pending;
	struct {
		uint8_t from, to; /* 0: none is open */
		uint8_t give[ANT_PRODUCTS], want[ANT_PRODUCTS];
	} offer;
	struct ant_sail sail;
	struct ant_seat seat[ANT_SEATS + 1];
};

#endif
