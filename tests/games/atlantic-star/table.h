/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ATLANTIC_STAR_TABLE_H
#define TESTS_ATLANTIC_STAR_TABLE_H

/*
 * A table to try rules on: positions are built by hand, moves are made by
 * words. Everything fails the running test if it cannot be done.
 */

#include <check.h>

#include "games/atlantic-star/play.h"
#include "games/atlantic-star/rules.h"

extern struct game_data *data;           /* loaded by table_load */
extern struct star_position at;          /* the table */
extern struct events seen;               /* of the last move or chance */
extern struct refusal why;

void table_load(void);                   /* data, once; for every test */

/* Order p1, p2, …, the deck as the data file has it, p1 to move. */
void table_set(int seats);
void table_set_with(int seats, const char *options);
/* Chance as a log would have it ("deck rhea …"); fails if it is refused. */
void chance_as(const char *words);

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

/* Parses and applies: "ok", or the refusal ("hand-full limit=8 hand=8").
 * A refused move must leave the position as it was. Borrowed. */
const char *try(int seat, const char *text);
/* The canonical words of what text is read as, or the refusal. */
const char *reads(int seat, const char *text);
/* The code alone. */
const char *refused(int seat, const char *text);

/* The words of the last event of a kind, "" if there is none. */
const char *event_words(enum event_kind kind, int verb);
/* The facts of a reader. */
const char *facts(int reader);
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
