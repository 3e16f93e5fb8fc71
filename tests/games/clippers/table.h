/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CLIPPERS_TABLE_H
#define TESTS_CLIPPERS_TABLE_H

/*
 * A table to try rules on: positions are built by hand, moves are made by
 * words. Everything fails the running test if it cannot be done.
 */

#include <check.h>

#include "games/clippers/lines.h"
#include "games/clippers/play.h"
#include "games/clippers/rules.h"

extern struct game_data *data;           /* loaded by table_load */
extern struct clip_position at;          /* the table */
extern struct events seen;               /* of the last move or chance */
extern struct refusal why;

void table_load(void);                   /* data, once; before the tests */

/* p1 to move in phase 1 of round 1, cards dealt in data order: p1 France,
 * p2 Great Britain, p3 Germany, p4 Japan, p5 United States. */
void table_set(int seats);
void table_set_with(int seats, const char *options);
/* Chance as a log would have it; -1 if it is refused. */
int chance_as(const char *words);
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
/* No line of the colour is left; its heads are nowhere. */
void no_heads(const char *colour);
void card(int seat, const char *id);     /* "" takes it away */
void clipper(int seat, const char *colour);

/* Parses and applies: "ok", or the refusal ("must-open colour=red").
 * A refused move must leave the position as it was. Borrowed. */
const char *try(int seat, const char *text);
/* The canonical words of what text is read as, or the refusal. */
const char *reads(int seat, const char *text);
/* The code alone. */
const char *refused(int seat, const char *text);

/* The words of the last event of a kind, "" if there is none. */
const char *event_words(enum event_kind kind, int verb);
/* How many events of a kind the last move made. */
int events_of(enum event_kind kind, int verb);
const char *facts(void);
/* The legal moves, one a line. */
const char *legal(int seat);

#define ck_try(seat, text) ck_assert_str_eq(try(seat, text), "ok")
#define ck_refused(seat, text, code) \
	ck_assert_str_eq(refused(seat, text), code)
#define ck_reads(seat, text, words) ck_assert_str_eq(reads(seat, text), words)
#define ck_holds(text, part) \
	ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", \
	    part, text)
#define ck_lacks(text, part) \
	ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in:\n%s", \
	    part, text)

/* Runs a suite: 0 if all is well. */
int table_run(Suite *s);

#endif
