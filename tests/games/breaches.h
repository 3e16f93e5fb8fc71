/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GAMES_BREACHES_H
#define TESTS_GAMES_BREACHES_H

/* A game's data file, and each of its laws broken in a copy. */

#include "tests/games/trial.h"

/* What to find, what to put there (each time it occurs), and what the
 * refusal says. */
struct breach {
	const char *find, *put, *says;
};

extern const char *data_text; /* the file; read by breaches_add */

/* 0 if the game takes this text as its data. */
int data_takes(const char *text, struct err *e);
/* A copy of text; fails if there is nothing to find. The caller's. */
char *data_with(const char *text, const char *find, const char *put);

/* Adds the file as it is, and every breach, to what is tested. */
void breaches_add(TCase *t, const struct breach *breach, int n);

#define ADD_BREACHES(t, breaches) \
	breaches_add(t, breaches, (int)(sizeof breaches / sizeof *breaches))

#endif
