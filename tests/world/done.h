/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_DONE_H
#define TESTS_WORLD_DONE_H

/* Moves that answers called done, and those that wait for their seat's turn: by
 * what the mails said of the lines of those that they answer. */

#include "tests/world/people.h"

/* A move that an answer called done. */
struct move_done {
	const struct wrote *by; /* borrowed */
	int64_t game;
	int seat;
	int holder, answer, line; /* the mail that said so */
	/* borrowed; NULL: the mail has ended the game, whose last mail names
	 * no move */
	const char *words;
};

void done_open(void);
void done_close(void);
/* Whether a mail moves, so that it stands in the log where it is done. */
bool done_moves(const struct wrote *w);
/* What an answer says of the lines of a mail. */
void done_note(struct wrote *w, const struct delivered *l);
/* All were noted. */
void done_sort(void);
/* The next that was called done for a seat, *at is where to go on; NULL. */
const struct move_done *done_next(int64_t game, int seat, size_t *at);
/* The one before *at. */
const struct move_done *done_before(size_t at);
/* Whether it was called done in these words of the log. */
bool done_is(const struct move_done *m, const char *words);

struct entry;
/* Whether an event was sent ahead, by that mail (NULL: by any), which it can be
 * once; and what is taken back waits again. */
bool done_ahead(int64_t game, const struct entry *e, const struct wrote *by);
void done_undo(int64_t game, const struct entry *e);

#endif
