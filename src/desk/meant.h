/* SPDX-License-Identifier: MIT */
#ifndef DESK_MEANT_H
#define DESK_MEANT_H

/*
 * The one move that a mail without orders names, which its answer asks about
 * (meant.c), and what a yes to that question means (asked.c; both begin in
 * desk/words.h). Inside desk/ only.
 */

#include "desk/judge.h"

/* A longer letter names nothing: it would cost too much to ask. */
enum { MOVE_BYTES = 256 };

/* A move of the seat, and how far it is from what was written. */
struct near_move {
	int n; /* in the list; 0: it has no number */
	char text[MOVE_BYTES];
	size_t far;
};

/* The one thing that all lines together name: 1, 0, -1. */
int meant_names(struct job *j, struct near_move *out, struct err *e);
/* The same of a mail that was obeyed: what a line below its orders names that
 * was not read, the last that does. A number may be of anything there, and
 * courtesy is none of it. */
int meant_below(struct job *j, struct near_move *out, struct err *e);
/* Whether a line that means m names one thing, not by a number alone. */
bool meant_thing(struct job *j, const char *line, const struct meaning *m);
/* unmeant.c: whether a line means no move that it has words of: it says "no",
 * "keep" or the like, asks about points, or is of another game. And whether it
 * asks what a move brings. */
bool meant_none(const struct job *j, const struct line *l);
bool meant_points(const struct job *j, const struct line *l);
/* misspelt.c: the one move that a line is but for a letter or two. */
bool meant_misspelt(struct job *j, const char *line, struct near_move *out);
/* And whether a move is a verb alone which others have with things: "stow",
 * with no cargo. */
bool meant_alone(const struct job *j, const struct near_move *m);
/* Before the turn of such a mail ends: notes that for the answer, and the turn
 * goes on: 1; 0: it names nothing, -1. */
int meant_ask(struct job *j, struct err *e);
/* That as the answer asks about it, for j->answer.meant. */
struct cJSON *meant_told(const struct job *j, const struct near_move *m);
/* A place in words, "the second", is no number of the list where the mail has
 * items of it, or answers a mail that may have named some of them: it is asked
 * about. 0, -1. */
int meant_places(struct job *j, struct err *e);

#endif
