/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GAMES_BRUTE_H
#define TESTS_GAMES_BRUTE_H

/*
 * "The list of legal moves is complete" (rules, One contract for every game),
 * by brute force: of all moves that could be written, apply takes those that
 * are listed and refuses all others.
 */

#include "tests/games/trial.h"

/* Every move of these verbs that a seat could write in its canonical form,
 * legal or not. */
typedef void brute_every(int seat, struct moves *out);

/* Tries them on the table for each seat, and that what is listed is among
 * them; moves of other verbs (bits) are not looked at. Returns how many were
 * taken. */
int brute_table(int seats, unsigned verbs, brute_every *every);

/* Adds a move of a verb without arguments; brute_arg: one more. */
struct move *brute_add(struct moves *out, int verb);
void brute_arg(struct move *m, int arg);

#endif
