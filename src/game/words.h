/* SPDX-License-Identifier: MIT */
#ifndef GAME_WORDS_H
#define GAME_WORDS_H

/*
 * A line of a player, folded and cut into words, and what games share in
 * reading them (T7). Everything lives in the struct; nothing stays allocated.
 * What a word means where is the game's own business.
 */

#include <stdbool.h>
#include <stddef.h>

#include "game/names.h"
#include "game/rules.h"
#include "game/verbs.h"

enum { WORDS_MAX = 48, WORDS_BYTES = 512 };

struct words_word {
	const char *at;
	size_t len;
};

struct words {
	char text[WORDS_BYTES];
	struct words_word word[WORDS_MAX];
	int n;
};

/* How every game begins to read a line: case and accents are folded, the stops
 * of a sentence taken off, and the move gets the verb of the first word and as
 * many arguments as it has, all 0. -1: no verb, or too long to be a move. */
int words_begin(const char *text, const struct names *names,
    const struct verbs *verbs, struct words *out, struct move *m);
/* Refuses with unknown-command, whose word is the first. Returns -1. */
int words_unknown(const struct words *w, struct refusal *why);
/* Wherever a name of several words ("bora-bora") stands with blanks in a folded
 * text it becomes one word. */
void words_join_name(struct buf *text, const char *name);
bool words_is(const struct words_word *w, const char *text);
bool words_digit(const struct words_word *w); /* begins with a digit */

/* A number as people write it: 8000, 8.000 or 8k. -1 if it is none; *k: with a
 * k. Each digit goes through words_digit_add, which keeps a number of any
 * length above all amounts, and a whole thousand if it is one. */
int words_number(const char *at, size_t len, long *out, bool *k);
void words_digit_add(long *n, char digit);

enum { WORDS_UNKNOWN = -1, WORDS_AMBIGUOUS = -2 };
/* The index of the thing a word means: its id, a word for it in any language,
 * or a beginning that fits one alone. */
int words_thing(const struct names *names, const struct verb_thing *things,
    const struct game_data *d, const char *word, size_t len);

/* Refuses with word=..., cut to what a refusal holds. Returns -1. */
int words_refuse(struct refusal *why, const char *code, const char *word,
    size_t len);

#endif
