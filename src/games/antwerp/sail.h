/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_SAIL_H
#define ANTWERP_SAIL_H

/*
 * Movement (R9 to R14). A sail lies in the position with the ships that have
 * not had their turn, and goes on when what it waits for has come.
 */

#include "games/antwerp/position.h"

enum {
	ANT_WISH = 64,
	ANT_ANY = ANT_COLOURS + 1,
	ANT_SAY_LOCK = 100,
	ANT_SAY_SHIP
};
enum ant_thing {
	ANT_T_POLICY,
	ANT_T_FORK,
	ANT_T_ANCHOR,
	ANT_T_DOUBLE,
	ANT_T_DROP
};
enum ant_policy { ANT_HOME, ANT_ASK };
enum ant_anchor { ANT_FEWER, ANT_ALWAYS_LOCK, ANT_ALWAYS_SHIP, ANT_ANCHOR_ASK };
enum ant_pending { ANT_P_NONE, ANT_P_FORK, ANT_P_ANCHOR };
enum ant_sailing { ANT_ALL, ANT_ALONE, ANT_EXTRA };

/* Sails as the move says, which has been checked; its wishes begin at `at`.
 * how: enum ant_sailing. */
void ant_sail(const struct game_data *d, struct ant_position *p, int how,
    int colour, const struct move *m, int at, struct events *out);
/* The rest of a sail, until something else is due; a pending choice is made. */
void ant_sail_on(const struct game_data *d, struct ant_position *p,
    struct events *out);
void ant_chosen(const struct game_data *d, struct ant_position *p, int choice,
    struct events *out);
/* A ship has arrived at an anchor place (R12). */
void ant_anchor(struct ant_position *p, int place, struct events *out);
/* Channels that a ship at place may take now; how many, in their order. */
int ant_ways(const struct game_data *d, const struct ant_position *p, int place,
    int colour, uint8_t way[2]);
/* Whether two channels of the colour with open locks leave place (R11). */
bool ant_fork(const struct game_data *d, const struct ant_position *p,
    int place, int colour);
/* A ship that would move; to[1] is another end its owner may take, or
 * ANT_NONE. to[0] is that if it stays, since both its ways are taken. */
struct ant_step {
	uint8_t from, to[2];
	uint8_t missed; /* the way that was named, and is taken; or ANT_NONE */
	struct ant_ship ship;
};
/* The ships a sail would move, as far as all can see, and those for which it
 * names a way in vain; how many. */
int ant_foresee(const struct game_data *d, const struct ant_position *p,
    int how, int colour, const struct move *m, int at, struct ant_step *step);
/* The choices of what is pending, as `choose` takes them; how many. */
int ant_choices(const struct game_data *d, const struct ant_position *p,
    int16_t choice[2]);

#endif
