/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_VERBS_H
#define ANTWERP_VERBS_H

/* The verbs of Antwerp, and the names of what each says (game/verbs.h). */

#include "game/verbs.h"
#include "games/antwerp/position.h"

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

/* A wish is place * ANT_WISH + node; wishes stand in place order. A place that
 * was named twice has itself for an end, which no channel leads to. `choose`
 * says a node, ANT_SAY_LOCK, ANT_SAY_SHIP, or -1 for any other word. */
enum { ANT_LOAD_GOOD, ANT_LOAD_PLACE }; /* load(ed), drop-anchor, transit */
enum { ANT_SAIL_COLOUR, ANT_SAIL_WISHES };
enum { ANT_FULFIL_ORDER, ANT_FULFIL_POINTS,
	ANT_FULFIL_DONE };              /* fulfil(led), exchange(d) */
enum { ANT_PLAY_SORT, ANT_PLAY_KIND, ANT_PLAY_WITH, /* by what it does: */
	ANT_PLAY_LOCKS = ANT_PLAY_WITH, /* and for switch 1 (open) or 0 */
	ANT_PLAY_COLOUR = ANT_PLAY_WITH + ANT_SAIL_COLOUR, ANT_PLAY_WISHES,
	ANT_PLAY_GOOD = ANT_PLAY_WITH + ANT_LOAD_GOOD, ANT_PLAY_START,
	ANT_PLAY_FROM = ANT_PLAY_WITH, ANT_PLAY_TO }; /* step, swap */
enum { ANT_OFFER_TO, ANT_OFFER_GIVE, /* so many of each product */
	ANT_OFFER_WANT = ANT_OFFER_GIVE + ANT_PRODUCTS };
enum { ANT_STANDING_THING, ANT_STANDING_SET, /* how it is set, or */
	ANT_STANDING_PLACE = ANT_STANDING_SET,
	ANT_STANDING_WAY };   /* 0: off; fork: node + 1; drop: colour + 1 */
enum { ANT_SAILED_HOW, ANT_SAILED_COLOUR, ANT_SAILED_WAITS, ANT_SAILED_STEPS };
enum { ANT_STEP_SEAT, ANT_STEP_GOOD, ANT_STEP_FROM, ANT_STEP_TO,
	ANT_STEP_PLACE = ANT_STEP_FROM }; /* swapped; the others: sailed, moved,
					   * stepped-back */
enum { ANT_DOCKED_DOCK, ANT_DOCKED_ONE, ANT_DOCKED_TWO, ANT_DOCKED_DOUBLE,
	ANT_DOCKED_NEXT };              /* products + 1 */
enum { ANT_ANCHORED_PLACE, ANT_ANCHORED_SORT };
enum { ANT_CARD_SORT, ANT_CARD_KIND };
enum { ANT_ASKED_WHAT, ANT_ASKED_PLACE };
enum { ANT_LOCKED_CARD, ANT_LOCKED_OPENED, ANT_LOCKED_CLOSED }; /* bits */
enum { ANT_OFFERED_FROM, ANT_OFFERED_TO, ANT_OFFERED_GIVE,
	ANT_OFFERED_WANT = ANT_OFFERED_GIVE + ANT_PRODUCTS };
enum { ANT_STOCK_GOOD, ANT_STOCK_PRODUCTS }; /* chance: products */
/* clang-format on */

extern const struct verbs ant_verbs;
extern const char *const ant_sort_word[];   /* "order", "ship", "lock" */
extern const char *const ant_policy_word[]; /* of standing orders */
extern const char *const ant_anchor_word[];
extern const char *const ant_open_closed[]; /* by what they become */
extern const struct verb_thing *const ant_colours,
    *const ant_goods, *const ant_products, *const ant_cards[]; /* by sort */
/* describe.c: what templates are told of an event besides. */
verb_tell ant_tell_words, ant_tell_sailed, ant_tell_docked, ant_tell_turned,
    ant_tell_anchored, ant_tell_drawn, ant_tell_asked, ant_tell_locked,
    ant_tell_offer;

#endif
