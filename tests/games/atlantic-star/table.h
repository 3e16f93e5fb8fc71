/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ATLANTIC_STAR_TABLE_H
#define TESTS_ATLANTIC_STAR_TABLE_H

/* Positions of Atlantic Star built by hand; tests/games/trial.h has the
 * rest. */

#include "games/atlantic-star/play.h"
#include "tests/games/trial.h"

extern struct star_position at; /* the table */

/* Order p1, p2, …, the deck as the data file has it, p1 to move. */
void table_set(int seats);
void table_set_with(int seats, const char *options);

int ship(const char *id);
int sea(const char *id);
/* The hand becomes these ships ("rhea thetis"), taken from where they lie. */
void hold(int seat, const char *ids);
/* The agency becomes these, dearest first; `-` leaves a field empty. */
void agency(const char *ids);
/* Puts cards of the pile on the discard until the pile holds n. */
void pile(int n);
/* A plaque of a seat (0: neutral), sorted in by R12; the class gets the sea. */
void placed(int class, const char *sea, int seat, int value);
/* The class as "23 19 15(p1) 11": values, owners of seats other than 0. */
const char *class_is(int class);

#endif
