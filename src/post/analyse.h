/* SPDX-License-Identifier: MIT */
#ifndef POST_ANALYSE_H
#define POST_ANALYSE_H

/*
 * What each move of a game was worth, and what a hard computer player would
 * have done, by what the seat could know then. A log gives the same whenever
 * and wherever it is analysed with as many positions a move by one version of
 * this program, so both stand in what is written of it.
 *
 *     analyse_listen; replay_text; analyse_begin; analyse_next …; release
 */

#include "computer/search.h"
#include "log/replay.h"

enum { ANALYSE_LEAST = 100 }; /* positions a move */

/* A move that stands. */
struct decision {
	int seq, seat, round;
	struct move made;
	struct compared is; /* of one choice: there was no other */
};
/* What the move cost the seat, of SEARCH_WHOLE. */
int decision_lost(const struct decision *d);

struct analysis {
	const struct game_kind *kind; /* set before analyse_begin */
	int seat;                     /* of that one alone, if it is not 0 */
	int positions;
	struct events events; /* owned, as the next two */
	struct decision *at;
	size_t n, cap;
	struct computer computer;
};

/* The whole log is played for it, with history. */
void analyse_listen(struct analysis *a, struct replay_how *how);
/* Leaves out what was taken back: n is how many moves there are. */
void analyse_begin(struct analysis *a, const struct replay *r);
void analyse_move(struct analysis *a, const struct replay *r, size_t i);
void analyse_release(struct analysis *a);

/* A move as the log has it, on the position before it; out is emptied. */
void analyse_words(const struct replay *r, const struct decision *d,
    const struct move *m, struct buf *out);
/* A line of JSON each, appended: who analysed, and a move; where a player would
 * write that shorter than a log has it, so as well. */
void analyse_head(const struct analysis *a, struct buf *out);
void analyse_line(const struct analysis *a, const struct replay *r,
    const struct decision *d, struct buf *out);
/* All these lines of a whole log of an installed game. -1: ERR_CORRUPT. */
int analyse_log(const char *log, size_t len, int positions, struct buf *out,
    struct err *e);

#endif
