/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_POSITION_H
#define ANTWERP_POSITION_H

/*
 * A position of Antwerp: one flat struct; what is unused is zero, so that
 * equal positions are equal bytes. A sail that waits for a choice or for a
 * shuffle lies in `sail` with the ships that have not had their turn.
 */

#include "games/antwerp/data.h"

/* The numbers that moves and events are made of. */
/* clang-format off */
enum ant_verb { ANT_V_LOAD = 1, ANT_V_SAIL, ANT_V_EXCHANGE, ANT_V_FULFIL,
	ANT_V_PLAY, ANT_V_OFFER, ANT_V_ACCEPT, ANT_V_DECLINE, ANT_V_WITHDRAW,
	ANT_V_CHOOSE, ANT_V_STANDING, ANT_V_END, ANT_VERBS };
enum ant_chance_verb { ANT_C_PRODUCTS = 1, ANT_C_ORDERS, ANT_C_SHIPS,
	ANT_C_LOCKS };
enum ant_derived { ANT_LOADED = 1, ANT_SAILED, ANT_MOVED, ANT_STAYED,
	ANT_DOCKED, ANT_WRONG, ANT_TRANSIT, ANT_LOCKS_TURNED, ANT_ANCHORED,
	ANT_CARD, ANT_ASKED, ANT_EXCHANGED, ANT_FULFILLED, ANT_LOCKED,
	ANT_STEPPED, ANT_SWAPPED, ANT_OFFERED, ANT_ACCEPTED, ANT_DECLINED,
	ANT_WITHDREW, ANT_LAST, ANT_ENDED };
/* clang-format on */

/*
 * Moves:
 *   load      good place             sail   colour wish...
 *   exchange  order                  fulfil order
 *   play      sort kind, and of
 *     lock cards           lock... and for switch 1 (open) or 0
 *     sail-alone, extra-colour     colour wish...
 *     extra-ship           good place
 *     step-back            from to         swap-cargo  place place
 *   offer     seat, then what is given and what is wanted, by product
 *   choose    node, or ANT_SAY_LOCK, ANT_SAY_SHIP, or -1 for any other word
 *   standing  thing, and of
 *     policy               enum ant_policy
 *     fork                 place, node + 1 (0: off)
 *     anchor               enum ant_anchor
 *     double-yield         0 or 1
 *     drop-anchor          place, colour + 1, ANT_ANY or 0 (off)
 *   accept, decline, withdraw, end
 * A wish is place * ANT_WISH + node; wishes stand in place order. A place
 * that was named twice has itself for an end, which no channel leads to.
 */

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

struct ant_standing {
	uint8_t policy, anchor, twice;
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
