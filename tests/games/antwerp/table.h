/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ANTWERP_TABLE_H
#define TESTS_ANTWERP_TABLE_H

/*
 * Positions of Antwerp built by hand (tests/games/trial.h has the rest). What
 * is given to a seat comes from where it lies, so that audit holds.
 */

#include "games/antwerp/play.h"
#include "tests/games/trial.h"

extern struct ant_position at; /* the table */

/* p1 to move in round 1; nothing was shuffled: p1 has orders o01 to o03 and
 * open-1 twice, p2 o04 to o06 and open-2 twice, p3 open-3 close-1, p4 close-1
 * close-2. The first product of each good lies on top, seven of it. */
void table_set(int seats);

int node(const char *id);
int colour(const char *id);
void ship(int seat, const char *good, const char *place);
/* The ships of a place, as "p1 cocoa", "" for none. */
const char *at_place(const char *place);
void product(int seat, const char *id, int n);
int products(int seat, const char *id);
/* An order, ship or lock card for the hand; lose: all of a sort go to the
 * bottom of the deck. */
void card(int seat, const char *id);
void lose(int seat, int sort);
/* The cards of a hand, as "open-1 open-1". */
const char *hand(int seat, int sort);
void open_lock(const char *id);
const char *locks(void); /* those that are open, "L1 L3" */
void turn_of(int seat);

/* The moves of a mail, "; " between them. */
void play(int seat, const char *moves);

#define ck_at(place, what) ck_assert_str_eq(at_place(place), what)

#endif
