/* SPDX-License-Identifier: MIT */
#ifndef DESK_IDENTIFY_H
#define DESK_IDENTIFY_H

/*
 * Who writes, in three files: proof.c reads tokens, identify.c finds player
 * and game with them or without, sit.c opens the game for him. Inside desk/
 * only; the rest of desk/ knows job.h.
 */

#include "desk/steps.h"

/* proof.c: the one token that the mail is known by: 1, 0. Sets j->who.dead if it
 * brought some, and none is good. */
int job_token(struct job *j, struct token *best, struct err *e);
/* The game of its first token, good or not; 0: none. It proves nothing. */
int64_t job_token_game(const struct job *j);

/* sit.c: makes the player the writer, in his language. */
int job_load(struct job *j, int64_t id, struct err *e);
/* After the language or the game has changed. */
void job_use_words(struct job *j);

#endif
