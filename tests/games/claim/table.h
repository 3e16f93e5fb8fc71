/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CLAIM_TABLE_H
#define TESTS_CLAIM_TABLE_H

/* Positions of Claim built by hand; tests/games/trial.h has the rest. */

#include "games/claim/play.h"
#include "tests/games/trial.h"

extern struct claim_position at; /* the table */

/* Blocked: A1 A2 B2 B3 C4 C5 D5 D6. Round 0, nobody has chosen. */
void table_stow(int seats);
/* The same, round 1, p1 to play; every ship whole at the hub with 30 fuel
 * and no cargo. */
void table_set(int seats);

int field(const char *id);
int colour(const char *id);
/* A known system, bottom/top; somebody's discovery (p2's). */
void system_at(const char *id, const char *bottom, const char *top);
/* The seat's whole ship there, with these cubes ("red=3 blue=2"). */
void ship(int seat, const char *at, const char *hold);
/* Main and tender, each with its cubes. */
void ships(int seat, const char *main_at, const char *main_hold,
    const char *tender_at, const char *tender_hold);
/* "orange=2 blue=1" as main or whole ship (0) or tender (1) have it. */
const char *hold(int seat, int i);
/* Ends the turns of the other seats, until the seat is to play again. */
void round_to(int seat);

#endif
