/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GAMES_TRIAL_H
#define TESTS_GAMES_TRIAL_H

/*
 * A table to try the rules of any game on: positions are built by hand, moves
 * are made by words. Which game it is says its table.c: game_registry, a list
 * of one, and where the position lies. What sets positions up is the game's
 * own (table.h). Everything fails the running test if it cannot be done.
 *
 * What is borrowed lasts until the next of these functions is called.
 */

#include <string.h>

#include "game/rules.h"
#include "tests/run.h"

extern void *const table_at; /* by table.c: its position */
/* The same for the suite of tests/game/conformance.h. */
extern const char *const conformance_options[], *const conformance_data;
/* By table.c: finished games, kept as logs; the last has no name. From its
 * seed so many chance events at least must be proven. */
extern const struct golden {
	const char *name;
	int seats, proven;
} golden_logs[];
extern struct game_data *data; /* loaded by table_load */
extern struct events seen;     /* of the last move or chance */
extern struct refusal why;

void table_load(void); /* data, once; before the tests */

/* Chance as a log would have it; -1 if it is refused. */
int chance_as(const char *words);

/* Parses and applies: "ok", or the refusal ("hand-full limit=8 hand=8").
 * A refused move must leave the position as it was, any other keep it sound
 * if it was so (audit). Borrowed. */
const char *try(int seat, const char *text);
/* The canonical words of what text is read as, or the refusal. */
const char *reads(int seat, const char *text);
/* The code alone. */
const char *refused(int seat, const char *text);

/* The words of the last event of a kind, "" if there is none. */
const char *event_words(enum event_kind kind, int verb);
/* How many events of a kind the last move made. */
int events_of(enum event_kind kind, int verb);
const char *facts(int reader);
/* What a move is described as, appended. pos: what the seat sees. */
void describe(const void *pos, int seat, const struct move *m,
    struct buf *text);
/* The legal moves, one a line. */
const char *legal(int seat);
void audit(void);

/* A game of random moves, looked at before every n-th event and at its end,
 * by p1 and now and then by an observer. Seen is the last event. */
void random_game(int seats, int every, void (*look)(int reader));

/* Puts a golden log's position after event seq (-1: the last) on the table.
 * Every check line of it must be right, and so many chance events at least
 * follow from its seed. Returns its number of seats. */
int golden_log(const char *name, int seq, int proven);

#define ck_try(seat, text) ck_assert_str_eq(try(seat, text), "ok")
#define ck_refused(seat, text, code) ck_assert_str_eq(refused(seat, text), code)
#define ck_reads(seat, text, words) ck_assert_str_eq(reads(seat, text), words)
#define ck_chance(words) ck_assert_int_eq(chance_as(words), 0)
#define ck_holds(text, part) \
	ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", \
	    part, text)
#define ck_lacks(text, part) \
	ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in:\n%s", part, \
	    text)

#endif
