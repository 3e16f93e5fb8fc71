/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_WORDS_H
#define ATLANTIC_STAR_WORDS_H

/* How the pieces of a move are read (M1 to M4), from the words of a line
 * (game/words.h). */

#include "game/words.h"
#include "games/atlantic-star/play.h"

enum { WORDS_JOINED = 128 };

/* Words from..to-1 with hyphens between; len, or 0 if they do not fit. A
 * colon and what follows it is left out. */
size_t words_join(const struct words *w, int from, int to,
    char out[WORDS_JOINED]);
/* What follows the colon of a word; NULL if there is none. */
const char *words_colon(const struct words_word *w, size_t *len);
/* The word for `class`, in any language, never cut. */
bool words_class(const struct names *names, const struct words_word *w);
/* The sea at word `from`, of as many words as can be, before `to`: sets *next
 * to the word behind it. STAR_NONE: unknown; -1: ambiguous. */
int words_sea(const struct game_data *d, const struct names *names,
    const struct words *w, int from, int to, int *next);

enum words_amount { AMOUNT_OK, AMOUNT_BAD, AMOUNT_SHAPE };
/* An amount from word `from` to the end of the line. */
enum words_amount words_amount(const struct words *w, int from, long *out);

#endif
