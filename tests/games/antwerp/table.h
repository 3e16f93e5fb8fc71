/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ANTWERP_TABLE_H
#define TESTS_ANTWERP_TABLE_H

/*
 * A table to try rules on: positions are built by hand, moves are made by
 * words. Everything fails the running test if it cannot be done. What is
 * given to a seat comes from where it lies, so that audit holds.
 */

#include <check.h>

#include "games/antwerp/play.h"
#include "games/antwerp/rules.h"
#include "games/antwerp/tell.h"

extern struct game_data *data;           /* loaded by table_load */
extern struct ant_position at;           /* the table */
extern struct events seen;               /* of the last move or chance */
extern struct refusal why;

void table_load(void);                   /* data, once; before the tests */

/* p1 to move in round 1; nothing was shuffled: p1 has orders o01 to o03 and
 * open-1 twice, p2 o04 to o06 and open-2 twice, p3 open-3 close-1, p4 close-1
 * close-2. The first product of each good lies on top, seven of it. */
void table_set(int seats);
/* Chance as a log would have it; -1 if it is refused. */
int chance_as(const char *words);

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
const char *locks(void);                 /* those that are open, "L1 L3" */
void turn_of(int seat);

/* Parses and applies: "ok", or the refusal ("start-taken place=S1").
 * A refused move must leave the position as it was. Borrowed. */
const char *try(int seat, const char *text);
/* The canonical words of what text is read as, or the refusal. */
const char *reads(int seat, const char *text);
/* The code alone. */
const char *refused(int seat, const char *text);
/* The moves of a mail, "; " between them. */
void play(int seat, const char *moves);

/* The words of the last event of a kind, "" if there is none. */
const char *event_words(enum event_kind kind, int verb);
int events_of(enum event_kind kind, int verb);
const char *facts(int reader);
/* The legal moves, one a line. */
const char *legal(int seat);
void audit(void);

#define ck_try(seat, text) ck_assert_str_eq(try(seat, text), "ok")
#define ck_refused(seat, text, code) \
	ck_assert_str_eq(refused(seat, text), code)
#define ck_reads(seat, text, words) ck_assert_str_eq(reads(seat, text), words)
#define ck_at(place, what) ck_assert_str_eq(at_place(place), what)
#define ck_holds(text, part) \
	ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", \
	    part, text)
#define ck_lacks(text, part) \
	ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in:\n%s", \
	    part, text)

/* Runs a suite: 0 if all is well. */
int table_run(Suite *s);

#endif
