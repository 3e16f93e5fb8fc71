/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_WORDS_H
#define ATLANTIC_STAR_WORDS_H

/* A line of a player, folded and cut into words, and how its pieces are
 * read (M1 to M4). Everything lives in the struct; nothing is allocated
 * once it is made. */

#include "games/atlantic-star/play.h"

enum { WORDS_MAX = 48, WORDS_BYTES = 512, WORDS_JOINED = 128 };

struct words_word {
	const char *at;
	size_t len;
};

struct words {
	char text[WORDS_BYTES];
	struct words_word word[WORDS_MAX];
	int n;
};

/* -1: too long to be a move. */
int words_cut(const char *text, struct words *out);
/* Words from..to-1 with hyphens between; len, or 0 if they do not fit. A
 * colon and what follows it is left out. */
size_t words_join(const struct words *w, int from, int to, char out[WORDS_JOINED]);
/* What follows the colon of a word; NULL if there is none. */
const char *words_colon(const struct words_word *w, size_t *len);
bool words_is(const struct words_word *w, const char *text);
bool words_digit(const struct words_word *w);    /* begins with a digit */

/* The verb, enum star_verb; 0 for none. */
int words_verb(const struct names *names, const struct words_word *w);
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
