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

extern const char *data_text;            /* the file; read by data_suite */

/* 0 if the game takes this text as its data. */
int data_takes(const char *text, struct err *e);
/* A copy of text; fails if there is nothing to find. The caller's. */
char *data_with(const char *text, const char *find, const char *put);

/* The suite "NAME/data": the file as it is, and every breach. The game may
 * add cases of its own. */
TCase *data_suite(Suite **s, const struct breach *breach, int n);

#define DATA_SUITE(s, breaches) \
	data_suite(s, breaches, (int)(sizeof breaches / sizeof *breaches))

#endif
