/* SPDX-License-Identifier: MIT */
#ifndef STORE_LIBRARY_H
#define STORE_LIBRARY_H

/*
 * A library of games: many turn logs as tables in one SQLite file, to be asked
 * (paquebot-logdb(5)). It is no club's database and has none of its engine's
 * care: it is written once, whole, and renamed when it is on the disk; what
 * breaks off leaves nothing. A function that fails returns -1: ERR_LATER for
 * the disk, ERR_CORRUPT for a file that is no library, ERR_GIVEUP for one that
 * no library replaces.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"

struct library;

/* A new one beside path, which takes its place in library_finish(); nothing is
 * there yet, or an empty file, or a library. path NULL: in memory, for one
 * question. */
int library_create(const char *path, struct library **out, struct err *e);
/* The file that it is until it is finished; NULL: it is in memory. Borrowed. */
const char *library_unfinished(const struct library *l);
/* What was not finished is gone. */
void library_close(struct library *l);

/* Strings are borrowed during the call. Times: -1 none. */
struct library_game {
	const char *kind, *id, *ending, *options, *source;
	int version, seats, events, turns, rounds, line;
	bool many; /* the source has others */
	int64_t started, ended;
};
struct library_seat {
	int seat, score, rank; /* rank 0: the game was not finished */
	int sharing;           /* how many have that rank */
	const char *name;
	int moves, answers, opening;
	int64_t waited;
	bool credited, rated;
};
struct library_event {
	int seq, turn, round, actor, act, nth;
	bool stands;
	int64_t time;
};

/* An act with its number, and its arguments from place 1 on; text NULL: n. */
int library_act(struct library *l, int act, const char *kind, int actor,
    struct slice words, struct err *e);
int library_arg(struct library *l, int act, int place, const char *name,
    const char *text, long n, struct err *e);
/* A game, and what follows is of it. */
int library_game(struct library *l, const struct library_game *g,
    struct err *e);
int library_option(struct library *l, const char *key, const char *value,
    struct err *e);
int library_seat(struct library *l, const struct library_seat *s,
    struct err *e);
int library_events(struct library *l, const struct library_event *ev, int n,
    struct err *e);
/* Figures of a seat at the end of a turn; `none` is NULL. */
struct library_figures {
	const char *kind;
	const char *(*name)(const void *arg, int i);
	const void *arg;
	int n, turn, seat;
	const int32_t *value;
	int32_t none;
};
int library_figures(struct library *l, const struct library_figures *f,
    struct err *e);

/* Indexes; then it is whole, and stands at its path. */
int library_finish(struct library *l, struct err *e);
/* Each table of one that is finished as a file of a new folder: "games.csv".
 * It comes into the place of nothing, or of an empty folder: whether it may is
 * asked before logs are read. */
int library_may_csv(const char *folder, struct err *e);
int library_csv(struct library *l, const char *folder, struct err *e);

#endif
