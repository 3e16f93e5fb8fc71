/* SPDX-License-Identifier: MIT */
#ifndef LOG_ROWS_H
#define LOG_ROWS_H

/*
 * A turn log as rows of tables (paquebot-logdb(5)): the game and its seats
 * (log/outcome.h), its events as numbers of acts (log/acts.h), and the figures
 * of each seat at the end of each turn. Figures are the numbers that the facts
 * have of a seat, and of its lists how long they are.
 *
 * One struct rows is for many logs: numbers of acts, and places of figures,
 * stay the same.
 */

#include "game/named.h"
#include "log/acts.h"
#include "log/outcome.h"

enum { ROWS_KINDS = 16, ROWS_FIGURES = 56 };
/* A figure that the seat has not. */
#define ROWS_NONE INT32_MIN

struct rows_event {
	int seq, turn, round;
	int actor; /* seat; 0 chance, -1 operator */
	int act;
	int nth;     /* of the moves that stand, from 1; 0: none, or secret */
	bool stands; /* was not undone; the operator's all do */
	bool secret; /* not all seats could know of it when it was done */
	bool fresh;  /* the act is new: its words stand in those of the game */
	size_t words, len;
	int64_t time;
	struct slice text; /* of the log, while it is played */
};

/* Figures of a game: their names, "hand_sizes_lock". */
struct rows_kind {
	char game[32];
	char name[ROWS_FIGURES][NAMED_FIGURE];
	int n;
};

/* A seat at the end of a turn. */
struct rows_figures {
	int turn, seat;
	int seq; /* of the event that ended it; 0: the log's end */
	int32_t value[ROWS_FIGURES];
};

/* An argument of a new act; name and text are places in the words. */
struct rows_arg {
	int act;
	size_t name, text;
	bool number;
	long n;
};

struct rows {
	struct acts acts;
	struct rows_kind kind[ROWS_KINDS];
	int kinds;
};

/* A log's rows. What it has does not change when the next log is played into
 * another one, so that another thread may read it then. */
struct rows_game {
	struct outcome outcome; /* owned */
	int version, turns, rounds;
	struct options options;
	int opening[SEATS_MAX + 1]; /* act of its first move by nth; 0 */
	struct rows_event *event;   /* owned */
	int events, events_room;
	struct rows_figures *figures; /* owned; those that changed, by turn */
	int n_figures, figures_room;
	const struct rows_kind *of; /* its kind, with so many names by then */
	int names;
	struct rows_arg *arg; /* owned; of the new acts, in their order */
	int args;
	struct buf words;
};

/* Plays a log. kind NULL: the installed game. -1: as outcome_of_log, or it has
 * more than is taken. */
int rows_of_log(struct rows *r, struct rows_game *g, const char *text,
    size_t len, const struct game_kind *kind, struct err *e);
void rows_game_release(struct rows_game *g);

#endif
