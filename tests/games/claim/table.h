/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CLAIM_TABLE_H
#define TESTS_CLAIM_TABLE_H

/*
 * A table to try rules on: positions are built by hand, moves are made by
 * words. Everything fails the running test if it cannot be done.
 */

#include <check.h>

#include "games/claim/rules.h"
#include "games/claim/tell.h"

extern struct game_data *data;           /* loaded by table_load */
extern struct claim_position at;         /* the table */
extern struct events seen;               /* of the last move or chance */
extern struct refusal why;

void table_load(void);                   /* data, once; before the tests */

/* Blocked: A1 A2 B2 B3 C4 C5 D5 D6. Round 0, nobody has chosen. */
void table_stow(int seats);
/* The same, round 1, p1 to play; every ship whole at the hub with 30 fuel
 * and no cargo. */
void table_set(int seats);
/* Chance as a log would have it; -1 if it is refused. */
int chance_as(const char *words);

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

/* Parses and applies: "ok", or the refusal ("no-room"). A refused move must
 * leave the position as it was. Borrowed. */
const char *try(int seat, const char *text);
/* The canonical words of what text is read as, or the refusal. */
const char *reads(int seat, const char *text);
/* The code alone. */
const char *refused(int seat, const char *text);

/* The words of the last event of a kind, "" if there is none. */
const char *event_words(enum event_kind kind, int verb);
/* How many events of a kind the last move made. */
int events_of(enum event_kind kind, int verb);
const char *facts_for(int reader);
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
