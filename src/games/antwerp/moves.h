/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_MOVES_H
#define ANTWERP_MOVES_H

/* The numbers that moves and events of Antwerp are made of. */

#include "games/antwerp/data.h"

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
enum { ANT_WISH = 64, ANT_ANY = ANT_COLOURS + 1, ANT_SAY_LOCK = 100,
	ANT_SAY_SHIP };
enum ant_thing { ANT_T_POLICY, ANT_T_FORK, ANT_T_ANCHOR, ANT_T_DOUBLE,
	ANT_T_DROP };
enum ant_policy { ANT_HOME, ANT_ASK };
enum ant_anchor { ANT_FEWER, ANT_ALWAYS_LOCK, ANT_ALWAYS_SHIP, ANT_ANCHOR_ASK };
enum ant_pending { ANT_P_NONE, ANT_P_FORK, ANT_P_ANCHOR };
enum ant_sailing { ANT_ALL, ANT_ALONE, ANT_EXTRA };

#endif
