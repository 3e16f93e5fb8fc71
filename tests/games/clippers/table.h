/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CLIPPERS_TABLE_H
#define TESTS_CLIPPERS_TABLE_H

/* Positions of Clippers built by hand; tests/games/trial.h has the rest. */

#include "games/clippers/lines.h"
#include "games/clippers/play.h"
#include "tests/games/trial.h"

extern struct clip_position at; /* the table */

/* p1 to move in phase 1 of round 1, cards dealt in data order: p1 France,
 * p2 Great Britain, p3 Germany, p4 Japan, p5 United States. */
void table_set(int seats);
void table_set_with(int seats, const char *options);
/* The same seats, all at phase 2 or 3, p1 to move, nothing taken. */
void phase(int n);

int place(const char *id);
int colour(const char *id);
/* A finished link, laid in this direction without the rules; no head. */
void joined(const char *colour, const char *from, const char *to);
/* The same, `laid` parts of it, with a head inside. */
void begun(const char *colour, const char *from, const char *to, int laid);
/* The first line of a colour has its head at a place instead of the port. */
void head(const char *colour, const char *place);
void one_more_head(const char *colour, const char *place);
/* No line of the colour is left; its heads are nowhere. */
void no_heads(const char *colour);
void card(int seat, const char *id); /* "" takes it away */
void clipper(int seat, const char *colour);

#endif
