/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_CHECK_H
#define ANTWERP_CHECK_H

/* Refusals that several moves share. Each returns 0, or refuses. */

#include "games/antwerp/position.h"

int ant_check_reserve(const struct game_data *d, const struct ant_position *p,
    int seat, int good, struct refusal *why);
int ant_check_start(const struct game_data *d, const struct ant_position *p,
    int place, struct refusal *why);
/* Of wishes: whose the ships are, then the rest. */
int ant_check_ships(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, int at, struct refusal *why);
int ant_check_wishes(const struct game_data *d, const struct ant_position *p,
    int seat, int colour, const struct move *m, int at, struct refusal *why);
/* A refusal with a place (or end), a card. Returns -1. */
int ant_refuse_place(const struct game_data *d, struct refusal *why,
    const char *code, int node);
int ant_refuse_card(const struct game_data *d, struct refusal *why,
    const char *code, int sort, int card);
/* The numbers of a move exist, in the order that is canonical. */
bool ant_well_formed(const struct game_data *d, const struct ant_position *p,
    const struct move *m);

#endif
