/* SPDX-License-Identifier: MIT */
#ifndef DESK_IDENTIFY_H
#define DESK_IDENTIFY_H

/*
 * Who writes, in three files: proof.c reads tokens, identify.c finds player
 * and game with them or without, sit.c opens the game for him. Inside desk/
 * only; the rest of desk/ knows errand.h.
 */

#include "desk/errand.h"

/* proof.c: the one token that the mail is known by: 1, 0. Sets er->dead if it
 * brought some, and none is good. */
int errand_token(struct errand *er, struct token *best, struct err *e);
/* The game of its first token, good or not; 0: none. It proves nothing. */
int64_t errand_token_game(const struct errand *er);

/* sit.c: makes the player the writer, in his language. */
int errand_load(struct errand *er, int64_t id, struct err *e);
/* After the language or the game has changed. */
void errand_use_words(struct errand *er);

#endif
