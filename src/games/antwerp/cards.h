/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_CARDS_H
#define ANTWERP_CARDS_H

/* Hands, decks and stacks. */

#include "games/antwerp/position.h"

/* A card can be drawn, now or after a shuffle, and there is room for it. */
bool ant_can_draw(const struct ant_position *p, int seat, int sort);
/* The ship or lock card of a `play`; which locks are open behind a lock card,
 * as bits. */
const struct ant_card *ant_played(const struct game_data *d,
    const struct move *m);
int ant_turned(const struct game_data *d, const struct ant_position *p,
    const struct move *m);
/* The top card of the deck goes into the hand. */
int ant_take_card(struct ant_position *p, int seat, int sort);
/* Draws, or makes the shuffle due, or draws nothing (R8a). */
void ant_draw_card(struct ant_position *p, int seat, int sort,
    struct events *out);
/* The place in hand of the oldest card of a kind; -1: none is held. */
int ant_held(const struct ant_hand *h, int card);
/* The same, of cards that are not new (R6). */
int ant_usable(const struct ant_hand *h, int card);
/* The card leaves the hand; to the discard (R18). */
int ant_lose_card(struct ant_hand *h, int at);
void ant_discard(struct ant_position *p, int seat, int sort, int at);
void ant_put_under(struct ant_position *p, int product);
int ant_take_product(struct ant_position *p, int seat, int good);
/* The face-up product of a good + 1, 0 for none. */
int ant_top(const struct ant_position *p, int good);

#endif
