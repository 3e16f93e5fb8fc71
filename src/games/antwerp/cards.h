/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_CARDS_H
#define ANTWERP_CARDS_H

/* Hands, decks and stacks. */

#include <stdbool.h>
#include <stdint.h>

struct ant_hand;
struct ant_position;
struct events;
struct game_data;
struct move;

/* What is drawn from decks. */
enum ant_sort { ANT_ORDER, ANT_SHIP, ANT_LOCK, ANT_SORTS };

/* Ship cards, as the rules know them; the file says how many and in which
 * order. */
enum ant_ship_card {
	ANT_SAIL_ALONE,
	ANT_EXTRA_COLOUR,
	ANT_EXTRA_SHIP,
	ANT_STEP_BACK,
	ANT_DOUBLE_YIELD,
	ANT_DROP_ANCHOR,
	ANT_SWAP_CARGO,
	ANT_SHIP_KINDS
};
enum ant_lock_act { ANT_OPEN, ANT_CLOSE, ANT_SWITCH };

struct ant_card {
	char id[16];
	uint8_t count;
	uint8_t does;  /* enum ant_ship_card, ant_lock_act */
	uint8_t locks; /* of a lock card */
};

struct ant_order {
	char id[16]; /* like a card's, for one search */
	uint8_t n, product[3], points;
};

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
